"""The form for the passphrase of the server."""

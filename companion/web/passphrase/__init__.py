"""Type the passphrase of the server."""

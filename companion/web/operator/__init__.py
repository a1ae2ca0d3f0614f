"""For whoever runs the server: how much there is, how large, how old the last copy."""

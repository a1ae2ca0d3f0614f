"""Custom games."""

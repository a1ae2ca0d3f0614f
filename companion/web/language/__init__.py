"""The choice of a language."""

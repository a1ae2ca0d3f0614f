"""Export and import of games."""

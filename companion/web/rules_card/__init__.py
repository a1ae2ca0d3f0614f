"""The rules of a game on one page."""

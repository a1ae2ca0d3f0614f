"""The rules card of a game."""

"""Players, links and phones of a game."""

"""The players of a game, and the game as a whole."""

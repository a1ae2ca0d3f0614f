"""Who plays; and the game as a whole."""

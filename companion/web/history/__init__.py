"""Everything done in a game."""

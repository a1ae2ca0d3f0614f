"""The links of a game."""

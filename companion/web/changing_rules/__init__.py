"""Changing the house rules of a game in play."""

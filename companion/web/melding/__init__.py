"""Melds that are entered while the round is played."""

"""Judging melds: pure functions of the melding rules and of cards that people type in."""

"""Judgement of melds: pure functions of a game's melding rules and of cards that people type."""

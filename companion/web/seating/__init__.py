"""Whose phone this is, and that player’s own page."""

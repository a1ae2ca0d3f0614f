"""The seat of a phone, and the player’s own page."""

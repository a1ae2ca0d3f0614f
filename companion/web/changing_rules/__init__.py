"""Other house rules for a game that has begun."""

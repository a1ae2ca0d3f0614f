"""A player's own rules, by questions or as a file."""

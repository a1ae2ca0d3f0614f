"""Join a table by its join code."""

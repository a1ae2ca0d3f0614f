"""Join a table by the six signs that another phone shows."""

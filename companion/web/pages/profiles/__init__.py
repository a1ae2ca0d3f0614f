"""People and seasons."""

"""The checks before and after every request."""

"""The table with the open round."""

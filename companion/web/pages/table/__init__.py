"""The table of the open round."""

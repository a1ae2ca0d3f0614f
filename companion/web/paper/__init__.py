"""The sheet in print, as PDF and blank, and the result as a text and a picture."""

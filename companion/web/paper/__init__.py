"""The sheet on paper: print, PDF, a blank one, and the result as a text and a picture."""

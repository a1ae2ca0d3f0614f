"""The places of a round as the browser draws them by itself: with blanks where figures go."""

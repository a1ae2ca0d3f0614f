"""Templates of a round for the browser, rendered with placeholders."""

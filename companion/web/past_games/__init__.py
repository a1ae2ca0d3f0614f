"""All games of this phone."""

"""Everything that was played on this phone."""

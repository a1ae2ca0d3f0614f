"""Taking games along: as files, and files as games."""

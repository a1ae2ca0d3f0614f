"""The sentences of all pages, by subject."""

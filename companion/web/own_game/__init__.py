"""A game of the catalogue, changed the way a table plays it."""

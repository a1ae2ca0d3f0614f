"""Pages and drawings for phones without a network."""

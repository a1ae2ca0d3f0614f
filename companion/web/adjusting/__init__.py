"""Points for a reason."""

"""Who plays, by which house rules."""

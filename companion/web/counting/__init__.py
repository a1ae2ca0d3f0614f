"""Counting at the end of a round: one hand after another, then the review."""

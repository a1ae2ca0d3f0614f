"""Counting the hands of a round, and the review before it is written."""

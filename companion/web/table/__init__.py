"""The round that is being played."""

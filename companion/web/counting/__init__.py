"""The round is over: one hand after another, then the round as it will be written."""

"""Judgement of one round: `scoring` (points), `hand_sizes`, `doubts` and `refusals`."""

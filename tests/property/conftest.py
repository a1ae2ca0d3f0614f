"""How long Hypothesis may look for a game that breaks a law."""

from hypothesis import settings

settings.register_profile("rules", deadline=None, max_examples=60)
settings.load_profile("rules")

"""The time that Hypothesis may search for a counterexample."""

from hypothesis import settings

from tests.soak import examples

settings.register_profile("rules", deadline=None, max_examples=examples(12))
settings.load_profile("rules")

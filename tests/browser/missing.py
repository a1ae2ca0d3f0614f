"""What to do where this machine lacks what a test needs."""

import os

import pytest


def cannot(why: str) -> None:
    """Skip what this machine lacks something for; where all is meant to be there, fail."""
    (pytest.fail if os.environ.get("CI") else pytest.skip)(why)

"""What to do where this machine lacks what a test needs."""

import os

import pytest


def cannot(why: str) -> None:
    """Fail where this machine lacks something; skip where it is not meant to have it."""
    if os.environ.get("BROWSERS") == "no":
        pytest.skip(why)
    pytest.fail(f"{why} BROWSERS=no skips such tests.")

"""Skips or fails tests whose programs are not installed."""

import os

import pytest


def cannot(why: str) -> None:
    """Fail where this machine lacks something; skip where it is not meant to have it."""
    if os.environ.get("BROWSERS") == "no":
        pytest.skip(why)
    pytest.fail(f"{why} BROWSERS=no skips such tests.")

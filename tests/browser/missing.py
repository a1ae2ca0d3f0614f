"""Skips or fails tests whose programs are not installed."""

import os

import pytest


def cannot(why: str) -> None:
    """Fail if this machine should have the program; otherwise skip."""
    if os.environ.get("BROWSERS") == "no":
        pytest.skip(why)
    pytest.fail(f"{why} BROWSERS=no skips such tests.")

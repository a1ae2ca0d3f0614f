"""Worked cases for the referee, as data: `cases.json`, in the format of `companion judge`."""

import json
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent / "cases.json"


def every_case() -> list[dict[str, Any]]:
    """Each with its `case`, what the `answer` has to say, and where that is from."""
    found: list[dict[str, Any]] = json.loads(FILE.read_text("utf-8"))
    return found

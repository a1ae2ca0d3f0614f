"""Worked cases for the referee, as data: `cases.json`, in the format of `companion judge`."""

import json
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent / "cases.json"


def every_case() -> list[dict[str, Any]]:
    """Each with its `case`, the expected `answer`, and the source."""
    return json.loads(FILE.read_text("utf-8"))

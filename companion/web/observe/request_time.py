"""The time a request has taken so far: for metrics, log and operator."""

import time

from flask import Flask, g


def init_app(app: Flask) -> None:
    """Store the start of each request, unless the filter rejects it."""
    app.before_request(_begin)


def seconds_taken() -> float | None:
    """Seconds since the request began; None if the filter rejected it."""
    return time.monotonic() - g.began if "began" in g else None


def _begin() -> None:
    g.began = time.monotonic()

"""How long a request has taken so far: for the metrics, the log and the operator."""

import time

from flask import Flask, g


def init_app(app: Flask) -> None:
    """Note when each request begins, unless the filter rejects it."""
    app.before_request(_begin)


def seconds_taken() -> float | None:
    """Seconds since the request began; None if the filter rejected it."""
    return time.monotonic() - g.began if "began" in g else None


def _begin() -> None:
    g.began = time.monotonic()

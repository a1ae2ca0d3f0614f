"""The time that requests take, and request metrics, without links and ids."""

import time

from flask import Flask, Response, g, request
from werkzeug.exceptions import NotFound

from companion.monitoring.metrics import instruments
from companion.records.store.watching import hub_of

_METHODS = {"GET", "HEAD", "POST", "OPTIONS"}  # clients can invent other methods


def init_app(app: Flask) -> None:
    """Store the start of each request, unless the filter rejects it; count them by endpoint."""
    app.before_request(_begin)
    measured = instruments()
    if measured is None:
        return

    @app.after_request
    def _count(response: Response) -> Response:
        place = request.endpoint or NotFound.__name__
        method = request.method if request.method in _METHODS else "other"
        measured.requests.labels(method, place, response.status_code).inc()
        taken = seconds_taken()
        if taken is not None:
            measured.seconds.labels(method).observe(taken)
        measured.listening.set(hub_of(app).count)
        return response


def _begin() -> None:
    g.began = time.monotonic()


def seconds_taken() -> float | None:
    """Seconds since the request began; None if the filter rejected it."""
    return time.monotonic() - g.began if "began" in g else None

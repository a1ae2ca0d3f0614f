"""Request metrics, without links and ids."""

import time

from flask import Flask, Response, g, request
from werkzeug.exceptions import NotFound

from companion.monitoring.metrics import instruments
from companion.records.watching import hub_of

_METHODS = {"GET", "HEAD", "POST", "OPTIONS"}  # clients can invent other methods


def init_app(app: Flask) -> None:
    """Count requests by endpoint, and measure their time."""
    measured = instruments()
    if measured is None:
        return

    @app.before_request
    def _begin() -> None:
        g.measured_from = time.perf_counter()

    @app.after_request
    def _count(response: Response) -> Response:
        place = request.endpoint or NotFound.__name__
        method = request.method if request.method in _METHODS else "other"
        measured.requests.labels(method, place, response.status_code).inc()
        if "measured_from" in g:
            taken = time.perf_counter() - g.measured_from
            measured.seconds.labels(method).observe(taken)
        measured.listening.set(hub_of(app).count)
        return response

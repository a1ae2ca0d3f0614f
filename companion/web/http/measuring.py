"""What is counted of each request, where metrics are wanted: never by whom, nor of which game."""

import os
import time

from flask import Flask, Response, g, request
from werkzeug.exceptions import NotFound

from companion.metrics import FOLDER
from companion.records.watching import hub_of

_METHODS = {"GET", "HEAD", "POST", "OPTIONS"}  # whoever asks may make up others
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15)


def init_app(app: Flask) -> None:
    """Count requests by their place, and how long they took."""
    if FOLDER not in os.environ:
        return
    from prometheus_client import Counter, Gauge, Histogram  # noqa: PLC0415 - an extra

    requests = Counter("companion_requests", "Requests", ["method", "place", "status"])
    seconds = Histogram("companion_request_seconds", "Time", ["method"], buckets=_SECONDS)
    listening = Gauge("companion_listening", "Phones that listen", multiprocess_mode="livesum")

    @app.before_request
    def _begin() -> None:
        g.measured_from = time.perf_counter()

    @app.after_request
    def _count(response: Response) -> Response:
        place = request.endpoint or NotFound.__name__
        method = request.method if request.method in _METHODS else "other"
        requests.labels(method, place, response.status_code).inc()
        if "measured_from" in g:
            taken = time.perf_counter() - g.measured_from
            seconds.labels(method).observe(taken)
        listening.set(hub_of(app).count)
        return response

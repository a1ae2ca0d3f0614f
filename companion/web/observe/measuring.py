"""Request metrics, without links and ids."""

from flask import Flask, Response, request
from werkzeug.exceptions import NotFound

from companion.monitoring.metrics import instruments
from companion.records.store.watching import hub_of
from companion.web.observe.request_time import seconds_taken

_METHODS = {"GET", "HEAD", "POST", "OPTIONS"}  # clients can invent other methods


def init_app(app: Flask) -> None:
    """Count requests by endpoint, and measure their time."""
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

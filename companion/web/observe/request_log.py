"""A log line per request, and a request id on all log lines."""

import logging
import re
import secrets

from flask import Flask, Response, current_app, g, request

from companion.monitoring.logs import JsonLines
from companion.web.observe.measuring import seconds_taken

_log = logging.getLogger("companion.requests")
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_HEADER = "X-Request-ID"
_ID_BYTES = 8


def init_app(app: Flask) -> None:
    """For JSON logs: log each request by its endpoint, without its link."""
    if app.config["LOG"] != "json":
        return
    lines = logging.StreamHandler()
    lines.setFormatter(JsonLines())
    app.logger.handlers = [lines]
    app.logger.setLevel(logging.INFO)
    app.before_request(_begin)
    app.after_request(_tell)


def _begin() -> None:
    g.request_id = _name_of_request()


def _name_of_request() -> str:
    """The id from a trusted proxy, or a generated one."""
    said = request.headers.get(_HEADER, "") if current_app.config["PROXIES"] else ""
    return said if _ID.fullmatch(said) else secrets.token_hex(_ID_BYTES)


def _tell(response: Response) -> Response:
    if "request_id" not in g:  # it was rejected by the filter
        return response
    response.headers[_HEADER] = g.request_id
    told = {
        "method": request.method,
        "place": request.url_rule.rule if request.url_rule else "",
        "status": response.status_code,
        "ms": round((seconds_taken() or 0) * 1000, 1),
    }
    _log.info("%(method)s %(place)s %(status)s", told, extra={"told": told})
    return response

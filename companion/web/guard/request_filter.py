"""Rejects invalid requests before any view: paths, hosts, fields and numbers that no page sends."""

import logging
import re
from collections.abc import Callable
from io import BytesIO
from threading import Lock
from time import monotonic
from typing import Any

from flask import Flask, Request, abort, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import ImmutableMultiDict
from werkzeug.exceptions import BadRequest, NotFound
from werkzeug.routing import IntegerConverter

from companion.settings.network import host_name
from companion.web.guard import health
from companion.web.guard.errors import page
from companion.web.words import troubles as said

_NUMBER = re.compile(r"-?[0-9]{1,9}")  # the limit of integers in every database
_REFUSED, _OTHER_HOST = "companion.refused", "companion.other-host"
_NOWHERE = "localhost"
# Health checks by IP address, and the stylesheets of the page for a rejected host.
_AT_ANY_HOST = (*health.ADDRESSES, "/static/")
_LOGGED_EVERY = 60.0  # seconds
_log = logging.getLogger("companion.hosts")

Environ = dict[str, Any]


class SentFields(ImmutableMultiDict[str, str]):
    """Submitted fields; a value that is not a valid number is missing for `type=int`."""

    def get(self, key: Any, default: Any = None, type: Any = None) -> Any:  # type: ignore[override]  # noqa: A002, ANN401
        """The first value of this name; with `type=int` a number of at most nine digits."""
        return super().get(key, default, _number if type is int else type)


class PageRequest(Request):
    """A request as a page sends it."""

    parameter_storage_class = SentFields

    def _get_file_stream(self, *_: Any, **__: Any) -> BytesIO:  # noqa: ANN401
        """Uploads are limited to a few MB, so they stay in memory."""
        return BytesIO()


class NumberInAddress(IntegerConverter):
    """A seat or a round in an address, of at most five digits."""

    regex = r"[0-9]{1,5}"


def init_app(app: Flask) -> None:
    """Install the filter; call it before any route is registered."""
    app.request_class = PageRequest
    app.url_map.converters["int"] = NumberInAddress
    app.wsgi_app = _filter(app, app.wsgi_app)  # type: ignore[method-assign]
    app.before_request(_turn_away)


def _filter(app: Flask, inside: Callable[..., Any]) -> Callable[..., Any]:
    """Mark an invalid path or host, so that it reaches its error page.

    Flask matches routes by host, and would fail before any error page could be rendered.
    """
    other_hosts = _OtherHosts()

    def enter(environ: Environ, start_response: Any) -> Any:  # noqa: ANN401
        if "\0" in environ.get("PATH_INFO", ""):
            environ[_REFUSED] = NotFound
        host, served = environ.get("HTTP_HOST"), app.config["HOSTS"]
        if not _is_served(host, served):
            environ["HTTP_HOST"] = served[0] if served else _NOWHERE
            if not environ.get("PATH_INFO", "").startswith(_AT_ANY_HOST):
                environ[_OTHER_HOST if served else _REFUSED] = BadRequest
                if served:
                    other_hosts.log(host)
        return inside(environ, start_response)

    return enter


class _OtherHosts:
    """Requests for unknown hosts, logged at most once a minute."""

    def __init__(self) -> None:
        self._lock, self._silent_until, self._unlogged = Lock(), 0.0, 0

    def log(self, host: str | None) -> None:
        """Log it, with the number of such requests since the last line."""
        with self._lock:
            self._unlogged += 1
            if monotonic() < self._silent_until:
                return
            self._silent_until = monotonic() + _LOGGED_EVERY
            number, self._unlogged = self._unlogged, 0
        _log.warning("COMPANION_HOSTS does not name %.100r; requests turned away: %d", host, number)


def _turn_away() -> ResponseReturnValue | None:
    refused = request.environ.get(_REFUSED)
    if refused is not None:
        abort(refused.code)
    if _OTHER_HOST in request.environ:
        return page(said.OTHER_HOST, BadRequest.code)
    return None


def _number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise ValueError(text)
    return int(text)


def _is_served(host: str | None, served: list[str] | None) -> bool:
    """Whether the settings permit this host; old clients send none."""
    if host is None:
        return not served
    name = host_name(host) if host.isascii() else None
    return name is not None and (not served or name in served)

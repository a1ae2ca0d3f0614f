"""Live updates: event streams, and pages with ETags.

A view begins a stream with its first event. If the app has `STREAMS`, the response names a ticket
in the header `TICKET`, and the server takes the stream of that ticket, without a thread: it sends
further events to the same response (`companion.server.streams`). Other servers end the response,
and the browser reconnects.
"""

import hashlib
import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, wraps
from time import monotonic
from typing import Any

from flask import (
    Blueprint,
    Flask,
    Response,
    current_app,
    g,
    get_flashed_messages,
    make_response,
    request,
    session,
)
from flask.typing import ResponseReturnValue
from flask_babel import force_locale, get_locale
from flask_wtf.csrf import generate_csrf
from werkzeug.exceptions import ServiceUnavailable

from companion.records.log.games import open_with_phones
from companion.records.store.book_ids import version_of
from companion.records.store.watching import Full, Watcher, hub_of
from companion.web.game.embedded_game import tail_of
from companion.web.game.gateway import the_game
from companion.web.game.phones import OPENED, Phones, is_full_page_load, known_device, this_device
from companion.web.game.positions import Position, position_now
from companion.web.local_time import zone_of_phone

STREAMS = "companion-streams"  # key of `app.extensions`, if the server can continue streams
PLACE = "/live"  # of a stream, below the address of its game
TICKET = "Companion-Stream"  # internal: the server removes it
GONE = "event: gone\ndata: gone\n\n"
_TICKET_BYTES = 16


class GameNow:
    """A game as read once for all streams of a link, with its phones.

    Raises LookupError if the link leads to no game.
    """

    def __init__(self, token: str) -> None:
        self.stored, phones = open_with_phones(token)
        self.phones = {phone.device: phone for phone in phones}

    @cached_property
    def version(self) -> str | None:
        """None if it is deleted."""
        return version_of(self.stored.row.id)


@dataclass(eq=False, slots=True)
class Stream:
    """The event stream of one phone.

    `tell` formats the next event, or nothing if the game is deleted; `until` is the monotonic time
    at which the stream ends, in seconds.
    """

    token: str
    watcher: Watcher
    tell: Callable[[GameNow], str]
    until: float

    def next_event(self) -> str:
        """The next event, within an app context; empty if the link leads to no game."""
        try:
            return self.tell(GameNow(self.token))
        except LookupError:
            return ""


class Tickets(dict[str, Stream]):
    """Streams between their view and the server, by ticket."""

    def issue(self, stream: Stream) -> str:
        """A new ticket for this stream."""
        ticket = secrets.token_urlsafe(_TICKET_BYTES)
        self[ticket] = stream
        return ticket


blueprint = Blueprint("live", __name__, url_prefix="/g/<token>")

_AGAIN_MS = 1000
_LONGEST_SECONDS = 300  # then the place of a phone that vanished is free again
_DIGEST = 12  # of an event id
_TAGGED = {200, 304}
_NOT_OF_THE_DEVICE = {"_flashes", "_permanent", OPENED}


def init_app(app: Flask) -> None:
    """Register the tag of the page and the one-time message as template globals."""
    app.add_template_global(lambda: g.get("live_tag"), "live_tag")
    app.add_template_global(said_to_this_phone)


def said_to_this_phone() -> list[Any]:
    """The message about the last step, for the next page.

    Polling requests may be obsolete when they arrive, and pages to be cached are not being read:
    neither consumes it.
    """
    is_read = is_full_page_load() and not is_kept_only()
    return [*get_flashed_messages()] if is_read else []


def is_kept_only() -> bool:
    """Whether this page is requested only to be cached."""
    return "Companion-Keep" in request.headers


@blueprint.get(PLACE)
def stream(token: str) -> Response:
    """Server-sent events: the version of the game at once, on each change, and as a heartbeat.

    A page with a log sends its length and digest, `after` and `mark`, and receives the tail
    instead; `stray` says why it cannot continue from there (`game.positions`). The view sends the
    first event; the server continues the stream (`server.streams`).
    """
    game = the_game(token).row.id
    if request.method == "HEAD":  # no body, hence no stream
        return Response(mimetype="text/event-stream")
    app: Flask = current_app
    try:
        watcher = hub_of(app).watch(game)
    except Full:
        raise ServiceUnavailable(retry_after=app.config["LIVE_HEARTBEAT_SECONDS"]) from None
    return _begin(app, Stream(token, watcher, _teller(), monotonic() + _LONGEST_SECONDS))


def _begin(app: Flask, begun: Stream) -> Response:
    event, headers = "", {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    try:
        event = begun.next_event()
        if event and STREAMS in app.extensions:
            headers[TICKET] = app.extensions[STREAMS].issue(begun)
    finally:
        if TICKET not in headers:
            begun.watcher.leave()
    first = f"retry: {_AGAIN_MS}\n\n{event or GONE}"
    return Response(first, mimetype="text/event-stream", headers=headers)


def _teller() -> Callable[[GameNow], str]:
    """The function that formats events for this stream."""
    if "after" not in request.args:
        return _version_event
    last = request.headers.get("Last-Event-ID")
    known = Position.of_event(last) if last else Position.of_query()
    device, locale = known_device(), get_locale()

    def tail_event(game: GameNow) -> str:
        nonlocal known
        with force_locale(locale):
            phones = Phones(game.stored, game.phones, device).counting_elsewhere()
        stray = known.stray_from(game.stored)
        tail = tail_of(game.stored, known.after, device) | {"phones": phones}
        tail |= {"stray": stray} if stray else {}
        now = position_now(game.stored)
        known = Position.of_event(now)
        data = json.dumps(tail, separators=(",", ":"))
        return f"id: {now}\nevent: tail\ndata: {data}\n\n"

    return tail_event


def _version_event(game: GameNow) -> str:
    return f"id: {game.version}\ndata: {game.version}\n\n" if game.version else ""


def follows_the_game(view: Callable[..., ResponseReturnValue]) -> Callable[..., Response]:
    """A page that phones poll; unchanged it is answered with 304 without rendering."""

    @wraps(view)
    def answer(token: str, **place: int) -> Response:
        stored = the_game(token)
        if stored.may_score:
            this_device()  # rendering a table creates the device id, which the tag depends on
        tag = _tag(version_of(stored.row.id))
        is_news = "_flashes" in session
        if request.if_none_match.contains_weak(tag) and not is_news:
            page = Response(status=304)
        else:
            g.live_tag = tag
            page = make_response(view(token, **place))
        if page.status_code in _TAGGED and not is_news:
            page.set_etag(tag, weak=True)  # each rendering has a CSRF key of its own
        return page

    return answer


def _tag(version: str | None) -> str:
    """The version of the game for this device, page, language and time zone."""
    generate_csrf()  # the first page of a device creates its id, which the tag depends on
    mine = {name: told for name, told in session.items() if name not in _NOT_OF_THE_DEVICE}
    known = [mine, request.path, str(get_locale()), str(zone_of_phone())]
    seen = json.dumps(known, sort_keys=True, default=str)
    return f"{version}-{hashlib.sha256(seen.encode()).hexdigest()[:_DIGEST]}"

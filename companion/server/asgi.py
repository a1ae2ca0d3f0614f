"""The application of one worker process, by ASGI 3."""

import gc
import os
import signal
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO
from threading import current_thread, main_thread
from typing import Any

from a2wsgi import WSGIMiddleware
from flask import Flask

from companion.app import create_app
from companion.monitoring import metrics
from companion.records.store.database import write_queue
from companion.records.store.watching import hub_of
from companion.rules.reading.catalogue import catalogue
from companion.server.http_protocol import (
    CONNECTION,
    BodyReader,
    Connection,
    HungUp,
    Rejected,
    sent,
)
from companion.server.process import DEFAULT_THREADS, THREADS
from companion.server.serving import most_connections, prepare_when_it_answers
from companion.server.streams import Streams
from companion.web.live import PLACE, STREAMS, TICKET, Stream, Tickets

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
WSGIApp = Callable[[dict[str, Any], Any], Iterable[bytes]]

_FOR_READERS = 8  # an eighth of the threads is reserved for readers
_FOR_LONG_BODIES = 16  # a sixteenth
# Threads. Beginning 2,000 streams takes both processors for seconds; other requests do not queue
# behind them.
_FOR_NEW_STREAMS = 2
_GARBAGE = (10_000, 20, 100)  # garbage collection thresholds of the generations
_TICKET = TICKET.lower().encode()
_BODY = "companion.body"  # its key in the scope


def make() -> "Companion":
    """The application of a worker, configured by its environment."""
    companion = Companion(create_app(), int(os.environ.get(THREADS) or DEFAULT_THREADS))
    catalogue()  # else each thread of the first requests would read all of it
    # A full garbage collection of all modules and cached games takes 0.2 s.
    gc.freeze()
    gc.set_threshold(*_GARBAGE)
    return companion


class Companion:
    """The Flask app: pages in at most `threads` threads, live streams in the event loop."""

    def __init__(self, app: Flask, threads: int) -> None:
        self._app, self._threads = app, threads
        # a2wsgi would add it to paths, which contain it already
        os.environ.pop("SCRIPT_NAME", None)
        # Unbounded, so that no thread waits for a client that does not read.
        pages = _with_its_body(app.wsgi_app)
        self._pages, self._new_streams = (
            WSGIMiddleware(pages, workers=number, send_queue_size=0)  # type: ignore[arg-type]
            for number in (threads, _FOR_NEW_STREAMS)
        )
        self._bodies = BodyReader(max(2, threads // _FOR_LONG_BODIES))
        self._streams: Streams | None = None
        self.before_exit: list[Callable[[], None]] = []

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Answer one request, or handle the lifespan of the process."""
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        else:
            connection: Connection | None = scope["state"].get(CONNECTION)
            with _busy(connection):
                await self._answer(scope, receive, send, connection)

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        await receive()
        self._start()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        if self._streams:
            self._streams.stop()
        metrics.forget(os.getpid())
        await send({"type": "lifespan.shutdown.complete"})

    def _start(self) -> None:
        """Prepare this process to serve."""
        app, free = self._app, self._threads - self._threads // _FOR_READERS
        write_queue(app).has_room = lambda waiting: waiting < free
        prepare_when_it_answers(app)
        if app.config.get("DAILY_COPIES"):
            from companion.book.daily_copies import keep_daily_copies  # noqa: PLC0415 - optional

            keep_daily_copies(app)
        hub = hub_of(app)
        hub.most = min(hub.most, most_connections() // 2)
        app.extensions.setdefault(STREAMS, Tickets())
        self._streams = Streams(app)
        self.before_exit.append(self._streams.close)
        _call_before_exit(self.before_exit)

    async def _answer(
        self,
        scope: dict[str, Any],
        receive: Receive,
        send: Send,
        connection: Connection | None,
    ) -> None:
        try:
            body = await self._bodies.read(scope, receive)
        except HungUp:
            return
        except Rejected as rejected:
            await _reject(send, rejected.status)
            return
        response = _Response(send, connection)
        try:
            await self._begin(scope)(_cleaned(scope, body), receive, response.send)  # type: ignore[arg-type]
            if response.ticket and self._streams:
                stream = self._take(response.ticket)
                await self._streams.carry_on(stream, receive, send, connection)
        finally:
            if response.ticket in self._app.extensions[STREAMS]:
                self._take(response.ticket).watcher.leave()

    def _begin(self, scope: dict[str, Any]) -> WSGIMiddleware:
        """The app in the threads for such a request."""
        is_stream = scope["method"] == "GET" and scope["path"].endswith(PLACE)
        return self._new_streams if is_stream else self._pages

    def _take(self, ticket: str) -> Stream:
        stream: Stream = self._app.extensions[STREAMS].pop(ticket)
        return stream


@contextmanager
def _busy(connection: Connection | None) -> Iterator[None]:
    if connection is None:
        yield
        return
    connection.request_began()
    try:
        yield
    finally:
        connection.request_ended()


def _cleaned(scope: dict[str, Any], body: bytes) -> dict[str, Any]:
    """The request as WSGI needs it, with its body.

    Headers with underscores are removed, because WSGI reads X_A as X-A. An absolute target,
    http://host/path, becomes a path.
    """
    headers = [(name, value) for name, value in scope["headers"] if b"_" not in name]
    return scope | {"headers": headers, "path": _path(scope["path"]), _BODY: body}


def _with_its_body(app: WSGIApp) -> WSGIApp:
    """The app, reading bodies from memory instead of through the event loop."""

    def answer(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:  # noqa: ANN401
        environ["wsgi.input"] = BytesIO(environ["asgi.scope"][_BODY])
        return app(environ, start_response)

    return answer


def _path(target: str) -> str:
    for scheme in ("http://", "https://"):
        if target.startswith(scheme):
            return "/" + target.removeprefix(scheme).partition("/")[2]
    return target


class _Response:
    """Forwards the response of a page, or keeps it open for a stream.

    `ticket` is that of the stream, if there is one.
    """

    def __init__(self, send: Send, connection: Connection | None) -> None:
        self._send, self._connection = send, connection
        self.ticket = ""

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            message = message | {"headers": self._without_ticket(message["headers"])}
        elif self.ticket:
            message = message | {"more_body": True}
        await sent(self._send(message), self._connection)

    def _without_ticket(self, headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
        self.ticket = dict(headers).get(_TICKET, b"").decode()
        if not self.ticket:
            return headers
        return [
            (name, value) for name, value in headers if name not in {_TICKET, b"content-length"}
        ]


async def _reject(send: Send, status: int) -> None:
    headers = [(b"content-length", b"0"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body"})


def _call_before_exit(calls: list[Callable[[], None]]) -> None:
    """Call these when a signal ends the process, because it waits for open responses."""
    if current_thread() is not main_thread():
        return
    for number in (signal.SIGTERM, signal.SIGINT):
        _call_before(number, calls)


def _call_before(number: signal.Signals, calls: list[Callable[[], None]]) -> None:
    next_handler: Any = signal.getsignal(number)

    def handle(*args: Any) -> None:  # noqa: ANN401
        for call in calls:
            call()
        next_handler(*args)

    signal.signal(number, handle)

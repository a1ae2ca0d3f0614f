"""Server-sent events of one process: one task per link, and no thread per stream."""

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from flask import Flask

from companion.records.store.watching import hub_of
from companion.server.http_protocol import Connection, sent
from companion.web.live import GONE, GameNow, Stream

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

_MOST_UNSENT = 100  # events
_AGAIN_SECONDS = 1.0
_SPREAD = (0.75, 1.0)  # jitter factor: simultaneous heartbeats of many links would delay a tap
_log = logging.getLogger(__name__)


class ClientStream:
    """The unsent events of one stream; None is its end."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream
        self._events: asyncio.Queue[str | None] = asyncio.Queue()

    def put(self, event: str | None) -> None:
        """Queue an event, or end the stream; a client that reads too slowly is disconnected."""
        if self._events.qsize() < _MOST_UNSENT or event is None:
            self._events.put_nowait(event)
        if self._events.qsize() == _MOST_UNSENT:
            self._events.put_nowait(None)

    async def drain(self, send: Send, connection: Connection | None) -> None:
        """Send events until the stream ends, or the client is disconnected."""
        while (event := await self._events.get()) is not None:
            await sent(send(_body(event, more=True)), connection)
        await sent(send(_body("", more=False)), connection)


def _body(event: str, *, more: bool) -> Message:
    return {"type": "http.response.body", "body": event.encode(), "more_body": more}


class GameFeed:
    """The streams of one link, and the task that reads their game once for all of them."""

    def __init__(self, streams: "Streams", token: str) -> None:
        self.outlets: set[ClientStream] = set()
        self.news = asyncio.Event()
        self._streams, self._token = streams, token
        self.task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._streams.heartbeat()):
                    await self.news.wait()
            self.news.clear()
            await self._tell()

    async def _tell(self) -> None:
        """Queue the next event for each outlet; on failure try again, or let phones reconnect."""
        outlets, events = [*self.outlets], list[str]()
        try:
            await self._streams.in_thread(self._word, [outlet.stream for outlet in outlets], events)
        except self._streams.troubles as trouble:
            _log.warning("streams cannot be told: %s", trouble)
            await asyncio.sleep(_AGAIN_SECONDS)
            self.news.set()
        except Exception:  # noqa: BLE001 - phones reconnect, and the new request reports the error
            _log.exception("streams could not be told")
            self.end()
        # A stream has advanced with each event that was formatted, also before a failure.
        for outlet, event in zip(outlets, events, strict=False):
            outlet.put(event or GONE)
            if not event or outlet.stream.until < time.monotonic():
                outlet.put(None)

    def _word(self, streams: list[Stream], events: list[str]) -> None:
        """Append the next event of each; it is empty if the link no longer leads to a game."""
        try:
            game = GameNow(self._token)
        except LookupError:
            events.extend("" for _ in streams)
            return
        for stream in streams:
            events.append(stream.tell(game))  # noqa: PERF401 - a partial result is kept on failure

    def end(self) -> None:
        """End all streams."""
        for outlet in self.outlets:
            outlet.put(None)


class Streams:
    """All streams of this process, used in its event loop; `close` is thread-safe."""

    def __init__(self, app: Flask) -> None:
        self._app, self._hub = app, hub_of(app)
        self.troubles = self._hub.troubles
        self._loop = asyncio.get_running_loop()
        # One thread: more would only compete with those of the pages.
        self._thread = ThreadPoolExecutor(1, "companion-streams")
        self._links: dict[str, GameFeed] = {}
        self._closed = False

    def heartbeat(self) -> float:
        """Seconds until the next heartbeat of a link."""
        return float(self._app.config["LIVE_HEARTBEAT_SECONDS"] * random.uniform(*_SPREAD))  # noqa: S311

    async def in_thread(self, work: Callable[..., Any], *args: object) -> Any:  # noqa: ANN401
        """The result of this function, called in the thread within an app context."""

        def within() -> Any:  # noqa: ANN401
            with self._app.app_context():
                return work(*args)

        return await self._loop.run_in_executor(self._thread, within)

    async def carry_on(
        self, stream: Stream, receive: Receive, send: Send, connection: Connection | None
    ) -> None:
        """Send events to an open response until the stream or the connection ends."""
        outlet = ClientStream(stream)
        link = self._join(outlet)
        hanging_up = asyncio.create_task(_end_with_connection(outlet, receive))
        try:
            await outlet.drain(send, connection)
        finally:
            hanging_up.cancel()
            self._leave(link, outlet)

    def _join(self, outlet: ClientStream) -> GameFeed:
        stream = outlet.stream
        link = self._links.get(stream.token)
        if link is None:
            link = self._links[stream.token] = GameFeed(self, stream.token)
        link.outlets.add(outlet)
        news = link.news.set
        stream.watcher.calls = lambda: self._loop.call_soon_threadsafe(news)
        if stream.watcher.wait(0):  # the game has changed since the first event
            news()
        if self._closed:
            outlet.put(None)
        return link

    def _leave(self, link: GameFeed, outlet: ClientStream) -> None:
        outlet.stream.watcher.leave()
        link.outlets.discard(outlet)
        if not link.outlets:
            link.task.cancel()
            if self._links.get(outlet.stream.token) is link:
                del self._links[outlet.stream.token]

    def close(self) -> None:
        """End all streams soon, and accept no more; a signal handler may call this."""
        self._closed = True
        self._loop.call_soon_threadsafe(self._end_all)

    def stop(self) -> None:
        """Wait until the thread is idle."""
        self._thread.shutdown(cancel_futures=True)

    def _end_all(self) -> None:
        self._hub.close()
        for link in self._links.values():
            link.end()


async def _end_with_connection(outlet: ClientStream, receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    outlet.put(None)

"""The ASGI application of a worker in a thread of the test, and phones that read its streams."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from queue import Queue
from threading import Thread
from typing import Any

from flask import Flask

from companion.server.asgi import Companion
from tests.web.phone import Phone

THREADS = 8
SOON = 60  # seconds: a timeout that is reached only by a bug


class Stream:
    """A GET request whose response may be endless: the received part, and the client's end."""

    def __init__(self, status: int, headers: dict[str, str], server: "Server") -> None:
        self.status, self.headers = status, headers
        self.events: Queue[str | None] = Queue()
        self._server, self._hung_up = server, asyncio.Event()

    async def receive(self) -> dict[str, Any]:
        await self._hung_up.wait()
        return {"type": "http.disconnect"}

    def next(self) -> str:
        """The next event."""
        event = self.events.get(timeout=SOON)
        assert event is not None, "the stream has ended"
        return event

    def ends(self) -> list[str]:
        """Wait for the end; returns the remaining events."""
        return [*iter(lambda: self.events.get(timeout=SOON), None)]

    def hang_up(self) -> None:
        self._server.call(self._hung_up.set)


class Server:
    """The ASGI application over this Flask app."""

    def __init__(self, app: Flask) -> None:
        self.loop = asyncio.new_event_loop()
        self._thread = Thread(target=self.loop.run_forever, daemon=True)
        self._thread.start()
        self._companion = Companion(app, threads=THREADS)
        self._told: Queue[dict[str, Any]] = Queue()
        self._asked: list[tuple[Stream, Any]] = []
        self._events: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._lifespan = self._begin(
            self._companion({"type": "lifespan"}, self._events.get, self._tell)
        )
        self._pass_on("startup")

    def close(self) -> None:
        """Disconnect, and stop."""
        for stream, answered in self._asked:
            stream.hang_up()
            answered.result(SOON)
        self._pass_on("shutdown")
        self._lifespan.result(SOON)
        self._begin(_until_all_is_done()).result(SOON)
        self.call(self.loop.stop)
        self._thread.join()
        self.loop.close()

    def stop_streams(self) -> None:
        """Stop like a signal does."""
        for call in self._companion.before_exit:
            call()

    def listen(self, phone: Phone, address: str, **headers: str) -> Stream:
        """Request the stream at this address; returns once the response has begun."""
        return self.ask(phone, address, **headers).get(timeout=SOON)

    def ask(self, phone: Phone, address: str, **headers: str) -> Queue[Stream]:
        """Request this address; the response is in the queue once it has begun."""
        began: Queue[Stream] = Queue()
        path, _, query = address.partition("?")
        cookies = (f"{one.key}={one.value}" for one in phone.client._cookies.values())
        sent = {"host": "localhost", "cookie": "; ".join(cookies)} | headers
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": path,
            "query_string": query.encode(),
            "state": {},
            "headers": [(name.lower().encode(), value.encode()) for name, value in sent.items()],
        }
        stream = Stream(0, {}, self)
        self._asked.append((stream, self._begin(self._answer(scope, stream, began))))
        return began

    async def _answer(self, scope: dict[str, Any], stream: Stream, began: Queue[Stream]) -> None:

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                stream.status = message["status"]
                stream.headers = {k.decode(): v.decode() for k, v in message["headers"]}
                began.put(stream)
            else:
                self._put(stream, message)

        await self._companion(scope, stream.receive, send)
        stream.events.put(None)

    def _put(self, stream: Stream, message: dict[str, Any]) -> None:
        for event in message.get("body", b"").decode().split("\n\n"):
            if event:
                stream.events.put(event)

    async def _tell(self, message: dict[str, Any]) -> None:
        self._told.put(message)

    def _pass_on(self, event: str) -> None:
        self.call(self._events.put_nowait, {"type": f"lifespan.{event}"})
        assert self._told.get(timeout=SOON)["type"] == f"lifespan.{event}.complete"

    def _begin(self, work: Coroutine[Any, Any, None]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self.loop)

    def call(self, work: Callable[..., object], *given: object) -> None:
        self.loop.call_soon_threadsafe(work, *given)


async def _until_all_is_done() -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    await asyncio.gather(*others, return_exceptions=True)


@contextmanager
def served(app: Flask) -> Iterator[Server]:
    """A server of this app until the block ends."""
    server = Server(app)
    try:
        yield server
    finally:
        server.close()

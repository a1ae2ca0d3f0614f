"""Request bodies, read before a thread is taken, and connections, closed when they stay idle."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from itertools import chain
from socket import AF_INET, AF_INET6, IPPROTO_TCP, TCP_NODELAY
from typing import Any

from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from companion.gamefile.exports import MOST_BYTES as MOST_FILE_BYTES

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]

SECONDS = 30  # 32 kB takes half of that on the weakest plausible network
LONG_SECONDS = 300  # for a file of many games
MOST_HEAD_BYTES = 16 * 1024
_LONG_BYTES = 64 * 1024
_FORM_BYTES = 64 * 1024  # the form fields around a file
_MOST_BYTES = MOST_FILE_BYTES + _FORM_BYTES
_MOST_DIGITS = 15


class Rejected(Exception):
    """A request that is answered without the app; `status` is its HTTP status."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class HungUp(Exception):
    """The client closed the connection before its request was complete."""


class BodyReader:
    """Reads the bodies of one process; at most `long_at_once` long ones are in memory."""

    def __init__(self, long_at_once: int) -> None:
        self._long = asyncio.Semaphore(long_at_once)

    async def read(self, scope: Mapping[str, Any], receive: Receive) -> bytes:
        """The body; empty if it is longer than any that the app accepts, which answers 413.

        Raises Rejected: 431 for a head that is too long, 400 for contradictory or malformed
        lengths, 411 for a body without a length, 408 for one that is too slow. Raises HungUp.
        """
        head = [scope["path"], scope["query_string"], *chain.from_iterable(scope["headers"])]
        if sum(map(len, head)) > MOST_HEAD_BYTES:
            raise Rejected(431)
        length = _length(dict(scope["headers"]))
        is_long = length > _LONG_BYTES
        try:
            async with asyncio.timeout(LONG_SECONDS if is_long else SECONDS):
                if not is_long:
                    return await _received(receive, length)
                async with self._long:
                    return await _received(receive, length)
        except TimeoutError:
            raise Rejected(408) from None


def _length(headers: Mapping[bytes, bytes]) -> int:
    """Refuses ambiguous lengths, which could be used for request smuggling."""
    value = headers.get(b"content-length")
    if b"transfer-encoding" in headers:
        raise Rejected(400 if value is not None else 411)
    if value is None:
        return 0
    if not value.isdigit() or len(value) > _MOST_DIGITS:
        raise Rejected(400)
    return int(value)


async def _received(receive: Receive, length: int) -> bytes:
    body, has_more = bytearray(), length > 0
    while has_more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise HungUp
        if length <= _MOST_BYTES:
            body += message.get("body", b"")
        has_more = message.get("more_body", False)
    return bytes(body)


STALLED_SECONDS = 30.0
IDLE_SECONDS = 75  # browsers reuse a connection for a minute: closing it earlier loses forms
CONNECTION = "connection"  # its key in the state of an ASGI scope


class Connection(H11Protocol):
    """An HTTP/1.1 connection; the application reports the start and end of each request.

    uvicorn limits the pause between two requests, but neither the time until the first one nor the
    time of a request head. Here both end after `IDLE_SECONDS` without a new request. Requests have
    the address that the server listens on (`SERVER_NAME`); uvicorn's is that of the connection, so
    that a request from this machine does not tell whether phones can reach it.
    """

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        **rest: Any,  # noqa: ANN401
    ) -> None:
        super().__init__(config, server_state, app_state | {CONNECTION: self}, **rest)
        self._timer: asyncio.TimerHandle | None = None
        self._requests = 0  # in progress
        self._unsent = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start to wait for the first request."""
        super().connection_made(transport)
        self.server = (self.config.host, self.config.port)
        _send_at_once(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Release the timer and the reference cycle."""
        self._stop_waiting()
        self.app_state = {}
        super().connection_lost(exc)

    def request_began(self) -> None:
        """A request head is complete: the application limits the rest."""
        self._requests += 1
        self._stop_waiting()

    def request_ended(self) -> None:
        """Wait for the next request, unless it has begun: a client may have the response before."""
        self._requests -= 1
        if not self._requests:
            self._wait()

    def _wait(self) -> None:
        self._stop_waiting()
        if not self.transport.is_closing() or self.unsent:
            self._unsent = self.unsent
            self._timer = self.loop.call_later(IDLE_SECONDS, self._is_idle)

    def _stop_waiting(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    @property
    def unsent(self) -> int:
        """Bytes of responses that the client has not read yet, beyond the kernel's buffer."""
        try:
            return self.transport.get_write_buffer_size()
        except AttributeError:  # the TLS connection is lost, which asyncio is about to report
            return 0

    def abort(self) -> None:
        """Close at once; data that the client has not read is lost."""
        self.transport.abort()

    def _is_idle(self) -> None:
        """Wait on for a client that is still reading a response; else close."""
        if 0 < self.unsent < self._unsent:
            self._wait()
        else:
            self.abort()


# The configuration of uvicorn in every process.
UVICORN: Mapping[str, Any] = {
    "http": Connection,
    "ws": "none",
    "loop": "asyncio",
    "h11_max_incomplete_event_size": MOST_HEAD_BYTES,
    "timeout_keep_alive": IDLE_SECONDS,
    # The app trusts forwarded headers by COMPANION_PROXIES; uvicorn would trust any local process.
    "proxy_headers": False,
    "server_header": False,
    "access_log": False,
}


def _send_at_once(transport: asyncio.Transport) -> None:
    """Set TCP_NODELAY: a body would wait up to 40 ms for the acknowledgement of its head.

    asyncio does so only for sockets opened with the protocol number of TCP.
    """
    socket = transport.get_extra_info("socket")
    if socket is not None and socket.family in {AF_INET, AF_INET6}:
        socket.setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)


async def sent(sending: Awaitable[None], connection: Connection | None) -> None:
    """Wait until a message is sent; disconnect a client that reads nothing for STALLED_SECONDS."""
    if connection is None or not connection.unsent:
        await sending
        return
    task, unsent = asyncio.ensure_future(sending), -1
    while not (await asyncio.wait([task], timeout=STALLED_SECONDS))[0]:
        if connection.unsent == unsent:
            connection.abort()  # uvicorn drops unsent data
        unsent = connection.unsent
    task.result()

"""Request bodies, read before a thread is taken."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from itertools import chain
from typing import Any

from companion.gamefile.several import MOST_BYTES as MOST_FILE_BYTES

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
    said = headers.get(b"content-length")
    if b"transfer-encoding" in headers:
        raise Rejected(400 if said is not None else 411)
    if said is None:
        return 0
    if not said.isdigit() or len(said) > _MOST_DIGITS:
        raise Rejected(400)
    return int(said)


async def _received(receive: Receive, length: int) -> bytes:
    kept, has_more = bytearray(), length > 0
    while has_more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise HungUp
        if length <= _MOST_BYTES:
            kept += message.get("body", b"")
        has_more = message.get("more_body", False)
    return bytes(kept)

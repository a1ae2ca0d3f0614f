"""Event streams, begun by a view and continued by the server without a thread.

A view answers with the first event. If the app has `STREAMS`, the response names a ticket in the
header `TICKET`, and the server takes the stream of that ticket: it sends further events to the same
response (`companion.server.streams`). Other servers end the response, and the browser reconnects.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from companion.records.games import open_with_phones
from companion.records.versions import version_of
from companion.records.watching import Watcher

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
        self.kept, phones = open_with_phones(token)
        self.phones = {phone.device: phone for phone in phones}

    @cached_property
    def version(self) -> str | None:
        """None if it is deleted."""
        return version_of(self.kept.row.id)


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

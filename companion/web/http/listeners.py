"""Phones that listen, told by one thread of a process: none of them holds one meanwhile.

A stream begins like any answer, in a thread of the server. Once its first event is out, the worker
keeps the connection (`companion.streams`), and all that is said on it comes from here.
"""

import logging
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, partial
from queue import Empty, SimpleQueue
from threading import Thread

from flask import Flask

from companion.records.games import open_with_phones
from companion.records.versions import version_of
from companion.records.watching import Watcher, hub_of

LISTENERS = "companion-listeners"
GONE = "event: gone\ndata: gone\n\n"
_LOOK_SECONDS = 0.1
_AGAIN_SECONDS = 1.0
_SPREAD = (0.75, 1.0)
_log = logging.getLogger(__name__)


class GameNow:
    """A game as it is told to all who came by one link, and the phones at its table.

    Raises LookupError where there is no such game, or no longer by this link.
    """

    def __init__(self, token: str) -> None:
        self.kept, phones = open_with_phones(token)
        self.phones = {phone.device: phone for phone in phones}

    @cached_property
    def version(self) -> str | None:
        """None if it is deleted."""
        return version_of(self.kept.row.id)


@dataclass(eq=False, slots=True)
class Listener:
    """A phone that listens: by which link, what it is told of the game, and until when.

    Once it `is_kept`, `send` says whether a text has gone out whole, and `end` lets go of it.
    """

    token: str
    watcher: Watcher
    tell: Callable[[GameNow], str]
    until: float
    send: Callable[[str], bool] = lambda _: False
    end: Callable[[], None] = lambda: None
    is_kept: bool = False

    def hand_over(self) -> "HandedOver":
        """It is told by `Listeners` from now on."""
        self.is_kept = True
        return HandedOver(self)

    def closes(self) -> None:
        """The answer is at its end, and the stream with it unless it is kept."""
        if not self.is_kept:
            self.watcher.leave()


class HandedOver(BaseException):
    """The stream has begun, and goes on without the thread it began in: no error of anybody's."""

    def __init__(self, listener: Listener) -> None:
        super().__init__()
        self.listener = listener


@dataclass(slots=True)
class _Room:
    """Those who came by one link, and when they are told of their game at the latest."""

    due: float
    listeners: set[Listener] = field(default_factory=set)


class Listeners:
    """All who listen to this process. Its thread alone knows them; others put into its queue."""

    def __init__(self, app: Flask) -> None:
        self._app, self._hub = app, hub_of(app)
        self._heartbeat: float = app.config["LIVE_HEARTBEAT_SECONDS"]
        self._said: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._rooms: dict[str, _Room] = {}
        self._thread = Thread(target=self._run, name=LISTENERS, daemon=True)
        self._thread.start()

    def add(self, listener: Listener) -> None:
        """Tell this phone from now on; it may have missed news since its first event."""
        news = partial(self._said.put, partial(self._has_news, listener))
        self._said.put(partial(self._came, listener))
        listener.watcher.calls = news
        if listener.watcher.wait(0):
            news()

    def left(self, listener: Listener) -> None:
        """It has hung up."""
        self._said.put(partial(self._let_go, listener))

    def _came(self, listener: Listener) -> None:
        begun = _Room(self._next_beat())
        self._rooms.setdefault(listener.token, begun).listeners.add(listener)

    def _has_news(self, listener: Listener) -> None:
        if listener.token in self._rooms:
            self._rooms[listener.token].due = 0

    def _let_go(self, listener: Listener) -> None:
        room = self._rooms.get(listener.token)
        if room and listener in room.listeners:
            room.listeners.discard(listener)
            if not room.listeners:
                del self._rooms[listener.token]
            listener.watcher.leave()
            listener.end()

    def _run(self) -> None:
        while True:
            try:
                self._hear()
                self._tell_all()
            except self._hub.troubles as trouble:
                _log.warning("phones cannot be told: %s", trouble)
                time.sleep(_AGAIN_SECONDS)

    def _hear(self) -> None:
        """Do what has been said since, or what is due meanwhile."""
        try:
            self._said.get(timeout=_LOOK_SECONDS if self._rooms else None)()
            while True:
                self._said.get_nowait()()
        except Empty:
            pass

    def _tell_all(self) -> None:
        now = time.monotonic()
        for token, room in [*self._rooms.items()]:
            if self._hub.closed:
                self._send_home(room)
            elif room.due <= now:
                room.due = now + _AGAIN_SECONDS  # where there is trouble, others come first
                self._tell(token, room)
                room.due = self._next_beat()

    def _next_beat(self) -> float:
        """Never that of all tables at once: they would hold up who taps just then."""
        return time.monotonic() + self._heartbeat * random.uniform(*_SPREAD)  # noqa: S311

    def _send_home(self, room: _Room) -> None:
        for listener in [*room.listeners]:
            self._let_go(listener)

    def _tell(self, token: str, room: _Room) -> None:
        try:
            with self._app.app_context():
                game = _game_now(token)
                for listener in [*room.listeners]:
                    text = listener.tell(game) if game else ""
                    goes_on = listener.send(text or GONE) and text
                    if not goes_on or listener.until < time.monotonic():
                        self._let_go(listener)
        except self._hub.troubles:
            raise
        except Exception:  # noqa: BLE001 - they come again; whoever answers says what is wrong
            _log.exception("phones could not be told")
            self._send_home(room)


def _game_now(token: str) -> GameNow | None:
    try:
        return GameNow(token)
    except LookupError:  # no such game, or no longer by this link
        return None

"""Those who look at a game are woken when anybody, in any process, writes to it.

One thread a process asks the book, and only while somebody looks; it ends with the last of them.
"""

import logging
import time
from collections.abc import Callable, Mapping
from threading import Event, Lock, Thread, current_thread
from typing import Any

from flask import Flask, current_app
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from companion.records.database import db
from companion.records.signals import changes
from companion.records.versions import marks

HUB = "companion-hub"
_AGAIN_SECONDS = 1.0
_log = logging.getLogger(__name__)


class Full(Exception):
    """The process holds as many watchers as it can; the phone asks again by itself."""


class Watcher:
    """Somebody who looks at one game."""

    def __init__(self, hub: "Hub", game: int) -> None:
        self.game = game
        self.calls: Callable[[], object] | None = None  # whoever does not wait is called
        self._hub, self._woken = hub, Event()

    def wait(self, seconds: float) -> bool:
        """Sleep until the game is another, or for so long; whether somebody woke us."""
        woken = self._woken.wait(seconds)
        if woken:  # else news that come just now would be forgotten until there are others
            self._woken.clear()
        return woken

    def wake(self) -> None:
        """Look at the game again."""
        self._woken.set()
        if self.calls:
            self.calls()

    def leave(self) -> None:
        """No longer look; once is as good as twice."""
        self._hub.let_go(self)


class Hub:
    """Who looks at which game in this process; at most `most` at once."""

    def __init__(self, engine: Engine, most: int) -> None:
        self.most, self.closed = most, False
        self._engine = engine
        self.troubles = (SQLAlchemyError, OSError, engine.dialect.loaded_dbapi.Error)
        self._watchers: dict[int, set[Watcher]] = {}
        self._lock = Lock()
        self._thread: Thread | None = None

    @property
    def count(self) -> int:
        """How many look at any game."""
        with self._lock:
            return sum(map(len, self._watchers.values()))

    def watch(self, game: int) -> Watcher:
        """Look at the game with this id from now on. Raises Full."""
        with self._lock:
            if self.closed or sum(map(len, self._watchers.values())) >= self.most:
                raise Full
            watcher = Watcher(self, game)
            self._watchers.setdefault(game, set()).add(watcher)
            # In a process that was forked the thread of its parent is not alive.
            if self._thread is None or not self._thread.is_alive():
                self._thread = Thread(target=self._look, name=HUB, daemon=True)
                self._thread.start()
            return watcher

    def let_go(self, watcher: Watcher) -> None:
        """Somebody looks no longer."""
        with self._lock:
            those = self._watchers.get(watcher.game, set())
            those.discard(watcher)
            if not those:
                self._watchers.pop(watcher.game, None)

    def close(self) -> None:
        """The process ends: wake everybody, and let nobody watch any more."""
        self.closed = True
        for watcher in [one for those in list(self._watchers.values()) for one in list(those)]:
            watcher.wake()

    def _look(self) -> None:
        """Follow the book until nobody looks any more; trouble with it is got over."""
        while self._watched():
            try:
                self._follow()
            except self.troubles as trouble:
                _log.warning("the score book cannot be followed: %s", trouble)
                time.sleep(_AGAIN_SECONDS)

    def _follow(self) -> None:
        with changes(self._engine) as changed:
            known: dict[int, Any] = {}
            news: set[int] | None = None  # what was written before we began to look woke nobody
            while games := self._watched():
                if news is None:
                    known = self._tell(games, known)
                elif of_them := [game for game in games if game in news]:
                    still = {game: known[game] for game in games if game in known}
                    known = still | self._tell(of_them, known)
                news = changed()

    def _watched(self) -> list[int]:
        """The games somebody looks at; none once this thread is done."""
        with self._lock:
            if self._thread is not current_thread():
                return []
            if self.closed or not self._watchers:
                self._thread = None
            return [] if self.closed else list(self._watchers)

    def _tell(self, games: list[int], known: Mapping[int, Any]) -> dict[int, Any]:
        """Wake those whose game is another now, or gone; returns what these games are now."""
        now = marks(self._engine, games)
        with self._lock:
            for game in games:
                if game not in known or known[game] != now.get(game):
                    for watcher in self._watchers.get(game, ()):
                        watcher.wake()
        return now


def init_watching(app: Flask) -> None:
    """Give the app its hub; nothing runs until somebody looks."""
    with app.app_context():
        app.extensions[HUB] = Hub(db.engine, app.config["LIVE_WATCHERS"])


def hub_of(app: Flask) -> Hub:
    """The hub of this app."""
    hub: Hub = app.extensions[HUB]
    return hub


def watch(game: int) -> Watcher:
    """Look at a game of the current app. Raises Full."""
    return hub_of(current_app).watch(game)

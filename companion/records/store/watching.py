"""Wakes watchers of a game when any process writes to it.

One thread per process asks the book, and only while there are watchers.
"""

import logging
import time
from collections.abc import Callable, Mapping
from threading import Event, Lock, Thread, current_thread
from typing import Any

from flask import Flask, current_app
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from companion.records.store.book_ids import marks
from companion.records.store.database import changes, db

HUB = "companion-hub"
_AGAIN_SECONDS = 1.0
_log = logging.getLogger(__name__)


class Full(Exception):
    """The process has reached its limit of watchers; phones poll instead."""


class Watcher:
    """A watcher of one game."""

    def __init__(self, hub: "Hub", game: int) -> None:
        self.game = game
        self.calls: Callable[[], object] | None = None  # on a change, without a waiting thread
        self._hub, self._woken = hub, Event()

    def wait(self, seconds: float) -> bool:
        """Sleep until the game changes or the timeout passes; whether it changed."""
        woken = self._woken.wait(seconds)
        if woken:  # cleared only after a wake-up, or a change at this moment would be lost
            self._woken.clear()
        return woken

    def wake(self) -> None:
        """Signal a change of the game."""
        self._woken.set()
        if self.calls:
            self.calls()

    def leave(self) -> None:
        """Stop watching; idempotent."""
        self._hub.let_go(self)


class Hub:
    """The watchers of this process, by game; at most `most`."""

    def __init__(self, engine: Engine, most: int) -> None:
        self.most, self.closed = most, False
        self._engine = engine
        self.troubles = (SQLAlchemyError, OSError, engine.dialect.loaded_dbapi.Error)
        self._watchers: dict[int, set[Watcher]] = {}
        self._lock = Lock()
        self._thread: Thread | None = None

    @property
    def count(self) -> int:
        """The number of watchers."""
        with self._lock:
            return sum(map(len, self._watchers.values()))

    def watch(self, game: int) -> Watcher:
        """Watch the game with this id from now on. Raises Full."""
        with self._lock:
            if self.closed or sum(map(len, self._watchers.values())) >= self.most:
                raise Full
            watcher = Watcher(self, game)
            self._watchers.setdefault(game, set()).add(watcher)
            # In a forked process the thread of its parent does not run.
            if self._thread is None or not self._thread.is_alive():
                self._thread = Thread(target=self._look, name=HUB, daemon=True)
                self._thread.start()
            return watcher

    def let_go(self, watcher: Watcher) -> None:
        """Remove a watcher."""
        with self._lock:
            those = self._watchers.get(watcher.game, set())
            those.discard(watcher)
            if not those:
                self._watchers.pop(watcher.game, None)

    def close(self) -> None:
        """Wake all watchers and accept no more, because the process ends."""
        self.closed = True
        for watcher in [w for watchers in list(self._watchers.values()) for w in list(watchers)]:
            watcher.wake()

    def _look(self) -> None:
        """Follow the book while there are watchers; database errors are survived."""
        while self._watched():
            try:
                self._follow()
            except self.troubles as trouble:
                _log.warning("the score book cannot be followed: %s", trouble)
                time.sleep(_AGAIN_SECONDS)

    def _follow(self) -> None:
        with changes(self._engine) as changed:
            known: dict[int, Any] = {}
            news: set[int] | None = None  # nobody was woken for changes before the first look
            while games := self._watched():
                if news is None:
                    known = self._tell(games, known)
                elif of_them := [game for game in games if game in news]:
                    still = {game: known[game] for game in games if game in known}
                    known = still | self._tell(of_them, known)
                news = changed()

    def _watched(self) -> list[int]:
        """The games that are watched; none once this thread must end."""
        with self._lock:
            if self._thread is not current_thread():
                return []
            if self.closed or not self._watchers:
                self._thread = None
            return [] if self.closed else list(self._watchers)

    def _tell(self, games: list[int], known: Mapping[int, Any]) -> dict[int, Any]:
        """Wake the watchers of changed or deleted games; returns the current versions."""
        versions = marks(self._engine, games)
        with self._lock:
            for game in games:
                if game not in known or known[game] != versions.get(game):
                    for watcher in self._watchers.get(game, ()):
                        watcher.wake()
        return versions


def init_watching(app: Flask) -> None:
    """Create the hub of the app; its thread starts with the first watcher."""
    with app.app_context():
        app.extensions[HUB] = Hub(db.engine, app.config["LIVE_WATCHERS"])


def hub_of(app: Flask) -> Hub:
    """The hub of this app."""
    hub: Hub = app.extensions[HUB]
    return hub


def watch(game: int) -> Watcher:
    """Watch a game of the current app. Raises Full."""
    return hub_of(current_app).watch(game)

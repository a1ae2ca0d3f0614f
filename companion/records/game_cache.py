"""What this process remembers of the games it read lately.

A log only ever grows, so entries that were read once stay true, and so does the state that followed
from them. Without this every tap would read and replay the whole evening.
"""

from collections import OrderedDict
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")

_MOST_GAMES = 128


class GameCache(Generic[T]):
    """The games read last, by token; the one not read for longest goes first."""

    def __init__(self, most: int = _MOST_GAMES) -> None:
        self._most = most
        self._games: OrderedDict[str, T] = OrderedDict()
        self._lock = Lock()

    def recall(self, token: str) -> T | None:
        """What is known of this game."""
        with self._lock:
            if token in self._games:
                self._games.move_to_end(token)
            return self._games.get(token)

    def forget(self, token: str) -> None:
        """The game is not what it was: another score book was put in place of ours."""
        with self._lock:
            self._games.pop(token, None)

    def remember(self, token: str, game: T) -> None:
        """Keep what was read from the database, or committed to it; never what may yet fail."""
        with self._lock:
            self._games[token] = game
            self._games.move_to_end(token)
            while len(self._games) > self._most:
                self._games.popitem(last=False)

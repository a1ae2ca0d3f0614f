"""The cache of games in a process.

A log is append-only, so cached entries remain true, and so does the state after them. Without the
cache every tap would read and replay the whole game.
"""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class GameCache(Generic[T]):
    """An LRU cache of games by token.

    `size` says how much of the capacity `most` a game takes; a game larger than that is cached
    alone.
    """

    def __init__(self, most: int, size: Callable[[T], int] = lambda _: 1) -> None:
        self._most, self._size, self._taken = most, size, 0
        self._games: OrderedDict[str, T] = OrderedDict()
        self._lock = Lock()

    def recall(self, token: str) -> T | None:
        """The cached game, if any."""
        with self._lock:
            if token in self._games:
                self._games.move_to_end(token)
            return self._games.get(token)

    def forget(self, token: str) -> None:
        """Drop a game: the score book has been replaced."""
        with self._lock:
            self._drop(token)

    def remember(self, token: str, game: T) -> None:
        """Cache a game that was read or committed; never one whose commit may still fail."""
        with self._lock:
            self._drop(token)
            self._games[token] = game
            self._taken += self._size(game)
            while self._taken > self._most and len(self._games) > 1:
                self._drop(next(iter(self._games)))

    def _drop(self, token: str) -> None:
        if (game := self._games.pop(token, None)) is not None:
            self._taken -= self._size(game)

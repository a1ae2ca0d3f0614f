"""What this process remembers of the games it read lately.

A log only ever grows, so entries that were read once stay true, and so does the state that followed
from them. Without this every tap would read and replay the whole evening.
"""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class GameCache(Generic[T]):
    """The games read last, by token; the one not read for longest goes first.

    `size` says how much of the room for `most` a game takes; one larger than all of it stays alone.
    """

    def __init__(self, most: int, size: Callable[[T], int] = lambda _: 1) -> None:
        self._most, self._size, self._taken = most, size, 0
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
            self._drop(token)

    def remember(self, token: str, game: T) -> None:
        """Keep what was read from the database, or committed to it; never what may yet fail."""
        with self._lock:
            self._drop(token)
            self._games[token] = game
            self._taken += self._size(game)
            while self._taken > self._most and len(self._games) > 1:
                self._drop(next(iter(self._games)))

    def _drop(self, token: str) -> None:
        if (game := self._games.pop(token, None)) is not None:
            self._taken -= self._size(game)

"""What this process remembers of the games it read lately.

A log only ever grows, so entries that were read once stay true, and so does the state that followed
from them. Without this every tap would read and replay the whole evening.
"""

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

from companion.rules.log import Entry
from companion.rules.state import State

_MOST_GAMES = 128


@dataclass(frozen=True, slots=True)
class Remembered:
    """The log as far as it was read, and the state after it."""

    entries: tuple[Entry, ...]
    state: State


class Memory:
    """The games read last, by token; the one not read for longest goes first."""

    def __init__(self, most: int = _MOST_GAMES) -> None:
        self._most = most
        self._games: OrderedDict[str, Remembered] = OrderedDict()
        self._lock = Lock()

    def recall(self, token: str) -> Remembered | None:
        """What is known of this game."""
        with self._lock:
            return self._games.get(token)

    def remember(self, token: str, entries: tuple[Entry, ...], state: State) -> None:
        """Keep what was read from the database, or committed to it; never what may yet fail."""
        with self._lock:
            self._games[token] = Remembered(entries, state)
            self._games.move_to_end(token)
            while len(self._games) > self._most:
                self._games.popitem(last=False)


memory = Memory()

"""A fair queue: one after another, or a few at once, in the order in which they came."""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Lock


class TooBusy(Exception):
    """No turn came in time, or too many wait already; nothing was done."""


class Turns:
    """What only so many threads of this process do at once; usually one.

    `has_room` is asked how many wait already, before one more does.
    """

    def __init__(self, at_once: int = 1) -> None:
        self.has_room: Callable[[int], bool] = lambda _: True
        self._lock = Lock()
        self._free = at_once
        self._waiting: deque[Event] = deque()

    @contextmanager
    def turn(self, seconds: float) -> Iterator[None]:
        """One's turn, waited for so long at most. Raises TooBusy."""
        mine = self._queue_up()
        if mine is not None and not mine.wait(seconds):
            self._give_up(mine)
        try:
            yield
        finally:
            self._pass_on()

    def _queue_up(self) -> Event | None:
        """What is set when one's turn comes; None if it is one's turn now."""
        with self._lock:
            if self._free:
                self._free -= 1
                return None
            if not self.has_room(len(self._waiting)):
                raise TooBusy
            mine = Event()
            self._waiting.append(mine)
            return mine

    def _give_up(self, mine: Event) -> None:
        with self._lock:
            if mine in self._waiting:  # else the turn has come in this very moment
                self._waiting.remove(mine)
                raise TooBusy

    def _pass_on(self) -> None:
        with self._lock:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._free += 1

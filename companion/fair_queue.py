"""A fair queue: one after another, or a few at once, in the order in which they came."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Lock


class TooBusy(Exception):
    """No turn came in time, or too many wait already; nothing was done."""


class _Waiting(Event):
    """Somebody whose turn has not come; set when it has."""

    def __init__(self, at: str) -> None:
        super().__init__()
        self.at = at


class FairQueue:
    """What only so many threads of this process do at once; usually one.

    Those who are at the same thing never are at once: others need not wait for them.
    `has_room` is asked how many wait already, before one more does.
    """

    def __init__(self, at_once: int = 1) -> None:
        self.has_room: Callable[[int], bool] = lambda _: True
        self._lock = Lock()
        self._free = at_once
        self._taken: set[str] = set()
        self._waiting: list[_Waiting] = []

    @contextmanager
    def turn(self, seconds: float, at: str = "") -> Iterator[None]:
        """One's turn at a thing, or at nothing in particular; waited for so long at most.

        Raises TooBusy.
        """
        mine = self._queue_up(at)
        if not mine.wait(seconds):
            self._give_up(mine)
        try:
            yield
        finally:
            self._pass_on(at)

    def _queue_up(self, at: str) -> _Waiting:
        mine = _Waiting(at)
        with self._lock:
            if self._can_begin(mine):
                self._begin(mine)
                return mine
            if not self.has_room(len(self._waiting)):
                raise TooBusy
            self._waiting.append(mine)
            return mine

    def _give_up(self, mine: _Waiting) -> None:
        with self._lock:
            if mine in self._waiting:  # else the turn has come in this very moment
                self._waiting.remove(mine)
                raise TooBusy

    def _pass_on(self, at: str) -> None:
        with self._lock:
            self._free += 1
            self._taken.discard(at)
            for one in filter(self._can_begin, [*self._waiting]):
                self._waiting.remove(one)
                self._begin(one)

    def _can_begin(self, one: _Waiting) -> bool:
        return self._free > 0 and one.at not in self._taken

    def _begin(self, one: _Waiting) -> None:
        self._free -= 1
        if one.at:
            self._taken.add(one.at)
        one.set()

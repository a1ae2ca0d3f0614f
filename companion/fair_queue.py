"""A fair semaphore: waiting threads are admitted in the order of their arrival."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Lock


class TooBusy(Exception):
    """The timeout has passed, or the queue is full; nothing was done."""


class _Waiting(Event):
    """A thread in the queue; the event is set when it is admitted."""

    def __init__(self, at: str) -> None:
        super().__init__()
        self.at = at


class FairQueue:
    """Admits a limited number of threads of this process at a time, usually one.

    Threads with the same key never run at once; other keys do not wait for them. `has_room` gets
    the length of the queue before another thread is added.
    """

    def __init__(self, at_once: int = 1) -> None:
        self.has_room: Callable[[int], bool] = lambda _: True
        self._lock = Lock()
        self._free = at_once
        self._taken: set[str] = set()
        self._waiting: list[_Waiting] = []

    @contextmanager
    def turn(self, seconds: float, at: str = "") -> Iterator[None]:
        """Hold a place, for a key or none; wait for it up to a timeout.

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
            if mine in self._waiting:  # else it was admitted at this very moment
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

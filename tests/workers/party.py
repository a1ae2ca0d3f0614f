"""Phones that write, and phones with streams, while machines fail."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from http.client import HTTPException
from itertools import count
from threading import Event
from time import monotonic, sleep
from typing import Self

from companion.records.people.links import new_key
from tests.records.book import rows
from tests.workers.clients import Client
from tests.workers.nodes import PATIENCE, Node, soon
from tests.workers.test_several_workers import kept, seat_of

AGAIN = 1.0  # seconds until a phone reconnects its stream
LISTENERS = 8


def at_the_hand(node: Node, token: str, number: int, until: ExitStack) -> Client:
    phone = until.enter_context(closing(Client(node)))
    soon(lambda: phone.open(f"/g/{token}/count/{seat_of(number)}") == 200)
    return phone


def tap(phone: Client, token: str, total: int, *, key: str = "", number: int = 0) -> int:
    """Save this total for a hand."""
    return phone.count(f"/g/{token}/count/{seat_of(number)}", total, key or new_key())


def length(version: str) -> int:
    return int(version.partition(".")[0])


def check_log(node: Node, token: str, totals: list[int]) -> None:
    """Each acknowledged total is in the log exactly once."""
    log = rows(node.app, token)
    assert [sequence for sequence, _, _ in log] == [*range(1, len(log) + 1)]
    assert len({key for _, key, _ in log}) == len(log)
    assert sorted(kept(node, token)) == sorted(totals)  # type: ignore[arg-type]


def keep_on(
    front: Node,
    token: str,
    number: int,
    told: list[int],
    done: Event,
    end: Event,
    pause: float,
) -> float:
    """Write until this ends, like phones, which retry unanswered requests.

    Returns the longest time of one tap, in seconds.
    """
    longest = 0.0
    with ExitStack() as until:
        phone = at_the_hand(front, token, number, until)
        for n in count(1):
            if done.is_set() or end.is_set():
                return longest
            began, total, key = monotonic(), n * 100 + number, new_key()
            while not is_kept(phone, token, total, key, number):
                assert not end.is_set(), "it was never kept"
                sleep(0.05)
            told.append(total)
            longest = max(longest, monotonic() - began)
            sleep(pause)
    raise AssertionError


def is_kept(phone: Client, token: str, total: int, key: str, number: int) -> bool:
    with suppress(HTTPException, OSError):
        status = tap(phone, token, total, key=key, number=number)
        assert status in {204, 502, 503}, status
        return status == 204
    phone.close()
    return False


def ear_at(front: Node, token: str, lengths: list[int], mine: int, end: Event) -> None:
    """A phone with a stream, reconnected a second after it is cut; records the events."""
    while not end.is_set():
        with suppress(HTTPException, OSError, AssertionError), closing(Client(front, 5)) as phone:
            for version in phone.listen(f"/g/{token}/live"):
                lengths[mine] = max(lengths[mine], length(version))
                if end.is_set():
                    return
        sleep(AGAIN)


class Party:
    """Phones that write and phones with streams, until this block ends."""

    def __init__(self, front: Node, token: str, writers: int = 4, pause: float = 0.02) -> None:
        self.front, self.token, self._pause = front, token, pause
        self.told: list[int] = []
        self.lengths = [0] * LISTENERS
        self._writers, self._done, self._end = writers, Event(), Event()
        self._threads = ThreadPoolExecutor(writers + LISTENERS)

    def __enter__(self) -> Self:
        begin = self._threads.submit
        for n in range(LISTENERS):
            begin(ear_at, self.front, self.token, self.lengths, n, self._end)
        which = range(1, 1 + self._writers)
        rest = (self.front, self.token)
        self._taps = [
            begin(keep_on, *rest, n, self.told, self._done, self._end, self._pause) for n in which
        ]
        return self

    def goes_on(self, more: int = 20, seconds: float = PATIENCE) -> float:
        """Seconds until so many more entries were written and received by all streams."""
        wanted = len(self.told) + more
        return soon(lambda: len(self.told) >= wanted and min(self.lengths) > wanted, seconds)

    def writes_again(self, seconds: float) -> float:
        """Seconds until the next write."""
        wanted = len(self.told) + 1
        return soon(lambda: len(self.told) >= wanted, seconds)

    def longest(self) -> float:
        """Stop writing; returns the seconds of the slowest tap."""
        self._done.set()
        return max(one.result() for one in self._taps)

    def __exit__(self, *_: object) -> None:
        self._end.set()
        try:
            with suppress(HTTPException, OSError), ExitStack() as until:  # wakes the readers
                phone = at_the_hand(self.front, self.token, 0, until)
                tap(phone, self.token, 1)
        finally:
            self._threads.shutdown()

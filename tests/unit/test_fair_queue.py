"""A queue with FIFO order."""

from collections.abc import Callable
from queue import Queue
from threading import Thread

import pytest

from companion.fair_queue import FairQueue, TooBusy

SOON = 20  # seconds: a timeout that is reached only by a bug


def waiting_in(queue: FairQueue) -> int:
    return len(queue._waiting)


def until(holds: Callable[[], bool]) -> None:
    while not holds():
        pass


def test_the_queue_is_first_come_first_served() -> None:
    queue, served = FairQueue(), Queue[int]()

    def come(number: int) -> None:
        with queue.turn(SOON):
            served.put(number)

    threads = [Thread(target=come, args=(number,)) for number in range(12)]
    with queue.turn(SOON):
        for number, thread in enumerate(threads):
            thread.start()
            until(lambda number=number: waiting_in(queue) == number + 1)  # type: ignore[misc]
        assert served.empty()
    for thread in threads:
        thread.join(SOON)
    assert [served.get_nowait() for _ in threads] == list(range(12))
    assert waiting_in(queue) == 0


def test_a_timed_out_waiter_leaves_the_queue() -> None:
    queue = FairQueue()
    with queue.turn(SOON):
        for _ in range(2):
            with pytest.raises(TooBusy), queue.turn(0):
                pass
        assert waiting_in(queue) == 0
    with queue.turn(0):
        pass


def test_a_turn_ends_also_when_something_goes_wrong() -> None:
    queue = FairQueue()
    with pytest.raises(ValueError, match="wrong"), queue.turn(SOON):
        raise ValueError("wrong")
    with queue.turn(0):
        pass


def test_where_there_is_no_room_nobody_waits() -> None:
    queue = FairQueue()
    queue.has_room = lambda waiting: waiting < 0
    with queue.turn(SOON), pytest.raises(TooBusy), queue.turn(SOON):
        pass


def test_a_few_at_once_and_never_two_at_the_same_thing() -> None:
    """Otherwise the holder of one game would block all others, once enough wait for it."""
    queue, served = FairQueue(2), Queue[str]()

    def come(at: str) -> None:
        with queue.turn(SOON, at):
            served.put(at)

    mine = [Thread(target=come, args=("mine",)) for _ in range(3)]
    with queue.turn(SOON, "mine"):
        for number, thread in enumerate(mine):
            thread.start()
            until(lambda number=number: waiting_in(queue) == number + 1)  # type: ignore[misc]
        come("other")
        assert [served.get_nowait(), served.empty()] == ["other", True]
        with queue.turn(SOON), pytest.raises(TooBusy), queue.turn(0, "another"):
            pass
    for thread in mine:
        thread.join(SOON)
    assert served.qsize() == 3
    assert waiting_in(queue) == 0

"""Several workers and one score book: events reach all streams, nothing is lost or doubled."""

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from itertools import count
from pathlib import Path
from socket import create_connection
from time import monotonic
from urllib.parse import urlsplit

import pytest

from companion.records.log.games import NewGame, open_game, start_game
from companion.records.people.links import new_key
from companion.rules.fold.entries import WentOut
from companion.rules.model.state import Seats
from companion.server.http_protocol import SECONDS as REQUEST_SECONDS
from tests.browser.serving import LiveServer
from tests.records.book import resolved, rows
from tests.workers.clients import Client, workers
from tests.workers.slow import half_sent, slowest_of

PLAYERS = ("Ann", "Ben", "Cy", "Dee", "Eve")
WRITERS = 16
STREAMS = 200


def a_game_being_counted(server: LiveServer) -> str:
    with server.app.app_context():
        return start_game(NewGame(resolved(), Seats(PLAYERS), entries=[WentOut(0)]), new_key())


def listeners(server: LiveServer, token: str, until: ExitStack) -> dict[int, Iterator[str]]:
    """A phone with a stream at each worker, which has received its first event.

    The kernel chooses the worker of a connection: a paused worker leaves it to the other one.
    """
    here, events = listener(server, token, until)
    with asleep(here):
        there, others = listener(server, token, until)
    return {here: events, there: others}


def listener(server: LiveServer, token: str, until: ExitStack) -> tuple[int, Iterator[str]]:
    """A phone with a stream: its worker, and the events after the first."""
    phone = until.enter_context(closing(Client(server)))
    events = phone.listen(f"/g/{token}/live")
    assert next(events)
    return phone.worker, events


@contextmanager
def asleep(worker: int) -> Iterator[None]:
    """A worker that is paused."""
    os.kill(worker, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(worker, signal.SIGCONT)


@pytest.mark.only_on("sqlite", pytest.param("postgresql", marks=pytest.mark.soak))
def test_a_write_through_one_worker_reaches_listeners_of_the_other(server: LiveServer) -> None:
    token = a_game_being_counted(server)
    with ExitStack() as until:
        heard = listeners(server, token, until)
        assert set(heard) == set(workers(server))
        writer = until.enter_context(closing(Client(server)))
        writer.open(f"/g/{token}/count/1")
        elsewhere = next(pid for pid in heard if pid != writer.worker)
        assert save(writer, token, 1, 45) == 204
        while not (version := next(heard[elsewhere])).startswith("2."):
            assert version.startswith("1.")


def save(writer: Client, token: str, seat: int, total: int) -> int:
    """Save this total for a hand, twice with the same key, as by a double tap."""
    key = new_key()
    first, again = (writer.count(f"/g/{token}/count/{seat}", total, key) for _ in range(2))
    assert first == again
    return first


@pytest.mark.only_on("sqlite", pytest.param("postgresql", marks=pytest.mark.soak))
@pytest.mark.parametrize("hands_each", [4, pytest.param(20, marks=pytest.mark.soak)])
def test_sixteen_writers_lose_nothing_and_double_nothing(
    server: LiveServer, hands_each: int
) -> None:
    token, totals = a_game_being_counted(server), count(5, 5)
    work = [[next(totals) for _ in range(hands_each)] for _ in range(WRITERS)]
    with ExitStack() as until:
        writers = writers_at_both(server, token, until)

        def write(number: int) -> None:
            for total in work[number]:
                assert save(writers[number], token, seat_of(number), total) == 204

        with ThreadPoolExecutor(WRITERS) as pool:
            list(pool.map(write, range(WRITERS)))
    log = rows(server.app, token)
    assert [sequence for sequence, _, _ in log] == list(range(1, 2 + WRITERS * hands_each))
    assert len({key for _, key, _ in log}) == len(log)
    assert sorted(kept(server, token)) == sorted(total for mine in work for total in mine)


def writers_at_both(server: LiveServer, token: str, until: ExitStack) -> list[Client]:
    """Two phones at the page of a hand; while the first one's worker is paused, the second opens
    its own.
    """
    writers = [until.enter_context(closing(Client(server))) for _ in range(WRITERS)]
    first, second, *others = writers
    first.open(f"/g/{token}/count/{seat_of(0)}")
    with asleep(first.worker):
        second.open(f"/g/{token}/count/{seat_of(1)}")
    for number, writer in enumerate(others, 2):
        writer.open(f"/g/{token}/count/{seat_of(number)}")
    assert {writer.worker for writer in writers} == set(workers(server))
    return writers


def seat_of(number: int) -> int:
    """The hand that a writer counts: not that of the player who went out."""
    return 1 + number % (len(PLAYERS) - 1)


def kept(server: LiveServer, token: str) -> list[int]:
    """The totals in the log, as often as they were written."""
    with server.app.app_context():
        entries = open_game(token).entries
    return [entry.hand.points for entry in entries[1:]]  # type: ignore[union-attr, misc]


@pytest.mark.only_on("sqlite", pytest.param("postgresql", marks=pytest.mark.soak))
def test_a_stopping_server_ends_streams_and_kills_no_worker(
    own_server: LiveServer, tmp_path: Path
) -> None:
    token = a_game_being_counted(own_server)
    with ExitStack() as until:
        heard = listeners(own_server, token, until)
        own_server.process.terminate()
        for events in heard.values():
            assert all(version.startswith("1.") for version in events)
        own_server.process.join(60)
        assert own_server.process.exitcode == 0
    assert (tmp_path / "server.log").read_text() == ""


@pytest.mark.soak
@pytest.mark.only_on("sqlite")
def test_a_server_that_stops_ends_all_streams_sooner_than_they_were_opened(
    own_server: LiveServer, record_property: Callable[[str, object], None]
) -> None:
    token, phones = a_game_being_counted(own_server), []
    with ExitStack() as until:
        opening = monotonic()
        for _ in range(STREAMS):
            phones.append(
                until.enter_context(closing(Client(own_server))).listen(f"/g/{token}/live")
            )
            assert next(phones[-1])
        began = monotonic()
        own_server.process.terminate()
        for events in phones:  # a stream may repeat its first event
            assert all(version.startswith("1.") for version in events)
        took = monotonic() - began
    opened = began - opening
    record_property("all streams ended after", f"{took:.2f} s, opened in {opened:.2f} s")
    assert took <= opened


@pytest.mark.parametrize("number", [300, pytest.param(1000, marks=pytest.mark.soak)])
@pytest.mark.only_on("sqlite")
def test_connections_that_send_half_a_request_hold_no_thread(
    server: LiveServer, number: int
) -> None:
    """There are 256 threads; if such requests held them, another one would fail here."""
    at = urlsplit(server.url)

    def page() -> int:
        with closing(Client(server, patience=REQUEST_SECONDS * 2 / 3)) as phone:
            return phone.open("/new/twelve-step-rummy")

    with half_sent(number, lambda: create_connection((at.hostname or "", at.port or 0))):
        slowest_of(20, page)

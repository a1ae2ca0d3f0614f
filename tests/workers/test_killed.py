"""Workers killed while they work: acknowledged writes exist exactly once.

A short version without a server is `tests/records/test_killed.py`.
"""

import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from http.client import HTTPException
from itertools import count
from threading import Event

import pytest

from companion.records.log.games import open_game
from companion.records.people.links import new_key
from tests.browser.serving import LiveServer
from tests.records.book import rows
from tests.workers.clients import Client, workers
from tests.workers.test_several_workers import a_game_being_counted, kept, seat_of

WRITERS, PAUSE = 4, 0.03  # seconds; a game has a limit of entries
KILLS = 100
PATIENCE = 300  # seconds until the next acknowledged writes; one on a quiet machine


def keep_on(
    server: LiveServer, token: str, number: int, totals: Iterator[int], told: list[int], end: Event
) -> None:
    """Count one hand again and again, like phones, which retry unanswered requests.

    `told` gets the acknowledged totals.
    """
    page = f"/g/{token}/count/{seat_of(number)}"
    with closing(Client(server)) as phone:
        while not opened(phone, page):
            time.sleep(PAUSE)
        while not end.is_set():
            total = next(totals)
            key = new_key()
            while not sent(phone, page, total, key):
                phone.close()
            told.append(total)
            time.sleep(PAUSE)


def opened(phone: Client, page: str) -> bool:
    with suppress(HTTPException, OSError):
        return phone.open(page) == 200
    phone.close()
    return False


def sent(phone: Client, page: str, total: int, key: str) -> bool:
    """Whether it was acknowledged; without an answer it may be stored all the same."""
    with suppress(HTTPException, OSError):
        status = phone.count(page, total, key)
        assert status in {204, 503}, status
        return status == 204
    return False


def kill_workers(server: LiveServer, times: int, told: list[int], dice: random.Random) -> None:
    """Kill one after another at random moments; the server replaces them."""
    since, seen = time.monotonic(), 0
    while times:
        assert time.monotonic() < since + PATIENCE, f"no writes are acknowledged; {times} are left"
        time.sleep(dice.uniform(0.01, 0.06))
        if len(told) < seen + WRITERS // 2:
            continue
        since, seen = time.monotonic(), len(told)
        with suppress(ProcessLookupError, IndexError):  # the process may have ended
            os.kill(dice.choice(workers(server)), signal.SIGKILL)
            times -= 1


@pytest.mark.soak
def test_acknowledged_entries_survive_killed_workers_once(
    own_server: LiveServer, record_property: Callable[[str, object], None]
) -> None:
    token, totals, end = a_game_being_counted(own_server), count(5, 5), Event()
    told: list[int] = []
    with ThreadPoolExecutor(WRITERS) as threads:
        phones = [
            threads.submit(keep_on, own_server, token, number, totals, told, end)
            for number in range(WRITERS)
        ]
        try:
            kill_workers(own_server, KILLS, told, random.Random(8))
        finally:
            end.set()
        for phone in phones:
            phone.result(PATIENCE)
    log = rows(own_server.app, token)
    assert [sequence for sequence, _, _ in log] == [*range(1, len(log) + 1)]
    assert len({key for _, key, _ in log}) == len(log)
    assert sorted(kept(own_server, token)) == sorted(told)
    record_property("told as kept", len(told))
    with own_server.app.app_context():
        assert open_game(token).game.version == len(log)

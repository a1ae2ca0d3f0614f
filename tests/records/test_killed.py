"""A process killed during a write leaves all of it or nothing; acknowledged entries exist."""

import os
import random
import signal
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest
from flask import Flask

from companion.records.log.games import open_game, write
from companion.records.people.links import new_key
from companion.records.store.database import close_database
from tests.books import open_book
from tests.forking import own_process
from tests.records.book import a_game, rows
from tests.records.writers import TURN_OVER

PRESSES = 3
PATIENCE = 120  # seconds


def nursery(folder: Path, address: str, token: str, kills: int) -> None:
    """Open the book once, and fork one child after another that writes until it is killed."""
    app, dice = open_book(folder, address), random.Random(8)
    with app.app_context():
        press(folder, token, new_key())  # caches filled by a first write are shared by all children
        close_database()
        for _ in range(kills):
            moment = dice.uniform(0.0001, 0.01)
            child = os.fork()
            if not child:
                press_for_ever(folder, token, moment)
            assert os.WTERMSIG(os.waitpid(child, 0)[1]) == signal.SIGALRM


def press_for_ever(folder: Path, token: str, moment: float) -> None:
    """Repeat the last unacknowledged write, then write on.

    The kernel kills the process at some `moment` (s) after a few writes, without a chance for
    cleanup.
    """
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    key = lines(folder / "pressed")[-1]
    for number in count():
        if number == PRESSES:
            signal.setitimer(signal.ITIMER_REAL, moment)
        press(folder, token, key)
        key = new_key()


def press(folder: Path, token: str, key: str) -> None:
    """Send an entry like a phone, and report its acknowledgement."""
    note(folder / "pressed", key)
    write(token, key, TURN_OVER)
    note(folder / "told", key)


def note(file: Path, key: str) -> None:
    with file.open("ab", buffering=0) as notes:
        notes.write(f"{key}\n".encode())


def lines(file: Path) -> list[str]:
    with suppress(FileNotFoundError):
        return file.read_text().splitlines()
    return []


@pytest.mark.parametrize("kills", [8, pytest.param(100, marks=pytest.mark.soak)])
def test_after_kills_every_acknowledged_entry_exists_once(
    own_book: Flask, tmp_path: Path, kills: int, record_property: Callable[[str, object], None]
) -> None:
    with own_book.app_context():
        token = a_game()
    address = own_book.config["SQLALCHEMY_DATABASE_URI"]
    process = own_process(nursery, tmp_path, address, token, kills)
    process.join(PATIENCE)
    assert process.exitcode == 0
    log = rows(own_book, token)
    written = [key for _, key, _ in log if "+" not in key]
    assert [sequence for sequence, _, _ in log] == [*range(1, len(log) + 1)]
    assert len({*written}) == len(written)
    assert len(lines(tmp_path / "told")) >= kills * PRESSES
    record_property("told as kept", len(lines(tmp_path / "told")))
    assert {*lines(tmp_path / "told")} <= {*written} <= {*lines(tmp_path / "pressed")}
    kinds = [kind for _, _, kind in log]
    assert kinds == (["laid_down", "took_back"] * len(log))[: len(log)]
    with own_book.app_context():
        assert open_game(token).game.version == len(log)

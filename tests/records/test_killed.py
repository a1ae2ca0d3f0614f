"""Who is killed in the middle of a write leaves all of it or nothing, and what was told is kept."""

import os
import random
import signal
import time
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

from flask import Flask

from companion.records.games import new_key, open_game, write
from tests.books import open_book
from tests.records.book import a_game, rows
from tests.records.writers import TURN_OVER

KILLS, PRESSES = 20, 3
PATIENCE = 120  # seconds


def nursery(folder: Path, address: str, token: str, test: Connection) -> None:
    """Open the book once, and have one child after another write to it until it is killed."""
    app = open_book(folder, address)
    while test.recv():
        child = os.fork()
        if not child:
            with app.app_context():
                press_for_ever(folder, token)
        test.send(child)
        os.waitpid(child, 0)
        test.send("gone")


def press_for_ever(folder: Path, token: str) -> None:
    """As a phone does: send it, hear that it was kept; first once more what nobody heard of."""
    pressed = os.open(folder / "pressed", os.O_APPEND | os.O_CREAT | os.O_WRONLY)
    told = os.open(folder / "told", os.O_APPEND | os.O_CREAT | os.O_WRONLY)
    key = ([new_key(), *lines(folder / "pressed")])[-1]
    while True:
        os.write(pressed, f"{key}\n".encode())
        write(token, key, TURN_OVER)
        os.write(told, f"{key}\n".encode())
        key = new_key()


def lines(file: Path) -> list[str]:
    with suppress(FileNotFoundError):
        return file.read_text().splitlines()
    return []


def kill_while_it_writes(folder: Path, nursery_of: Connection, dice: random.Random) -> None:
    until, before = time.monotonic() + PATIENCE, len(lines(folder / "told"))
    nursery_of.send("go")
    child = nursery_of.recv()
    while len(lines(folder / "told")) < before + PRESSES:
        assert time.monotonic() < until
        time.sleep(0.002)
    time.sleep(dice.uniform(0, 0.01))
    os.kill(child, signal.SIGKILL)
    assert nursery_of.recv() == "gone"


def test_twenty_kills_lose_nothing_that_was_told_and_double_nothing(
    own_book: Flask, tmp_path: Path
) -> None:
    with own_book.app_context():
        token = a_game()
    here, there = get_context("forkserver").Pipe()
    address = own_book.config["SQLALCHEMY_DATABASE_URI"]
    process = get_context("forkserver").Process(
        target=nursery, args=(tmp_path, address, token, there), daemon=True
    )
    process.start()
    dice = random.Random(8)
    for _ in range(KILLS):
        kill_while_it_writes(tmp_path, here, dice)
    here.send("")
    process.join(PATIENCE)
    log = rows(own_book, token)
    written = [key for _, key, _ in log if "+" not in key]
    assert [sequence for sequence, _, _ in log] == [*range(1, len(log) + 1)]
    assert len({*written}) == len(written)
    assert {*lines(tmp_path / "told")} <= {*written} <= {*lines(tmp_path / "pressed")}
    kinds = [kind for _, _, kind in log]
    assert kinds == (["laid_down", "took_back"] * len(log))[: len(log)]
    with own_book.app_context():
        assert open_game(token).game.version == len(log)

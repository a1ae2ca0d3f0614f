"""Concurrent writers to one score book: threads, and processes."""

import os
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep

from flask import Flask

from companion.records.log.games import write as write_game
from companion.records.people.links import new_key
from companion.rules.decide import Command
from companion.rules.fold.entries import LaidDown, TookBack
from tests.books import close_book, open_book
from tests.forking import own_processes

_PATIENCE = 60  # seconds that a ready writer waits for the others
TURN_OVER = Command((TookBack(0), LaidDown(0)), seen=0)


def in_threads(app: Flask, token: str, keys: Iterable[Iterable[str]]) -> None:
    """Each thread writes its keys, all at the same time."""

    def write(mine: Iterable[str]) -> None:
        with app.app_context():
            for key in mine:
                write_game(token, key, TURN_OVER)

    work = list(keys)
    with ThreadPoolExecutor(len(work)) as threads:
        list(threads.map(write, work))


def in_processes(app: Flask, token: str, times: int, processes: int) -> None:
    """Like workers of a server: each opens the book itself."""
    at = (Path(app.instance_path), app.config["SQLALCHEMY_DATABASE_URI"])
    with own_processes(processes) as pool, TemporaryDirectory() as ready:
        pool.starmap(_write, [(*at, token, times, Path(ready), processes)] * processes)


def _write(folder: Path, address: str, token: str, times: int, ready: Path, together: int) -> None:
    """Waits until all are `ready`, so that none finishes before the last begins."""
    app = open_book(folder, address)
    (ready / str(os.getpid())).touch()
    until = monotonic() + _PATIENCE
    while len([*ready.iterdir()]) < together:
        assert monotonic() < until, "not all of them came"
        sleep(0.001)
    in_threads(app, token, [[new_key() for _ in range(times)]] * 1)
    close_book(app)

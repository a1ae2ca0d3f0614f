"""Several who write to one score book at once: threads here, and processes of their own."""

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from flask import Flask

from companion.records.games import append, new_key
from companion.records.sitting import Sitting
from companion.rules.log import Entry, LaidDown, TookBack
from tests.books import close_book, open_book


def turn_over(sitting: Sitting) -> Entry:
    """Lay down or take back, whichever the game as it is now asks for: read, then write."""
    assert sitting.state.open
    return TookBack(0) if 0 in sitting.state.open.play.laid_down else LaidDown(0)


def in_threads(app: Flask, token: str, keys: Iterable[Iterable[str]]) -> None:
    """Each thread writes its keys, all threads at once."""

    def write(mine: Iterable[str]) -> None:
        with app.app_context():
            for key in mine:
                append(token, key, turn_over)

    work = list(keys)
    with ThreadPoolExecutor(len(work)) as threads:
        list(threads.map(write, work))


def in_processes(folder: Path, token: str, times: int, processes: int) -> None:
    """As workers of a server do: each opens the book for itself."""
    with get_context("spawn").Pool(processes) as pool:
        pool.starmap(_write, [(folder, token, times)] * processes)


def _write(folder: Path, token: str, times: int) -> None:
    app = open_book(folder)
    in_threads(app, token, [[new_key() for _ in range(times)]] * 1)
    close_book(app)

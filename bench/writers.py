"""Sixteen phones write as fast as they can, through two workers; no write may be lost.

On SQLite, and on a PostgreSQL with the settings it comes with; alone by `python -m bench.writers`.
"""

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import quantiles

from flask import Flask

from bench.amount import usually
from bench.figures import Figure, as_table
from bench.held import Answer, Phone, all_at_once
from bench.played import game_in_a_count
from bench.servers import Server, app_server
from companion.app import create_app
from companion.book.backup import default_instance
from companion.records.log.games import open_game
from companion.records.store.database import close_database
from companion.settings.config import database_address
from tests.postgresql import Server as Postgresql

WRITERS, SECONDS = usually(16), usually(10)
_MOST_P99_MS, _MOST_MS = 300, 1000


def writers(app: Flask, server: Server, on: str) -> Iterator[Figure]:
    """The time of a tap, with each phone at its own game, then with all of them at one game."""
    with app.app_context():
        tokens = [game_in_a_count(rounds=3)[0] for _ in range(WRITERS)]
        yield from _written(server, tokens, f"{WRITERS} writers, {on}")
        yield from _written(server, tokens[:1] * WRITERS, f"{WRITERS} writers at one game, {on}")


def _written(server: Server, tokens: list[str], name: str) -> Iterator[Figure]:
    games = {*tokens}
    before = sum(_length(token) for token in games)
    phones = [Phone.at(server.port, token) for token in tokens]
    answers = all_at_once(phones, Phone.write, time.monotonic() + SECONDS)
    kept = sum(_length(token) for token in games) - before
    yield from _told(answers, name)
    yield Figure(f"{name}: told as written and not there", _count(answers) - kept, "", 0)


def _told(answers: list[Answer], name: str) -> Iterator[Figure]:
    cuts = quantiles([answer.took for answer in answers], n=100)
    note = f"{len(answers) / SECONDS:.0f} writes in a second"
    yield Figure(f"{name}: p50", round(cuts[49]), "ms", note=note)
    yield Figure(f"{name}: p99", round(cuts[98]), "ms", _MOST_P99_MS)
    yield Figure(f"{name}: max", round(max(a.took for a in answers)), "ms", _MOST_MS)
    yield Figure(f"{name}: not written", len(answers) - _count(answers), "", 0)


def _count(answers: list[Answer]) -> int:
    return sum(answer.status == 303 for answer in answers)


def _length(token: str) -> int:
    return open_game(token).state.version


def on_postgresql(folder: Path) -> Iterator[Figure]:
    """The same on a separate PostgreSQL, with its data in the system's temporary folder."""
    with tempfile.TemporaryDirectory(prefix="bench-") as data:
        server = Postgresql(Path(data) / "data", fast=False)
        server.start()
        server.make("games")
        address = database_address(server.address("games"))
        with app_server(folder, address) as ours:
            app = create_app({"SQLALCHEMY_DATABASE_URI": address}, folder)
            yield from writers(app, ours, "PostgreSQL")
            with app.app_context():
                close_database()
        server.stop()


def main() -> None:
    """Measure only this."""
    with tempfile.TemporaryDirectory(prefix="bench-", dir=default_instance()) as name:
        folder = Path(name)
        with app_server(folder) as server:
            app = create_app(instance=folder)
            figures = [*writers(app, server, "SQLite")]
        print(as_table([*figures, *on_postgresql(folder)]))


if __name__ == "__main__":
    main()

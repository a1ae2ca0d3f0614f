"""Lists after thirty-six thousand games and the history of a very long one, beside short ones."""

from statistics import median
from time import perf_counter_ns
from typing import Any, cast

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import Table, insert, select

from bench.figures import Figure
from bench.played import NAMES, RULES
from companion.records.database import write_connection
from companion.records.games import new_key, open_game
from companion.records.links import new_watch_link
from companion.records.models import Game
from companion.records.new_games import NewGame, start_game
from companion.rules.entries import LaidDown, TookBack
from companion.rules.state import Seats

GAMES, FEW, ENTRIES, A_PAGE = 36_000, 10, 20_000, 100
_TURNS, _MOST_KB = 9, 40
_PLACES = {
    "home": "/",
    "played before": "/played",
    "new game": "/new",
    "take along": "/played/take",
}
_GAME = cast("Table", Game.__table__)


def long_lists(app: Flask) -> list[Figure]:
    """How much heavier and slower a page is with everything ever kept than with a page of it."""
    with app.app_context():
        few, many = _lists(app, FEW), _lists(app, GAMES)
        brief, long = (_history(app, entries) for entries in (A_PAGE, ENTRIES))
    return [
        *(
            figure
            for where, (size, took) in many.items()
            # As many lines as a page has take as long as they take: what lies behind costs nothing.
            for figure in _figures(f"{where}, {GAMES:,} games", (size, took), few[where], 1.2)
        ),
        *_figures(f"history, {ENTRIES:,} entries", long, brief, 4),
    ]


def _figures(
    name: str, long: tuple[float, float], short: tuple[float, float], most_times: float
) -> list[Figure]:
    size, took = long
    times = round(took / short[1], 2)
    return [
        Figure(f"{name}: size", round(size / 1000, 1), "kB", _MOST_KB),
        Figure(f"{name}: time, times that of a page", times, "times", most_times),
    ]


def _lists(app: Flask, games: int) -> dict[str, tuple[float, float]]:
    """The lists of a phone with so many games, by their names."""
    device = new_key()
    like = open_game(start_game(NewGame(RULES, Seats(NAMES)), device)).row.id
    with write_connection() as connection:
        found = connection.execute(select(_GAME).where(_GAME.c.id == like)).one()
        row = {name: value for name, value in found._mapping.items() if name != "id"}  # noqa: SLF001
        copies = [row | _links() for _ in range(games)]
        connection.execute(insert(_GAME), copies)
    client = app.test_client()
    with client.session_transaction() as session:
        session["device"] = device
    return {name: _asked(client, where) for name, where in _PLACES.items()}


def _links() -> dict[str, Any]:
    return {"token": new_key(), "watch_token": new_watch_link()}


def _history(app: Flask, entries: int) -> tuple[float, float]:
    log = [TookBack(0) if n % 2 else LaidDown(0) for n in range(entries)]
    token = start_game(NewGame(RULES, Seats(NAMES), entries=log), new_key())
    return _asked(app.test_client(), f"/g/{token}/history")


def _asked(client: FlaskClient, where: str) -> tuple[float, float]:
    """The bytes of a page, and the nanoseconds it takes once this process knows the game."""
    size, took = len(client.get(where).data), []
    for _ in range(_TURNS):
        begun = perf_counter_ns()
        client.get(where)
        took.append(perf_counter_ns() - begun)
    return size, median(took)

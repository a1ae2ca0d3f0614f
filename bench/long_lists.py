"""Lists, people and a table after thirty-six thousand games; the history of a very long one."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from statistics import median
from time import thread_time_ns
from typing import Any
from urllib.parse import urlencode

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select, text

from bench.amount import usually
from bench.figures import Figure
from bench.played import NAMES, RULES
from companion.records.log.games import NewGame, open_game, start_game
from companion.records.models import LogEntry
from companion.records.people.links import new_key
from companion.records.store.database import reading, write_connection
from companion.rules.fold.entries import (
    Entry,
    GameEnded,
    Hand,
    HandCounted,
    LaidDown,
    RoundScored,
    TookBack,
    WentOut,
)
from companion.rules.model.state import Seats

GAMES, FEW, A_PAGE_OF_GAMES = usually(36_000, 40), 10, 20
ENTRIES, A_PAGE = usually(20_000, 200), 100
_QUEUE, _MOST_KB, _ROUNDS = 15, 40, 5
_TEN_DAYS_AGO = (datetime.now(UTC) - timedelta(days=FEW - 1)).date()
_PEOPLE = urlencode([("who", name.casefold()) for name in NAMES])
_PLACES = {
    "home": "/",
    "people": "/persons",
    "a person": f"/persons/one?name={NAMES[0]}",
    "a season of ten games": f"/persons/group?{_PEOPLE}&since={_TEN_DAYS_AGO}",
    "a table": "",
}
# A page has a limited number of lines; further games must not make it slower.
_LISTS = {"played before": "/played", "new game": "/new", "export": "/played/export"}
# Each game one day before the one that it copies, and with its own log.
_COPY_GAMES = """
INSERT INTO game (token, watch_token, device, title, ruleset, first_dealer, started_at, changed_at,
                  summary, ruleset_name, found_by)
WITH RECURSIVE days(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM days WHERE n < :last)
SELECT :named || n, 'w.' || :named || n, device, title, ruleset, first_dealer,
       datetime(started_at, '-' || n || ' days') || '.000000',
       datetime(changed_at, '-' || n || ' days') || '.000000', summary, ruleset_name, found_by
FROM game, days WHERE id = :like
"""
_COPY_LOGS = """
INSERT INTO log_entry (game_id, sequence, key, kind, data, recorded_at, device)
SELECT game.id, sequence, key, kind, data, recorded_at, log_entry.device
FROM game, log_entry WHERE game.token LIKE :named || '%' AND log_entry.game_id = :like
"""


def long_lists(app: Flask) -> list[Figure]:
    """The ratio of bytes and time of a page with all games to one with a single page of games."""
    with app.app_context():
        few, page, many = (_phone(app, games) for games in (FEW, A_PAGE_OF_GAMES, GAMES))
        figures = [*_beside(_PLACES, many, few), *_beside(_LISTS, many, page)]
        brief, long = (_history(app, entries) for entries in (A_PAGE, ENTRIES))
        kept = _entries_kept()
    return [
        Figure("entries in the book", kept, ""),
        *figures,
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


@dataclass(frozen=True)
class Phone:
    """A phone with this number of games, and the table at which it keeps score."""

    client: FlaskClient
    table: str


def _phone(app: Flask, games: int) -> Phone:
    """One with this number of finished games, one each day."""
    device, like = new_key(), new_key()
    start_game(NewGame(RULES, Seats(NAMES), entries=_an_evening()), device, like)
    with write_connection() as connection:
        said: dict[str, Any] = {"like": open_game(like).row.id, "named": new_key()[:12]}
        connection.execute(text(_COPY_GAMES), {**said, "last": games - 1})
        connection.execute(text(_COPY_LOGS), said)
    client = app.test_client()
    with client.session_transaction() as session:
        session["device"] = device
    open_table = NewGame(RULES, Seats(NAMES), entries=_an_evening()[:-1])
    return Phone(client, f"/g/{start_game(open_table, new_key())}/")


def _beside(places: Mapping[str, str], many: Phone, few: Phone) -> Iterator[Figure]:
    """Alternate the pages of both phones, so that other load on the machine slows both."""
    for name, where in places.items():
        asked = [(phone.client, where or phone.table) for phone in (many, few)]
        sizes = [_asked(*one)[0] for one in asked]
        took = [[_once(*one) for one in asked] for _ in range(_QUEUE)]
        long, short = (median(times) for times in zip(*took, strict=True))
        yield from _figures(f"{name}, {GAMES:,} games", (sizes[0], long), (sizes[1], short), 1.2)


def _an_evening() -> list[Entry]:
    """Thirty-one entries, the last of which ends the game."""
    hands = [HandCounted(seat, Hand(points=10 * seat), down=True) for seat in (1, 2, 3, 4)]
    return [*[WentOut(0), *hands, RoundScored()] * _ROUNDS, GameEnded("")]


def _entries_kept() -> int:
    with reading() as connection:
        return connection.scalar(select(func.count()).select_from(LogEntry)) or 0


def _history(app: Flask, entries: int) -> tuple[float, float]:
    log = [TookBack(0) if n % 2 else LaidDown(0) for n in range(entries)]
    token = start_game(NewGame(RULES, Seats(NAMES), entries=log), new_key())
    return _asked(app.test_client(), f"/g/{token}/history")


def _asked(client: FlaskClient, where: str) -> tuple[float, float]:
    """The bytes of a page, and its CPU nanoseconds once its games are cached."""
    answer = client.get(where)
    assert answer.status_code == 200, where
    return len(answer.data), median(_once(client, where) for _ in range(_QUEUE))


def _once(client: FlaskClient, where: str) -> int:
    begun = thread_time_ns()
    client.get(where)
    return thread_time_ns() - begun

"""A score book without pages: starting games, and reading rows."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from flask import Flask
from sqlalchemy import DateTime, bindparam, event, select, text

from companion.records.log.games import NewGame, start_game
from companion.records.models import Game, LogEntry
from companion.records.people.links import new_key
from companion.records.store.database import db, write_connection
from companion.rules.model.state import Seats
from companion.rules.reading.catalogue import game_data
from companion.rules.reading.house_rules import apply_house_rules


def resolved(**options: object) -> dict[str, Any]:
    """12-Step Rummy as stored by a new game."""
    return apply_house_rules(game_data("twelve-step-rummy"), options)


def with_a_trap() -> dict[str, Any]:
    """Russian Rummy with two more house rules that cannot be combined."""
    data = game_data("russian-rummy")  # nobody buys, so a contract takes all cards dealt
    extra = [
        _yes_or_no("few_cards", {"cards_dealt": 13}, {"cards_dealt": 10}),
        _yes_or_no("long_contract", {"contracts": ["S3 S3"]}, {"contracts": ["S6 S5"]}),
    ]
    options = apply_house_rules(data, {})["options"] | {"few_cards": False, "long_contract": False}
    return data | {"house_rules": [*data["house_rules"], *extra], "options": options}


def _yes_or_no(key: str, no: dict[str, Any], yes: dict[str, Any]) -> dict[str, Any]:
    choices = [
        {"value": False, "label": "No", "changes": no},
        {"value": True, "label": "Yes", "changes": yes},
    ]
    return {"key": key, "default": False, "question": key, "why": key, "choices": choices}


def a_game(*names: str, device: str = "", **options: object) -> str:
    """A game of these players; returns its token. Needs an app context."""
    seats = Seats(names or ("Ann", "Ben"))
    return start_game(NewGame(resolved(**options), seats), device or new_key())


def rows(app: Flask, token: str) -> list[tuple[int, str, str]]:
    """The log as stored: sequence, key, kind."""
    entries = (
        select(LogEntry.sequence, LogEntry.key, LogEntry.kind)
        .join(Game, LogEntry.game_id == Game.id)
        .where(Game.token == token)
        .order_by(LogEntry.sequence)
    )
    with app.app_context():
        return [tuple(row) for row in db.session.execute(entries)]  # type: ignore[misc]


def summary_of(token: str) -> Any:
    """The cached summary of the game."""
    db.session.rollback()
    return db.session.scalar(select(Game.summary).where(Game.token == token))


_COPY = """
INSERT INTO game (token, watch_token, device, title, ruleset, first_dealer, started_at, changed_at,
                  summary, ruleset_name, found_by)
SELECT :token, :watch, :device, :title, ruleset, first_dealer, started_at, :changed,
       summary, ruleset_name, :found_by
FROM game WHERE token = :like
"""


def many_games(number: int, device: str, like: str = "") -> None:
    """So many games of one device, each changed a minute after the previous one: Evening 1, ..."""
    like, first = like or a_game(), datetime(2026, 1, 1)  # noqa: DTZ001 - naive, as in the tables
    copies = [
        {
            "token": new_key(),
            "watch": f"w.{new_key()}",
            "device": device,
            "title": f"Evening {n}",
            "changed": first + timedelta(minutes=n),
            "found_by": f"evening {n} ann ben 12-step rummy",
            "like": like,
        }
        for n in range(1, number + 1)
    ]
    with write_connection() as connection:
        changed = bindparam("changed", type_=DateTime)
        connection.execute(text(_COPY).bindparams(changed), copies)


def differences_from_models() -> list[object]:
    """All differences between the tables of the book and the models."""
    with db.engine.connect() as connection:
        options = {"compare_type": True, "compare_server_default": True}
        return compare_metadata(MigrationContext.configure(connection, opts=options), db.metadata)


@contextmanager
def statements() -> Iterator[list[str]]:
    """The statements executed while this block runs."""
    said: list[str] = []

    def hear(_c: object, _cursor: object, statement: str, *_: object) -> None:
        if not statement.startswith("BEGIN"):
            said.append(statement)

    event.listen(db.engine, "before_cursor_execute", hear)
    try:
        yield said
    finally:
        event.remove(db.engine, "before_cursor_execute", hear)

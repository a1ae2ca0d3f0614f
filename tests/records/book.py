"""A score book without any page: games started, and what stands in it."""

from typing import Any

from flask import Flask
from sqlalchemy import select

from companion.records.database import db
from companion.records.games import new_key, start_game
from companion.records.models import Game, LogEntry
from companion.rules.catalogue import game_data
from companion.rules.house_rules import apply_house_rules
from companion.rules.state import Seats


def resolved(**options: object) -> dict[str, Any]:
    """12-Step Rummy as a new game keeps it."""
    return apply_house_rules(game_data("twelve-step-rummy"), options)


def with_a_trap() -> dict[str, Any]:
    """12-Step Rummy with two house rules more, either of which can be played, but not both."""
    data = game_data("twelve-step-rummy")
    extra = [
        _yes_or_no("few_cards", {"cards_dealt": 13}, {"cards_dealt": 10}),
        _yes_or_no("long_contract", {"contracts": ["S3 S3"]}, {"contracts": ["S6 S5"]}),
    ]
    options = resolved()["options"] | {"few_cards": False, "long_contract": False}
    return data | {"house_rules": [*data["house_rules"], *extra], "options": options}


def _yes_or_no(key: str, no: dict[str, Any], yes: dict[str, Any]) -> dict[str, Any]:
    choices = [
        {"value": False, "label": "No", "changes": no},
        {"value": True, "label": "Yes", "changes": yes},
    ]
    return {"key": key, "default": False, "question": key, "why": key, "choices": choices}


def a_game(*names: str, device: str = "", **options: object) -> str:
    """A game of these people; returns its token. Call it in the context of a book."""
    seats = Seats(names or ("Ann", "Ben"))
    return start_game(resolved(**options), seats, device or new_key())


def rows(app: Flask, token: str) -> list[tuple[int, str, str]]:
    """The log as the table holds it: sequence, key, kind."""
    entries = (
        select(LogEntry.sequence, LogEntry.key, LogEntry.kind)
        .join(Game, LogEntry.game_id == Game.id)
        .where(Game.token == token)
        .order_by(LogEntry.sequence)
    )
    with app.app_context():
        return [tuple(row) for row in db.session.execute(entries)]  # type: ignore[misc]


def summary_of(token: str) -> Any:
    """The summary that the book keeps for its lists."""
    db.session.rollback()
    return db.session.scalar(select(Game.summary).where(Game.token == token))

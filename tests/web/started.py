"""Started games; the rows of equal games are computed once and copied."""

from functools import cache
from typing import Any

from flask import Flask
from sqlalchemy import insert

from companion.records.log.games import NewGame, _row
from companion.records.models import Game, Seat
from companion.records.people.links import new_key, new_watch_link
from companion.records.store.database import now, write_connection
from companion.rules.model.state import Seats
from companion.rules.reading.catalogue import catalogue, game_data

Row = dict[str, Any]


def keep_new_game(app: Flask, game: str, seats: Seats, title: str, device: str) -> str:
    """A catalogue game as the form of a new game stores it; returns its token."""
    like, seated = _rows(game, seats, title)
    own = {"token": new_key(), "watch_token": new_watch_link(), "device": device}
    times = dict.fromkeys(("started_at", "changed_at"), now())
    with app.app_context(), write_connection() as connection:
        kept = connection.execute(insert(Game), like | own | times)
        (number,) = kept.inserted_primary_key or (None,)
        connection.execute(insert(Seat), [{"game_id": number} | seat for seat in seated])
    return own["token"]


@cache
def _rows(game: str, seats: Seats, title: str) -> tuple[Row, list[Row]]:
    """The rows of this game, as the app writes them."""
    rules = {**game_data(game), "options": dict(catalogue()[game].options)}
    row = _row(NewGame(rules, seats, title), "", "")
    return _columns(row), [_columns(seat) for seat in row.seats]


def _columns(row: Game | Seat) -> Row:
    held = {column.key: getattr(row, column.key) for column in row.__mapper__.columns}
    return {name: value for name, value in held.items() if value is not None}

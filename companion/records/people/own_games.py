"""Custom games of a device."""

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from companion.records.models import OwnGame
from companion.records.people.limits import GamesAnHour
from companion.records.store.database import NOTHING, advisory_lock, now, reading, write_transaction
from companion.rules.model.ruleset import Ruleset
from companion.rules.reading.catalogue import UnknownGame, catalogue, game_data
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.ruleset import read_ruleset
from companion.rules.reading.sections import Data


class NotYours(PermissionError):
    """Only the device that owns a custom game can change it."""


@dataclass(frozen=True, slots=True)
class Playable:
    """A game that can be started: one of the catalogue, or a custom one.

    `key` is a key of the catalogue or the token of a custom game; `data` are the rules before house
    rules are chosen, `ruleset` those with the default choices; `device` is the owner of a custom
    game, unless it `is_dropped`.
    """

    key: str
    data: Data
    ruleset: Ruleset
    device: str | None = None
    is_dropped: bool = False


def find_game(key: str) -> Playable:
    """The game of the catalogue with this key, or the custom game with this token.

    Raises UnknownGame.
    """
    if key in catalogue():
        return Playable(key, game_data(key), catalogue()[key])
    if NOTHING in key:
        raise UnknownGame(key)
    with reading() as connection, Session(connection) as session:
        row = session.scalar(select(OwnGame).where(OwnGame.token == key))
    if row is None:
        raise UnknownGame(key)
    return _playable(row)


def own_games_of(device: str, *, dropped: bool = False) -> list[Playable]:
    """The custom games of this device, the last changed first; or the removed ones."""
    state = OwnGame.dropped_at.is_not(None) if dropped else OwnGame.dropped_at.is_(None)
    rows = select(OwnGame).where(OwnGame.device == device, state)
    ordered = rows.order_by(OwnGame.changed_at.desc(), OwnGame.id.desc())
    with reading() as connection, Session(connection) as session:
        return [_playable(row) for row in session.scalars(ordered)]


def keep_own_game(data: Data, device: str, token: str, at_most: GamesAnHour | None = None) -> None:
    """Store a custom game under this token, replacing its former rules.

    `data` was parsed by `read_own_game`. Raises NotYours, and TooManyOwnGames.
    """
    with write_transaction() as session:
        advisory_lock(session.connection(), "own games")
        row = session.scalar(select(OwnGame).where(OwnGame.token == token))
        if row is None:
            if at_most:
                at_most.count_own(session, device)
            row = OwnGame(token=token, device=device)
            session.add(row)
        _check_mine(row, device)
        row.ruleset, row.changed_at, row.dropped_at = json.dumps(data), now(), None


def drop_own_game(token: str, device: str, *, back: bool = False) -> None:
    """Remove a custom game, or undo that. Raises UnknownGame, or NotYours."""
    with write_transaction() as session:
        advisory_lock(session.connection(), "own games")
        row = session.scalar(select(OwnGame).where(OwnGame.token == token))
        if row is None:
            raise UnknownGame(token)
        _check_mine(row, device)
        row.dropped_at = None if back else now()


def _check_mine(row: OwnGame, device: str) -> None:
    if row.device != device:
        raise NotYours


def _playable(row: OwnGame) -> Playable:
    return Playable(row.token, *_read(row.ruleset), row.device, row.dropped_at is not None)


@lru_cache(maxsize=64)
def _read(snapshot: str) -> tuple[dict[str, Any], Ruleset]:
    data = json.loads(snapshot)
    return data, read_ruleset(apply_house_rules(data, {}))

"""Games out of the database as game records, and back: a copy of one game that people can read."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import select

from companion.gamefile import Record, plain, write_history, write_record
from companion.records.database import reading
from companion.records.games import new_key, open_game
from companion.records.kept_game import KeptGame
from companion.records.limits import GamesAnHour, check_room
from companion.records.links import token_of
from companion.records.models import Game
from companion.records.new_games import NewGame, keep_games, start_game
from companion.rules.fold.entries import write_entry

_SAME_MOMENT = 3  # games that one device began in the same second: each is read whole


@dataclass(frozen=True, slots=True)
class TakenIn:
    """What became of the games of a file: the links of the new ones, and how many were here."""

    new: tuple[str, ...]
    known: int


def game_record(token: str, *, with_history: bool = False) -> dict[str, Any]:
    """The game as RECORD data, ready to be written as JSON. Raises NoSuchGame."""
    return record_of(open_game(token), with_history=with_history)


def record_of(kept: KeptGame, *, with_history: bool = False) -> dict[str, Any]:
    """The same of a game that was read."""
    game = kept.row
    record = write_record(
        json.loads(game.ruleset) | {"options": kept.ruleset.options},
        kept.seats,
        kept.state,
        kept.title or None,
        game.started_at.replace(tzinfo=UTC),
        first_options=kept.game.first_options,
        colours=_colours(kept),
    )
    if with_history:
        steps = [*kept.lines(1, kept.game.version)]
        record["history"] = write_history(kept.game, game.title, steps)
    return record


def keep_record(record: Record) -> str:
    """Keep a game that was read from a record; returns its new token.

    It belongs to no device, so only its link leads to it. Raises GameFull.
    """
    return start_game(_new_game(record), new_key())


def take_in(records: Sequence[Record], device: str, at_most: GamesAnHour | None = None) -> TakenIn:
    """Keep these games on a device, which keeps score in them from now on: all of them or none.

    Nothing here is changed: a game that this device has already, as it is in the record or as it
    was when it was taken in, is not kept again. Raises GameFull, Refused and TooManyGames.
    """
    unknown = [record for record in records if not _is_here(record, device)]
    games = {_token(record, device): _new_game(record) for record in unknown}
    new = keep_games(games, device, at_most)
    links = tuple(token for token in games if token in new)
    return TakenIn(links, len(records) - len(links))


def _new_game(record: Record) -> NewGame:
    """Raises GameFull."""
    check_room(len(record.entries) - 1)
    return NewGame(
        ruleset=dict(record.ruleset_data),
        seats=record.seats,
        title=record.title or "",
        entries=record.entries,
        started_at=record.started_at,
        colours=record.colours,
        times=record.times,
        tapped=record.tapped,
    )


def _colours(kept: KeptGame) -> list[int]:
    """The colours of who sat down first; nothing where some have that of their seat."""
    given = [colour for colour in kept.given_colours if colour is not None]
    return given if len(given) == len(kept.given_colours) else []


def _is_here(record: Record, device: str) -> bool:
    """Whether this device has a game of the very same beginning that stands the same."""
    if record.started_at is None:
        return False
    told = plain(record)
    return any(record_of(open_game(token)) == told for token in _begun(record.started_at, device))


def _begun(at: datetime, device: str) -> list[str]:
    mine = (Game.device == device, Game.deleted_at.is_(None))
    with reading() as connection:
        begun = Game.started_at == at.replace(tzinfo=None)
        return list(connection.scalars(select(Game.token).where(*mine, begun).limit(_SAME_MOMENT)))


def _token(record: Record, device: str) -> str:
    """The same record taken in twice on one device is one game; nobody else can tell its token."""
    told = [
        device,
        record.ruleset_data,
        [*record.seats.names],
        record.seats.first_dealer,
        record.title,
        record.started_at and record.started_at.isoformat(),
        [write_entry(entry) for entry in record.entries],
    ]
    digest = hashlib.sha256(json.dumps(told, sort_keys=True).encode()).digest()
    return token_of(digest)

"""Games of the database as game records, and back."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import select

from companion.gamefile import Record, plain, write_history, write_record
from companion.records.log.games import NewGame, keep_games, open_game
from companion.records.log.stored_game import StoredGame
from companion.records.models import Game
from companion.records.people.limits import GamesAnHour, check_room
from companion.records.people.links import new_key, token_of
from companion.records.store.database import reading
from companion.rules.fold.entries import write_entry

_SAME_MOMENT = 3  # games that one device started in the same second; each is read whole


@dataclass(frozen=True, slots=True)
class TakenIn:
    """The result of an import: the links of new games, and the number of games already here."""

    new: tuple[str, ...]
    known: int


def game_record(token: str, *, with_history: bool = False) -> dict[str, Any]:
    """The game as record data, ready for JSON. Raises NoSuchGame."""
    return record_of(open_game(token), with_history=with_history)


def record_of(stored: StoredGame, *, with_history: bool = False) -> dict[str, Any]:
    """The record of a game that was read."""
    game = stored.row
    record = write_record(
        json.loads(game.ruleset) | {"options": stored.ruleset.options},
        stored.seats,
        stored.state,
        stored.title or None,
        game.started_at.replace(tzinfo=UTC),
        first_options=stored.game.first_options,
        colours=_colours(stored),
    )
    if with_history:
        steps = [*stored.lines(1, stored.game.version)]
        record["history"] = write_history(stored.game, game.title, steps)
    return record


def keep_records(records: Sequence[Record]) -> list[str]:
    """Store the games of these records, all or none; returns their new tokens.

    They belong to no device, so only their links lead to them. Raises GameFull.
    """
    games = {new_key(): _new_game(record) for record in records}
    keep_games(games, new_key())
    return [*games]


def take_in(records: Sequence[Record], device: str, at_most: GamesAnHour | None = None) -> TakenIn:
    """Import games on a device, all or none.

    Existing games are never changed. A game that this device already has, in the same state or from
    the same record, is skipped. Raises GameFull, Refused and TooManyImports.
    """
    unknown = [record for record in records if not _is_here(record, device)]
    games = {_token(record, device): _new_game(record) for record in unknown}
    new = keep_games(games, device, at_most)
    links = tuple(token for token in games if token in new)
    return TakenIn(links, len(records) - len(links))


def _new_game(record: Record) -> NewGame:
    """The row to insert. Raises GameFull."""
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


def _colours(stored: StoredGame) -> list[int]:
    """The colours of the first players; empty if they are the default ones."""
    colours = [colour for colour in stored.given_colours if colour is not None]
    return colours if len(colours) == len(stored.given_colours) else []


def _is_here(record: Record, device: str) -> bool:
    """Whether this device has a game with the same start and the same state."""
    if record.started_at is None:
        return False
    data = plain(record)
    return any(record_of(open_game(token)) == data for token in _begun(record.started_at, device))


def _begun(at: datetime, device: str) -> list[str]:
    mine = (Game.device == device, Game.deleted_at.is_(None))
    with reading() as connection:
        begun = Game.started_at == at.replace(tzinfo=None)
        return list(connection.scalars(select(Game.token).where(*mine, begun).limit(_SAME_MOMENT)))


def _token(record: Record, device: str) -> str:
    """A token derived from device and record: idempotent, and not guessable."""
    parts = [
        device,
        record.ruleset_data,
        [*record.seats.names],
        record.seats.first_dealer,
        record.title,
        record.started_at and record.started_at.isoformat(),
        [write_entry(entry) for entry in record.entries],
    ]
    digest = hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).digest()
    return token_of(digest)

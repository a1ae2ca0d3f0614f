"""Games of the database as game records, and back."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, timedelta
from typing import Any

from companion.gamefile import Record, plain, write_history, write_record
from companion.records.log.games import NewGame, keep_games, open_game
from companion.records.log.stored_game import StoredGame
from companion.records.people.limits import GamesAnHour, check_room
from companion.records.people.links import new_key, token_of
from companion.records.people.lists import GamesQuery, games_of
from companion.rules.fold.entries import write_entry
from companion.rules.model.state import Seats, State

_SAME_MOMENT = 3  # games of one device that began in the same second; each is read whole
_SECOND = timedelta(seconds=1)


@dataclass(frozen=True, slots=True)
class TakenIn:
    """The result of an import: the links of new games, and the number of games already here.

    `copies` of the new ones are here in another state too, as the file is older or newer.
    """

    new: tuple[str, ...]
    known: int
    copies: int


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


def take_in(
    records: Sequence[Record],
    device: str,
    links: Sequence[str] = (),
    at_most: GamesAnHour | None = None,
) -> TakenIn:
    """Import games on a device, which opened these links of other games, all or none.

    Existing games are never changed. A game that this device already has, started, joined or
    watched, in the same state or from the same record, is skipped. Raises GameFull, Refused and
    TooManyImports.
    """
    games, copies = {}, set()
    for record in records:
        here = [*_here(record, device, links)]
        if any(record_of(game) == plain(record) for game in here):
            continue
        token = _token(record, device)
        games[token] = _new_game(record)
        if here:
            copies.add(token)
    new = keep_games(games, device, at_most)
    imported = tuple(token for token in games if token in new)
    return TakenIn(imported, len(records) - len(imported), len(copies & new))


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


def _here(record: Record, device: str, links: Sequence[str]) -> Iterator[StoredGame]:
    """The states of this game on this device: with its start, rules, players and first round."""
    if record.started_at is None:
        return
    since = record.started_at.replace(tzinfo=None, microsecond=0)
    began = GamesQuery(archived=None, by_day=True, since=since, until=since + _SECOND)
    for listed in games_of(device, links, query=began, most=_SAME_MOMENT).games:
        stored = open_game(listed.token)
        if stored.ruleset.key == record.ruleset.key and _is_one_game(
            (stored.seats, stored.state), (record.seats, record.state)
        ):
            yield stored


def _is_one_game(one: tuple[Seats, State], other: tuple[Seats, State]) -> bool:
    """Whether both have the same players, under their first or present names, and first round.

    The day alone is known of scores from a spreadsheet, and of an evening's games the players too.
    """
    named = [{seats.names, tuple(state.names)} for seats, state in (one, other)]
    first = [state.rounds[0].points for _, state in (one, other) if state.rounds]
    return bool(named[0] & named[1]) and (len(first) < len(named) or first[0] == first[1])


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

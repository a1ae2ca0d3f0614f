"""Games of the database as game records, and back."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any, Self

from companion.gamefile import Record, plain, write_history, write_record
from companion.records.log.games import NewGame, keep_games, open_game
from companion.records.log.stored_game import StoredGame
from companion.records.people.limits import GamesAnHour, check_room
from companion.records.people.links import new_key, token_of
from companion.records.people.lists import GamesQuery, games_of
from companion.rules.fold.entries import write_entry

# Games of one device that began in the same second, each read whole: those from a spreadsheet began
# at noon, so a day of them does.
_SAME_MOMENT = 100
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
    began = cache(lambda second: [*_began(second, device, links)])
    for record in records:
        this = _Outline.of(record, plain(record))
        here = [game for game in began(_second_of(record)) if game.is_one_with(this)]
        if any(game.digest == this.digest for game in here):
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


@dataclass(frozen=True, slots=True)
class _Outline:
    """What tells games of one moment apart, without the log.

    `players` are the first and the present names, `first_round` its points, None before that, and
    `digest` that of the record.
    """

    rules: str
    players: frozenset[tuple[str, ...]]
    first_round: Mapping[int, int] | None
    digest: bytes

    @classmethod
    def of(cls, game: Record | StoredGame, record: Mapping[str, Any]) -> Self:
        """The outline of this game with this record."""
        return cls(
            rules=game.ruleset.key,
            players=frozenset({game.seats.names, tuple(game.state.names)}),
            first_round=game.state.rounds[0].points if game.state.rounds else None,
            digest=_digest(record),
        )

    def is_one_with(self, other: Self) -> bool:
        """Whether both have the same rules, players and first round.

        The day alone is known of scores from a spreadsheet, and of an evening's games the players
        too.
        """
        if self.rules != other.rules or not self.players & other.players:
            return False
        first, others = self.first_round, other.first_round
        return first is None or others is None or first == others


def _second_of(record: Record) -> datetime | None:
    return record.started_at and record.started_at.replace(tzinfo=None, microsecond=0)


def _began(second: datetime | None, device: str, links: Sequence[str]) -> Iterator[_Outline]:
    """The games of this device that began in this second."""
    if second is None:
        return
    began = GamesQuery(archived=None, by_day=True, since=second, until=second + _SECOND)
    for listed in games_of(device, links, query=began, most=_SAME_MOMENT).games:
        stored = open_game(listed.token)
        yield _Outline.of(stored, record_of(stored))


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
    return token_of(_digest(parts))


def _digest(data: object) -> bytes:
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).digest()

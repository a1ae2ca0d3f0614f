"""Creating games: started by a phone, or imported."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import zip_longest
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from companion.records.database import alone, now, reading, write_transaction
from companion.records.games import summarise
from companion.records.limits import GamesAnHour
from companion.records.links import can_score, find_ended, new_key, new_watch_link
from companion.records.models import Game as GameRow
from companion.records.models import LogEntry, Seat
from companion.records.searching import found_by
from companion.rules.fold.entries import Entry, write_entry
from companion.rules.game import Game
from companion.rules.judging.refusals import check_start
from companion.rules.model.state import Seats


@dataclass(frozen=True, slots=True)
class NewGame:
    """The players and the rules of a new game.

    `ruleset` is its data before any house rule, with every choice under `options`, so that choices
    can be changed later. Data to which these choices are applied already gives the same ruleset.
    `colours`, from 0, go by seat; by default those of the seats. `entries`, `times` and `tapped`
    (UTC, per entry) and `started_at` (UTC) are for imported games; their entries are not checked
    again.
    """

    ruleset: dict[str, Any]
    seats: Seats
    title: str = ""
    entries: Sequence[Entry] = ()
    started_at: datetime | None = None
    colours: Sequence[int] = ()
    times: Sequence[datetime] = ()
    tapped: Sequence[datetime | None] = ()


def start_game(
    new: NewGame, device: str, token: str | None = None, at_most: GamesAnHour | None = None
) -> str:
    """Create the game; returns its token.

    `token` is derived from the request, so a repeated request creates one game. `at_most` is the
    limit for games started by phones. Raises TooManyGames; Refused for duplicate names or too many
    players; RulesetError for choices that give no playable game.
    """
    row = _row(new, device, token if token and can_score(token) else new_key())
    with write_transaction() as session:
        alone(session.connection(), "starting games")
        ended = find_ended(session, row.token)  # created by an earlier delivery of this request
        if ended is not None:
            return ended.token
        if not session.scalar(select(GameRow.id).where(GameRow.token == row.token)):
            if at_most:
                at_most.count(session, device)
            session.add(row)
        return row.token


def started_by(token: str) -> str | None:
    """The device that started the game of this link, even if ended or deleted; None for no game."""
    with reading() as connection, Session(connection) as session:
        found = session.scalar(select(GameRow.device).where(GameRow.token == token))
        ended = None if found else find_ended(session, token)
    return ended.device if ended else found


def _row(new: NewGame, device: str, token: str) -> GameRow:
    """The row of the game. Raises Refused or RulesetError."""
    snapshot, started = json.dumps(new.ruleset), now()
    game = Game.begun(snapshot, new.seats, new.entries)
    check_start(game.ruleset, new.seats)
    colours: Sequence[int | None] = new.colours or [None] * len(new.seats.names)
    summary = summarise(game.ruleset, game.state, colours)
    return GameRow(
        token=token,
        watch_token=new_watch_link(),
        device=device,
        title=new.title,
        ruleset=snapshot,
        first_dealer=new.seats.first_dealer,
        started_at=new.started_at.replace(tzinfo=None) if new.started_at else started,
        changed_at=started,
        summary=summary,
        ruleset_name=game.ruleset.name,
        found_by=found_by(game.ruleset.name, new.title, summary),
        seats=[
            Seat(position=n, name=name, colour=colour)
            for n, (name, colour) in enumerate(zip(new.seats.names, colours, strict=True))
        ],
        log=[
            _log_row(n, entry, *at)
            for n, (entry, at) in enumerate(zip(new.entries, _times(new), strict=True), 1)
        ],
    )


def keep_games(
    games: Mapping[str, NewGame], device: str, at_most: GamesAnHour | None = None
) -> set[str]:
    """Import games under these tokens, all or none; returns the new ones.

    A game of this token on this device is not changed; if it was deleted, it is restored. Raises
    Refused, and TooManyImports beyond `at_most`.
    """
    rows = {token: _row(new, device, token) for token, new in games.items()}
    with write_transaction() as session:
        alone(session.connection(), "starting games")
        known = set(session.scalars(select(GameRow.token).where(GameRow.token.in_(rows))))
        back = update(GameRow).where(GameRow.token.in_(known), GameRow.device == device)
        session.execute(back.values(deleted_at=None))
        unknown = rows.keys() - known
        if at_most:
            at_most.count_kept(session, len(unknown))
        session.add_all(row for token, row in rows.items() if token in unknown)
        return unknown


def _times(new: NewGame) -> Sequence[tuple[datetime, datetime | None]]:
    """The times of each entry and of its tap: now and unknown, unless given."""
    if not new.times:
        return [(now(), None) for _ in new.entries]
    tapped = [at.replace(tzinfo=None) if at else None for at in new.tapped]
    written = [at.replace(tzinfo=None) for at in new.times]
    return [*zip_longest(written, tapped)]


def _log_row(sequence: int, entry: Entry, at: datetime, tapped_at: datetime | None) -> LogEntry:
    kind, data = write_entry(entry)
    when = {"recorded_at": at, "tapped_at": tapped_at}
    return LogEntry(sequence=sequence, key=new_key(), kind=kind, data=data, **when)

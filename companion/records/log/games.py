"""Creating games, finding one, and writing to its log."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import zip_longest
from typing import Any

from flask import Flask, current_app
from sqlalchemy import Connection, select, update
from sqlalchemy.orm import Session

from companion.gamefile.exports import FinishedGame, to_play_file
from companion.records.log import rows as log_rows
from companion.records.log.stored_game import GameCache, StoredGame, Tap
from companion.records.log.taps import (
    NOT_REPORTED,
    Tapped,
    remember_silent,
    was_refused,
    wrote_nothing,
)
from companion.records.models import Game as GameRow
from companion.records.models import LogEntry, Seat
from companion.records.people.colours import colours_of
from companion.records.people.limits import GamesAnHour, check_room
from companion.records.people.links import (
    LinkEnded,
    can_score,
    find_ended,
    games_by_link,
    is_watch_link,
    new_key,
    new_watch_link,
)
from companion.records.people.phones import PhoneAtTable, put_hand_away, read_phones
from companion.records.people.searching import found_by
from companion.records.store.book_ids import book_id
from companion.records.store.database import (
    NOTHING,
    advisory_lock,
    now,
    reading,
    write_connection,
    write_transaction,
)
from companion.rules.decide import Command, Conflict, decide
from companion.rules.fold.entries import Entry, read_entry, write_entry
from companion.rules.game import Game
from companion.rules.judging.refusals import check_start
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import Seats, State
from companion.rules.statistics import figures_of
from companion.settings.locale import Zone


class NotOver(Exception):
    """None of the games is over, and BG Stats knows only finished games."""


def play_file(games: Iterable[StoredGame], zone: Zone) -> str:
    """The finished ones of these games as one file, in the times of the zone. Raises NotOver."""
    finished = [_finished(stored) for stored in games if stored.state.outcome.over]
    if not finished:
        raise NotOver
    return to_play_file(finished, zone)


def play_file_of(token: str, zone: Zone) -> str:
    """One game as a file. Raises NoSuchGame, LinkEnded and NotOver."""
    return play_file([open_game(token)], zone)


def _finished(stored: StoredGame) -> FinishedGame:
    return FinishedGame(
        ruleset=stored.ruleset,
        state=stored.state,
        first_names=stored.seats.names,
        entries=stored.entries,
        title=stored.title,
        started_at=stored.row.started_at,
        changed_at=stored.taps[-1].kept_at,  # the cached row may be one entry behind
        minutes=stored.minutes_played,
    )


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
        advisory_lock(session.connection(), "starting games")
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
        device = session.scalar(select(GameRow.device).where(GameRow.token == token))
        ended = None if device else find_ended(session, token)
    return ended.device if ended else device


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

    A game of this token on this device is not changed, also if the link was replaced; if it was
    deleted, it is restored. Raises Refused, and TooManyImports beyond `at_most`.
    """
    rows = {token: _row(new, device, token) for token, new in games.items()}
    with write_transaction() as session:
        advisory_lock(session.connection(), "starting games")
        known = games_by_link(session, rows)
        back = update(GameRow).where(GameRow.id.in_(known.values()), GameRow.device == device)
        session.execute(back.values(deleted_at=None))
        unknown = rows.keys() - known.keys()
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


class NoSuchGame(LookupError):
    """No game has this token."""


class OnlyWatching(PermissionError):
    """A link for watching cannot write."""


class GameDeleted(NoSuchGame):
    """The game was deleted; it can be restored for a day."""


GAME_CACHE = "companion-game-cache"
# Capacity of the cache in entries. An entry with its state takes about 1.6 kB; a small machine
# can spare 64 MB for each of two processes.
_MOST_ENTRIES = 40_000
_BESIDE_ITS_LOG = 20  # the size of a game without entries, in entries


def init_games(app: Flask) -> None:
    """Create the cache of games."""
    app.extensions[GAME_CACHE] = GameCache[StoredGame](_MOST_ENTRIES, _room)


def _room(stored: StoredGame) -> int:
    return _BESIDE_ITS_LOG + len(stored.taps)


def open_game(token: str) -> StoredGame:
    """Read a game by either of its links. Raises NoSuchGame, GameDeleted or LinkEnded."""
    if NOTHING in token:
        raise NoSuchGame(token)
    with reading() as connection:
        return _read(connection, token)


def open_with_phones(token: str) -> tuple[StoredGame, list[PhoneAtTable]]:
    """The game with the phones at its table, in one transaction."""
    with reading() as connection:
        stored = _read(connection, token)
        return stored, read_phones(connection, stored.row.id)


@dataclass(frozen=True, slots=True)
class Written:
    """The result of a command: the game as it was found, and as it is `after`.

    Both are equal if the command had been written before, or contained nothing new.
    """

    before: StoredGame
    after: StoredGame

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The new entries of the log."""
        return self.after.entries[len(self.before.entries) :]


def write(
    token: str,
    press: str,
    command: Command,
    device: str | None = None,
    *,
    put_away: int | None = None,
    tapped: Tapped = NOT_REPORTED,
    seated: Mapping[int, str] | None = None,
    request: str = "",
) -> Written:
    """Write a command: all of its entries or none, and once per key.

    `device` is the device of the tap, and `tapped` its time as reported by the phone; `put_away` is
    the seat whose hand the device has finished counting. `seated` are the keys of the entries that
    seated the players whom the command names, by seat; first players have none. `request` is the
    text of a request that may be delivered again: it is remembered for an hour even if it wrote
    nothing, and a request that was refused before (`remember_refused`) is a Conflict. Raises
    NoSuchGame, GameDeleted, LinkEnded, OnlyWatching and GameFull, and the errors of `decide`:
    Conflict, Refused, Doubted, UnknownOption or RulesetError.
    """
    if is_watch_link(token):
        raise OnlyWatching
    with write_connection(token) as connection:
        log_rows.lock_by_token(connection, token)
        before = _read(connection, token)
        game_id = before.row.id
        if before.written_by(press) is not None or (
            request and wrote_nothing(connection, game_id, press)
        ):
            return Written(before, before)
        if seated is not None:
            command = replace(command, seated=before.seated_by(seated))
        game = decide(before.game, command, before.written_on(device, since=command.seen))
        if request and was_refused(connection, token, request):
            raise Conflict("out_of_date")
        written = Written(before, _with_taps(before, game, press, device, tapped))
        _append(connection, written)
        # Other phones wait for the end of counting, even if the count is unchanged.
        is_put_away = put_hand_away(connection, before.row.id, device, put_away)
        if written.entries or is_put_away:
            _renew(connection, written)
        if request and not written.entries:
            remember_silent(connection, game_id, press)
    _remember(written.after)
    return written


def _with_taps(
    before: StoredGame, game: Game, press: str, device: str | None, tapped: Tapped
) -> StoredGame:
    new = range(game.version - len(before.entries))
    at = now()
    taps = (*before.taps, *(Tap.of(press, n, device, at, tapped) for n in new))
    return replace(before, game=game, taps=taps)


def _append(connection: Connection, written: Written) -> None:
    """Append the new entries. Raises GameFull."""
    known = len(written.before.entries)
    new = list(zip(written.after.taps[known:], written.entries, strict=True))
    if new:
        check_room(len(written.after.entries) - 1)
        log_rows.add(connection, written.before.row.id, known + 1, new)


def _renew(connection: Connection, written: Written) -> None:
    """Update the time of the last change; most taps leave the summary as it is."""
    row, summary = written.before.row, _summary_of(written.after)
    if summary == _summary_of(written.before):
        log_rows.touch(connection, row.id)
    else:
        log_rows.summarise(connection, row, summary)


def _summary_of(stored: StoredGame) -> dict[str, Any]:
    return summarise(stored.ruleset, stored.state, stored.given_colours)


def summarise(
    ruleset: Ruleset, state: State, given_colours: Sequence[int | None] = ()
) -> dict[str, Any]:
    """The cached summary of lists, and the figures of a finished game.

    It has colours only if some were given.
    """
    retitled = {} if state.title is None else {"title": state.title}
    as_they_sat_down = list(state.order) == list(range(len(state.order)))
    moved = {} if as_they_sat_down else {"seats": [*state.order]}
    if any(colour is not None for colour in given_colours):
        colours = colours_of(given_colours, len(state.names))
        moved["colours"] = [colours[seat] for seat in state.order]
    figures = figures_of(ruleset, state)
    return (
        retitled
        | moved
        | ({"figures": figures.as_data()} if figures else {})
        | {
            "players": [state.names[seat] for seat in state.order],
            "round": state.open.deal.number if state.open else len(state.rounds) or 1,
            "over": state.outcome.over,
            "winners": [state.names[seat] for seat in state.outcome.winners],
        }
    )


def _read(connection: Connection, token: str) -> StoredGame:
    """The game; if it is cached, only entries after the cached ones and the last of those are read.

    If that last entry or the id of the book differs, the book has been replaced, and the cache is
    dropped.
    """
    known = _cache().recall(token)
    if known is None or not known.taps:
        return _read_whole(connection, token)
    rows = log_rows.rows_from(connection, token, len(known.taps))
    if not rows or (rows[0].key, rows[0].book) != (known.taps[-1].key, known.book):
        return _read_whole(connection, token)
    return _remember(_with_rows(known, rows[1:])) if len(rows) > 1 else known


def _read_whole(connection: Connection, token: str) -> StoredGame:
    _cache().forget(token)
    return _remember(_whole(connection, token))


def _whole(connection: Connection, token: str) -> StoredGame:
    with Session(connection) as session:
        game = log_rows.game_row(session, token)
        if game is None:
            raise _leads_nowhere(session, token)
        if game.deleted_at is not None:
            raise GameDeleted(token)
        session.expunge(game)  # it is shared by many requests from now on
    people = log_rows.people_of(connection, game.id)
    seats = Seats(tuple(seat.name for seat in people), game.first_dealer)
    colours = tuple(seat.colour for seat in people)
    fresh = StoredGame(
        token,
        game,
        Game.begun(game.ruleset, seats),
        given_colours=colours,
        book=book_id(connection),
    )
    return _with_rows(fresh, log_rows.rows_from(connection, token, 1))


def _leads_nowhere(session: Session, token: str) -> LookupError:
    game = find_ended(session, token)
    return LinkEnded(game.token, game.device) if game else NoSuchGame(token)


def _with_rows(known: StoredGame, rows: Sequence[Any]) -> StoredGame:
    """The cached game with the added rows."""
    game = known.game.with_entries(*(read_entry(row.kind, row.data) for row in rows))
    taps = (*known.taps, *map(log_rows.tap_of, rows))
    return replace(known, game=game, taps=taps)


def _remember(stored: StoredGame) -> StoredGame:
    _cache().remember(stored.token, stored)
    return stored


def _cache() -> GameCache[StoredGame]:
    """The cache of the current app."""
    memory: GameCache[StoredGame] = current_app.extensions[GAME_CACHE]
    return memory

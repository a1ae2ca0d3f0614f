"""Finding a game, and writing to its log."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import Flask, current_app
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from companion.records import log_rows
from companion.records.book_ids import book_id
from companion.records.colours import colours_of
from companion.records.database import NOTHING, now, reading, write_connection
from companion.records.game_cache import GameCache
from companion.records.kept_game import KeptGame, Tap
from companion.records.limits import check_room
from companion.records.links import LinkEnded, find_ended, is_watch_link
from companion.records.links import new_key as new_key  # noqa: PLC0414 - re-exported
from companion.records.phones import PhoneAtTable, put_hand_away, read_phones
from companion.records.silent_taps import remember_silent, was_refused, was_silent
from companion.records.tapped import NOT_REPORTED, Tapped
from companion.rules.decide import Command, Conflict, decide
from companion.rules.fold.entries import Entry, read_entry
from companion.rules.game import Game
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import Seats, State
from companion.rules.statistics import figures_of


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
    app.extensions[GAME_CACHE] = GameCache[KeptGame](_MOST_ENTRIES, _room)


def _room(kept: KeptGame) -> int:
    return _BESIDE_ITS_LOG + len(kept.taps)


def open_game(token: str) -> KeptGame:
    """Read a game by either of its links. Raises NoSuchGame, GameDeleted or LinkEnded."""
    if NOTHING in token:
        raise NoSuchGame(token)
    with reading() as connection:
        return _read(connection, token)


def open_with_phones(token: str) -> tuple[KeptGame, list[PhoneAtTable]]:
    """The game with the phones at its table, in one transaction."""
    with reading() as connection:
        kept = _read(connection, token)
        return kept, read_phones(connection, kept.row.id)


@dataclass(frozen=True, slots=True)
class Written:
    """The result of a command: the game as it was found, and as it is `after`.

    Both are equal if the command had been written before, or contained nothing new.
    """

    before: KeptGame
    after: KeptGame

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
        log_rows.lock(connection, token)
        before = _read(connection, token)
        game_id = before.row.id
        if before.written_by(press) is not None or (
            request and was_silent(connection, game_id, press)
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
    before: KeptGame, game: Game, press: str, device: str | None, tapped: Tapped
) -> KeptGame:
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


def _summary_of(kept: KeptGame) -> dict[str, Any]:
    return summarise(kept.ruleset, kept.state, kept.given_colours)


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


def _read(connection: Connection, token: str) -> KeptGame:
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


def _read_whole(connection: Connection, token: str) -> KeptGame:
    _cache().forget(token)
    return _remember(_whole(connection, token))


def _whole(connection: Connection, token: str) -> KeptGame:
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
    fresh = KeptGame(
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


def _with_rows(known: KeptGame, rows: Sequence[Any]) -> KeptGame:
    """The cached game with the added rows."""
    game = known.game.with_entries(*(read_entry(row.kind, row.data) for row in rows))
    taps = (*known.taps, *map(log_rows.tap_of, rows))
    return replace(known, game=game, taps=taps)


def _remember(kept: KeptGame) -> KeptGame:
    _cache().remember(kept.token, kept)
    return kept


def _cache() -> GameCache[KeptGame]:
    """The cache of the current app."""
    memory: GameCache[KeptGame] = current_app.extensions[GAME_CACHE]
    return memory

"""Start, find and go on with a game."""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, select
from sqlalchemy.orm import Session

from companion.records import log_rows
from companion.records.database import db, now, write_connection, write_transaction
from companion.records.limits import GamesAnHour, check_room
from companion.records.links import LinkEnded, find_ended, is_watch_link, new_watch_link
from companion.records.links import new_key as new_key  # noqa: PLC0414 - games hand out keys
from companion.records.memory import Memory
from companion.records.models import Game, LogEntry, Seat
from companion.records.searching import found_by
from companion.records.sitting import Sitting, rules_of
from companion.rules.log import Entry
from companion.rules.log_data import read_entry, write_entry
from companion.rules.refusals import check_start
from companion.rules.replay import replay
from companion.rules.state import Seats, State
from companion.rules.story import options_in_force

_TOKEN = re.compile(r"[A-Za-z0-9_-]{22}")


class NoSuchGame(LookupError):
    """No game has this token."""


class OnlyWatching(PermissionError):
    """Who came by a link for watching changes nothing."""


class GameDeleted(NoSuchGame):
    """The game was deleted; for a day it can be put back."""


class OutOfDate(Exception):
    """The page was made before something else happened that it does not know of."""


_memory: Memory[Sitting] = Memory()


def start_game(
    ruleset: dict[str, Any],
    seats: Seats,
    device: str,
    title: str = "",
    entries: Sequence[Entry] = (),
    started_at: datetime | None = None,
    token: str | None = None,
    at_most: GamesAnHour | None = None,
) -> str:
    """Seat the players and keep the rules; returns the new game's token.

    `ruleset` is its data before any house rule, with every choice under `options`: so other choices
    can be made later. Data to which these choices are applied already reads the same.
    `token` follows from what the page sent: started twice by the same tap, it is one game.
    `entries` and `started_at` (UTC) are for a game that was kept elsewhere; nobody checks its
    entries again.

    `at_most` is for games that phones start. Raises TooManyGames; Refused for two people of one
    name, or more than the game is for.
    """
    started, snapshot = now(), json.dumps(ruleset)
    rules = rules_of(snapshot, options_in_force(entries))
    check_start(rules, seats)
    summary = summarise(replay(rules, seats, entries))
    game = Game(
        token=token if token and _TOKEN.fullmatch(token) else new_key(),
        watch_token=new_watch_link(),
        device=device,
        title=title,
        ruleset=snapshot,
        first_dealer=seats.first_dealer,
        started_at=started_at.replace(tzinfo=None) if started_at else started,
        changed_at=started,
        summary=summary,
        ruleset_name=rules.name,
        found_by=found_by(rules.name, title, summary),
        seats=[Seat(position=n, name=name) for n, name in enumerate(seats.names)],
        log=[_log_entry(n, new_key(), entry) for n, entry in enumerate(entries, 1)],
    )
    with write_transaction() as session:
        ended = find_ended(session, game.token)  # started long ago by this very tap
        if ended is None and not session.scalar(select(Game.id).where(Game.token == game.token)):
            if at_most:
                at_most.check(session, device)
            session.add(game)
        return ended.token if ended else game.token


def open_game(token: str) -> Sitting:
    """Read a game by either of its links. Raises NoSuchGame, GameDeleted or LinkEnded."""
    with db.engine.connect() as connection:
        return _read(connection, token)


def append(
    token: str,
    key: str,
    entry_for: Callable[[Sitting], Entry | Sequence[Entry] | None],
    device: str | None = None,
) -> State:
    """Add what happened to the game's log, once for each `key`; returns the state after.

    `entry_for` is given the game as it really is, under the write lock, and returns the entry, or
    several that are kept together, or None where there is nothing to add, or raises (OutOfDate,
    Refused, Doubted): then nothing is kept. `device` is where it was tapped. Raises NoSuchGame,
    GameDeleted, LinkEnded, OnlyWatching and GameFull.
    """
    if is_watch_link(token):
        raise OnlyWatching
    with write_connection() as connection:
        log_rows.lock(connection, token)
        sitting = _read(connection, token)
        entries = () if key in sitting.keys else _all_of(entry_for(sitting))
        if not entries:
            return sitting.state
        check_room(len(sitting.entries) + len(entries) - 1)
        after = _add(connection, sitting, key, entries, device)
        summary = summarise(after.state)
        if summary == summarise(sitting.state):
            log_rows.touch(connection, sitting.game.id)
        else:
            log_rows.summarise(connection, sitting.game, summary)
    _memory.remember(token, after)
    return after.state


def _add(
    connection: Connection, now: Sitting, key: str, entries: Sequence[Entry], device: str | None
) -> Sitting:
    """The game with these entries at the end of its log; the first one keeps the key as it is."""
    for number, entry in enumerate(entries):
        of_entry = f"{key}-{number}" if number else key
        log_rows.add(connection, now.game.id, len(now.keys) + 1, of_entry, entry, device)
        now = _with_entries(now, [entry], [of_entry], now.after(entry))
    return now


def _all_of(entries: Entry | Sequence[Entry] | None) -> Sequence[Entry]:
    if entries is None:
        return ()
    return entries if isinstance(entries, Sequence) else (entries,)


def summarise(state: State) -> dict[str, Any]:
    """What a list of games says of this one."""
    retitled = {} if state.title is None else {"title": state.title}
    return retitled | {
        "players": [state.names[seat] for seat in state.order],
        "round": state.open.deal.number if state.open else len(state.rounds) or 1,
        "over": state.outcome.over,
        "winners": [state.names[seat] for seat in state.outcome.winners],
    }


def _read(connection: Connection, token: str) -> Sitting:
    """The game; of what was read before, only the last entry is read again.

    If that is another now, somebody has put another score book in place of ours.
    """
    known = _memory.recall(token)
    if known is None or not known.keys:
        return _read_whole(connection, token)
    rows = log_rows.rows_from(connection, token, len(known.keys))
    if not rows or rows[0].key != known.keys[-1]:
        return _read_whole(connection, token)
    return _with_rows(known, rows[1:]) if len(rows) > 1 else known


def _read_whole(connection: Connection, token: str) -> Sitting:
    _memory.forget(token)
    with Session(connection) as session:
        game = session.scalar(select(Game).where(log_rows.by_link(token)), {"token": token})
        if game is None:
            raise _leads_nowhere(session, token)
        if game.deleted_at is not None:
            raise GameDeleted(token)
        names = tuple(seat.name for seat in game.seats)
        session.expunge(game)  # it is read by many requests from now on
    ruleset, seats = rules_of(game.ruleset), Seats(names, game.first_dealer)
    fresh = Sitting(token, game, ruleset, seats, (), (), replay(ruleset, seats, ()))
    return _with_rows(fresh, log_rows.rows_from(connection, token, 1))


def _leads_nowhere(session: Session, token: str) -> LookupError:
    game = find_ended(session, token)
    return LinkEnded(game.token, game.device) if game else NoSuchGame(token)


def _with_rows(known: Sitting, rows: Sequence[Any]) -> Sitting:
    """What is known, and what was added to it."""
    entries = [read_entry(row.kind, row.data) for row in rows]
    ruleset = known.rules_after(*entries)
    state = replay(ruleset, known.seats, (*known.entries, *entries))
    sitting = _with_entries(known, entries, [row.key for row in rows], state)
    _memory.remember(known.token, sitting)
    return sitting


def _with_entries(known: Sitting, entries: list[Entry], keys: list[str], state: State) -> Sitting:
    return replace(
        known,
        ruleset=known.rules_after(*entries),
        entries=(*known.entries, *entries),
        keys=(*known.keys, *keys),
        state=state,
    )


def _log_entry(sequence: int, key: str, entry: Entry) -> LogEntry:
    kind, data = write_entry(entry)
    return LogEntry(sequence=sequence, key=key, kind=kind, data=data, recorded_at=now())

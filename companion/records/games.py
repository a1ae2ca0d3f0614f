"""Start, find and go on with a game."""

import json
import re
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from companion.records.database import db, write_transaction
from companion.records.memory import memory
from companion.records.models import Game, LogEntry, Seat
from companion.rules.log import Entry
from companion.rules.log_data import read_entry, write_entry
from companion.rules.refusals import check
from companion.rules.replay import replay
from companion.rules.rulesets import Ruleset, read_ruleset
from companion.rules.state import Seats, State

_TOKEN_BYTES = 16  # 128 bits: nobody finds a game by guessing
_TOKEN = re.compile(r"[A-Za-z0-9_-]{22}")


class NoSuchGame(LookupError):
    """No game has this token."""


class OutOfDate(Exception):
    """The page was made before something else happened that it does not know of."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """A game as it was just read: its row, its rules, its log and the state that follows."""

    game: Game
    ruleset: Ruleset
    seats: Seats
    entries: tuple[Entry, ...]
    state: State

    def after(self, entry: Entry) -> State:
        """The state if this entry were added; nothing is kept. Raises Refused or Doubted."""
        check(self.ruleset, self.state, entry)
        return replay(self.ruleset, self.seats, (*self.entries, entry))


def new_key() -> str:
    """A token or an entry key: 128 random bits in 22 characters."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def start_game(
    ruleset: dict[str, Any],
    seats: Seats,
    device: str,
    title: str = "",
    entries: Sequence[Entry] = (),
    started_at: datetime | None = None,
    token: str | None = None,
) -> str:
    """Seat the players and keep the resolved ruleset; returns the new game's token.

    `token` follows from what the page sent: started twice by the same tap, it is one game.
    `entries` and `started_at` (UTC) are for a game that was kept elsewhere; nobody checks its
    entries again.
    """
    now = _now()
    game = Game(
        token=token if token and _TOKEN.fullmatch(token) else new_key(),
        device=device,
        title=title,
        ruleset=json.dumps(ruleset),
        first_dealer=seats.first_dealer,
        started_at=started_at.replace(tzinfo=None) if started_at else now,
        changed_at=now,
        summary=summarise(replay(read_ruleset(ruleset), seats, entries)),
        seats=[Seat(position=n, name=name) for n, name in enumerate(seats.names)],
        log=[_log_entry(n, new_key(), entry) for n, entry in enumerate(entries, 1)],
    )
    with write_transaction() as session:
        if not session.scalar(select(Game.id).where(Game.token == game.token)):
            session.add(game)
        return game.token


def open_game(token: str) -> Sitting:
    """Read a game. Raises NoSuchGame."""
    return _read(db.session(), token)


def append(token: str, key: str, entry_for: Callable[[Sitting], Entry | None]) -> State:
    """Add what happened to the game's log, once for each `key`; returns the state after.

    `entry_for` is given the game as it really is, under the write lock, and returns the entry, or
    None where there is nothing to add, or raises (OutOfDate, Refused, Doubted): then nothing is
    kept. Raises NoSuchGame.
    """
    with write_transaction() as session:
        sitting = _read(session, token, for_update=True)
        if _is_written(session, sitting.game, key):
            return sitting.state
        entry = entry_for(sitting)
        if entry is None:
            return sitting.state
        state = sitting.after(entry)
        sitting.game.log.add(_log_entry(len(sitting.entries) + 1, key, entry))
        sitting.game.changed_at = _now()
        sitting.game.summary = summarise(state)
    memory.remember(token, (*sitting.entries, entry), state)
    return state


def games_of(device: str) -> Sequence[Game]:
    """The games this device made, the latest first."""
    games = select(Game).where(Game.device == device).order_by(Game.changed_at.desc(), Game.id)
    return db.session.scalars(games).all()


def people_of(device: str, most: int = 12) -> list[str]:
    """The names of those who played on this device before, the latest first."""
    names = (
        select(Seat.name)
        .join(Game, Seat.game_id == Game.id)
        .where(Game.device == device)
        .order_by(Game.id.desc(), Seat.position)
        .limit(most * most)
    )
    return list(dict.fromkeys(db.session.scalars(names)))[:most]


def summarise(state: State) -> dict[str, Any]:
    """What a list of games says of this one."""
    return {
        "players": list(state.names),
        "round": state.open.deal.number if state.open else len(state.rounds) or 1,
        "over": state.outcome.over,
        "winners": [state.names[seat] for seat in state.outcome.winners],
    }


def _read(session: Session, token: str, *, for_update: bool = False) -> Sitting:
    the_game = select(Game).where(Game.token == token)
    game = session.scalar(the_game.with_for_update() if for_update else the_game)
    if game is None:
        raise NoSuchGame(token)
    ruleset = _ruleset(game.ruleset)
    seats = Seats(tuple(seat.name for seat in game.seats), game.first_dealer)
    entries, state = _entries_and_state(session, game, ruleset, seats)
    return Sitting(game, ruleset, seats, entries, state)


def _entries_and_state(
    session: Session, game: Game, ruleset: Ruleset, seats: Seats
) -> tuple[tuple[Entry, ...], State]:
    """The log and what follows from it; only what was not read before is read."""
    known = memory.recall(game.token)
    read_already = known.entries if known else ()
    rows = session.execute(
        select(LogEntry.kind, LogEntry.data)
        .where(LogEntry.game_id == game.id, LogEntry.sequence > len(read_already))
        .order_by(LogEntry.sequence)
    ).all()
    if known and not rows:
        return known.entries, known.state
    entries = (*read_already, *(read_entry(kind, data) for kind, data in rows))
    state = replay(ruleset, seats, entries)
    memory.remember(game.token, entries, state)
    return entries, state


def _is_written(session: Session, game: Game, key: str) -> bool:
    same_tap = select(LogEntry.id).where(LogEntry.game_id == game.id, LogEntry.key == key)
    return session.scalar(same_tap) is not None


def _log_entry(sequence: int, key: str, entry: Entry) -> LogEntry:
    kind, data = write_entry(entry)
    return LogEntry(sequence=sequence, key=key, kind=kind, data=data, recorded_at=_now())


@lru_cache(maxsize=256)
def _ruleset(snapshot: str) -> Ruleset:
    """The same snapshot always reads the same, and many games share one."""
    return read_ruleset(json.loads(snapshot))


def _now() -> datetime:
    return datetime.now(UTC).replace(tzinfo=None)

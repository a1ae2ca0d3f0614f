"""Start, find and go on with a game."""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, cast

from sqlalchemy import Connection, Table, bindparam, insert, or_, select, update
from sqlalchemy.orm import Session

from companion.records.database import db, write_connection, write_transaction
from companion.records.links import LinkEnded, find_ended, is_watch_link, new_watch_link
from companion.records.links import new_key as new_key  # noqa: PLC0414 - games hand out keys
from companion.records.memory import Memory
from companion.records.models import Game, LogEntry, Phone, Seat
from companion.rules.log import Entry
from companion.rules.log_data import read_entry, write_entry
from companion.rules.refusals import Refused, check
from companion.rules.replay import go_on, replay
from companion.rules.ruleset_reading import read_ruleset
from companion.rules.rulesets import Ruleset
from companion.rules.scoring import UnknownCard
from companion.rules.state import Seats, State

_TOKEN = re.compile(r"[A-Za-z0-9_-]{22}")


# Made once: building a statement takes as long as running it.
_ENTRY, _ROW = cast("Table", LogEntry.__table__), cast("Table", Game.__table__)
_BY_LINK = {
    watching: (_ROW.c.watch_token if watching else _ROW.c.token) == bindparam("token")
    for watching in (False, True)
}
_LOCK = select(_ROW.c.id).where(_ROW.c.token == bindparam("token")).with_for_update()
# By its link each time: one that was ended in another process must find nothing in this one.
_LOG = {
    watching: select(_ENTRY.c.key, _ENTRY.c.kind, _ENTRY.c.data)
    .join(_ROW, _ROW.c.id == _ENTRY.c.game_id)
    .where(by_link, _ENTRY.c.sequence >= bindparam("first"))
    .order_by(_ENTRY.c.sequence)
    for watching, by_link in _BY_LINK.items()
}
_ADD = insert(_ENTRY)
_TOUCH = update(_ROW).where(_ROW.c.id == bindparam("game")).values(changed_at=bindparam("now"))
_SUMMARISE = _TOUCH.values(summary=bindparam("summary"))


class NoSuchGame(LookupError):
    """No game has this token."""


class OnlyWatching(PermissionError):
    """Who came by a link for watching changes nothing."""


class OutOfDate(Exception):
    """The page was made before something else happened that it does not know of."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """A game as it was just read: its row, its rules, its log and the state that follows.

    `token` is that of the link it was opened by, for every link on its pages: who watches must not
    learn how to keep score. `keys` name the taps that wrote the entries.
    """

    token: str
    game: Game
    ruleset: Ruleset
    seats: Seats
    entries: tuple[Entry, ...]
    keys: tuple[str, ...]
    state: State

    @property
    def may_score(self) -> bool:
        """Whether the link it was opened by is one to keep score by."""
        return not is_watch_link(self.token)

    def after(self, entry: Entry) -> State:
        """The state if this entry were added; nothing is kept. Raises Refused or Doubted."""
        check(self.ruleset, self.state, entry)
        try:
            return go_on(self.ruleset, self.seats, self.state, (*self.entries, entry))
        except UnknownCard as card:  # a correction that moves later deals, and with them a wild
            raise Refused("unknown_card", card=str(card.args[0])) from card


_memory: Memory[Sitting] = Memory()


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
        watch_token=new_watch_link(),
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
        ended = find_ended(session, game.token)  # started long ago by this very tap
        if ended is None and not session.scalar(select(Game.id).where(Game.token == game.token)):
            session.add(game)
        return ended.token if ended else game.token


def open_game(token: str) -> Sitting:
    """Read a game by either of its links. Raises NoSuchGame or LinkEnded."""
    with db.engine.connect() as connection:
        return _read(connection, token)


def append(
    token: str,
    key: str,
    entry_for: Callable[[Sitting], Entry | None],
    device: str | None = None,
) -> State:
    """Add what happened to the game's log, once for each `key`; returns the state after.

    `entry_for` is given the game as it really is, under the write lock, and returns the entry, or
    None where there is nothing to add, or raises (OutOfDate, Refused, Doubted): then nothing is
    kept. `device` is where it was tapped. Raises NoSuchGame, LinkEnded and OnlyWatching.
    """
    if is_watch_link(token):
        raise OnlyWatching
    with write_connection() as connection:
        _lock(connection, token)
        sitting = _read(connection, token)
        entry = None if key in sitting.keys else entry_for(sitting)
        if entry is None:
            return sitting.state
        state = sitting.after(entry)
        _add(connection, sitting, key, entry, device)
        _touch(connection, sitting, state)
    _remember(sitting, [entry], [key], state)
    return state


def games_of(device: str) -> Sequence[Game]:
    """The games this device made or came to by a link that still holds, the latest first."""
    came = select(Phone.game_id).where(Phone.device == device, Phone.token == Game.token)
    mine = or_(Game.device == device, Game.id.in_(came.correlate(Game)))
    games = select(Game).where(mine).order_by(Game.changed_at.desc(), Game.id)
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


def _lock(connection: Connection, token: str) -> None:
    """PostgreSQL holds the row of this game; SQLite holds the whole file already."""
    if connection.dialect.name != "sqlite":
        connection.execute(_LOCK, {"token": token})


def _read(connection: Connection, token: str) -> Sitting:
    """The game; of what was read before, only the last entry is read again.

    If that is another now, somebody has put another score book in place of ours.
    """
    known = _memory.recall(token)
    if known is None or not known.keys:
        return _read_whole(connection, token)
    rows = _rows(connection, token, len(known.keys))
    if not rows or rows[0].key != known.keys[-1]:
        return _read_whole(connection, token)
    return _with_rows(known, rows[1:]) if len(rows) > 1 else known


def _rows(connection: Connection, token: str, first: int) -> Sequence[Any]:
    log = _LOG[is_watch_link(token)]
    return connection.execute(log, {"token": token, "first": first}).all()


def _read_whole(connection: Connection, token: str) -> Sitting:
    _memory.forget(token)
    with Session(connection) as session:
        by_link = select(Game).where(_BY_LINK[is_watch_link(token)])
        game = session.scalar(by_link, {"token": token})
        if game is None:
            raise _leads_nowhere(session, token)
        names = tuple(seat.name for seat in game.seats)
        session.expunge(game)  # it is read by many requests from now on
    ruleset, seats = _ruleset(game.ruleset), Seats(names, game.first_dealer)
    fresh = Sitting(token, game, ruleset, seats, (), (), replay(ruleset, seats, ()))
    return _with_rows(fresh, _rows(connection, token, 1))


def _leads_nowhere(session: Session, token: str) -> LookupError:
    game = find_ended(session, token)
    return LinkEnded(game.token, game.device) if game else NoSuchGame(token)


def _with_rows(known: Sitting, rows: Sequence[Any]) -> Sitting:
    """What is known, and what was added to it."""
    entries = [read_entry(row.kind, row.data) for row in rows]
    state = replay(known.ruleset, known.seats, (*known.entries, *entries))
    return _remember(known, entries, [row.key for row in rows], state)


def _remember(known: Sitting, entries: list[Entry], keys: list[str], state: State) -> Sitting:
    sitting = replace(
        known, entries=(*known.entries, *entries), keys=(*known.keys, *keys), state=state
    )
    _memory.remember(known.token, sitting)
    return sitting


def _add(
    connection: Connection, sitting: Sitting, key: str, entry: Entry, device: str | None
) -> None:
    kind, data = write_entry(entry)
    row = {"game_id": sitting.game.id, "sequence": len(sitting.entries) + 1, "key": key}
    what = {"kind": kind, "data": data, "recorded_at": _now(), "device": device}
    connection.execute(_ADD, row | what)


def _touch(connection: Connection, sitting: Sitting, state: State) -> None:
    """Bring the game's row up to date; most taps do not change its summary."""
    summary, news = summarise(state), {"game": sitting.game.id, "now": _now()}
    if summary == summarise(sitting.state):
        connection.execute(_TOUCH, news)
    else:
        connection.execute(_SUMMARISE, news | {"summary": summary})


def _log_entry(sequence: int, key: str, entry: Entry) -> LogEntry:
    kind, data = write_entry(entry)
    return LogEntry(sequence=sequence, key=key, kind=kind, data=data, recorded_at=_now())


@lru_cache(maxsize=256)
def _ruleset(snapshot: str) -> Ruleset:
    """The same snapshot always reads the same, and many games share one."""
    return read_ruleset(json.loads(snapshot))


def _now() -> datetime:
    return datetime.now(UTC).replace(tzinfo=None)

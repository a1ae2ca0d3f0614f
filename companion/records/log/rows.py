"""The rows of a game and its log, as one tap reads and writes them.

Statements are built once: building one takes as long as running it.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select, update
from sqlalchemy.orm import Session, selectinload

from companion.records.log.stored_game import Tap
from companion.records.log.taps import Tapped
from companion.records.models import Game, LogEntry, Seat
from companion.records.people.links import is_watch_link
from companion.records.people.searching import found_by
from companion.records.store.book_ids import KEY
from companion.records.store.database import now, touched
from companion.rules.fold.entries import Entry, read_entry, write_entry

_LOCK = select(Game.id).where(Game.token == bindparam("token")).with_for_update()
_HOLD = select(Game.id).where(Game.id == bindparam("game")).with_for_update()
_BY_LINK = {
    watching: (Game.watch_token if watching else Game.token) == bindparam("token")
    for watching in (False, True)
}
_GAME_ROW = {watching: select(Game).where(by_link) for watching, by_link in _BY_LINK.items()}
_PEOPLE = (
    select(Seat.name, Seat.colour).where(Seat.game_id == bindparam("game")).order_by(Seat.position)
)
# By link each time: a link that was replaced in another process must find nothing here.
_LOG = {
    watching: select(
        LogEntry.key,
        LogEntry.device,
        LogEntry.recorded_at,
        LogEntry.tapped_at,
        LogEntry.clock_ahead,
        LogEntry.kind,
        LogEntry.data,
        KEY,
    )
    .join(Game, Game.id == LogEntry.game_id)
    .where(Game.deleted_at.is_(None))
    .where(by_link, LogEntry.sequence >= bindparam("first"))
    .order_by(LogEntry.sequence)
    for watching, by_link in _BY_LINK.items()
}
_GAMES = (
    select(Game)
    .where(Game.id.in_(bindparam("games", expanding=True)), Game.deleted_at.is_(None))
    .options(selectinload(Game.seats))
)
_LOGS = (
    select(LogEntry.game_id, LogEntry.kind, LogEntry.data)
    .where(LogEntry.game_id.in_(bindparam("games", expanding=True)))
    .order_by(LogEntry.game_id, LogEntry.sequence)
)
_ADD = insert(LogEntry)
_TOUCH = update(Game).where(Game.id == bindparam("game")).values(changed_at=bindparam("now"))
_SUMMARISE = _TOUCH.values(summary=bindparam("summary"), found_by=bindparam("found_by"))


def lock_by_token(connection: Connection, token: str) -> None:
    """Lock the row of this game on PostgreSQL; SQLite has locked the file already."""
    if connection.dialect.name != "sqlite":
        connection.execute(_LOCK, {"token": token})


def lock_by_id(connection: Connection, game: int) -> None:
    """Lock a game by its id; always before its phones, to prevent deadlocks."""
    if connection.dialect.name != "sqlite":
        connection.execute(_HOLD, {"game": game})


def game_row(session: Session, token: str) -> Game | None:
    """The row of the game of this link, for either right."""
    return session.scalar(_GAME_ROW[is_watch_link(token)], {"token": token})


def people_of(connection: Connection, game: int) -> Sequence[Any]:
    """Name and colour of each player before the first deal, by seat."""
    return connection.execute(_PEOPLE, {"game": game}).all()


def rows_from(connection: Connection, token: str, first: int) -> Sequence[Any]:
    """The log entries from this sequence number on, each with its tap."""
    log = _LOG[is_watch_link(token)]
    return connection.execute(log, {"token": token, "first": first}).all()


def games_with_logs(
    connection: Connection, games: Sequence[int]
) -> Iterator[tuple[Game, list[Entry]]]:
    """These games by id, each with its log, in a constant number of statements."""
    logs: dict[int, list[Entry]] = {}
    for row in connection.execute(_LOGS, {"games": games}):
        logs.setdefault(row.game_id, []).append(read_entry(row.kind, row.data))
    with Session(connection) as session:
        for game in session.scalars(_GAMES, {"games": games}):
            yield game, logs.get(game.id, [])


def add(
    connection: Connection, game: int, first: int, entries: Sequence[tuple[Tap, Entry]]
) -> None:
    """Append entries with their taps; `first` is the number of the first."""
    rows = [
        {"game_id": game, "sequence": sequence} | _row(tap, entry)
        for sequence, (tap, entry) in enumerate(entries, first)
    ]
    connection.execute(_ADD, rows)


def _row(tap: Tap, entry: Entry) -> dict[str, Any]:
    kind, data = write_entry(entry)
    by = {"key": tap.key, "device": tap.device, "recorded_at": tap.kept_at}
    when = {"tapped_at": tap.tapped.at, "clock_ahead": tap.tapped.clock_ahead}
    return by | when | {"kind": kind, "data": data}


def tap_of(row: Any) -> Tap:  # noqa: ANN401 - a row
    """The tap that wrote this row."""
    tapped = Tapped(row.tapped_at, row.clock_ahead)
    return Tap(row.key, row.device, row.recorded_at, tapped)


def touch(connection: Connection, game: int) -> None:
    """Update the time of the last change only."""
    touched(connection, game)
    connection.execute(_TOUCH, {"game": game, "now": now()})


def summarise(connection: Connection, game: Game, summary: dict[str, Any]) -> None:
    """Update the time of the last change, and the summary."""
    touched(connection, game.id)
    text = found_by(game.ruleset_name, game.title, summary)
    news = {"game": game.id, "now": now(), "summary": summary, "found_by": text}
    connection.execute(_SUMMARISE, news)

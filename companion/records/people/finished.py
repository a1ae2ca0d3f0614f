"""The last finished games of a phone, with the figures of their players; and its archive.

Cached: each request only asks which games these are and when they changed, which an index answers.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeVar, cast

from flask import Flask, current_app
from sqlalchemy import Connection, Delete, Row, delete, insert, select

from companion.records.log.games import NoSuchGame
from companion.records.log.rows import games_with_logs
from companion.records.log.stored_game import GameCache
from companion.records.models import ArchivedGame, Game
from companion.records.people.all_games import Changed, changes_in, changes_of
from companion.records.people.colours import colours_in
from companion.records.people.links import is_watch_link
from companion.records.people.lists import EVER, Span
from companion.records.store.database import reading, write_connection
from companion.rules.fold.entries import Entry
from companion.rules.game import Game as Played
from companion.rules.model.state import Seats
from companion.rules.statistics import GameFigures, figures_of, read_figures


def put_away(link: str, device: str) -> None:
    """Archive the game of this link on this device; idempotent. Raises NoSuchGame."""
    with write_connection() as connection:
        game = _game_id(connection, link)
        connection.execute(_this(game, device))
        connection.execute(insert(ArchivedGame).values(game_id=game, device=device))


def take_out(link: str, device: str) -> None:
    """Move the game of this link back to the lists. Raises NoSuchGame."""
    with write_connection() as connection:
        connection.execute(_this(_game_id(connection, link), device))


def _this(game: int, device: str) -> Delete:
    return delete(ArchivedGame).where(ArchivedGame.game_id == game, ArchivedGame.device == device)


def _game_id(connection: Connection, link: str) -> int:
    by = Game.watch_token if is_watch_link(link) else Game.token
    game = connection.scalar(select(Game.id).where(by == link, Game.deleted_at.is_(None)))
    if game is None:
        raise NoSuchGame(link)
    return game


_GAMES, _PHONES = 5000, 128  # cached games; each takes a few hundred bytes
_WORKED_OUT = 32  # of one phone
_NOT_YET = object()
_MEMORY = "companion-finished"
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished game: its `link` on this phone, its rules, its players in order of play.

    `started_at` is the time of its first deal, in UTC; `may_be_repeated` says whether this phone
    can start a rematch.
    """

    link: str
    rules: str
    started_at: datetime
    may_be_repeated: bool
    names: tuple[str, ...]
    colours: tuple[int, ...]
    figures: GameFigures


@dataclass(frozen=True, slots=True)
class FinishedGames:
    """The last finished games of a phone, the latest first; `more` says that there are others.

    Immutable, and so is everything computed from them.
    """

    games: tuple[Finished, ...]
    more: bool
    _known: dict[Any, Any] = field(default_factory=dict, compare=False)

    def cached(self, key: object, compute: Callable[[], T]) -> T:
        """A value computed once from these games, by `key`."""
        value = self._known.get(key, _NOT_YET)
        if value is _NOT_YET:
            value = compute()
            if len(self._known) >= _WORKED_OUT:
                self._known.clear()
            self._known[key] = value  # another thread may clear it at any time
        return cast("T", value)


_NONE = FinishedGames((), more=False)
_OfGame = tuple[Changed, Finished | None]  # None while the game goes on
_OfPhone = tuple[tuple[str, ...], FinishedGames]


@dataclass(frozen=True, slots=True)
class _Memory:
    """The cache of a process, by game and by phone."""

    games: GameCache[_OfGame]
    phones: GameCache[_OfPhone]


def init_finished(app: Flask) -> None:
    """Create the cache of the app."""
    app.extensions[_MEMORY] = _Memory(GameCache(_GAMES), GameCache(_PHONES))


def finished_of(device: str, links: Sequence[str], most: int, span: Span = EVER) -> FinishedGames:
    """The finished ones of the last games of this phone; `links` are those it opened."""
    memory: _Memory = current_app.extensions[_MEMORY]
    changes = changes_of(device, links, most + 1, span)
    if not any(changes):
        return _NONE
    phone = "\n".join((str(span), device, *links))
    known = memory.phones.recall(phone)
    if known is None or known[0] != changes:
        last = changes_in(changes, most + 1)
        finished = tuple(_finished(memory.games, last[:most]))
        known = (changes, FinishedGames(finished, more=len(last) > most))
        memory.phones.remember(phone, known)
    return known[1]


def _finished(memory: GameCache[_OfGame], changes: Sequence[Any]) -> Iterable[Finished]:
    """The finished ones of these games, from the cache where it is current."""
    known = {change: memory.recall(_key(change)) for change in changes}
    new = [change for change, entry in known.items() if entry is None or entry[0] != change]
    for change, finished in _read(new):
        memory.remember(_key(change), (change, finished))
        known[change] = (change, finished)
    up_to_date = (entry for change, entry in known.items() if entry and entry[0] == change)
    return [finished for _, finished in up_to_date if finished]


def _key(change: Changed) -> str:
    return f"{change.game} {change.came_by}"


def _read(new: Sequence[Any]) -> Iterable[_OfGame]:
    """Read these games; a game that was deleted meanwhile is left out."""
    columns = (Game.id, Game.token, Game.watch_token, Game.ruleset_name)
    games = select(*columns, Game.summary).where(Game.id.in_([change.game for change in new]))
    if not new:
        return
    with reading() as connection:
        rows = {row.id: row for row in connection.execute(games)}
        over = {key: row.summary for key, row in rows.items() if row.summary["over"]}
        figures = {key: read_figures(summary.get("figures")) for key, summary in over.items()}
        bare = [key for key, values in figures.items() if not values]
        logs = list(games_with_logs(connection, bare)) if bare else []
    figures |= {game.id: _worked_out(game, entries) for game, entries in logs}
    for change in new:
        if change.game in rows:
            yield change, _game(rows[change.game], change, figures.get(change.game))


def _game(row: Row[Any], change: Changed, figures: GameFigures | None) -> Finished | None:
    if figures is None:
        return None
    return Finished(
        link=row.watch_token if change.is_watched else row.token,
        rules=row.ruleset_name,
        started_at=change.started_at,
        may_be_repeated=not change.is_watched,
        names=tuple(row.summary["players"]),
        colours=tuple(colours_in(row.summary)),
        figures=figures,
    )


def _worked_out(row: Game, entries: Sequence[Entry]) -> GameFigures | None:
    """The figures of a game that ended before a book stored any, from its log."""
    seats = Seats(tuple(seat.name for seat in row.seats), row.first_dealer)
    game = Played.begun(row.ruleset, seats, entries)
    return figures_of(game.ruleset, game.state)

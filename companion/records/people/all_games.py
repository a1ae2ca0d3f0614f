"""All games of a score book, for its operator, and the last changes that validate caches."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    DateTime,
    Integer,
    Select,
    String,
    Subquery,
    Text,
    bindparam,
    cast,
    func,
    select,
)

from companion.records.models import Game, LogEntry
from companion.records.people.lists import EVER, GUEST, OWN, WATCHED, GamesQuery, Span, sources_of
from companion.records.store.database import reading


@dataclass(frozen=True, slots=True)
class GameInBook:
    """A game that is not deleted; `token` opens it, `started_at` has its time zone.

    `game` is the name of its rules, `round` the number of the current or last round. `winners` is
    empty unless the game is `over`.
    """

    token: str
    title: str
    game: str
    players: tuple[str, ...]
    started_at: datetime
    round: int
    over: bool
    winners: tuple[str, ...]

    def as_data(self) -> dict[str, Any]:
        """The game for JSON."""
        return {
            "link": f"/g/{self.token}/",
            "title": self.title,
            "game": self.game,
            "players": [*self.players],
            "started_at": self.started_at.isoformat(),
            "round": self.round,
            "over": self.over,
            "winners": [*self.winners],
        }


def all_games() -> list[GameInBook]:
    """The games in the order of their first deals."""
    columns = (Game.token, Game.title, Game.ruleset_name, Game.started_at, Game.summary)
    query = select(*columns).where(Game.deleted_at.is_(None)).order_by(Game.started_at, Game.id)
    with reading() as connection:
        return [
            GameInBook(
                row.token,
                row.summary.get("title", row.title),
                row.ruleset_name,
                tuple(row.summary["players"]),
                row.started_at.replace(tzinfo=UTC),
                row.summary["round"],
                row.summary["over"],
                tuple(row.summary["winners"]),
            )
            for row in connection.execute(query)
        ]


_APART, _NEXT = "|", "\n"
_SOURCES = (OWN, GUEST, GUEST, WATCHED)


class Changed(NamedTuple):
    """A game (its id) with its start, its last change, and how the device came to it."""

    game: int
    began: str
    at: str
    came_by: str

    @property
    def started_at(self) -> datetime:
        """The time of its first deal, in UTC."""
        return datetime.fromisoformat(self.began)

    @property
    def is_watched(self) -> bool:
        """Whether the device has only the link for watching."""
        return self.came_by == WATCHED


def changes_of(
    device: str,
    links: Sequence[str],
    most: int,
    span: Span = EVER,
    *,
    archived: bool | None = False,
) -> tuple[str, ...]:
    """The last games of this device by their first deal, and when they changed.

    The text is equal as long as the answer is; `changes_in` parses it. `archived` is that of a
    GamesQuery.
    """
    if not device and not links:
        return ("",) * len(_SOURCES)
    asked = GamesQuery(archived=archived, by_day=True)
    parameters = {"device": device, "links": [*links], "most": most, **span._asdict()}
    with reading() as connection:
        changes = _changes(asked, by_device=bool(device), by_links=bool(links))
        row = connection.execute(changes, parameters).one()._asdict()
    return tuple(row.get(f"source_{n}") or "" for n, _ in enumerate(_SOURCES))


def changes_in(texts: Sequence[str], most: int) -> list[Changed]:
    """The parsed games, the latest first."""
    rows = [
        (*row.split(_APART), came_by)
        for text, came_by in zip(texts, _SOURCES, strict=True)
        for row in text.split(_NEXT)
        if row
    ]
    latest = sorted(rows, key=lambda row: (row[0], int(row[1])), reverse=True)[:most]
    return [Changed(int(game), began, at, came_by) for began, game, at, came_by in latest]


# Bytes of a record beside its texts, and of a step beside its data, both rounded up.
_OF_A_RECORD, _OF_A_STEP = 2000, 100


def record_sizes(games: Sequence[int]) -> list[int]:
    """The most bytes that the records of these games (ids) take with their histories, in order.

    Estimated from the rows, because writing a hundred records takes seconds.
    """
    data = func.sum(func.length(cast(LogEntry.data, Text)))  # in a round and in the history
    log = 2 * data + _OF_A_STEP * func.count(LogEntry.id)
    log_size = select(func.coalesce(log, 0)).where(LogEntry.game_id == Game.id).scalar_subquery()
    size = func.length(Game.ruleset) + log_size + _OF_A_RECORD
    with reading() as connection:
        query = select(Game.id, size).where(Game.id.in_(games))
        sizes = {game: int(size) for game, size in connection.execute(query)}
    return [sizes.get(game, 0) for game in games]


@cache
def _changes(query: GamesQuery, *, by_device: bool, by_links: bool) -> Select[Any]:
    """One text for each way to come to a game.

    Building the statement, or reading a row for each game, would take longer than everything else.
    """
    device: Any = bindparam("device")
    links: Any = bindparam("links", expanding=True)
    most = bindparam("most", type_=Integer)
    wanted = (by_device, by_device, by_links, by_links)
    sources = zip(sources_of(device, links, query, Game.changed_at), wanted, strict=True)
    last = (query.latest.desc(), Game.id.desc())
    began = Game.started_at
    between = (
        began >= bindparam("since", type_=DateTime),
        began < bindparam("until", type_=DateTime),
    )
    asked_for = {
        f"source_{n}": source.where(*query.where(device), *between).order_by(*last).limit(most)
        for n, (source, is_wanted) in enumerate(sources)
        if is_wanted
    }
    texts = {name: select(_as_text(source.subquery())) for name, source in asked_for.items()}
    return select(*(text.scalar_subquery().label(name) for name, text in texts.items()))


def _as_text(source: Subquery) -> ColumnElement[str]:
    columns = [cast(source.c[name], String) for name in ("at", "id", "changed_at")]
    line: ColumnElement[str] = columns[0]
    for column in columns[1:]:
        line = line + _APART + column
    return func.aggregate_strings(line, _NEXT)

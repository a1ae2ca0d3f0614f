"""The lists of a device: its games, deleted games, and the people who played in them.

Also the size of a score book, as figures without names. Ranges of time are in UTC and naive, as in
the tables.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from shutil import disk_usage
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    func,
    literal,
    or_,
    select,
    text,
    union_all,
)
from sqlalchemy.orm import Session

from companion.records.log.deleting import removal_time
from companion.records.models import ArchivedGame, EndedLink, Game, LogEntry, OwnGame, Phone
from companion.records.people.colours import colours_in
from companion.records.people.searching import finds, searched
from companion.records.store.database import Base, now, reading
from companion.records.store.sqlite import file_of
from companion.rules.model.names import folded


class Span(NamedTuple):
    """The moments from `since` on and before `until`."""

    since: datetime = datetime(1, 1, 1)  # noqa: DTZ001 - naive, as in the tables
    until: datetime = datetime(9999, 1, 1)  # noqa: DTZ001


EVER = Span()


_WEEK = timedelta(days=7)


_ONE_DAY = timedelta(days=1)
_RENEWED = select(EndedLink.game_id)
_IS_OVER = Game.summary["over"].as_boolean()
_LOOKED_AT = 6  # games of one phone


@dataclass(frozen=True, slots=True)
class Overview:
    """`book_bytes` is the size of the database, `free_bytes` the free space of its disk, if known.

    `entries` is the highest id of an entry, so removed ones count; `changed_at` is in UTC.
    """

    games: int
    games_this_week: int
    games_deleted: int
    own_games: int
    entries: int
    changed_at: datetime | None
    database: str
    shape: str
    book_bytes: int
    free_bytes: int | None


def overview() -> Overview:
    """The current figures."""
    with reading() as book:
        since = now() - _WEEK
        return Overview(
            games=_count(book, Game),
            games_this_week=_count(book, Game, Game.changed_at > since),
            games_deleted=_count(book, Game, Game.deleted_at.is_not(None)),
            own_games=_count(book, OwnGame),
            entries=book.scalar(select(func.coalesce(func.max(LogEntry.id), 0))) or 0,
            changed_at=book.scalar(select(func.max(Game.changed_at))),
            database=_database(book),
            shape=str(book.scalar(text("SELECT version_num FROM alembic_version"))),
            book_bytes=_bytes(book),
            free_bytes=_free(book),
        )


def _count(book: Connection, table: type[Base], *which: object) -> int:
    return book.scalar(select(func.count()).select_from(table).where(*which)) or 0  # type: ignore[arg-type]


def _database(book: Connection) -> str:
    version = ".".join(map(str, book.dialect.server_version_info or ()))
    return f"{'PostgreSQL' if book.dialect.name == 'postgresql' else 'SQLite'} {version}"


def _bytes(book: Connection) -> int:
    if book.dialect.name == "postgresql":
        return book.scalar(text("SELECT pg_database_size(current_database())")) or 0
    file = file_of(book.engine.url)
    parts = [Path(f"{file}{end}") for end in ("", "-wal")] if file else []
    return sum(part.stat().st_size for part in parts if part.exists())


def _free(book: Connection) -> int | None:
    file = file_of(book.engine.url)
    return disk_usage(file.parent).free if file else None


PAGE = 20  # games of a page that can be scrolled with a thumb
OWN, GUEST, WATCHED = "own", "guest", "watched"


@dataclass(frozen=True, slots=True)
class Listed:
    """A game of a list, without rules and log.

    `token` is that of this device's link, because a watcher must not learn the score link. `called`
    is the title, `name` that of the rules; `summary` is the cached state as of `changed_at` (UTC).
    """

    token: str
    called: str
    name: str
    started_at: datetime
    deleted_at: datetime | None
    summary: dict[str, Any]
    came_by: str = OWN
    changed_at: datetime | None = None

    @property
    def is_own(self) -> bool:
        """Whether this device started it."""
        return self.came_by == OWN

    @property
    def is_watched(self) -> bool:
        """Whether this device has only the link for watching."""
        return self.came_by == WATCHED


@dataclass(frozen=True, slots=True)
class GamesPage:
    """A page of a list of games, the last changed first; `number` counts from 1."""

    games: Sequence[Listed]
    number: int
    has_more: bool


@dataclass(frozen=True, slots=True)
class GamesQuery:
    """A query for games, and in which order.

    `search` are words that all occur in the title, the names of the players or of the rules;
    `rules` is the name of the rules; `archived` and `over` say whether they are archived and
    finished, None for both; `by_day` sorts by the first deal, otherwise by the last change. The
    first deal was at `since` (UTC) or later, and before `until`.
    """

    search: str = ""
    rules: str = ""
    archived: bool | None = False
    over: bool | None = None
    by_day: bool = False
    since: datetime | None = None
    until: datetime | None = None

    def where(self, device: Any) -> Iterator[ColumnElement[bool]]:  # noqa: ANN401 - a value or a column
        """The conditions for such a game of this device."""
        yield Game.deleted_at.is_(None)
        yield from (finds(word, Game.found_by) for word in searched(self.search))
        if self.rules:
            yield Game.ruleset_name == self.rules
        if self.over is not None:
            yield self.over == _IS_OVER
        if self.since:
            yield Game.started_at >= self.since
        if self.until:
            yield Game.started_at < self.until
        if self.archived is None:
            return
        mine = (ArchivedGame.game_id == Game.id, ArchivedGame.device == device)
        is_archived = select(ArchivedGame.id).where(*mine).exists()
        # One query: most devices have archived nothing, so games need no check.
        has_any = select(ArchivedGame.id).where(ArchivedGame.device == device).exists()
        yield is_archived if self.archived else ~has_any | ~is_archived

    @property
    def latest(self) -> Any:  # noqa: ANN401 - a column
        """The sort key, latest first."""
        return Game.started_at if self.by_day else Game.changed_at


_ALL = GamesQuery()


def games_of(
    device: str,
    links: Iterable[str] = (),
    *,
    query: GamesQuery = _ALL,
    number: int = 1,
    most: int = PAGE,
) -> GamesPage:
    """A page of the games that this device started, joined or watches.

    `links` are those it opened, for keeping score or watching; `most` is the number of games of a
    page.
    """
    wanted = number * most + 1
    sources = [
        # Each source by its own index, so that only these of thousands of games are read.
        s.where(*query.where(device)).order_by(query.latest.desc(), Game.id.desc()).limit(wanted)
        for s in _lists(device, [*links], query)
    ]
    if not sources:
        return GamesPage((), number, has_more=False)
    ids = union_all(*(select(source.subquery()) for source in sources)).subquery()
    latest = (ids.c.at.desc(), ids.c.id.desc())
    some = select(ids).order_by(*latest).limit(most + 1).offset((number - 1) * most).subquery()
    rows = _shown(some.c.came_by).join(some, some.c.id == Game.id)
    games = [*_listed(rows.order_by(some.c.at.desc(), some.c.id.desc()))]
    return GamesPage(games[:most], number, len(games) > most)


def has_archived(device: str, links: Iterable[str] = (), *, over: bool | None = None) -> bool:
    """Whether this device has archived games, finished or not."""
    query = GamesQuery(archived=True, over=over)
    return bool(games_of(device, links, query=query, most=1).games)


def _lists(device: str, links: list[str], query: GamesQuery) -> Iterator[Select[Any]]:
    """The sources of games of this device."""
    own, guest, opened, watched = sources_of(device, links, query)
    if device:  # a phone without an id has no games
        yield from (own, guest)
    if links:
        yield from (opened, watched)


def sources_of(device: Any, links: Any, query: GamesQuery, *more: Any) -> tuple[Select[Any], ...]:  # noqa: ANN401 - values or columns
    """The sources of games: started here, joined, opened by a score link, or by one for watching.

    Each game occurs once.
    """
    came = (Phone.device == device, Phone.token == Game.token)
    own = _ids(query, OWN, *more).where(Game.device == device)
    guest = _ids(query, GUEST, *more).join(Phone, Phone.game_id == Game.id)
    guest = guest.where(*came, Game.device != device)
    is_guest = select(Phone.id).where(Phone.game_id == Game.id, *came).exists()
    by_link = (Game.device != device, ~is_guest)
    opened = _ids(query, GUEST, *more).where(Game.token.in_(links), *by_link)
    watched = _ids(query, WATCHED, *more).where(Game.watch_token.in_(links), *by_link)
    return own, guest, opened, watched.where(Game.token.not_in(links))


def _ids(query: GamesQuery, came_by: str, *more: Any) -> Select[Any]:  # noqa: ANN401 - columns
    return select(Game.id, query.latest.label("at"), literal(came_by).label("came_by"), *more)


def rules_played_on(device: str, links: Sequence[str] = (), most: int = 200) -> list[str]:
    """The names of the rules of this device’s last finished games, the most frequent first."""
    query = GamesQuery(by_day=True)
    sources = [
        source.where(Game.deleted_at.is_(None), _IS_OVER).order_by(query.latest.desc()).limit(most)
        for source in _lists(device, [*links], query)
    ]
    if not sources:
        return []
    ids = union_all(*(select(source.subquery().c.id) for source in sources)).subquery()
    played = select(Game.ruleset_name).join(ids, ids.c.id == Game.id)
    last = played.order_by(Game.started_at.desc()).limit(most).subquery()
    often = func.count().desc()
    names = select(last.c.ruleset_name).group_by(last.c.ruleset_name).order_by(often)
    with reading() as connection:
        return list(connection.scalars(names.order_by(last.c.ruleset_name)))


def next_game(former: int, device: str, since: datetime, people: Collection[str]) -> str | None:
    """The link for watching the latest game of the same people.

    A phone that kept score in the `former` game (an id), or its keeper's `device`, began it within
    a day, and after `since`, when the former one began (UTC, naive as in the tables). `people` are
    the names in the former game now. A game whose links were replaced is none.
    """
    kept_score = select(LogEntry.device).where(LogEntry.game_id == former)
    theirs = or_(Game.device == device, Game.device.in_(kept_score))
    mine = (theirs, Game.deleted_at.is_(None))
    lately = (Game.started_at > max(since, now() - _ONE_DAY), Game.id.not_in(_RENEWED))
    latest = Game.started_at.desc()
    games = select(Game).where(*mine, *lately).order_by(latest).limit(_LOOKED_AT)
    wanted = {*map(folded, people)}
    with reading() as connection, Session(connection) as session:
        for game in session.scalars(games):
            if {folded(seat.name) for seat in game.seats} == wanted:
                return game.watch_token
    return None


def deleted_games_of(device: str) -> GamesPage:
    """The games that this device deleted within a day, the latest first; one page at most."""
    games = _shown(literal(OWN)).where(Game.device == device, Game.deleted_at > removal_time())
    latest = games.order_by(Game.deleted_at.desc(), Game.id.desc())
    rows = [*_listed(latest.limit(PAGE + 1))]
    return GamesPage(rows[:PAGE], 1, len(rows) > PAGE)


def _shown(came_by: Any) -> Select[Any]:  # noqa: ANN401 - any column
    columns = (Game.token, Game.watch_token, Game.title, Game.ruleset_name, Game.summary)
    times = (Game.started_at, Game.deleted_at, Game.changed_at)
    return select(*columns, *times, came_by.label("came_by"))


def _listed(games: Select[Any]) -> Iterator[Listed]:
    with reading() as connection:
        rows = connection.execute(games).all()
    for row in rows:
        yield Listed(
            token=row.watch_token if row.came_by == WATCHED else row.token,
            called=row.summary.get("title", row.title),
            name=row.ruleset_name,
            started_at=row.started_at,
            deleted_at=row.deleted_at,
            summary=row.summary,
            came_by=row.came_by,
            changed_at=row.changed_at,
        )


def people_of(device: str, most: int = 12) -> list[str]:
    """The people of former games on this device under their current names, the latest first."""
    return [*colours_met(device, most)][:most]


def colours_met(device: str, games: int = 12) -> dict[str, int]:
    """The people of the last games of this device, the latest first, with their colours."""
    summaries = (
        select(Game.summary)
        .where(Game.device == device, Game.deleted_at.is_(None))
        .order_by(Game.id.desc())
        .limit(games)
    )
    met: dict[str, int] = {}
    with reading() as connection:
        for summary in connection.scalars(summaries):
            for name, colour in zip(summary["players"], colours_in(summary), strict=True):
                met.setdefault(name, colour)
    return met

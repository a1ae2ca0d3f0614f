"""What a device finds again: its games, those it deleted, and the people who played in them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Select, literal, select, union_all

from companion.records.database import reading
from companion.records.deleting import oldest_kept
from companion.records.models import Game, Phone
from companion.records.searching import searched

PAGE = 20  # games: what a thumb scrolls through
_OWN, _GUEST, _WATCHED = "own", "guest", "watched"


@dataclass(frozen=True, slots=True)
class Listed:
    """A game as a list shows it, without its rules and its log.

    `token` is that of the link this device has: who watches must not learn how to keep score.
    `called` is its title, `name` that of its rules; `summary` what was kept of its state.
    """

    token: str
    called: str
    name: str
    started_at: datetime
    deleted_at: datetime | None
    summary: dict[str, Any]
    came_by: str = _OWN

    @property
    def is_own(self) -> bool:
        """Whether this device made it."""
        return self.came_by == _OWN

    @property
    def is_watched(self) -> bool:
        """Whether the link of this device is only one to watch by."""
        return self.came_by == _WATCHED


@dataclass(frozen=True, slots=True)
class GamesPage:
    """Some games of a longer list, those changed last first; `number` counts pages from 1."""

    games: Sequence[Listed]
    number: int
    has_more: bool


def games_of(
    device: str, links: Iterable[str] = (), *, search: str = "", number: int = 1
) -> GamesPage:
    """A page of the games this device made, came to by a link that still holds, or watches.

    `links` are those to watch by. Found are those with every word of `search` in their title, in
    the names of their players or of their rules.
    """
    asked = [Game.found_by.contains(word, autoescape=True) for word in searched(search)]
    lists = _lists(device, [*links])
    ways = [one.where(Game.deleted_at.is_(None), *asked) for one in lists]
    if not ways:
        return GamesPage((), number, has_more=False)
    found = union_all(*ways).subquery()
    latest = (found.c.changed_at.desc(), found.c.id.desc())
    some = select(found).order_by(*latest).limit(PAGE + 1).offset((number - 1) * PAGE).subquery()
    rows = _shown(some.c.came_by).join(some, some.c.id == Game.id)
    games = [*_listed(rows.order_by(some.c.changed_at.desc(), some.c.id.desc()))]
    return GamesPage(games[:PAGE], number, len(games) > PAGE)


def _lists(device: str, links: list[str]) -> Iterator[Select[int, datetime, str]]:
    """The ways to come to a game: as one’s own, as a guest, or else to watch; each game once."""
    came = (Phone.device == device, Phone.token == Game.token)
    if device:  # a phone that has no name yet has no games
        yield _ids(_OWN).where(Game.device == device)
        yield _ids(_GUEST).join(Phone, Phone.game_id == Game.id).where(*came, Game.device != device)
    if links:
        is_guest = select(Phone.id).where(Phone.game_id == Game.id, *came).exists()
        watched = _ids(_WATCHED).where(Game.watch_token.in_(links))
        yield watched.where(Game.device != device, ~is_guest)


def _ids(came_by: str) -> Select[int, datetime, str]:
    return select(Game.id, Game.changed_at, literal(came_by).label("came_by"))


def deleted_games_of(device: str) -> GamesPage:
    """The games this device deleted within a day, the latest first, as many as a page holds."""
    games = _shown(literal(_OWN)).where(Game.device == device, Game.deleted_at > oldest_kept())
    latest = games.order_by(Game.deleted_at.desc(), Game.id.desc())
    found = [*_listed(latest.limit(PAGE + 1))]
    return GamesPage(found[:PAGE], 1, len(found) > PAGE)


def _shown(came_by: Any) -> Select[Any]:  # noqa: ANN401 - any column
    columns = (Game.token, Game.watch_token, Game.title, Game.ruleset_name, Game.summary)
    return select(*columns, Game.started_at, Game.deleted_at, came_by.label("came_by"))


def _listed(games: Select[Any]) -> Iterator[Listed]:
    with reading() as connection:
        rows = connection.execute(games).all()
    for row in rows:
        yield Listed(
            token=row.watch_token if row.came_by == _WATCHED else row.token,
            called=row.summary.get("title", row.title),
            name=row.ruleset_name,
            started_at=row.started_at,
            deleted_at=row.deleted_at,
            summary=row.summary,
            came_by=row.came_by,
        )


def people_of(device: str, most: int = 12) -> list[str]:
    """Those who played on this device before, by their names of now, the latest first."""
    summaries = (
        select(Game.summary)
        .where(Game.device == device, Game.deleted_at.is_(None))
        .order_by(Game.id.desc())
        .limit(most)
    )
    with reading() as connection:
        names = [name for summary in connection.scalars(summaries) for name in summary["players"]]
    return list(dict.fromkeys(names))[:most]

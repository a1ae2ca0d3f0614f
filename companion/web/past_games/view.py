"""The view model of past games: games by month, with filters."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Literal

from companion.web.view_models.listed_game import Person, PlayedGame

CameBy = Literal["own", "guest", "watched"]


@dataclass(frozen=True, slots=True)
class Line:
    """A game of the list: its `link` on this phone, its `rules` and its title, `called`.

    `day` is the local day of its first deal; `came_by` how this phone came to it.
    """

    link: str
    rules: str
    called: str
    day: date
    came_by: CameBy
    game: PlayedGame

    @property
    def face(self) -> Person:
        """The player whose initial is shown: the first winner, or the first player."""
        return (self.game.winners or self.game.people)[0]

    @property
    def may_be_repeated(self) -> bool:
        """Whether this phone can start a rematch."""
        return self.came_by != "watched"


@dataclass(frozen=True, slots=True)
class Month:
    """The games of one month, the latest first; `day` is one of it."""

    day: date
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class PlayedView:
    """A page of games.

    `rules` are the names to choose from, `chosen` the selected one, empty for all; `archived` says
    that archived games are shown.
    """

    months: tuple[Month, ...]
    rules: tuple[str, ...]
    chosen: str
    archived: bool
    search: str
    number: int
    has_more: bool

    @property
    def is_asked(self) -> bool:
        """Whether there is a filter."""
        return bool(self.search or self.chosen)


def played_view(
    lines: Iterable[Line],
    rules: Sequence[str],
    *,
    chosen: str = "",
    archived: bool = False,
    search: str = "",
    number: int = 1,
    has_more: bool = False,
) -> PlayedView:
    """The page with these games in their order; the selected filter is always an option."""
    known = tuple(rules) if not chosen or chosen in rules else (*rules, chosen)
    return PlayedView(
        months=tuple(_months(lines)),
        rules=known,
        chosen=chosen,
        archived=archived,
        search=search,
        number=number,
        has_more=has_more,
    )


def _months(lines: Iterable[Line]) -> Iterable[Month]:
    for _, found in groupby(lines, key=lambda line: (line.day.year, line.day.month)):
        of_month = tuple(found)
        yield Month(of_month[0].day, of_month)

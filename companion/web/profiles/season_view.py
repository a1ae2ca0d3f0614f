"""The view model of a season: the table of a group between two days."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from math import ceil
from typing import Literal, get_args

from companion.web.profiles.games import Game, Player, average, of_one_kind
from companion.web.profiles.view import Group
from companion.web.view_models.race import Course, Race, drawn

By = Literal["wins", "points", "places"]
WAYS: tuple[By, ...] = get_args(By)
_A_RACE, _MOST_STEPS, _MOST_DAYS = 2, 40, 4


@dataclass(frozen=True, slots=True)
class Ranked:
    """A row of the table; equal people share a `place`.

    `beaten` counts the players behind them in each game; `average` is points per round in games
    with comparable points.
    """

    place: int
    player: Player
    won: int
    beaten: int
    games: int
    average: float | None


@dataclass(frozen=True, slots=True)
class Dearest:
    """The most points of one person in one round."""

    player: Player
    figure: int
    game: Game


@dataclass(frozen=True, slots=True)
class SeasonView:
    """The table of a group `by` one of three rankings, from its `games`, the oldest first.

    `low_wins` is the direction of points in games with comparable points, and `left_out` the number
    of the others. `race` is None for fewer than two games.
    """

    group: Group
    by: By
    games: tuple[Game, ...]
    ranks: tuple[Ranked, ...]
    race: Race | None
    low_wins: bool
    left_out: int
    dearest: Dearest | None

    @property
    def ahead(self) -> frozenset[str]:
        """The leaders, unless everybody is equal."""
        first = frozenset(row.player.who for row in self.ranks if row.place == 1)
        return first if len(first) < len(self.ranks) else frozenset()

    @property
    def first(self) -> date | None:
        """The day of its first game."""
        return self.games[0].day if self.games else None

    @property
    def last(self) -> date | None:
        """The day of its last game."""
        return self.games[-1].day if self.games else None

    @property
    def repeatable(self) -> Game | None:
        """The latest game for which this phone can start a rematch."""
        return next((game for game in reversed(self.games) if game.may_be_repeated), None)


def season_view(group: Group, by: By) -> SeasonView:
    """The season of this group: its games between the two days."""
    games = group.games[::-1]
    alike = of_one_kind(games)
    low = alike[0].low_wins if alike else True
    ranks = tuple(_ranks(group.people, games, alike, by, low_wins=low))
    return SeasonView(
        group=group,
        by=by,
        games=tuple(games),
        ranks=ranks,
        race=_race(ranks, games, alike, by, low_wins=low),
        low_wins=low,
        left_out=len(games) - len(alike),
        dearest=_dearest(alike),
    )


def _ranks(
    people: Sequence[Player],
    games: Sequence[Game],
    alike: Sequence[Game],
    by: By,
    *,
    low_wins: bool,
) -> Iterator[Ranked]:
    """All people, the best first."""
    rows = [_row(one, games, alike) for one in people]
    worth = {row.player.who: _worth(row, by, low_wins=low_wins) for row in rows}
    for row in sorted(rows, key=lambda row: (worth[row.player.who], -row.games)):
        ahead = sum(other < worth[row.player.who] for other in worth.values())
        yield Ranked(ahead + 1, row.player, row.won, row.beaten, row.games, row.average)


def _row(one: Player, games: Sequence[Game], alike: Sequence[Game]) -> Ranked:
    did = [player.did for game in games if (player := game.player(one.who))]
    compared = [did for game in alike for did in game.rounds_of(one.who)]
    won, beaten = sum(d.won for d in did), sum(d.behind for d in did)
    return Ranked(0, one, won, beaten, len(did), average(compared))


def _worth(row: Ranked, by: By, *, low_wins: bool) -> tuple[bool, float]:
    """The sort key of the ranking: less is better; people without points come last."""
    if by == "points":
        points = row.average or 0.0
        return row.average is None, points if low_wins else -points
    return False, -row.won if by == "wins" else -row.beaten


def _race(
    ranks: Sequence[Ranked],
    games: Sequence[Game],
    alike: Sequence[Game],
    by: By,
    *,
    low_wins: bool,
) -> Race | None:
    if len(games) < _A_RACE:
        return None
    counted = {id(game) for game in alike} if by == "points" else {id(game) for game in games}
    courses = [
        Course(seat, row.player.name, _thinned(values, len(games)), round(values[-1][1]), first)
        for seat, row in enumerate(ranks)
        if (values := list(_course(row.player.who, games, counted, by)))
        for first in [row.place == 1]
    ]
    fewest = by == "points" and low_wins
    return drawn(courses, len(games), fewest_on_top=fewest, most_rounds=_MOST_DAYS)


def _course(
    who: str, games: Sequence[Game], counted: set[int], by: By
) -> Iterator[tuple[int, float]]:
    """The score after each game; people who were absent stay level."""
    if by != "points":
        yield 0, 0.0
    sums, rounds = 0, 0
    for number, game in enumerate(games, 1):
        one = game.player(who) if id(game) in counted else None
        if one and by == "points":
            for did in game.rounds_of(who):
                sums, rounds = sums + did.points, rounds + did.rounds
        elif one:
            sums, rounds = sums + (one.did.won if by == "wins" else one.did.behind), 1
        if rounds or by != "points":
            yield number, sums / rounds if by == "points" else float(sums)


def _thinned(values: Sequence[tuple[int, float]], games: int) -> list[tuple[int, float]]:
    """A long season is thinned out to this number of games, with the last one."""
    apart = ceil(games / _MOST_STEPS)
    first = values[0]
    return [first, *(v for v in values[1:] if (games - v[0]) % apart == 0)]


def _dearest(games: Iterable[Game]) -> Dearest | None:
    """The most expensive hand of a season, or its best round; the first of several."""
    found = [Dearest(one, one.did.most, game) for game in games for one in game.players]
    best = max(found, key=lambda one: one.figure, default=None)
    return best if best and best.figure > 0 else None

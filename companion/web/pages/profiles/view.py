"""The view model of people and groups."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from math import ceil
from operator import itemgetter
from typing import Literal, get_args

from companion.rules.model.names import folded
from companion.rules.statistics import EndsBy
from companion.web.pages.profiles.games import Game, Player, average, of_one_kind
from companion.web.view_models.race import Course, Race, drawn

_AGAIN = 2  # games together, from which people are a group

People = frozenset[str]
Belonging = Mapping[People, People | None]


@dataclass(frozen=True, slots=True)
class Known:
    """A person with the numbers of games and wins."""

    who: str
    name: str
    colour: int
    games: int
    won: int


@dataclass(frozen=True, slots=True)
class Group:
    """A group, in the order of the latest game; `games` the latest first.

    `called` is its name, empty for none. `leaders` have the most wins; nobody leads before the
    first win.
    """

    people: tuple[Player, ...]
    games: tuple[Game, ...]
    called: str
    leaders: tuple[str, ...]
    won: int

    @property
    def who(self) -> People:
        """Their keys."""
        return frozenset(one.who for one in self.people)


def people_known(games: Iterable[Game]) -> tuple[Known, ...]:
    """All people of these games, by number of games, then by the latest game."""
    found: dict[str, list[Player]] = {}
    for game in games:
        for one in game.players:
            found.setdefault(one.who, []).append(one)
    known = [
        Known(who, rows[0].name, rows[0].colour, len(rows), sum(one.did.won for one in rows))
        for who, rows in found.items()
    ]
    return tuple(sorted(known, key=lambda one: -one.games))


def strangers_of(who: str, games: Sequence[Game]) -> tuple[Known, ...]:
    """The people who never played with this person: only they can be the same."""
    met = frozenset[str]().union(*(game.people for game in games if who in game.people))
    return tuple(one for one in people_known(games) if one.who not in met)


def groups_of(games: Sequence[Game], called: Mapping[People, str]) -> tuple[Group, ...]:
    """Groups by number of games; `called` are the named ones.

    The same people more than once are a group. A game with some of them missing belongs to the
    group as well, if more than half were there and these do not play by themselves more often: so a
    game belongs to at most one group.
    """
    belongs = belonging(games, called)
    found: dict[People, list[Game]] = {group: [] for group in belongs.values() if group}
    for game in games:
        if group := belongs[game.people]:
            found[group].append(game)
    groups = [_group(people, theirs, called) for people, theirs in found.items()]
    return tuple(sorted(groups, key=lambda group: -len(group.games)))


def belonging(games: Iterable[Game], called: Mapping[People, str]) -> Belonging:
    """The group of all people who played a game together; None if they belong to none."""
    groups: list[People] = []
    found: dict[People, People | None] = {}
    for people, times in Counter(game.people for game in games).most_common():
        group = None if people in called else _group_of(people, groups)
        if group is None and (times >= _AGAIN or people in called):
            groups.append(people)
            group = people
        found[people] = group
    return found


def group_with(people: People, games: Sequence[Game], called: Mapping[People, str]) -> Group | None:
    """The group of exactly these people, or the games they played without anybody else."""
    found = next((one for one in groups_of(games, called) if one.who == people), None)
    alone = [game for game in games if game.people == people]
    return found or (_group(people, alone, called) if alone else None)


def group_among(group: Group, games: Iterable[Game], belongs: Belonging) -> Group:
    """The same group with its games among these."""
    who = group.who
    theirs = [one for one in games if who in {one.people, belongs.get(one.people)}]
    return replace(group, games=tuple(theirs))


def _group_of(people: People, found: Iterable[People]) -> People | None:
    """The group of which these are more than half."""
    return next((group for group in found if people < group and 2 * len(people) > len(group)), None)


def _group(people: People, games: Sequence[Game], called: Mapping[People, str]) -> Group:
    latest = next(game for game in games if game.people == people)
    won = Counter(one.who for game in games for one in game.winners)
    most = max(won.values(), default=0)
    leaders = tuple(one.name for one in latest.players if most and won[one.who] == most)
    return Group(latest.players, tuple(games), called.get(people, ""), leaders, most)


_MOST_CELLS, _LAST, _AGAINST = 60, 6, 6
_WORTH_TELLING = 2
_Row = tuple[Game, Player]


@dataclass(frozen=True, slots=True)
class Best:
    """A record of a person, with its game and contract."""

    figure: int
    game: Game
    contract: int | None = None


@dataclass(frozen=True, slots=True)
class Rival:
    """Another person: games together, and the wins of both.

    `who` is their key.
    """

    who: str
    name: str
    colour: int
    games: int
    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class SatAs:
    """A name used in games, and how often; a name that is shared with others can be removed."""

    name: str
    games: int
    can_be_taken: bool


@dataclass(frozen=True, slots=True)
class PersonView:
    """A person over all finished games; `games` are theirs, the latest first.

    `who` is their key, `mostly` the most frequent rules. `average` is points per round in games
    with comparable points, `left_out` the number of the others. If `low_wins`, `most` is the
    dearest hand, otherwise the best round; `best` is the best winning total by the rules `mostly`;
    each is None if an earlier figure says the same. `ends_by` is how the rounds of all their games
    ended, None if in different ways. `cells` says of each game, the oldest first,
    whether it was won.
    """

    who: str
    name: str
    colour: int
    names: tuple[SatAs, ...]
    games: tuple[Game, ...]
    mostly: str
    won: int
    average: int | None
    outs: int
    ends_by: EndsBy | None
    drops: int
    low_wins: bool
    left_out: int
    cells: tuple[bool, ...]
    stuck: Best | None
    most: Best | None
    best: Best | None
    rivals: tuple[Rival, ...]

    @property
    def since(self) -> date:
        """The day of their first game."""
        return self.games[-1].day

    @property
    def last(self) -> tuple[Game, ...]:
        """The last games."""
        return self.games[:_LAST]


def person_view(who: str, games: Iterable[Game]) -> PersonView | None:
    """A person in these games, the latest first; None if they played none."""
    known = tuple(games)
    theirs = [(game, one) for game in known if (one := game.player(who))]
    if not theirs:
        return None
    _, now = theirs[0]
    alike = _alike(theirs)
    low_wins = alike[0][0].low_wins
    rounds = [(game, did) for game in known for did in game.rounds_of(who)]
    compared = [(game, did) for game, did in rounds if game.low_wins == low_wins]
    points = average([did for _, did in compared])
    rounded = None if points is None else round(points)
    mostly = _mostly(theirs)
    most = _highest(Best(did.most, game) for game, did in compared)
    best = _best(theirs, mostly)
    return PersonView(
        who=who,
        name=now.name,
        colour=now.colour,
        names=tuple(_names(who, theirs)),
        games=tuple(game for game, _ in theirs),
        mostly=mostly,
        won=sum(one.did.won for _, one in theirs),
        average=rounded,
        outs=sum(did.outs for _, did in rounds),
        ends_by=_ends_by(game for game, _ in rounds),
        drops=sum(did.drops for _, did in rounds),
        low_wins=low_wins,
        left_out=len(theirs) - len(alike),
        cells=tuple(one.did.won for _, one in reversed(theirs[:_MOST_CELLS])),
        stuck=_highest(Best(did.stuck, game, did.stuck_on) for game, did in rounds),
        most=None if most and most.figure == rounded else most,
        best=None if best == most else best,
        rivals=tuple(_rivals(who, theirs))[:_AGAINST],
    )


def _ends_by(games: Iterable[Game]) -> EndsBy | None:
    """How players end a round in all of these games; None if that differs."""
    ways = {game.ends_by for game in games}
    ways = ways - {"points"} or ways  # nobody ends those
    return ways.pop() if len(ways) == 1 else None


def _alike(theirs: Sequence[_Row]) -> list[_Row]:
    """The games with comparable points."""
    kept = {id(game) for game in of_one_kind([game for game, _ in theirs])}
    return [row for row in theirs if id(row[0]) in kept]


def _mostly(theirs: Sequence[_Row]) -> str:
    return Counter(game.rules for game, _ in theirs).most_common(1)[0][0]


def _names(who: str, theirs: Sequence[_Row]) -> Iterator[SatAs]:
    """The names used, as last written, the latest first."""
    written: dict[str, str] = {}
    games: Counter[str] = Counter()
    for _, one in theirs:
        written.setdefault(folded(one.sat_as), one.sat_as)
        games[folded(one.sat_as)] += 1
    for key, name in written.items():
        yield SatAs(name, games[key], can_be_taken=len(written) > 1 and key != who)


def _highest(figures: Iterable[Best]) -> Best | None:
    """The highest, the latest of several; None below `_WORTH_TELLING`."""
    best = max(figures, key=lambda one: one.figure)
    return best if best.figure >= _WORTH_TELLING else None


def _best(theirs: Sequence[_Row], mostly: str) -> Best | None:
    """The best winning total by these rules.

    House rules say whether low or high totals win: only those as in the latest win are compared.
    """
    won = [(game, one.did.total) for game, one in theirs if game.rules == mostly and one.did.won]
    if not won:
        return None
    low_wins = won[0][0].low_wins
    alike = [row for row in won if row[0].low_wins == low_wins]
    game, total = (min if low_wins else max)(alike, key=itemgetter(1))
    return Best(total, game)


def _rivals(who: str, theirs: Sequence[_Row]) -> Iterator[Rival]:
    """The other people, by games together."""
    now: dict[str, Player] = {}
    games: Counter[str] = Counter()
    won: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    for game, own in theirs:
        for other in (one for one in game.players if one.who != who):
            now.setdefault(other.who, other)
            games[other.who] += 1
            won[other.who] += own.did.won
            lost[other.who] += other.did.won
    for key, number in games.most_common():
        yield Rival(key, now[key].name, now[key].colour, number, won[key], lost[key])


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
    of the others. `race` is None for fewer than two games, or if nobody has points.
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
        dearest=_dearest(group.people, alike),
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
    counted = {id(game) for game in alike}
    courses = [
        Course(seat, row.player.name, _thinned(values, len(games)), round(values[-1][1]), first)
        for seat, row in enumerate(ranks)
        if (values := list(_course(row.player.who, games, counted, by)))
        for first in [row.place == 1]
    ]
    if not courses:  # everybody took over a seat of somebody who had played all rounds
        return None
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
        if by == "points":
            for did in game.rounds_of(who) if id(game) in counted else ():
                sums, rounds = sums + did.points, rounds + did.rounds
        elif one := game.player(who):
            sums, rounds = sums + (one.did.won if by == "wins" else one.did.behind), 1
        if rounds or by != "points":
            yield number, sums / rounds if by == "points" else float(sums)


def _thinned(values: Sequence[tuple[int, float]], games: int) -> list[tuple[int, float]]:
    """A long season is thinned out to this number of games, with the last one."""
    apart = ceil(games / _MOST_STEPS)
    first = values[0]
    return [first, *(v for v in values[1:] if (games - v[0]) % apart == 0)]


def _dearest(people: Sequence[Player], games: Iterable[Game]) -> Dearest | None:
    """The most expensive hand of a season, or its best round; the first of several."""
    found = [
        Dearest(one, did.most, game)
        for game in games
        for one in people
        for did in game.rounds_of(one.who)
    ]
    best = max(found, key=lambda one: one.figure, default=None)
    return best if best and best.figure > 0 else None

"""The view model of a person over all games: wins, points, records, rivals."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from companion.rules.model.names import folded
from companion.rules.statistics import EndsBy
from companion.web.profiles.games import Game, Player, average, of_one_kind

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
    """The best winning total by these rules."""
    won = [(game, one.did.total) for game, one in theirs if game.rules == mostly and one.did.won]
    if not won:
        return None
    sign = 1 if won[0][0].low_wins else -1
    game, total = min(won, key=lambda row: sign * row[1])
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

"""What somebody has done in all their games: wins, points, the longest wait, against whom."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from companion.rules.names import folded
from companion.rules.state import ScoredRound, State
from companion.web.figures.played import Person, PlayedGame

_MOST_CELLS, _LAST, _AGAINST = 60, 6, 6


@dataclass(frozen=True, slots=True)
class InGame:
    """One player in one game that is over: what follows from its log.

    `rounds` are those they were dealt in to and that count, `points` what these brought; `outs` how
    often they went out. `stuck` is for how many rounds they were on the contract `stuck_on`, None
    where contracts do not go by finishing them; `dearest` the most points of one round.
    """

    name: str
    won: bool
    rounds: int
    points: int
    outs: int
    stuck: int
    stuck_on: int | None
    dearest: int


@dataclass(frozen=True, slots=True)
class Game:
    """A game somebody played: its `link`, `rules` and `day`, its `line`, and each player in it."""

    link: str
    rules: str
    day: date
    line: PlayedGame
    players: tuple[InGame, ...]


@dataclass(frozen=True, slots=True)
class Best:
    """A figure to remember of somebody, in which game, and on which contract it was."""

    figure: int
    day: date
    contract: int | None = None


@dataclass(frozen=True, slots=True)
class Rival:
    """Somebody else: in how many games together, and how many each of both has won."""

    name: str
    games: int
    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class PersonView:
    """Somebody, over all their games that are over; `games` are theirs, the latest first.

    `colour`, from 0, is that of their latest game; `average` the points of a round, rounded.
    `cells` says of each game, the oldest first, whether it was won.
    """

    name: str
    colour: int
    games: tuple[Game, ...]
    won: int
    average: int | None
    outs: int
    cells: tuple[bool, ...]
    stuck: Best | None
    dearest: Best | None
    rivals: tuple[Rival, ...]

    @property
    def last(self) -> tuple[Game, ...]:
        """Their last games."""
        return self.games[:_LAST]


@dataclass(frozen=True, slots=True)
class Known:
    """Somebody who plays here: how many games, and how many they have won."""

    name: str
    colour: int
    games: int
    won: int


@dataclass(frozen=True, slots=True)
class Group:
    """The same people, in the order of their latest game: how many games, and who has won most.

    `leaders` share that where several have; nobody leads before anybody has won.
    """

    people: tuple[Person, ...]
    games: int
    leaders: tuple[str, ...]
    won: int


def players_of(state: State) -> tuple[InGame, ...]:
    """What follows from the log of a game that is over, for each player."""
    counted = [r for r in state.rounds if r.counted and not r.void and not r.deal.playoff]
    return tuple(_in_game(state, counted, seat) for seat in state.order)


def _in_game(state: State, counted: Sequence[ScoredRound], seat: int) -> InGame:
    played = [scored for scored in counted if seat in scored.points]
    on = Counter(r.deal.contracts[seat] for r in played if seat in r.deal.contracts)
    goes_by_finishing = any(one.on is not None for one in state.standings)
    stuck_on, stuck = on.most_common(1)[0] if on and goes_by_finishing else (None, 0)
    points = [scored.points[seat] for scored in played]
    return InGame(
        name=state.names[seat],
        won=seat in state.outcome.winners,
        rounds=len(played),
        points=sum(points),
        outs=sum(scored.play.went_out == seat for scored in played),
        stuck=stuck,
        stuck_on=stuck_on,
        dearest=max(points, default=0),
    )


def person_view(name: str, games: Iterable[Game]) -> PersonView | None:
    """Somebody in these games, the latest first; None where they play in none of them."""
    theirs = [(game, one) for game in games for one in game.players if _is(one.name, name)]
    if not theirs:
        return None
    latest, now = theirs[0]
    rounds = sum(one.rounds for _, one in theirs)
    return PersonView(
        name=now.name,
        colour=next(p.colour for p in latest.line.people if p.name == now.name),
        games=tuple(game for game, _ in theirs),
        won=sum(one.won for _, one in theirs),
        average=round(sum(one.points for _, one in theirs) / rounds) if rounds else None,
        outs=sum(one.outs for _, one in theirs),
        cells=tuple(one.won for _, one in reversed(theirs[:_MOST_CELLS])),
        stuck=_best((one.stuck, game.day, one.stuck_on) for game, one in theirs),
        dearest=_best((one.dearest, game.day, None) for game, one in theirs),
        rivals=tuple(_rivals(name, theirs))[:_AGAINST],
    )


def people_known(games: Iterable[PlayedGame]) -> list[Known]:
    """Everybody in these games that are over, the latest first; who played most stands first."""
    found: dict[str, list[tuple[str, int, bool]]] = {}
    for game in games:
        for one in game.people:
            told = (one.name, one.colour, one in game.winners)
            found.setdefault(folded(one.name), []).append(told)
    known = [
        Known(told[0][0], told[0][1], len(told), sum(won for *_, won in told))
        for told in found.values()
    ]
    return sorted(known, key=lambda one: -one.games)


def groups_of(games: Iterable[PlayedGame]) -> list[Group]:
    """Who has played together more than once, the latest games first; most games stand first."""
    found: dict[frozenset[str], list[PlayedGame]] = {}
    for game in games:
        found.setdefault(frozenset(folded(one.name) for one in game.people), []).append(game)
    again = [played for played in found.values() if len(played) > 1]
    return sorted(map(_group, again), key=lambda group: -group.games)


def _group(games: Sequence[PlayedGame]) -> Group:
    won = Counter(folded(one.name) for game in games for one in game.winners)
    most, people = max(won.values(), default=0), games[0].people
    leaders = tuple(one.name for one in people if most and won[folded(one.name)] == most)
    return Group(people, len(games), leaders, most)


def _is(name: str, other: str) -> bool:
    return folded(name) == folded(other)


def _best(figures: Iterable[tuple[int, date, int | None]]) -> Best | None:
    """The highest, the latest of several; None where there is nothing to remember."""
    best = max(figures, key=lambda row: row[0])
    return Best(*best) if best[0] > 1 else None


def _rivals(name: str, theirs: Sequence[tuple[Game, InGame]]) -> Iterator[Rival]:
    """Who played with them most often first; each is called as in their latest game together."""
    called: dict[str, str] = {}
    games: Counter[str] = Counter()
    won: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    for game, own in theirs:
        for other in (one for one in game.players if not _is(one.name, name)):
            key = folded(other.name)
            called.setdefault(key, other.name)
            games[key] += 1
            won[key] += own.won
            lost[key] += other.won
    for key, number in games.most_common():
        yield Rival(called[key], number, won[key], lost[key])

"""The view model of people and groups."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.web.profiles.games import Game, Player

_AGAIN = 2  # games together, from which people are a group

People = frozenset[str]


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
    evenings: dict[People, list[int]] = {}
    for n, game in enumerate(games):
        evenings.setdefault(game.people, []).append(n)
    found: dict[People, list[int]] = {}
    for people in sorted(evenings, key=lambda people: -len(evenings[people])):
        group = _group_of(people, found) if people not in called else None
        if group is not None:
            found[group] += evenings[people]
        elif len(evenings[people]) >= _AGAIN or people in called:
            found[people] = list(evenings[people])
    groups = [_group(people, games, sorted(ns), called) for people, ns in found.items()]
    return tuple(sorted(groups, key=lambda group: -len(group.games)))


def group_with(people: People, games: Sequence[Game], called: Mapping[People, str]) -> Group | None:
    """The group of exactly these people, or the games they played without anybody else."""
    found = next((one for one in groups_of(games, called) if one.who == people), None)
    alone = [n for n, game in enumerate(games) if game.people == people]
    return found or (_group(people, games, alone, called) if alone else None)


def _group_of(people: People, found: Iterable[People]) -> People | None:
    """The group of which these are more than half."""
    return next((group for group in found if people < group and 2 * len(people) > len(group)), None)


def _group(
    people: People, games: Sequence[Game], numbers: Sequence[int], called: Mapping[People, str]
) -> Group:
    theirs = tuple(games[n] for n in numbers)
    latest = next(game for game in theirs if game.people == people)
    won = Counter(one.who for game in theirs for one in game.winners)
    most = max(won.values(), default=0)
    leaders = tuple(one.name for one in latest.players if most and won[one.who] == most)
    return Group(latest.players, theirs, called.get(people, ""), leaders, most)

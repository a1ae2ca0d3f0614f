"""Games that are over as the pages of people take them: who is who in them, by what names."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from companion.rules.model.names import Nicknames
from companion.rules.statistics import Figures, GameFigures


@dataclass(frozen=True, slots=True)
class Played:
    """A game as it was kept: its `link`, its `rules`, its players with the colours they had."""

    link: str
    rules: str
    day: date
    may_be_repeated: bool
    names: Sequence[str]
    colours: Sequence[int]
    figures: GameFigures


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody in one game: `who` they are, and what they are called; there they `sat_as` ...

    `colour`, from 0, is the one they have now, whichever they had in that game.
    """

    who: str
    name: str
    sat_as: str
    colour: int
    did: Figures


@dataclass(frozen=True, slots=True)
class Game:
    """A game that is over, with its players in their order."""

    link: str
    rules: str
    day: date
    may_be_repeated: bool
    low_wins: bool
    rounds: int
    players: tuple[Player, ...]

    @property
    def people(self) -> frozenset[str]:
        """Who played."""
        return frozenset(one.who for one in self.players)

    @property
    def winners(self) -> tuple[Player, ...]:
        """Who has won."""
        return tuple(one for one in self.players if one.did.won)

    @property
    def others(self) -> tuple[Player, ...]:
        """With whom they won."""
        return tuple(one for one in self.players if not one.did.won)

    def player(self, who: str) -> Player | None:
        """How somebody played in it, if they did."""
        return next((one for one in self.players if one.who == who), None)


def games_called(games: Iterable[Played], nicknames: Nicknames) -> tuple[Game, ...]:
    """These games, the latest first, with their people as this device calls them.

    A person has one name and one colour in all of them: what was chosen, else those of the latest.
    """
    found = [(game, nicknames.keys(game.names)) for game in games]
    now: dict[str, tuple[str, int]] = {}
    for game, people in found:
        for who, name, colour in zip(people, game.names, game.colours, strict=True):
            if who not in now:
                now[who] = _now(nicknames, who, name, colour)
    return tuple(_game(game, people, now) for game, people in found)


def _now(nicknames: Nicknames, who: str, name: str, colour: int) -> tuple[str, int]:
    """What somebody is called, and their colour; one who gave way to a namesake is as they sat."""
    if nicknames.key(name) != who:
        return name, colour
    chosen = nicknames.colour(name)
    return nicknames.called(name), colour if chosen is None else chosen


def _game(game: Played, people: Sequence[str], now: dict[str, tuple[str, int]]) -> Game:
    rows = zip(people, game.names, game.figures.players, strict=True)
    players = (Player(who, now[who][0], name, now[who][1], did) for who, name, did in rows)
    return Game(
        link=game.link,
        rules=game.rules,
        day=game.day,
        may_be_repeated=game.may_be_repeated,
        low_wins=game.figures.low_wins,
        rounds=game.figures.rounds,
        players=tuple(players),
    )


def of_one_kind(games: Sequence[Game]) -> list[Game]:
    """Those whose points can be compared: most of them are won by the fewest, or by the most."""
    kinds = Counter(game.low_wins for game in games)
    low = kinds[True] >= kinds[False]
    return [game for game in games if game.low_wins == low]


def average(rows: Sequence[Figures]) -> float | None:
    """The points of a round; None where nobody was dealt in to any."""
    rounds = sum(one.rounds for one in rows)
    return sum(one.points for one in rows) / rounds if rounds else None

"""Finished games with the persons behind the names of their players."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from companion.rules.model.names import Nicknames
from companion.rules.statistics import EndsBy, Figures, GameFigures


@dataclass(frozen=True, slots=True)
class Played:
    """A game as stored: its `link`, its `rules`, its players with their colours."""

    link: str
    rules: str
    day: date
    may_be_repeated: bool
    names: Sequence[str]
    colours: Sequence[int]
    figures: GameFigures


@dataclass(frozen=True, slots=True)
class Player:
    """A player of one game: the person `who`, their name, and the name they `sat_as`.

    `colour`, from 0, is the current one of the person, not that of the game.
    """

    who: str
    name: str
    sat_as: str
    colour: int
    did: Figures


@dataclass(frozen=True, slots=True)
class Game:
    """A finished game with its players in order; `formers` are persons with rounds only."""

    link: str
    rules: str
    day: date
    may_be_repeated: bool
    low_wins: bool
    rounds: int
    players: tuple[Player, ...]
    formers: tuple[tuple[str, Figures], ...] = ()
    ends_by: EndsBy = "out"

    @property
    def people(self) -> frozenset[str]:
        """The players."""
        return frozenset(one.who for one in self.players)

    @property
    def winners(self) -> tuple[Player, ...]:
        """Who has won."""
        return tuple(one for one in self.players if one.did.won)

    @property
    def others(self) -> tuple[Player, ...]:
        """The other winners."""
        return tuple(one for one in self.players if not one.did.won)

    def rounds_of(self, who: str) -> list[Figures]:
        """The rounds of a person in this game, also before their seat was taken over."""
        own = (one.did for one in self.players if one.who == who)
        return [*own, *(did for key, did in self.formers if key == who)]

    def player(self, who: str) -> Player | None:
        """The result of a person in this game, if they played."""
        return next((one for one in self.players if one.who == who), None)


def games_called(games: Iterable[Played], nicknames: Nicknames) -> tuple[Game, ...]:
    """These games, the latest first, with the names of this device.

    A person has one name and one colour in all games: the chosen ones, or those of the latest.
    """
    found = [(game, nicknames.keys(game.names)) for game in games]
    now: dict[str, tuple[str, int]] = {}
    for game, people in found:
        for who, name, colour in zip(people, game.names, game.colours, strict=True):
            if who not in now:
                now[who] = _now(nicknames, who, name, colour)
    return tuple(_game(game, people, now, nicknames) for game, people in found)


def _now(nicknames: Nicknames, who: str, name: str, colour: int) -> tuple[str, int]:
    """The current name and colour of a person; a displaced namesake keeps the name of the game."""
    if nicknames.key(name) != who:
        return name, colour
    chosen = nicknames.colour(name)
    return nicknames.called(name), colour if chosen is None else chosen


def _game(
    game: Played, people: Sequence[str], now: dict[str, tuple[str, int]], nicknames: Nicknames
) -> Game:
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
        formers=tuple((nicknames.key(name), did) for name, did in game.figures.formers),
        ends_by=game.figures.ends_by,
    )


def of_one_kind(games: Sequence[Game]) -> list[Game]:
    """The games with comparable points: the majority is won by the fewest, or by the most."""
    kinds = Counter(game.low_wins for game in games)
    low = kinds[True] >= kinds[False]
    return [game for game in games if game.low_wins == low]


def average(rows: Sequence[Figures]) -> float | None:
    """Points per round; None without rounds."""
    rounds = sum(one.rounds for one in rows)
    return sum(one.points for one in rows) / rounds if rounds else None

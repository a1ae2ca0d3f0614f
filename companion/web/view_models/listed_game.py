"""A game in lists: its players and winners."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Person:
    """A player with the number of their colour, from 0."""

    colour: int
    name: str


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game in a list: the players in order, and the winners."""

    round: int
    is_over: bool
    people: tuple[Person, ...]
    winners: tuple[Person, ...]

    @property
    def others(self) -> tuple[Person, ...]:
        """The other winners; all players, while the game is open."""
        return tuple(one for one in self.people if one not in self.winners)


def played_game(summary: Mapping[str, Any], colours: Sequence[int]) -> PlayedGame:
    """The cached summary of a game, `colours` by player; names are unique."""
    people = tuple(map(Person, colours, summary["players"]))
    won = set(summary["winners"]) if summary["over"] else set()
    winners = tuple(one for one in people if one.name in won)
    return PlayedGame(summary["round"], summary["over"], people, winners)

"""A game as lists show it: who played, and who of them has won."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at a table, with the number of their colour, from 0."""

    colour: int
    name: str


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game as a list shows it: everybody in their order, and who of them has won."""

    round: int
    is_over: bool
    people: tuple[Person, ...]
    winners: tuple[Person, ...]

    @property
    def others(self) -> tuple[Person, ...]:
        """With whom they won; everybody, while the game is open."""
        return tuple(one for one in self.people if one not in self.winners)


def played_game(summary: Mapping[str, Any], colours: Sequence[int]) -> PlayedGame:
    """What was kept of a game for lists, `colours` by player; no two of them have one name."""
    people = tuple(map(Person, colours, summary["players"]))
    won = set(summary["winners"]) if summary["over"] else set()
    winners = tuple(one for one in people if one.name in won)
    return PlayedGame(summary["round"], summary["over"], people, winners)

"""What home shows of games: how the open one stands, and who played in the others."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.rules.rulesets import Ruleset
from companion.rules.state import Standing, State
from companion.web.figures.round import leaders


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at a table, with the number of their colour, from 0."""

    colour: int
    name: str


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line of the standing of the open game: the first is whoever would win now."""

    person: Person
    standing: Standing
    is_ahead: bool


@dataclass(frozen=True, slots=True)
class OpenGame:
    """The open game in large.

    `planned` of `rounds` is its round in the plan of the game, `number` counts every one; `last` is
    the number of the last contract, 0 without contracts.
    """

    number: int
    planned: int
    rounds: int | None
    last: int
    ranks: tuple[Ranked, ...]


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


def open_game_view(ruleset: Ruleset, state: State, colours: Sequence[int]) -> OpenGame | None:
    """How the game stands, `colours` by seat; None where no round is open any more."""
    if state.open is None:
        return None
    deal, ahead = state.open.deal, leaders(state)
    return OpenGame(
        number=deal.number,
        planned=deal.planned,
        rounds=None if deal.playoff else ruleset.rounds,
        last=len(ruleset.contracts),
        ranks=tuple(
            Ranked(Person(colours[one.seat], state.names[one.seat]), one, one.seat in ahead)
            for one in state.standings
            if one.seat in state.active
        ),
    )


def played_game(summary: Mapping[str, Any], colours: Sequence[int]) -> PlayedGame:
    """What was kept of a game for lists, `colours` by player; no two of them have one name."""
    people = tuple(map(Person, colours, summary["players"]))
    won = set(summary["winners"]) if summary["over"] else set()
    winners = tuple(one for one in people if one.name in won)
    return PlayedGame(summary["round"], summary["over"], people, winners)

"""Colours of players: nine, kept from game to game when the same people play again."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.rules.model.names import folded

COLOURS = 9


def colours_of(chosen: Sequence[int | None], people: int) -> tuple[int, ...]:
    """A colour for each seat, from 0: the `chosen` one, else the first that is free.

    Without chosen colours it is the number of the seat. A tenth player shares a colour.
    """
    wanted = [*chosen, *[None] * people][:people]
    taken = {colour for colour in wanted if colour is not None}
    colours = []
    for seat, colour in enumerate(wanted):
        free = (number for number in range(COLOURS) if number not in taken)
        colours.append(next(free, seat % COLOURS) if colour is None else colour)
        taken.add(colours[-1])
    return tuple(colours)


def colours_again(names: Sequence[str], before: Mapping[str, int]) -> tuple[int, ...]:
    """Players of the game `before` keep their colour, wherever they sit now; by name.

    Of two who had the same colour in different games, the first in `before` keeps it.
    """
    here = [folded(name) for name in names]
    by_name: dict[str, int] = {}
    for name, colour in before.items():
        if folded(name) in here and colour not in by_name.values():
            by_name[folded(name)] = colour
    return colours_of([by_name.get(name) for name in here], len(here))


def colours_in(summary: Mapping[str, Any]) -> Sequence[int]:
    """The colours of the players of a listed game; without stored ones, those of their seats."""
    if "colours" in summary:
        return tuple(summary["colours"])
    people = len(summary["players"])
    colours = colours_of((), people)
    return tuple(colours[seat] for seat in summary.get("seats", range(people)))

"""With what somebody starts who joined, or is back: it hangs on who else comes and goes.

A newcomer starts no better than anybody at the table. Who comes or goes in the same gap changes
who is at the table, and so what was announced before.
"""

from collections.abc import Iterator

from markupsafe import Markup

from companion.rules.model.state import State
from companion.sentences import NN_
from companion.web.words.text import bdi, say

_NOW = NN_(
    "%(name)s now starts with %(points)s point.",
    "%(name)s now starts with %(points)s points.",
    "points",
)
_NOW_ON = NN_(
    "%(name)s now starts on contract %(contract)s with %(points)s point.",
    "%(name)s now starts on contract %(contract)s with %(points)s points.",
    "points",
)


def other_starts(before: State, after: State) -> Iterator[Markup]:
    """Who goes into the open round with something else than was said before this change."""
    if before.open is None or after.open is None:
        return
    if before.open.deal.number != after.open.deal.number:
        return
    for seat in sorted(_comers(before) & _comers(after)):
        points, contract = start = _start(after, seat)
        if start != _start(before, seat):
            said = {"name": bdi(after.names[seat]), "points": points, "contract": contract}
            yield say(_NOW_ON if contract else _NOW, said)


def _comers(state: State) -> set[int]:
    """Who sat down, or came back, just before the open round, and is dealt in."""
    if state.open is None:
        return set()
    number = state.open.deal.number
    joined = {seat for seat, first in state.joined.items() if first == number}
    back = {row.seat for row in state.returns if row.back_before == number}
    return (joined | back) & {*state.open.deal.players}


def _start(state: State, seat: int) -> tuple[int, int | None]:
    """Points and contract."""
    return state.totals[seat], state.open.deal.contracts.get(seat) if state.open else None

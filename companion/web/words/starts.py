"""The start of newcomers and returning players, which depends on other joins and leaves.

A newcomer has no advantage over anybody at the table. A join or leave in the same gap changes who
is at the table, and so the start that was announced.
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
    """The players whose start in the open round differs from that before this change."""
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
    """The newcomers and returning players of the open round who are dealt in."""
    if state.open is None:
        return set()
    number = state.open.deal.number
    joined = {seat for seat, first in state.joined.items() if first == number}
    back = {row.seat for row in state.returns if row.back_before == number}
    return (joined | back) & {*state.open.deal.players}


def _start(state: State, seat: int) -> tuple[int, int | None]:
    """Points and contract."""
    return state.totals[seat], state.open.deal.contracts.get(seat) if state.open else None

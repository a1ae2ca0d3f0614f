"""Players who are out by their totals, and whether they may come back."""

from companion.rules.judging.refusals import Refused, check_return
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import State


def may_come(state: State) -> bool:
    """Whether anybody may join or come back now: not in a tie-break, nor after the end."""
    return state.open is not None and not state.open.deal.tiebreak


def may_come_back(ruleset: Ruleset, state: State, seat: int) -> bool:
    """Whether this player may come back now: one who is out, only below the limit, if at all."""
    try:
        check_return(ruleset, state, seat)
    except Refused:
        return False
    return may_come(state)

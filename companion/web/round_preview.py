"""What a round would come to if it were written down now."""

from dataclasses import dataclass

from companion.records.sitting import Sitting
from companion.rules.log import RoundScored
from companion.rules.replay import replay
from companion.rules.state import ScoredRound, State


@dataclass(frozen=True, slots=True)
class Preview:
    """The open round as it would stand on the sheet, and the game after it."""

    round: ScoredRound
    state: State


def preview_open_round(sitting: Sitting) -> Preview:
    """The open round scored as it stands: nothing is kept, and nobody is asked anything."""
    state = replay(sitting.ruleset, sitting.seats, (*sitting.entries, RoundScored()))
    return Preview(state.rounds[-1], state)

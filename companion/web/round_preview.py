"""What a round would come to if it were written down now."""

from dataclasses import dataclass

from companion.records.sitting import Sitting
from companion.rules.entries import RoundScored
from companion.rules.state import ScoredRound, State


@dataclass(frozen=True, slots=True)
class Preview:
    """The open round as it would stand on the sheet, and the game after it."""

    round: ScoredRound
    state: State


def preview_open_round(sitting: Sitting) -> Preview:
    """The open round scored as it stands: nothing is kept, and nobody is asked anything."""
    state = sitting.so_far.with_entries(RoundScored()).state
    return Preview(state.rounds[-1], state)

"""Who has counted, who is counting, who is missing: once the round is over, for the table."""

from dataclasses import dataclass

from flask_babel import gettext

from companion.records.games import Sitting
from companion.rules.doubts import find_doubts
from companion.rules.scoring import needs_no_hands, round_points
from companion.rules.state import OpenRound

_TOO_FEW = {"wrong_hand_size_without_contract", "points_not_reachable", "points_below_minimum"}


@dataclass(frozen=True, slots=True)
class CountState:
    """How far one hand is, in words; `whole` as far as the rules can tell."""

    words: str
    whole: bool


def count_states(sitting: Sitting) -> dict[int, CountState]:
    """How far each hand is that must be counted; nothing before the round is over."""
    open_round = sitting.state.open
    if open_round is None or not open_round.over:
        return {}
    if needs_no_hands(sitting.ruleset, open_round.deal, open_round.play):
        return {}
    holds_none = None if open_round.counts_melds else open_round.play.went_out
    asked = [seat for seat in open_round.deal.players if seat != holds_none]
    return {seat: _state(sitting, open_round, seat) for seat in asked}


def _state(sitting: Sitting, open_round: OpenRound, seat: int) -> CountState:
    if open_round.is_uncounted(seat):
        return CountState(gettext("to count"), whole=False)
    points = round_points(sitting.ruleset, open_round.deal, open_round.play)[seat]
    doubts = find_doubts(sitting.ruleset, open_round.deal, open_round.play)
    if any(doubt.seat == seat and doubt.code in _TOO_FEW for doubt in doubts):
        return CountState(gettext("counting: %(points)s", points=points), whole=False)
    return CountState(gettext("counted: %(points)s", points=points), whole=True)

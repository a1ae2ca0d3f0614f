"""Where the points of every round add up to 0, so do the totals, whoever comes and goes."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.fold.entries import EntryUndone, RoundCorrected
from companion.rules.fold.replay import replay
from companion.rules.judging.scoring import SCHEMES
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import ScoredRound, State
from companion.rules.reading.ruleset import read_ruleset
from tests.property.any_game import Evening, a_legal_round, evenings, rules
from tests.property.games import NOBODY_OUT
from tests.soak import examples
from tests.unit.catalogue.games import CARD_GAMES

ZERO_SUMS = [key for key, scheme in SCHEMES.items() if scheme.is_zero_sum]


def scored_by(scheme: str) -> st.SearchStrategy[tuple[dict[str, Any], Ruleset]]:
    """Any game with any house rules, as a custom game with this scheme."""

    def changed(drawn: tuple[dict[str, Any], Ruleset]) -> tuple[dict[str, Any], Ruleset]:
        data = {**drawn[0], "scoring": scheme}
        for key in ("knocking", "closing", "settlement"):  # of other schemes
            data.pop(key, None)
        return data, read_ruleset(data)

    return rules(st.sampled_from(CARD_GAMES)).map(changed)


def total_of_adjustments(scored: ScoredRound) -> int:
    if scored.void or scored.deal.playoff or not scored.counted:
        return 0
    return sum(
        adjustment.points
        for seat, adjustment in scored.play.adjustments.items()
        if seat in scored.points
    )


def adds_up(state: State) -> bool:
    return sum(state.totals) == sum(map(total_of_adjustments, state.rounds))


def corrected(evening: Evening, luck: Random) -> State:
    """The game after a correction of any round, and sometimes the undo of any entry."""
    state, log = evening.state, list(evening.log)
    if state.rounds:
        scored = luck.choice(state.rounds)
        play = a_legal_round(evening.ruleset, scored.deal, luck).play
        log.append(RoundCorrected(scored.deal.number, play, NOBODY_OUT))
    if luck.random() < 0.3 and log:
        log.append(EntryUndone(luck.randint(1, len(log))))
    return replay(evening.ruleset, evening.seats, log)


def test_there_is_a_zero_sum_scheme() -> None:
    assert ZERO_SUMS == ["losers_pay"]


@pytest.mark.parametrize("scheme", ZERO_SUMS)
@settings(max_examples=examples(12, 25))
@given(st.data(), st.integers(0, 2**32).map(Random))
def test_totals_add_up_to_nothing_but_adjustments(
    scheme: str, data: st.DataObject, luck: Random
) -> None:
    evening = data.draw(evenings(scored_by(scheme)))
    assert adds_up(evening.state)
    assert adds_up(corrected(evening, luck))

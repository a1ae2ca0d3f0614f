"""Games without drops in which melds are shown at the end, or laid down: Chinchón, Ramino, others.

`tests/games` has their worked rounds; here are those by other house rules.
"""

from typing import Any

import pytest

from companion.rules.fold.entries import (
    Dropped,
    Entry,
    PlayerReturned,
    RoundCorrected,
    RoundPlay,
    RoundScored,
    WentOut,
)
from companion.rules.fold.replay import replay
from companion.rules.judging.doubts import find_doubts
from companion.rules.judging.refusals import Refused, check_return
from companion.rules.model.play import Ending
from companion.rules.model.state import Seats, State
from companion.rules.reading.catalogue import game_data
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.ruleset import read_ruleset
from tests.unit.catalogue.games import game, played
from tests.unit.table import ANN, BEN, CY, a_round

TEN_CARDS = a_round(ANN, {BEN: {"K": 2, "9": 1}, CY: {"2": 1}}, went_rummy=True)


def test_a_hand_of_cacheta_costs_a_life_whatever_is_in_it_and_two_after_ten_cards() -> None:
    nine = a_round(ANN, {BEN: {"K": 2, "9": 1}, CY: 1})
    assert played("cacheta", nine).totals == (0, 1, 1)
    assert played("cacheta", TEN_CARDS).totals == (0, 2, 2)


def test_who_lost_lives_in_a_round_was_dealt_in_to_it_whoever_is_out_after_a_correction() -> None:
    """Cy, who is out after round 4, has a life left once Cy has won it; round 5 had no Cy."""
    losers = [{BEN, CY}, {ANN, CY}, {BEN, CY}, {ANN, CY}, {BEN}]
    winners = [(ANN, True), (BEN, True), (ANN, True), (BEN, False), (ANN, False)]
    log: list[Entry] = []
    for (seat, ten), lost in zip(winners, losers, strict=True):
        log += [WentOut(seat, went_rummy=ten), RoundScored(lost=frozenset(lost))]
    assert played("cacheta", *log, lives=7).totals == (3, 5, 7)
    corrected = RoundCorrected(4, RoundPlay(went_out=CY))
    assert played("cacheta", *log, corrected, lives=7).totals == (3, 6, 6)


def test_a_stored_life_costs_what_a_lost_round_costs_by_the_rules_in_force() -> None:
    """A correction, or a record, has written one life for each."""
    assert played("cacheta", a_round(ANN, {BEN: 1, CY: 1}), losing="folding").totals == (0, 2, 2)


def test_lives_raise_no_doubt_about_cards_and_are_none_where_a_wild_card_costs_less() -> None:
    data = apply_house_rules(game_data("cacheta"), {}) | {"most_points": 3, "house_rules": []}
    data["values"] = dict.fromkeys(data["values"], 5)
    rules = read_ruleset(data, "cacheta.toml")
    assert rules.lost_lives == 3
    state = replay(rules, Seats(("Ann", "Ben", "Cy")), [WentOut(ANN)])
    assert state.open is not None
    assert [*find_doubts(state.open.by(rules))] == []
    moving = data | {"moving_wild": {"value": 0, "drawn": True}}
    assert read_ruleset(moving, "cacheta.toml").lost_lives is None


def test_the_players_who_lost_lives_are_written_down_with_the_round() -> None:
    rules, names = game("cacheta", losing="folding"), Seats(("Ann", "Ben", "Cy"))
    folded = replay(rules, names, [Dropped(BEN, "first"), WentOut(ANN)])
    assert RoundScored().settled(rules, folded).lost == {CY}


def test_where_players_fold_ten_cards_are_not_asked_about() -> None:
    assert not game("cacheta", losing="folding").asks_rummy
    assert played("cacheta", TEN_CARDS, losing="folding").totals == (0, 2, 2)


@pytest.mark.parametrize(
    ("ending", "rules", "points"),
    [
        ("gin", {}, -10),
        ("big_gin", {"chinchon": -50}, -50),
        ("big_gin", {"chinchon": -10}, -10),
    ],
)
def test_closing_chinchon_with_all_cards_takes_points_off(
    ending: Ending, rules: dict[str, Any], points: int
) -> None:
    state = played("chinchon", a_round(ANN, {BEN: 20, CY: 30}, ending=ending), **rules)
    assert (state.totals, state.outcome.over) == ((points, 20, 30), False)


def test_a_chinchon_wins_over_fewer_points() -> None:
    rounds = a_round(BEN, {ANN: 60, CY: 20}, ending="gin"), a_round(ANN, ending="big_gin")
    outcome = played("chinchon", *rounds).outcome
    assert (outcome.code, outcome.winners) == ("won_at_once", (ANN,))


@pytest.mark.parametrize(
    ("rules", "costs"),
    [({}, 30), ({"court_cards": "on_from_seven"}, 27), ({"court_cards": "own"}, 33)],
)
def test_court_cards_of_chinchon_cost_ten_or_their_number(
    rules: dict[str, Any], costs: int
) -> None:
    courts = a_round(ANN, {BEN: {"10": 1, "11": 1, "12": 1}, CY: 5}, ending="gin")
    assert played("chinchon", courts, **rules).totals[BEN] == costs


OUT = a_round(ANN, {BEN: {"10": 3, "7": 1}, CY: 60}, ending="gin")


AGAIN = a_round(ANN, {BEN: 0, CY: 60}, ending="gin")


@pytest.mark.parametrize(("rejoin", "may"), [("always", True), ("once", False)])
def test_players_of_chinchon_come_back_with_the_highest_total(*, rejoin: str, may: bool) -> None:
    back = [OUT, OUT, PlayerReturned(CY)]  # Ann -20, Ben 37 + 37, Cy 120
    assert played("chinchon", *back, rejoin=rejoin).totals == (-20, 74, 74)
    out_again = played("chinchon", *back, AGAIN, rejoin=rejoin)
    assert may_return(out_again, rejoin) is may


def test_players_of_chinchon_stay_out_by_house_rule() -> None:
    assert not may_return(played("chinchon", OUT, OUT, rejoin="never"), "never")


def may_return(state: State, rejoin: str) -> bool:
    """Whether Cy, who is out, may come back."""
    try:
        check_return(game("chinchon", rejoin=rejoin), state, CY)
    except Refused:
        return False
    return True


def test_ramino_with_melds_laid_down_has_dear_hands_after_going_out_in_one_turn() -> None:
    left = {BEN: {"A": 1, "Joker": 1}, CY: {"K": 1}}
    for went_rummy, totals in ((False, (0, 21, 10)), (True, (0, 42, 20))):
        play = a_round(ANN, left, went_rummy=went_rummy)
        assert played("ramino", play, form="laid_down").totals == totals
    assert game("ramino", form="laid_down").endings == ()
    assert game("ramino").endings == ("gin", "big_gin")
    assert game("ramino", rest=5).endings == ("knock", "gin", "big_gin")


def test_the_first_over_the_limit_ends_loba_by_house_rule() -> None:
    over = a_round(ANN, {BEN: {"K": 8, "Q": 3}, CY: 20})
    assert not played("loba", over).outcome.over
    outcome = played("loba", over, ending="first_over").outcome
    assert (outcome.code, outcome.winners) == ("lowest_total", (ANN,))


def test_nobody_declares_where_no_hand_has_conditions() -> None:
    declaring = {key: game(key).declares for key in ("indian-rummy", "cacheta", "rummikub")}
    assert declaring == {"indian-rummy": True, "cacheta": False, "rummikub": False}

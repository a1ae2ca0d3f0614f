"""The view models of a player's own page and of choosing a seat."""

from collections.abc import Container

import pytest

from companion.rules.fold.entries import Entry, Hand, HandCounted, LaidDown, PlayerLeft, WentOut
from companion.rules.fold.replay import replay
from companion.rules.model.contracts import Contract
from companion.rules.model.state import Seats
from companion.rules.reading.catalogue import game_data
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.ruleset import read_ruleset
from companion.web.pages.seating import OwnPage, chairs, own_page
from companion.web.view_models.lying_cards import CARD_WIDTH, LINE_WIDTH, lying_cards
from tests.unit.table import ANN, BEN, CY, TWELVE_STEP, rules, seats, table_after
from tests.unit.test_end_of_the_game import TIED

KING = Hand(cards={"10-K": 1})


def own(
    seat: int,
    *entries: Entry,
    game: str = TWELVE_STEP,
    may_score: bool = True,
    counting: Container[int] = (),
    counted_here: bool = True,
) -> OwnPage:
    ruleset = read_ruleset(apply_house_rules(game_data(game), {}))
    state = replay(ruleset, Seats(("Ann", "Ben", "Cy")), entries)
    assert state.open is not None
    how = {"may_score": may_score, "counted_here": counted_here}
    return own_page(ruleset, state, state.open, seat, counting=counting, **how)


def test_it_shows_contract_total_place_and_who_begins() -> None:
    view = own(ANN)
    assert (view.name, view.number, view.contracts, view.total, view.place) == ("Ann", 1, 12, 0, 1)
    assert (view.deals, view.leads, own(BEN).leads) == (True, False, True)
    assert (view.ended, view.points, view.hands) == ("", None, ())


def test_the_one_thing_to_do_is_to_lay_down_and_then_to_take_that_back() -> None:
    assert own(BEN).action == "lay_down"
    assert own(BEN, LaidDown(BEN)).action == "take_back"
    assert own(BEN, may_score=False).action == "watch"


def test_without_a_contract_it_is_to_be_out() -> None:
    view = own(BEN, game="five-crowns")
    assert (view.action, view.contract, view.round.wild) == ("out", None, "3")


def test_after_the_round_the_steps_are_count_wait_and_review() -> None:
    over = (LaidDown(BEN), WentOut(ANN))
    assert (own(BEN, *over).action, own(BEN, *over).ended) == ("count", "to_count")
    counted = (*over, HandCounted(BEN, KING, down=True))
    view = own(BEN, *counted)
    assert (view.action, view.ended, view.points, view.may_change) == ("wait", "counted", 10, True)
    assert [(one.name, one.hand) for one in view.hands] == [("Ben", "counted"), ("Cy", "to_count")]
    all_counted = (*counted, HandCounted(CY, KING, down=True))
    assert (own(ANN, *all_counted).action, own(ANN, *all_counted).ended) == ("review", "went_out")
    assert own(ANN, *all_counted, counting={CY}).action == "wait"


def test_it_names_the_player_who_ended_the_round() -> None:
    assert own(BEN).went_out is None
    assert own(BEN, WentOut(ANN)).went_out == "Ann"
    assert own(BEN, WentOut(None)).went_out is None


def test_a_hand_that_is_open_elsewhere_says_so() -> None:
    over = (LaidDown(BEN), WentOut(ANN))
    assert own(BEN, *over, counting={BEN}).ended == "elsewhere"
    counted = (*over, HandCounted(BEN, KING, down=True))
    mine = own(BEN, *counted, counting={BEN})
    assert (mine.ended, [one.hand for one in mine.hands]) == ("counted", ["counted", "to_count"])
    assert own(BEN, *counted, counting={BEN}, counted_here=False).ended == "elsewhere"


def test_the_player_who_went_out_counts_melds_if_they_score() -> None:
    view = own(ANN, WentOut(ANN), game="rummy-500")
    assert (view.ended, view.action) == ("to_count", "count")


@pytest.mark.parametrize("seat", [ANN, BEN])
def test_in_a_play_off_that_is_over_nobody_counts(seat: int) -> None:
    house = {"final_tiebreak": "playoff"}
    state = table_after(*TIED, WentOut(BEN), players=3, **house)
    assert state.open is not None
    assert state.open.deal.playoff
    view = own_page(rules(**house), state, state.open, seat)
    assert (view.ended, view.action, view.hands) == ("playoff", "review", ())


def test_a_play_off_that_is_void_says_that_nobody_went_out() -> None:
    house = {"final_tiebreak": "playoff", "blocked_round": "void"}
    state = table_after(*TIED, WentOut(None), players=3, **house)
    assert state.open is not None
    assert own_page(rules(**house), state, state.open, BEN).ended == "void"


def test_in_a_round_that_is_void_nobody_counts_either() -> None:
    house = {"blocked_round": "void"}
    state = table_after(WentOut(None), **house)
    assert state.open is not None
    view = own_page(rules(**house), state, state.open, BEN)
    assert (view.ended, view.action) == ("void", "review")


def test_everybody_at_the_table_may_be_the_one_with_this_phone() -> None:
    ruleset = rules()
    state = replay(ruleset, seats(4), (PlayerLeft(3),))
    asked = chairs(state, ANN, {ANN, BEN}.__contains__)
    assert [(one.name, one.number, one.phone) for one in asked] == [
        ("Ann", 1, "this"),
        ("Ben", 1, "another"),
        ("Cy", 1, ""),
    ]


@pytest.mark.parametrize(
    ("notation", "lines"),
    [("S3 R7", 2), ("S3 S3", 1), ("S3 S3 S3 S3", 2), ("R13", 1), ("S3 R4 2xA", 2), ("R4 R4 R4", 3)],
)
def test_a_contract_lies_in_lines_that_are_never_too_wide(notation: str, lines: int) -> None:
    contract = Contract.parse(notation)
    lying = lying_cards(contract)
    assert len(lying.cards) == contract.cards
    assert all(0 <= one.x <= LINE_WIDTH - CARD_WIDTH for one in lying.cards)
    assert all(one.y >= 0 for one in lying.cards)
    assert lying.height == pytest.approx(66 * lines + 8 * (lines - 1), abs=25)

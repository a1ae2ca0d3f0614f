"""The view models of counting, and of two counts of one hand."""

import pytest

from companion.rules.fold.entries import Entry, Hand, HandCounted, LaidDown, WentOut
from companion.rules.fold.replay import replay
from companion.rules.model.state import Seats
from companion.rules.reading.catalogue import catalogue, game_data
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.ruleset import read_ruleset
from companion.web.forms.expected_hand import ExpectedHand
from companion.web.pages.counting.conflicts import TwoHandsView, two_hands_view
from companion.web.pages.counting.counting_order import PhonesAround
from companion.web.pages.counting.hand_view import CountView, PartCode, count_view

ANN, BEN, CY = range(3)
RUMMY = "contract-rummy"
NOBODY_ELSE = PhonesAround()
SIX = Hand(cards={"A": 1, "10-K": 3, "3-9": 2})


def count(
    *entries: Entry,
    seat: int = CY,
    game: str = "twelve-step-rummy",
    phones: PhonesAround = NOBODY_ELSE,
    blank: frozenset[PartCode] = frozenset(),
) -> CountView:
    ruleset = read_ruleset(apply_house_rules(game_data(game), {}))
    state = replay(ruleset, Seats(("Ann", "Ben", "Cy")), entries)
    assert state.open is not None
    expected = ExpectedHand.of_open(ruleset, state.open, seat)
    return count_view(state, state.open, expected, phones, blank)


def test_a_hand_has_its_player_points_and_missing_cards() -> None:
    view = count(WentOut(ANN), HandCounted(CY, SIX, down=False))
    assert (view.name, view.went_out, view.number, view.points) == ("Cy", "Ann", 1, 60)
    assert (view.sizes.size, view.sizes.held) == (6, 13)
    assert view.rest is not None
    assert (view.rest.missing, view.rest.cards) == (7, "others")
    assert [one.key for one in view.rest.classes] == ["3-9", "10-K"]


def test_the_rest_is_all_of_a_hand_or_the_others_of_it_and_not_offered_with_a_whole_one() -> None:
    def rest(*hands: Hand) -> tuple[bool, str, int]:
        view = count(WentOut(ANN), *(HandCounted(CY, hand, down=False) for hand in hands))
        assert view.rest is not None
        return (view.rest.is_offered, view.rest.cards, view.rest.missing)

    assert rest() == (True, "all", 13)
    assert rest(SIX) == (True, "others", 7)
    assert rest(Hand(cards={"3-9": 13})) == (False, "others", 0)
    assert rest(Hand(cards={"3-9": 14})) == (True, "others", 1)  # with a buy


@pytest.mark.parametrize(
    ("cards", "down", "is_incomplete"),
    [
        (0, False, True),
        (2, False, True),
        (2, True, False),  # they may be all that is left after the contract
        (6, False, True),
        (12, False, True),
        (13, False, False),
        (14, False, True),
        (15, False, False),  # with a buy
    ],
)
def test_the_rest_ends_the_round_only_where_cards_are_certainly_missing(
    cards: int, *, down: bool, is_incomplete: bool
) -> None:
    ben, hand = HandCounted(BEN, Hand(points=5), down=True), Hand(cards={"3-9": cards})
    mine = HandCounted(CY, hand, down=down)
    last, first = count(WentOut(ANN), ben, mine).rest, count(WentOut(ANN), mine).rest
    assert last is not None
    assert first is not None
    assert (first.ends_round, last.ends_round) == (False, is_incomplete)


def test_the_rest_is_not_said_to_be_more_of_a_card_than_the_decks_hold() -> None:
    def offered(**cards: int) -> list[tuple[str, bool]]:
        rest = count(WentOut(ANN), HandCounted(CY, Hand(cards=cards), down=False), game=RUMMY).rest
        assert rest is not None
        return [(one.key, one.fits) for one in rest.classes]

    assert offered() == [("10-K", True), ("A", False)]  # ten cards, and eight aces in two decks
    assert offered(K=2) == [("10-K", True), ("A", True)]
    assert offered(A=1) == [("10-K", True), ("A", False)]


def test_each_hand_in_the_row_says_how_far_it_is() -> None:
    ben = HandCounted(BEN, Hand(points=40), down=True)
    tabs = count(WentOut(ANN), ben).walk.tabs
    assert [tab.state for tab in tabs] == ["out", "counted", "counting"]
    assert [(tab.points, tab.down) for tab in tabs][BEN] == (40, True)
    assert [tab.is_here for tab in tabs] == [False, False, True]


def test_a_hand_that_another_phone_has_open_is_not_the_next_one() -> None:
    alone, together = count(WentOut(ANN)), count(WentOut(ANN), phones=PhonesAround({BEN}))
    assert (alone.walk.next, alone.walk.next_name) == ("next", "Ben")
    assert (together.walk.next, together.walk.may_write) == ("review", False)
    assert together.walk.tabs[BEN].state == "counting"


def test_after_ones_own_hand_no_other_follows_unless_it_is_the_last() -> None:
    mine = PhonesAround(seat=CY)
    assert count(WentOut(ANN), phones=mine).walk.next == "done"
    last = count(WentOut(ANN), HandCounted(BEN, Hand(points=5), down=True), phones=mine)
    assert (last.walk.next, last.walk.may_write, last.walk.is_mine) == ("review", True, True)


def test_neither_a_hand_that_is_down_nor_a_total_can_be_filled() -> None:
    marked = LaidDown(CY)
    two, typed = Hand(cards={"3-9": 2}), Hand(points=40)
    for entries in (
        (marked, WentOut(ANN)),
        (marked, WentOut(ANN), HandCounted(CY, two, down=True)),
        (WentOut(ANN), HandCounted(CY, typed, down=False)),
    ):
        rest = count(*entries).rest
        assert rest is not None
        assert not rest.is_offered


def test_a_few_cards_are_taken_as_down_and_may_still_be_filled_up() -> None:
    for hand in (Hand(cards={"3-9": 2}), Hand(points=40)):
        assert count(WentOut(ANN), HandCounted(CY, hand, down=True)).taken_as == "yes"
        assert count(LaidDown(CY), WentOut(ANN), HandCounted(CY, hand, down=True)).taken_as == ""
    few = count(WentOut(ANN), HandCounted(CY, Hand(cards={"3-9": 2}), down=True)).rest
    assert few is not None
    assert (few.is_offered, few.missing) == (True, 11)
    nobody_said = count(WentOut(ANN), HandCounted(CY, SIX, down=False))
    assert nobody_said.taken_as == ""


def test_where_melds_score_the_part_that_is_missing_is_asked_for() -> None:
    no_hand, nothing = frozenset[PartCode]({"hand"}), frozenset[PartCode]({"melds", "hand"})
    assert [p.is_asked for p in count(WentOut(ANN), game="rummy-500", blank=no_hand).parts] == [
        False,
        True,
    ]
    assert not any(p.is_asked for p in count(WentOut(ANN), game="rummy-500", blank=nothing).parts)
    out = count(WentOut(CY), game="rummy-500", blank=nothing).parts
    assert [part.code for part in out] == ["melds"]


def test_a_player_who_closes_has_as_few_cards_left_as_the_rules_allow_for_that() -> None:
    closed = WentOut(ANN, ending="knock")
    left = [count(closed, seat=seat, game="chinchon").sizes.most_held for seat in (ANN, BEN)]
    assert left == [1, 7]


def test_only_a_player_who_has_opened_is_counted_where_not_having_opened_has_a_price() -> None:
    aces = HandCounted(CY, Hand(cards={"A": 2}), down=True)
    blank, opened = count(WentOut(ANN), game="hand"), count(WentOut(ANN), aces, game="hand")
    assert (blank.points, blank.sizes.limit, blank.sizes.held) == (0, "price", 11)
    assert blank.rest is not None
    assert not blank.rest.is_offered
    assert (opened.points, opened.taken_as) == (22, "")


@pytest.mark.parametrize("key", [k for k, game in catalogue().items() if not game.lost_lives])
def test_in_every_game_whose_cards_count_a_hand_can_be_counted(key: str) -> None:
    view = count(WentOut(ANN), game=key)
    assert (view.name, view.points, view.sizes.size) == ("Cy", 0, 0)
    assert (view.number is None) == (not catalogue()[key].contracts)
    assert bool(view.sizes.held) == bool(view.sizes.whole)


def both(mine: Hand, theirs: Hand, *, open_here: bool = False) -> TwoHandsView:
    ruleset = read_ruleset(apply_house_rules(game_data("twelve-step-rummy"), {}))
    kept = (WentOut(ANN), HandCounted(CY, theirs, down=True))
    state = replay(ruleset, Seats(("Ann", "Ben", "Cy")), kept)
    assert state.open is not None
    typed = HandCounted(CY, mine, down=True)
    flags = {"mine_is_open": open_here, "theirs_is_open": False}
    return two_hands_view("Cy", state.open.by(ruleset), state.open, typed, **flags)


def test_two_counts_are_compared_line_by_line() -> None:
    view = both(Hand(cards={"A": 1, "3-9": 2}), Hand(cards={"3-9": 2}))
    told = [(line.code, line.theirs, line.mine, line.differs) for line in view.lines]
    assert told == [("hand", None, 1, True), ("hand", 2, 2, False), ("down", True, True, False)]
    assert (view.theirs, view.mine) == (10, 30)


def test_two_counts_with_a_typed_total_are_compared_without_cards() -> None:
    view = both(Hand(points=45), Hand(cards={"3-9": 2}))
    assert [(line.code, line.card_class) for line in view.lines] == [("hand", None), ("down", None)]


def test_a_few_cards_of_a_hand_that_is_still_counted_do_not_say_down() -> None:
    line = both(Hand(cards={"3-9": 2}), Hand(cards={"3-9": 2}), open_here=True).lines[-1]
    assert (line.code, line.theirs, line.mine) == ("down", True, "as_down")


def test_the_page_says_what_is_counted() -> None:
    assert count(WentOut(ANN)).counts == "left"
    assert count(WentOut(ANN), game="rummy-500").counts == "both"
    assert count(WentOut(CY), game="rummy-500").counts == "melded"


def test_the_meter_ends_at_the_most_cards_left() -> None:
    marked = (LaidDown(CY), WentOut(ANN))
    game = "russian-rummy"  # nobody buys

    def sizes(*entries: Entry, of: str) -> tuple[int, int | None]:
        view = count(*entries, game=of)
        return view.sizes.size, view.sizes.held

    assert count(*marked, game=game).sizes.held == count(*marked, game=game).sizes.most
    few = HandCounted(CY, Hand(cards={"A": 2}), down=True)
    nine = HandCounted(CY, Hand(cards={"A": 9}), down=True)
    assert sizes(*marked, few, of="twelve-step-rummy") == (2, 7)
    assert sizes(*marked, nine, of="twelve-step-rummy") == (9, 9), "7 and a buy of 2"
    assert sizes(WentOut(ANN), few, of="twelve-step-rummy") == (2, 13), "nobody said so"


def test_a_few_cards_say_how_many_are_missing_of_a_whole_hand() -> None:
    seven = HandCounted(CY, Hand(cards={"10-K": 7}), down=True)
    view = count(WentOut(ANN), seven)
    assert (view.taken_as, view.sizes.to_whole) == ("yes", 6)

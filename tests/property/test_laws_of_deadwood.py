"""The cheapest arrangement of a hand is that of one that tries every arrangement."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.cases import rules_of_case
from companion.rules.referee.judge import judge
from tests.property import brute_deadwood
from tests.property.test_laws_of_the_judge import LAWS, SETTLED, some_cards
from tests.soak import examples

Answer = dict[str, Any]
SIZES = st.sampled_from([{"set_least": 2, "run_least": 3}, {"set_least": 3, "run_least": 3}])
NEEDED = st.sampled_from([(1, 1), (2, 0), (2, 1), (2, 2)])
GIN = rules_of_case({"game": "gin-rummy"})
GIN_CARDS = [card["code"] for card in GIN["cards"] if card["copies"]]
_LOW = [code for code in GIN_CARDS if code[:-1] in {"A", "2", "3", "4", "5"}]
GIN_HANDS = st.lists(st.sampled_from(_LOW), min_size=10, max_size=10, unique=True)


def rules_by(law: dict[str, Any]) -> dict[str, Any]:
    return rules_of_case({"game": "own", "melding": SETTLED | law})


def prices(rules: dict[str, Any]) -> dict[str, int]:
    return {card["code"]: card["points"] for card in rules["cards"]}


def deadwood(rules: dict[str, Any], hand: list[str]) -> Answer:
    return judge(rules, {"ask": "deadwood", "hand": hand})


@settings(max_examples=examples(20, 60), deadline=None)
@given(LAWS, SIZES, some_cards(3, 6))
def test_no_arrangement_leaves_fewer_points(
    law: dict[str, Any], sizes: dict[str, Any], hand: list[str]
) -> None:
    rules = rules_by(law | sizes)
    answer = deadwood(rules, hand)
    left = brute_deadwood.fewest_left(hand, law | sizes, prices(rules))
    assert (answer["left"], len(answer["deadwood"])) == left
    _is_an_arrangement(rules, hand, answer)


@settings(max_examples=examples(8, 30), deadline=None)
@given(LAWS, NEEDED, st.sampled_from(["all", "pure", "none"]), some_cards(5, 7))
def test_melds_count_only_with_the_runs_that_a_hand_needs(
    law: dict[str, Any], needed: tuple[int, int], one_run: str, hand: list[str]
) -> None:
    runs, pure = needed
    law = law | {"set_least": 3, "run_least": 2}
    said = {"least_runs": runs, "least_pure_runs": pure, "melds_with_one_run": one_run}
    rules = rules_by(law | said)
    answer = deadwood(rules, hand)
    price = prices(rules)
    tries = [((runs, pure), ("set", "run", "pure"))]
    if pure and one_run != "none":
        tries.append(((pure, pure), ("pure",) if one_run == "pure" else ("set", "run", "pure")))
    found = [brute_deadwood.fewest_left(hand, law, price, *each) for each in tries]
    assert answer["left"] == min(sum(price[card] for card in hand), *(left for left, _ in found))
    _is_an_arrangement(rules, hand, answer)


def _is_an_arrangement(rules: dict[str, Any], hand: list[str], answer: Answer) -> None:
    """Each meld is legal, and together with the deadwood they are the hand."""
    melds = answer["melds"]
    shown = [code.partition("=")[0] for meld in melds for code in meld]
    assert sorted([*shown, *answer["deadwood"]]) == sorted(hand)
    for cards in melds:
        meld = {"kind": "any", "cards": [code.partition("=")[0] for code in cards]}
        assert judge(rules, {"ask": "meld", "melds": [meld]})["verdict"] == "legal"


@settings(max_examples=examples(30, 100), deadline=None)
@given(GIN_HANDS, st.sampled_from(GIN_CARDS))
def test_a_card_more_costs_at_most_its_points_and_a_discard_never_hurts(
    hand: list[str], card: str
) -> None:
    if card in hand:
        return
    left = deadwood(GIN, hand)["left"]
    before_discarding = judge(GIN, {"ask": "knock", "hand": [*hand, card]})
    assert before_discarding["left"] <= left
    each = [deadwood(GIN, [one for one in [*hand, card] if one != gone]) for gone in [*hand, card]]
    assert before_discarding["left"] == min(answer["left"] for answer in each)


@settings(max_examples=examples(30, 100), deadline=None)
@given(GIN_HANDS)
def test_a_player_may_knock_with_ten_points_of_deadwood_and_each_card_named_would_do(
    hand: list[str],
) -> None:
    answer = judge(GIN, {"ask": "knock", "hand": hand})
    assert (answer["verdict"] == "legal") == (deadwood(GIN, hand)["left"] <= 10)
    for card in answer.get("missing", ()):
        drawn = judge(GIN, {"ask": "knock", "hand": [*hand, card]})
        assert drawn["verdict"] == "legal"


@settings(max_examples=examples(40, 60), deadline=None)
@given(st.data())
def test_no_other_lay_off_leaves_fewer_points(data: st.DataObject) -> None:
    melds = [["4S", "4H", "4D"], ["6C", "7C", "8C"]]
    laid = {card for meld in melds for card in meld}
    near = [
        code for code in GIN_CARDS if code not in laid and code[:-1] in {"3", "4", "5", "9", "10"}
    ]
    hand = data.draw(st.lists(st.sampled_from(near), min_size=5, max_size=8, unique=True))
    case = {"ask": "defend", "hand": hand, "melds": [{"cards": meld} for meld in melds]}
    answer = judge(GIN, case)
    assert answer["left"] == min(
        deadwood(GIN, [card for card in hand if card not in off])["left"]
        for off in _every_lay_off(hand)
    )
    assert sorted(card for meld in answer["places"] for card in meld) == sorted(
        [*laid, *answer["laid_off"]]
    )


def _every_lay_off(hand: list[str]) -> list[set[str]]:
    """All cards of the hand that can go on 4-4-4 and 6-7-8 of clubs together."""
    below = [["5C"], ["5C", "4C"], ["5C", "4C", "3C"]]
    above = [["9C"], ["9C", "10C"]]
    to_the_set = [set(), {"4C"}]
    ways = [
        {*low, *high} | four
        for low in [[], *below]
        for high in [[], *above]
        for four in to_the_set
        if not ("4C" in low and four)
    ]
    return [way for way in ways if way <= set(hand)]

"""The number of cards that a player can hold in each game (RULES, section 0)."""

from dataclasses import replace

import pytest

from companion.rules.judging.doubts import Doubt, find_doubts
from companion.rules.judging.hand_sizes import HandSizes, hand_sizes, most_held, points_range
from companion.rules.model.state import PlayedRound
from companion.rules.reading.catalogue import catalogue
from tests.unit.catalogue.games import dealt, doubts, game
from tests.unit.table import ANN, BEN, CY, Left, a_round


def limits(key: str, number: int, buys: int | None = 0) -> HandSizes:
    """The limits of round `number`; in a must-finish game everybody is on that contract."""
    ruleset = game(key)
    found = hand_sizes(ruleset, dealt(ruleset, number), BEN, buys)
    assert found is not None
    return found


# Without buys: the cards of a player who is not down, and the most left to one who is, by
# contract.
LIMITS = {
    "twelve-step-rummy": ([13] * 12, [7, 6, 5, 5, 4, 5, 3, 3, 3, 3, 5, 3]),
    "contract-rummy": ([10, 10, 10, 10, 12, 12, 12], [4, 3, 2, 1, 2, 1, 0]),
    "progressive-rummy": ([6, 7, 8, 9, 10, 11, 12], [0] * 7),
    "kalooki-jamaican": ([9, 10, 11, 12, 12, 13, 14, 15, 16], [0] * 9),
    "continental-rummy": ([7, 8, 9, 10, 11, 12, 13], [1] * 7),
    "liverpool-rummy": ([10] * 6, [4, 3, 2, 1, 0, 0]),
    "shanghai-rummy": ([11] * 10, [5, 4, 3, 2, 1, 0, 0, 0, 0, 0]),
    "zioncheck": ([11] * 7, [5, 4, 3, 2, 1, 0, 0]),
    "king-rummy": ([10] * 4, [3, 1, 2, 0]),
    "carioca": ([12] * 8, [6, 5, 4, 3, 2, 1, 0, 0]),
    "frustration": ([10] * 10, [4, 3, 3, 2, 2, 2, 1, 1, 2, 0]),
    "phase-10": ([10] * 10, [4, 3, 2, 3, 2, 1, 2, 3, 3, 2]),
}


@pytest.mark.parametrize("key", LIMITS)
def test_the_limits_of_each_contract_without_buys(key: str) -> None:
    without, most = LIMITS[key]
    found = [limits(key, number) for number in range(1, len(without) + 1)]
    assert [sizes.without_contract for sizes in found] == [(cards,) for cards in without]
    assert [sizes.most_after_contract for sizes in found] == most


@pytest.mark.parametrize("number", range(1, 11))
@pytest.mark.parametrize("buys", [1, 3])
def test_in_shanghai_each_buy_adds_two_cards_to_eleven(number: int, buys: int) -> None:
    assert limits("shanghai-rummy", number, buys).without_contract == (11 + 2 * buys,)


@pytest.mark.parametrize(("number", "sizes"), [(8, (11, 13, 15, 17)), (9, (11, 13, 15, 17, 19))])
def test_in_shanghai_the_last_two_rounds_have_a_fourth_buy(
    number: int, sizes: tuple[int, ...]
) -> None:
    assert limits("shanghai-rummy", number, None).without_contract == sizes


@pytest.mark.parametrize("buys", [1, 2])
def test_in_progressive_a_maker_keeps_at_most_what_was_bought(buys: int) -> None:
    for number in range(1, 8):
        assert limits("progressive-rummy", number, buys).most_after_contract == 2 * buys


def test_in_phase_ten_whoever_is_not_down_has_at_least_fifty_points() -> None:
    deal = dealt(game("phase-10"))
    assert points_range(deal, (10,)) == (50, 8 * 25 + 2 * 15)


# Without contracts nobody holds more than was dealt (RULES 20, 38): the round, the most cards left
# to one of three, and their maximum points.
WITHOUT_CONTRACTS = [
    ("five-crowns", 1, 3, 3 * 50),
    ("five-crowns", 11, 13, 6 * 50 + 7 * 20),  # six jokers, then kings, which are wild
    ("three-thirteen", 1, 3, 3 * 10),
    ("three-thirteen", 11, 13, 13 * 10),
    ("classic-rummy", 1, 7, 7 * 10),
    # The others have their fourteen, in hand or on the table: 52 cards less 14 are left to draw.
    ("rummy-500", 1, 38, 4 * 15 + 16 * 10 + 4 * (9 + 8 + 7 + 6) + 2 * 5),
]


@pytest.mark.parametrize(("key", "number", "most", "dearest"), WITHOUT_CONTRACTS)
def test_without_contracts_a_hand_is_at_most_what_was_dealt(
    key: str, number: int, most: int, dearest: int
) -> None:
    ruleset = game(key)
    deal = dealt(ruleset, number)
    assert hand_sizes(ruleset, deal, BEN, None) is None
    assert most_held(ruleset, deal) == most
    assert points_range(deal, tuple(range(1, most + 1)))[1] == dearest


def cheap_cards(key: str, number: int, cards: int) -> dict[str, int]:
    """So many cards, from the cheapest ranks."""
    deal = dealt(game(key), number)
    hand: dict[str, int] = {}
    for rank in reversed(deal.decks.pack.ranks):
        hand[rank] = min(deal.decks.copies(rank), cards - sum(hand.values()))
    return hand


@pytest.mark.parametrize(("key", "number", "most", "dearest"), WITHOUT_CONTRACTS)
def test_without_contracts_a_card_or_a_point_more_is_questioned(
    key: str, number: int, most: int, dearest: int
) -> None:
    def found(left: Left) -> set[tuple[str, int | None]]:
        play = a_round(ANN, {BEN: left, CY: 20}, melded={BEN: 0, CY: 0})
        return {d.key for d in find_doubts(PlayedRound(game(key), dealt(game(key), number), play))}

    assert found(cheap_cards(key, number, 1)) == set()
    assert found(cheap_cards(key, number, most)) == set()
    assert found(cheap_cards(key, number, most + 1)) == {("too_many_cards", BEN)}
    assert found(dearest) == set()
    assert found(dearest + 1) == {("points_above_maximum", BEN)}
    assert found(999) == {("points_above_maximum", BEN)}


def test_twenty_cards_of_five_crowns_three_are_questioned() -> None:
    play = a_round(ANN, {BEN: {"7": 10, "8": 10}, CY: {"9": 3}})
    ruleset = game("five-crowns")
    found = find_doubts(PlayedRound(ruleset, dealt(ruleset), play))
    assert found == (Doubt("too_many_cards", BEN, {"cards": 20, "most": 3}),)


def test_in_two_player_classic_rummy_ten_are_dealt_and_ten_may_be_left() -> None:
    ruleset = game("classic-rummy")
    assert most_held(ruleset, dealt(ruleset, players=2)) == 10


def test_a_game_kept_before_hands_were_checked_is_not_questioned_now() -> None:
    ruleset = replace(game("five-crowns"), hand_size="unknown")
    assert most_held(ruleset, dealt(ruleset)) is None
    play = a_round(ANN, {BEN: 999, CY: {"7": 10, "8": 9}})
    assert find_doubts(PlayedRound(ruleset, dealt(ruleset), play)) == ()


def test_where_buying_is_allowed_each_buy_adds_two_cards_without_contracts_too() -> None:
    classic = game("classic-rummy")
    ruleset = replace(classic, buys=replace(classic.buys, allowed=True, limits=(2,)))
    assert most_held(ruleset, dealt(ruleset)) == 11
    assert most_held(ruleset, dealt(ruleset), 1) == 9


KNOWN = sorted(key for key, rules in catalogue().items() if rules.contracts)


def whole_hand(key: str, more: int = 0) -> dict[str, int]:
    """An unmelded hand: as many middle cards as are dealt, four of a rank."""
    cards = game(key).dealt(1, 3) + more
    return {rank: max(0, min(4, cards - 4 * n)) for n, rank in enumerate(("8", "7", "6", "5"))}


@pytest.mark.parametrize("key", KNOWN)
def test_a_whole_hand_raises_no_doubt_and_one_card_more_does(key: str) -> None:
    right = a_round(ANN, {BEN: whole_hand(key), CY: whole_hand(key)}, buys={BEN: 0, CY: 0})
    slip = a_round(ANN, {BEN: whole_hand(key, 1), CY: whole_hand(key)}, buys={BEN: 0, CY: 0})
    assert doubts(key, right) == set()
    assert doubts(key, slip) == {"wrong_hand_size_without_contract"}


@pytest.mark.parametrize("key", ["progressive-rummy", "kalooki-jamaican"])
def test_where_the_contract_takes_all_cards_only_one_player_can_be_down(key: str) -> None:
    play = a_round(ANN, {BEN: {"8": 1}, CY: whole_hand(key)}, down={BEN}, buys={BEN: 0, CY: 0})
    assert doubts(key, play) == {"too_many_cards_after_contract"}


@pytest.mark.parametrize("key", ["progressive-rummy", "kalooki-jamaican"])
def test_so_a_typed_total_of_a_second_one_down_is_questioned(key: str) -> None:
    play = a_round(ANN, {BEN: 8, CY: whole_hand(key)}, down={BEN}, buys={BEN: 0, CY: 0})
    assert doubts(key, play) == {"points_above_maximum"}
    play = a_round(ANN, {BEN: {}, CY: whole_hand(key)}, down={BEN}, buys={BEN: 0, CY: 0})
    assert doubts(key, play) == {"more_than_one_out"}


@pytest.mark.parametrize(("key", "last"), [("contract-rummy", 7), ("liverpool-rummy", 6)])
def test_only_the_player_who_goes_out_lays_down_the_last_contract(key: str, last: int) -> None:
    play = a_round(ANN, {BEN: {"8": 1}, CY: 80}, down={BEN}, buys={BEN: 1, CY: 0})
    assert "final_round_only_one_down" in doubts(key, play, last)
    assert "final_round_only_one_down" not in doubts(key, play, last - 1)


@pytest.mark.parametrize(
    ("key", "cards", "too_many"),
    [
        ("contract-rummy", {"Joker": 2}, {"Joker": 3}),
        ("phase-10", {"Skip": 4}, {"Skip": 5}),
        ("five-crowns", {"Joker": 6}, {"Joker": 7}),
        ("kalooki-jamaican", {"A_red": 4}, {"A_red": 5}),
        ("three-thirteen", {"A": 8}, {"A": 9}),
        ("rummy-500", {"A": 4}, {"A": 5}),
    ],
)
def test_nobody_holds_more_of_a_card_than_there_are(
    key: str, cards: dict[str, int], too_many: dict[str, int]
) -> None:
    melded = {BEN: 0, CY: 0}
    assert "too_many_of_class" not in doubts(key, a_round(ANN, {BEN: cards, CY: 5}, melded=melded))
    assert "too_many_of_class" in doubts(key, a_round(ANN, {BEN: too_many, CY: 5}, melded=melded))

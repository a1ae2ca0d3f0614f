"""How many cards a player can hold in each game (RULES, section 0)."""

import pytest

from companion.rules.catalogue import catalogue
from companion.rules.hand_sizes import HandSizes, hand_sizes, points_range
from tests.unit.catalogue.games import dealt, doubts, game
from tests.unit.table import ANN, BEN, CY, a_round


def limits(key: str, number: int, buys: int | None = 0) -> HandSizes:
    """The limits of round `number`; in a must-finish game everybody is on that contract."""
    ruleset = game(key)
    found = hand_sizes(ruleset, dealt(ruleset, number), BEN, buys)
    assert found is not None
    return found


# Nobody bought: cards of a player who is not down, and the most left to one who is, by contract.
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


UNKNOWN = ["five-crowns", "three-thirteen", "classic-rummy", "rummy-500"]


@pytest.mark.parametrize("key", UNKNOWN)
def test_games_in_which_hands_cannot_be_known_do_not_ask(key: str) -> None:
    ruleset = game(key)
    assert hand_sizes(ruleset, dealt(ruleset), BEN, None) is None
    for cards in range(1, 8):
        play = a_round(ANN, {BEN: {"9": min(cards, 4)}, CY: 3}, melded={BEN: 0, CY: 0})
        assert doubts(key, play) == set()


KNOWN = sorted(set(catalogue()) - set(UNKNOWN))


def whole_hand(key: str, more: int = 0) -> dict[str, int]:
    """A hand nobody has laid down from: as many middle cards as are dealt, four of a rank."""
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
def test_only_who_goes_out_lays_down_the_last_contract(key: str, last: int) -> None:
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

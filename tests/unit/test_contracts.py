"""Contracts: the melds a player must lay down together."""

import pytest

from companion.rules.judging.hand_sizes import hand_sizes
from companion.rules.model.contracts import Contract, OfRank, Run, Set
from companion.rules.reading.catalogue import game_data
from companion.rules.reading.ruleset import read_ruleset
from companion.rules.reading.sections import RulesetError
from tests.unit.table import BEN, a_deal


@pytest.mark.parametrize(
    ("notation", "melds", "cards"),
    [
        ("S3 S3", (Set(3), Set(3)), 6),
        ("S3 R4", (Set(3), Run(4)), 7),
        ("R4 S3", (Run(4), Set(3)), 7),
        ("S8", (Set(8),), 8),
        ("R10", (Run(10),), 10),
        ("S3 S3 R4", (Set(3), Set(3), Run(4)), 10),
        ("S2", (Set(2),), 2),
        ("S3 R4 2xA", (Set(3), Run(4), OfRank(2, "A")), 9),
        ("1x10", (OfRank(1, "10"),), 1),
        ("2xJoker", (OfRank(2, "Joker"),), 2),
    ],
)
def test_a_contract_is_read_from_its_short_form(
    notation: str, melds: tuple[Set | Run | OfRank, ...], cards: int
) -> None:
    contract = Contract.parse(notation)
    assert contract.melds == melds
    assert contract.cards == cards
    assert contract.notation == notation


def test_spaces_between_melds_do_not_matter() -> None:
    assert Contract.parse("  S3   R4 ") == Contract.parse("S3 R4")


@pytest.mark.parametrize(
    "notation",
    [
        "",
        "  ",
        "S",
        "3",
        "S1",
        "S0",
        "R1",
        "R",
        "X3",
        "s3",
        "S-3",
        "S3R4",
        "S3,R4",
        "S3 and R4",
        "0xA",
        "xA",
        "2x",
        "2 x A",
        "100xA",
    ],
)
def test_an_invalid_meld_is_not_read(notation: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        Contract.parse(notation)


def test_a_bad_meld_among_good_ones_is_the_one_that_is_named() -> None:
    with pytest.raises(ValueError, match="Q4"):
        Contract.parse("S3 Q4 R4")


GRANDMAS = ["S3 S3", "S3 R4", "S3 R4 2xA"]


def test_two_aces_are_two_cards_of_the_hand() -> None:
    """Nine of thirteen cards are laid down."""
    ruleset = read_ruleset({**game_data("twelve-step-rummy"), "contracts": GRANDMAS})
    sizes = hand_sizes(ruleset, a_deal(contract=3), BEN, buys=0)
    assert sizes is not None
    assert sizes.most_after_contract == 4


@pytest.mark.parametrize("rank", ["Z", "11", "a"])
def test_a_contract_asks_only_for_ranks_in_play(rank: str) -> None:
    data = {**game_data("contract-rummy"), "contracts": ["S3", f"2x{rank}"]}
    with pytest.raises(RulesetError, match=f"not {rank}") as error:
        read_ruleset(data)
    assert error.value.key == "contracts[1]"


def test_jokers_can_be_asked_for_where_there_are_some() -> None:
    jokers = {**game_data("contract-rummy"), "contracts": ["2xJoker"], "cards_dealt": 10}
    assert read_ruleset(jokers).contracts[0].cards == 2
    jokers["decks"] = [row | {"jokers": 0} for row in jokers["decks"]]
    with pytest.raises(RulesetError):
        read_ruleset(jokers)

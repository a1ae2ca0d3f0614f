"""Contracts: the melds a player must lay down together."""

import pytest

from companion.rules.contracts import Contract, Run, Set
from tests.unit.table import rules


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
    ],
)
def test_a_contract_is_read_from_its_short_form(
    notation: str, melds: tuple[Set | Run, ...], cards: int
) -> None:
    contract = Contract.parse(notation)
    assert contract.melds == melds
    assert contract.cards == cards
    assert contract.notation == notation


def test_spaces_between_melds_do_not_matter() -> None:
    assert Contract.parse("  S3   R4 ") == Contract.parse("S3 R4")


@pytest.mark.parametrize(
    "notation",
    ["", "  ", "S", "3", "S1", "S0", "R1", "R", "X3", "s3", "S-3", "S3R4", "S3,R4", "S3 and R4"],
)
def test_what_is_no_meld_is_not_read(notation: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        Contract.parse(notation)


def test_a_bad_meld_among_good_ones_is_the_one_that_is_named() -> None:
    with pytest.raises(ValueError, match="Q4"):
        Contract.parse("S3 Q4 R4")


def test_twelve_step_has_its_twelve_contracts_in_order() -> None:
    assert [contract.notation for contract in rules().contracts] == [
        "S3 S3",
        "S3 R4",
        "S4 S4",
        "R4 R4",
        "S3 S3 S3",
        "S4 R4",
        "S3 R7",
        "S3 S3 R4",
        "S5 S5",
        "R5 R5",
        "S8",
        "R10",
    ]

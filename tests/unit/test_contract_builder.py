"""Building a contract tap by tap."""

import pytest

from companion.web.pages.own_game.questions import contracts_after, read_contract

TWO = ["S3 S3", "S3 R4"]


@pytest.mark.parametrize(
    ("step", "contracts"),
    [
        ("1:run", ["S3 S3", "S3 R4 R4"]),
        ("0:set", ["S3 S3 S3", "S3 R4"]),
        ("1:rank:K", ["S3 S3", "S3 R4 2xK"]),
        ("1:1:longer", ["S3 S3", "S3 R5"]),
        ("1:1:shorter", ["S3 S3", "S3 R3"]),
        ("1:0:drop", ["S3 S3", "R4"]),
    ],
)
def test_a_step_changes_its_contract(step: str, contracts: list[str]) -> None:
    assert contracts_after(TWO, step) == contracts


@pytest.mark.parametrize(
    "step",
    [
        *("", "0:up", "2:drop", "9:set", "0:pair", "0:5:longer", "x:y:z", "0:0:tear", "²:drop"),
        "9" * 5000 + ":drop",  # Python refuses to parse such a number
    ],
    ids=lambda step: step[:9],
)
def test_a_step_that_makes_no_sense_changes_nothing(step: str) -> None:
    assert contracts_after(TWO, step) == TWO


def test_a_meld_has_two_cards_at_least() -> None:
    assert contracts_after(["S2"], "0:0:shorter") == ["S2"]


def test_of_a_rank_one_card_is_enough() -> None:
    assert contracts_after(["2xA"], "0:0:shorter") == ["1xA"]
    assert contracts_after(["1xA"], "0:0:shorter") == ["1xA"]
    assert contracts_after(["1xA"], "0:0:longer") == ["2xA"]


def test_a_contract_without_melds_is_begun_anew() -> None:
    assert contracts_after(["S3"], "0:0:drop") == [""]
    assert read_contract("").melds == ()
    assert contracts_after([""], "0:run") == ["R4"]


@pytest.mark.parametrize("notation", ["S200000", "S3 " * 50, "R141 S2", "99xA 99xA"])
def test_a_contract_larger_than_a_hand_is_rejected(notation: str) -> None:
    assert read_contract(notation).melds == ()


def test_a_contract_of_all_that_rules_let_a_hand_hold_is_read() -> None:
    assert read_contract("R60 R60 S21").cards == 141

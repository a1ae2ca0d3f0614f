"""Negative figures have a minus sign, not a hyphen, everywhere."""

import re

import pytest

from companion.rules.fold.entries import Hand, HandCounted, RoundScored, WentOut
from tests.web.phone import Phone
from tests.web.table import Table, start_game

A_HYPHEN = re.compile(r"(?<![\w-])-\d+")


@pytest.fixture
def in_debt(phone: Phone) -> Table:
    """Rummy 500 with three players: Ann 90; Ben −35 and Cy −60, who melded less than they held."""
    table = start_game(phone, "Ann", "Ben", "Cy", game="rummy-500")
    table.write(*a_round(melded=90), RoundScored())
    return table


def a_round(melded: int) -> list[WentOut | HandCounted]:
    counts = enumerate([(melded, 0), (5, 40), (0, 60)])
    return [
        WentOut(0),
        *(
            HandCounted(seat, Hand(points=left), down=False, melded=Hand(points=laid))
            for seat, (laid, left) in counts
        ),
    ]


def shows(table: Table, where: str, *figures: str) -> None:
    words = table.page(where).words
    assert A_HYPHEN.findall(words) == []
    for figure in figures:
        assert figure in words


@pytest.mark.parametrize("where", ["", "out", "sheet", "correct/1"])
def test_between_rounds(in_debt: Table, where: str) -> None:
    shows(in_debt, where, "−35", "−60")


@pytest.mark.parametrize("where", ["count/1", "review"])
def test_while_a_round_is_counted(in_debt: Table, where: str) -> None:
    in_debt.write(*a_round(melded=10))
    shows(in_debt, where, "−35", "−60")


@pytest.mark.parametrize("where", ["final", "sheet", ""])
def test_at_the_end(in_debt: Table, where: str) -> None:
    in_debt.write(*a_round(melded=450), RoundScored())
    shows(in_debt, where, "−70", "−120")

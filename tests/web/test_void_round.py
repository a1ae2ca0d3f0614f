"""A round in which nobody went out, with the house rule that it is void."""

import pytest

from tests.web.phone import Phone
from tests.web.table import Table, start_game


@pytest.fixture
def blocked(phone: Phone) -> Table:
    table = start_game(phone, "Ann", "Ben", "Cy", dealer=1, blocked_round="void")
    table.lay_down("Cy")
    return table


def test_the_question_who_went_out_explains_nobody(blocked: Table) -> None:
    page = blocked.page("out")
    assert page.buttons()[-1] == "Nobody the round is void: the same dealer deals again"


def test_a_void_round_needs_no_counting_and_no_answer(blocked: Table) -> None:
    page = blocked.nobody_goes_out()
    assert page.path == blocked.address("review")
    assert page.doubts == []
    assert "Nobody went out, so the round is void" in page.words


def test_a_void_round_costs_nothing_and_the_same_dealer_deals_again(blocked: Table) -> None:
    page = blocked.nobody_goes_out().press("Write it down")
    assert page.heading == "Round 2"
    assert page.texts("header p")[0].startswith("Ben deals")
    assert blocked.state.totals == (0, 0, 0)
    assert blocked.state.next_contracts == (1, 1, 1)
    assert blocked.page("sheet").texts("#round-1 td b") == ["void"] * 3

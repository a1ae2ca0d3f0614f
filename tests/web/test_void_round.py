"""A round in which nobody went out, with the house rule that it is void."""

from tests.web.phone import Phone
from tests.web.table import start_game


def test_a_void_round_needs_no_counting_and_the_same_dealer_deals_again(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", "Cy", dealer=1, blocked_round="void")
    table.lay_down("Cy")
    said = "Nobody the round is void: the same dealer deals again"
    assert table.page("out").buttons()[-1] == said
    page = table.nobody_goes_out()
    assert (page.path, page.doubts) == (table.address("review"), [])
    assert "Nobody went out, so the round is void" in page.words
    page = page.press("Write it down")
    assert page.heading == "Round 2"
    assert page.texts("header p")[0].startswith("Ben deals")
    assert (table.state.totals, table.state.next_contracts) == ((0, 0, 0), (1, 1, 1))
    assert table.page("sheet").texts("#round-1 td b") == ["void"] * 3

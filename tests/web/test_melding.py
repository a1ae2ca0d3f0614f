"""Melds entered during the round, with the Flask client."""

import pytest

from companion.rules.fold.entries import Hand, Melded, WentOut
from tests.web.phone import Phone
from tests.web.table import Table, start_game


@pytest.fixture
def rummy(phone: Phone) -> Table:
    return start_game(phone, "Ann", "Ben", "Cy", game="rummy-500")


def row(table: Table, seat: int) -> str:
    return " ".join(table.page().one(f"#seat-{seat} .laid").to_text().split())


def melds(table: Table, seat: int, **cards: str) -> None:
    """Type these cards by field name, and send them."""
    page = table.page(f"meld/{seat}").press("Meld", **cards)
    assert page.path == table.address()


def test_a_meld_is_typed_by_rank_and_stands_with_its_player(rummy: Table) -> None:
    assert row(rummy, 0) == "nothing melded yet"
    page = rummy.page("meld/0")
    assert page.heading == "Meld: Ann"
    melds(rummy, 0, card1="3")  # A K Q: the second key
    assert row(rummy, 0) == "K K K 30 melded"
    assert rummy.state.totals == (0, 0, 0)
    assert rummy.state.open.melded(0).cards == {"K": 3}


def test_what_is_already_melded_can_be_taken_back_there(rummy: Table) -> None:
    rummy.write(Melded(0, {"K": 3}), Melded(0, {"A": 1}))
    page = rummy.page("meld/0")
    assert page.texts("header p")[0] == "Round 1 · 45 melded"
    assert [b for b in page.buttons() if b.startswith("Take")] == [
        "Take back: K K K",
        "Take back: A",
    ]
    after = page.press("Take back: K K K")
    assert (after.path, row(rummy, 0)) == (rummy.address("meld/0"), "A 15 melded")


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({}, "Tap the cards first."),
        ({"card1": "x"}, "Enter a whole number from 0 to 4."),
        ({"card1": "9"}, "At most 4."),
    ],
)
def test_what_is_no_meld_is_asked_again_with_all_that_was_typed(
    rummy: Table, typed: dict[str, str], told: str
) -> None:
    page = rummy.page("meld/0").press("Meld", **typed)
    assert page.status == 422
    assert told in page.words
    assert [page.typed("#meld")[name] for name in typed] == [*typed.values()]
    assert rummy.kinds == []


def test_a_meld_is_entered_once_however_often_it_is_sent(rummy: Table) -> None:
    page = rummy.page("meld/0")
    for _ in range(2):
        page.press("Meld", card1="3")
    assert rummy.kinds == ["melded"]


ACE, KING, QUEEN, THREE, TWO, LOW_ACE = (f"card{n}" for n in (0, 1, 2, 11, 12, 13))


def test_an_ace_melded_with_two_and_three_is_a_low_one(rummy: Table) -> None:
    assert rummy.page("meld/0").texts(".key b")[-1] == "Low ace"
    melds(rummy, 0, **dict.fromkeys((ACE, TWO, THREE), "1"))
    assert row(rummy, 0) == "A 2 3 6 melded"
    melds(rummy, 0, **{LOW_ACE: "1"})
    assert row(rummy, 0) == "A 2 3 A 7 melded"
    melds(rummy, 0, **dict.fromkeys((ACE, KING, QUEEN), "1"))
    assert row(rummy, 0) == "A 2 3 A Q K A 42 melded"


def test_cards_are_drawn_before_they_are_melded(rummy: Table) -> None:
    page = rummy.page("meld/0").press("One fewer: K", **{KING: "3"})
    assert page.texts("#tapped text") == ["K", "K"]
    assert rummy.kinds == []


def test_a_drawn_ace_says_what_it_counts_and_a_tap_turns_it(rummy: Table) -> None:
    run = dict.fromkeys((ACE, TWO, THREE), "1")
    page = rummy.page("meld/0").press("One fewer: K", **run, **{KING: "1"})
    for points, total, drawn in (("1", "6", ["A", "2", "3"]), ("15", "20", ["2", "3", "A"])) * 2:
        assert page.texts("#tapped b") == [points]
        assert page.one("#points").to_text() == total
        assert page.texts("#tapped text") == drawn
        assert "A counts 1 in A‑2‑3, otherwise 15" in page.words  # noqa: RUF001
        page = page.press(f"A counts {points}")
    page = page.press("A counts 1").press("One fewer: 4", card10="2")  # stays as it was turned
    assert page.one("#points").to_text() == "24"
    again = page.press("One fewer: A").press("One fewer: K", **run, **{KING: "1"})
    assert again.one("#points").to_text() == "10"
    assert page.press("Meld").path == rummy.address()
    assert row(rummy, 0) == "2 3 4 A 24 melded"


def test_around_the_corner_an_ace_is_high_and_two_melds_are_asked_for(rummy: Table) -> None:
    around = dict.fromkeys((ACE, KING, QUEEN, TWO, THREE), "1")
    page = rummy.page("meld/0").press("One fewer: 4", **around, card10="1")
    assert "A run does not go K‑A‑2: enter these cards as two melds." in page.words  # noqa: RUF001
    melds(rummy, 0, **around)
    assert row(rummy, 0) == "2 3 Q K A 40 melded"


def test_an_ace_that_always_counts_fifteen_has_one_key(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", game="rummy-500", low_ace=15)
    assert table.page("meld/0").texts(".key b")[-1] == "2"


def test_a_low_ace_stays_where_every_ace_counts_fifteen_from_now_on(rummy: Table) -> None:
    rummy.write(Melded(0, {"low_ace": 1, "2": 1, "3": 1}))
    rules = rummy.page("rules/change").press("Play by these rules", option_low_ace="15")
    assert rules.status == 200
    assert row(rummy, 0) == "A 2 3 20 melded"
    rummy.write(WentOut(0))
    counted = rummy.page("count/0")
    assert counted.one("#points").to_text() == "20"
    assert counted.press("Next: Ben").heading == "Melded and left: Ben"
    assert rummy.state.open.play.melded[0].cards == {"A": 1, "2": 1, "3": 1}


def test_counting_starts_from_what_was_melded(rummy: Table) -> None:
    rummy.write(Melded(0, {"K": 3}), Melded(1, {"7": 1, "8": 1, "9": 1}), WentOut(0))
    out = rummy.page("count/0")
    assert (out.heading, out.one("#points").to_text()) == ("Melded: Ann", "30")
    counted = out.press("Next: Ben")
    assert (counted.heading, counted.one("#points").to_text()) == ("Melded and left: Ben", "24")
    assert rummy.state.open.play.melded[0].cards == {"10-K": 3}


def test_who_melded_nothing_where_others_did_has_only_a_hand_to_count(rummy: Table) -> None:
    rummy.write(Melded(0, {"K": 3}), WentOut(0))
    rummy.page("count/0").press("Next: Ben")
    page = rummy.page("count/1")
    assert page.texts(".part-of-two[open] h2") == ["Left in hand"]
    assert page.texts(".part-of-two summary .num") == ["0", "to count"]
    page.press("Next: Cy", card0="2")
    play = rummy.state.open.play
    assert (play.melded[1], play.hands[1].cards) == (Hand(cards={}), {"A": 2})


def test_who_went_out_without_a_word_of_melds_has_them_to_count(rummy: Table) -> None:
    rummy.write(Melded(0, {"K": 3}), WentOut(1))
    assert rummy.page("count/1").texts(".part-of-two summary .num") == ["to count"]


@pytest.mark.parametrize("address", ["meld/0", "meld/7"])
def test_where_nobody_can_meld_the_address_leads_to_the_table(
    rummy: Table, phone: Phone, address: str
) -> None:
    other = start_game(phone, "Ann", "Ben", game="five-crowns")
    assert other.page(address).path == other.address()
    assert not [link for link in other.page().texts("a") if link.startswith("Meld")]
    rummy.write(WentOut(0))
    assert rummy.page(address).path == rummy.address()


def test_who_watches_sees_the_melds_and_no_way_to_enter_them(
    rummy: Table, other_phone: Phone
) -> None:
    rummy.write(Melded(0, {"K": 3}))
    watched = Table(other_phone, rummy.stored.row.watch_token)
    assert "30 melded" in watched.page().words
    assert not [link for link in watched.page().texts("a") if link.startswith("Meld")]


def test_the_history_tells_what_was_melded(rummy: Table) -> None:
    melds(rummy, 0, card1="3")
    assert "Undo: Ann melded" in rummy.page().buttons()


def test_who_has_a_seat_melds_from_their_own_page_and_comes_back_to_it(rummy: Table) -> None:
    rummy.page("seat").press("Ben 0 points so far")
    page = rummy.page("seat/1").follow("Meld")
    assert page.heading == "Meld: Ben"
    assert page.follow("Back to your page").path == rummy.address("seat/1")
    assert page.press("Meld", card1="3").path == rummy.address("seat/1")
    assert rummy.state.open.melded(1).cards == {"K": 3}
    assert rummy.page("meld/0").press("Meld", card2="3").path == rummy.address()


def test_there_is_nothing_to_meld_on_the_own_page_once_the_round_is_over(rummy: Table) -> None:
    rummy.write(WentOut(0))
    assert "Meld" not in rummy.page("seat/1").words.split()

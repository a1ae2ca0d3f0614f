"""Two phones, one hand: nothing is overwritten unseen, and different hands never conflict."""

import pytest
from flask.typing import ResponseReturnValue

from companion.records.log.stored_game import StoredGame
from companion.rules.decide import Conflict
from companion.rules.fold.entries import EntryUndone, Hand, LaidDown, WentOut
from companion.web.pages.counting import conflicts as two_hands
from companion.web.pages.counting import views as counting
from companion.web.pages.counting.forms import StepForm
from tests.web.page import Page
from tests.web.phone import Phone
from tests.web.sharing import sits
from tests.web.table import WHOLE_HAND, Table, a_hand, start_game

MINE = {"card1": "2"}
THEIRS = {"cards": {"A": 1, "10-K": 8, "3-9": 4}}


@pytest.fixture
def bens(table: Table, other_phone: Phone) -> Table:
    """Ann went out; Ben has his own phone."""
    table.write(LaidDown(1), WentOut(0))
    sits(table, other_phone, "Ben")
    return table.on(other_phone)


def kept(table: Table, seat: int = 2) -> Hand:
    return table.state.open.play.hand(seat)


def both(table: Table, bens: Table, then: str = "Next: Dee", **mine: str) -> Page:
    """Both open Cy's hand; Ben's phone sends its count first, then the other phone."""
    page = table.hand_of("Cy")
    bens.count("Cy", **WHOLE_HAND)
    with table.nothing_written():
        return page.press(then, **(mine or MINE))


def keeps(page: Page, whose: str) -> Page:
    """Choose one of two counts by its points."""
    labels = (*page.buttons(), *page.texts("a"))
    label = next(words for words in labels if words.startswith(f"Keep {whose}"))
    return page.press(label) if whose == "mine" else page.follow(label)


def columns(page: Page) -> tuple[dict[str, str], dict[str, str]]:
    """The columns of both counts, line by line."""
    lines, cells = page.texts(".twice tbody th"), page.texts(".twice tbody td")
    theirs, mine = cells[::2], cells[1::2]
    return dict(zip(lines, theirs, strict=True)), dict(zip(lines, mine, strict=True))


@pytest.mark.both_databases
def test_the_second_is_told_what_the_first_wrote_and_on_which_phone(
    table: Table, bens: Table
) -> None:
    page = both(table, bens)
    assert (page.status, page.heading) == (409, "Two counts of Cy’s hand")
    assert page.trouble.startswith("This hand was also counted on Ben’s phone")
    assert page.texts(".twice thead th")[0].startswith("Ben’s phone ")
    assert page.texts(".twice thead th")[1] == "This phone now"
    theirs, mine = columns(page)
    assert list(theirs.values()) == ["120", "1", "8", "4", "no"]
    assert list(mine.values()) == ["40", "2", "–", "–", "yes"]
    lines = ["A 20 each", "10 J Q K 10 each", "3 – 9 5 each", "Down Contract 1"]
    assert list(mine) == ["Points", *lines]
    assert page.texts(".differs th") == lines
    assert "Difference: A, 10 J Q K, 3 – 9, Down." in page.words


def test_only_what_differs_is_coloured(table: Table, bens: Table) -> None:
    page = both(table, bens, card1="1", card2="7", card3="4", down="no")
    assert page.texts(".differs th") == ["10 J Q K 10 each"]
    assert "Difference: 10 J Q K." in page.words


def test_my_count_is_stored_if_chosen(table: Table, bens: Table) -> None:
    page = keeps(both(table, bens), "mine")
    assert page.heading == "Cards left: Dee", "and the walk goes on"
    assert kept(table) == Hand(cards={"A": 2})
    assert table.kinds.count("hand_counted") == 2, "both stand in the log"


def test_their_count_stays_if_chosen(table: Table, bens: Table) -> None:
    page = both(table, bens)
    with table.nothing_written():
        page = keeps(page, "theirs")
    assert page.heading == "Cards left: Dee", "and the walk goes on"
    page = table.hand_of("Cy")
    assert page.typed("#hand")["card2"] == "8"
    page.press("Next: Dee", card3="5")
    assert kept(table).cards == {"A": 1, "10-K": 8, "3-9": 5}, "seen, so it may be changed"


def test_what_changes_while_i_choose_is_shown_too(table: Table, bens: Table) -> None:
    page = both(table, bens)
    bens.count("Cy", numbers=3)
    with table.nothing_written():
        page = keeps(page, "mine")
    assert page.status == 409
    assert columns(page)[0]["Points"] == "115"
    keeps(page, "mine")
    assert kept(table) == Hand(cards={"A": 2})


def test_an_autosave_shows_the_choice_and_then_goes_on_with_the_same_hand(
    table: Table, bens: Table
) -> None:
    page = table.hand_of("Cy")
    bens.count("Cy", **WHOLE_HAND)
    with table.nothing_written():
        answer = table.phone.send(page.path, [*page.fill("#hand", **MINE), ("then", "stay")])
    assert (answer.status, answer.heading) == (409, "Two counts of Cy’s hand")
    assert keeps(answer, "mine").heading == "Cards left: Cy"
    assert kept(table) == Hand(cards={"A": 2})


ABOUT = [("then", "stay"), ("tap", "abcdefghijklmnop"), ("waits", "1")]


def waits(table: Table, page: Page, **mine: str) -> Page:
    """A phone with Cy's unsent hand in its page, which shows it beside theirs."""
    with table.nothing_written():
        return table.phone.send(f"{page.path}/both", [*page.fill("#hand", **mine), *ABOUT])


def test_a_count_that_waits_on_its_phone_is_shown_beside_theirs_and_the_phone_is_told_which(
    table: Table, bens: Table
) -> None:
    page = table.hand_of("Cy")
    bens.count("Cy", **WHOLE_HAND)
    both = waits(table, page, **MINE)
    assert (both.status, both.heading) == (409, "Two counts of Cy’s hand")
    assert [said["Points"] for said in columns(both)] == ["120", "40"]
    assert "Everything after it on this phone waits until you choose." in both.trouble
    found = [link.attrs["href"] for link in both.all(".dock a")]
    shown = f"{table.stored.state.version}-abcdefghijklmnop"
    assert found == [f"{page.path}#{whose}-{shown}" for whose in ("theirs", "mine")]


def test_a_third_count_is_reported(table: Table, bens: Table) -> None:
    page = table.hand_of("Cy")
    bens.count("Cy", **WHOLE_HAND)
    assert "counted again" not in waits(table, page, **MINE).trouble
    sent = [*page.fill("#hand", **MINE), *ABOUT, ("again", "1")]
    assert "counted again on Ben’s phone" in table.phone.send(f"{page.path}/both", sent).trouble


def test_without_a_remaining_conflict_the_phone_continues(table: Table, bens: Table) -> None:
    page = table.hand_of("Cy")
    bens.count("Cy", **WHOLE_HAND)
    bens.undo()
    assert waits(table, page, **MINE).heading == "Cards left: Cy"
    assert waits(table, page, card1="many").heading == "Cards left: Cy"


def half_counted(table: Table, **typed: str) -> Page:
    """A phone autosaves part of Cy's hand, and continues counting."""
    page = table.hand_of("Cy")
    stamp = {"csrf_token": table.phone.csrf_token}
    assert table.phone.answer(f"{page.path}/open", stamp).status_code == 204
    return table.phone.send(page.path, [*page.fill("#hand", **typed), ("then", "stay")])


def downs(page: Page) -> list[bool]:
    """“Down” in both counts."""
    return [said["Down Contract 1"] in {"yes", "no"} for said in columns(page)]


def test_a_few_cards_of_a_hand_that_is_still_counted_say_nothing_of_down(
    table: Table, bens: Table
) -> None:
    mine = table.hand_of("Cy")
    half_counted(bens, card2="3")
    answer = table.phone.send(mine.path, [*mine.fill("#hand", **MINE), ("then", "stay")])
    assert (answer.status, downs(answer)) == (409, [False, False])
    done = mine.press("Next: Dee", **MINE)
    assert (done.status, downs(done)) == (409, [False, True])


def test_once_a_phone_is_done_or_somebody_said_it_down_is_told(table: Table, bens: Table) -> None:
    mine = table.hand_of("Cy")
    half_counted(bens, card2="3")
    bens.count("Cy", courts=3)
    said = [*mine.fill("#hand", **MINE, down="yes"), ("then", "stay")]
    answer = table.phone.send(mine.path, said)
    assert (answer.status, downs(answer)) == (409, [True, True])


def test_a_marked_player_is_down_with_any_number_of_cards(table: Table, bens: Table) -> None:
    table.write(LaidDown(2))
    mine = table.hand_of("Cy")
    half_counted(bens, card2="3")
    answer = table.phone.send(mine.path, [*mine.fill("#hand", **MINE), ("then", "stay")])
    assert (answer.status, downs(answer)) == (409, [True, True])


@pytest.mark.both_databases
def test_two_phones_that_count_the_same_agree(table: Table, bens: Table) -> None:
    page = table.hand_of("Cy")
    bens.count("Cy", **WHOLE_HAND)
    with table.nothing_written():
        assert page.press("Next: Dee", **a_hand(**WHOLE_HAND)).heading == "Cards left: Dee"


@pytest.mark.both_databases
def test_different_hands_never_conflict(table: Table, bens: Table) -> None:
    mine, bens_page = table.hand_of("Cy"), bens.hand_of("Dee")
    bens_page.press(bens_page.buttons()[-1], card3="13")
    assert mine.press("Next: Dee", **MINE).status == 200
    assert (kept(table).cards, kept(table, 3).cards) == ({"A": 2}, {"3-9": 13})


def test_a_hand_that_cannot_be_read_does_not_forget_what_it_was_based_on(
    table: Table, bens: Table
) -> None:
    page = both(table, bens, card1="many")
    assert page.status == 422
    with table.nothing_written():
        assert page.press("Next: Dee", **MINE).status == 409


def test_marking_a_player_at_the_table_is_not_undone_by_a_count_that_never_saw_it(
    table: Table, bens: Table
) -> None:
    bens.count("Cy", numbers=4, down="no")
    page = table.hand_of("Cy")
    bens.write(LaidDown(2))
    page = page.press("Next: Dee", card3="5", down="no")
    assert page.status == 409
    assert table.seat("Cy") in table.state.open.play.laid_down


def test_the_last_taps_of_a_page_that_is_put_away_overtake_its_own(table: Table) -> None:
    table.write(WentOut(0))
    page = table.hand_of("Cy")
    sent = page.fill("#hand", card1="1")
    for key, count, then in (("a", "1", "stay"), ("b", "2", "leave")):
        typed = [p for p in sent if p[0] not in {"key", "card1"}]
        data = [*typed, ("key", key), ("card1", count), ("then", then)]
        assert table.phone.answer(page.path, data).status_code == 204
    assert kept(table) == Hand(cards={"A": 2})


def test_the_last_taps_of_a_page_never_replace_those_of_another_phone(
    table: Table, bens: Table
) -> None:
    page = table.hand_of("Cy")
    bens.count("Cy", **WHOLE_HAND)
    with table.nothing_written():
        table.phone.answer(page.path, [*page.fill("#hand", **MINE), ("then", "leave")])
    assert kept(table) == Hand(**THEIRS)


@pytest.mark.both_databases
def test_a_resent_save_has_not_seen_later_counts_of_others(table: Table, bens: Table) -> None:
    page = table.hand_of("Cy")
    sent = [*page.fill("#hand", **MINE), ("then", "stay")]
    first = table.phone.answer(page.path, sent).headers["X-Companion-Version"]
    bens.count("Cy", **WHOLE_HAND)
    with table.nothing_written():
        again = table.phone.answer(page.path, sent).headers["X-Companion-Version"]
        newer = page.fill("#hand", card1="3", version=again)
        answer = table.phone.answer(page.path, [*newer, ("then", "stay")])
    assert (again, answer.status_code) == (first, 409)


def test_a_resent_last_hand_does_not_write_an_unseen_round(table: Table, bens: Table) -> None:
    for name in ("Ben", "Dee"):
        table.count(name, numbers=13, down="no")
    page = table.hand_of("Cy")
    sent = [*page.fill("#hand", card3="13", down="no"), ("then", "stay")]
    seen = table.phone.answer(page.path, sent).headers["X-Companion-Version"]
    bens.count("Dee", numbers=12, courts=1, down="no")
    with table.nothing_written():
        review = page.press("Write it down", card3="13", down="no", version=seen)
    assert review.heading == "Is round 1 right?"


@pytest.mark.both_databases
def test_writing_down_while_somebody_changes_a_hand_says_who_changed_what(
    table: Table, bens: Table
) -> None:
    for name in ("Ben", "Cy", "Dee"):
        table.count(name, numbers=13, down="no")
    page = table.page("review")
    bens.count("Cy", numbers=12, down="no")
    with table.nothing_written():
        page = page.press("Write it down")
    assert page.status == 409
    assert "Cy’s hand: 12 cards (3 – 9). Points: 60. (Ben’s phone)" in page.words
    held = "Cy is not down and should hold 13 cards, and 2 more for each buy, but 12 are counted."
    assert page.doubts == [held]
    assert page.press("Score anyway").heading == "Round 2"


@pytest.mark.both_databases
def test_a_count_being_undone_blocks_nobody(
    table: Table, bens: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = table.hand_of("Cy")
    bens.count("Cy", **WHOLE_HAND)
    as_it_is = two_hands.two_hands

    def after_an_undo(
        _: StoredGame, both: Conflict, tapped: StepForm
    ) -> ResponseReturnValue | None:
        bens.write(EntryUndone(table.state.version))
        monkeypatch.setattr(counting, "two_hands", as_it_is)
        return as_it_is(table.stored, both, tapped)

    monkeypatch.setattr(counting, "two_hands", after_an_undo)
    assert page.press("Next: Dee", **MINE).heading == "Cards left: Dee"
    assert kept(table) == Hand(cards={"A": 2})


@pytest.mark.parametrize("then", ["Next: Dee", "stay"])
def test_a_count_taken_back_elsewhere_is_not_silently_kept_again(
    table: Table, bens: Table, then: str
) -> None:
    page = table.hand_of("Cy")
    sent = [*page.fill("#hand", **MINE), ("then", "stay")]
    known = table.phone.answer(page.path, sent).headers["X-Companion-Version"]
    bens.undo()
    with table.nothing_written():
        newer = page.fill("#hand", card1="3", version=known)
        page = table.phone.send(page.path, [*newer, ("then", "stay")] if then == "stay" else newer)
    assert page.status == 409
    assert page.trouble.startswith("The count of this hand was undone on Ben’s phone")
    assert columns(page)[0]["Points"] == "Nothing counted"
    keeps(page, "mine")
    assert kept(table) == Hand(cards={"A": 3})


def test_an_undo_that_brings_an_older_count_back_is_shown_too(table: Table, bens: Table) -> None:
    bens.count("Cy", **WHOLE_HAND)
    table.count("Cy", numbers=13)
    page = table.hand_of("Cy")
    bens.undo()
    with table.nothing_written():
        page = page.press("Next: Dee", **MINE)
    assert page.status == 409
    assert columns(page)[0]["Points"] == "120"


def test_a_count_undone_meanwhile_blocks_nobody(table: Table, bens: Table) -> None:
    page = table.hand_of("Cy")
    bens.count("Cy", **WHOLE_HAND)
    bens.undo()
    assert page.press("Next: Dee", **MINE).status == 200


def test_the_last_taps_of_a_page_never_overtake_an_undo(table: Table) -> None:
    table.write(WentOut(0))
    table.count("Cy", numbers=13)
    page = table.hand_of("Cy")
    table.undo()
    with table.nothing_written():
        table.phone.answer(page.path, [*page.fill("#hand", **MINE), ("then", "leave")])


@pytest.mark.parametrize("then", ["next", "write", "stay"])
def test_a_tap_after_the_round_was_written_says_so_and_leads_to_the_correction(
    table: Table, bens: Table, then: str
) -> None:
    for name in ("Ben", "Cy", "Dee"):
        table.count(name, numbers=13, down="no")
    page = table.hand_of("Cy")
    bens.write_down()
    with table.nothing_written():
        page = table.phone.send(page.path, [*page.fill("#hand", card3="12"), ("then", then)])
    assert (page.status, page.heading) == (409, "Round 1 is written down")
    assert page.trouble.startswith("Round 1 has been written down in the meantime, with 65 for Cy.")
    assert page.follow("Correct it").heading == "Correct round 1"


def test_a_tap_of_a_round_that_was_taken_back_leads_to_the_table(table: Table) -> None:
    table.write(WentOut(0))
    for name in ("Ben", "Cy", "Dee"):
        table.count(name, numbers=13, down="no")
    table.write_down()
    table.go_out("Ann")
    page = table.hand_of("Cy")
    table.undo()
    table.undo()
    with table.nothing_written():
        page = page.press("Next: Dee", card3="12")
    assert page.path == table.address()
    assert "The game has changed" in page.said


@pytest.mark.both_databases
def test_a_resent_choice_is_written_once(table: Table, bens: Table) -> None:
    page = both(table, bens)
    keeps(page, "mine")
    with table.nothing_written():
        assert keeps(page, "mine").status == 200


def test_melds_and_buys_are_shown_too(phone: Phone, other_phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", buys="True")
    table.write(WentOut(0))
    page = table.hand_of("Ben")
    table.on(other_phone).hand_of("Ben").press("Review", total="90", buys="2", down="no")
    page = page.press("Review", total="80", buys="1", down="no")
    theirs, mine = columns(page)
    assert list(theirs.values()) == ["90", "a typed total", "no", "2"]
    assert list(mine.values()) == ["80", "a typed total", "no", "1"]
    assert page.texts(".differs th") == ["In hand", "Buys"]
    keeps(page, "mine")
    counted = table.state.open.play
    assert (counted.hand(1), counted.buys[1]) == (Hand(points=80), 1)
    assert 1 not in counted.laid_down, "said on this phone, and not asked again"


def test_a_not_down_that_the_page_showed_is_no_answer_for_another_total(table: Table) -> None:
    table.write(WentOut(0))
    table.hand_of("Cy").press("Next: Dee", total="100", down="no")
    with table.nothing_written():
        page = table.hand_of("Cy").press("Next: Dee", total="110", down="no")
    assert page.status == 422


def test_an_untouched_page_walks_on_from_what_was_counted_elsewhere(
    table: Table, bens: Table
) -> None:
    page = table.hand_of("Cy")
    bens.count("Cy", **WHOLE_HAND)
    with table.nothing_written():
        page = page.press("Next: Dee")
    assert (page.status, page.heading) == (200, "Cards left: Dee")
    assert "120 · not down" in page.texts(".person small")


def test_an_untouched_earlier_count_is_not_mine(table: Table, bens: Table) -> None:
    table.count("Cy", numbers=13)
    page = table.hand_of("Cy")
    bens.count("Cy", **WHOLE_HAND)
    with table.nothing_written():
        assert page.press("Next: Dee").status == 200
    assert kept(table) == Hand(**THEIRS)


def test_an_unchanged_save_shows_the_count_of_another_phone(table: Table, bens: Table) -> None:
    page = table.hand_of("Cy")
    bens.count("Cy", **WHOLE_HAND)
    with table.nothing_written():
        answer = table.phone.send(page.path, [*page.fill("#hand"), ("then", "stay")])
    assert answer.heading == "Cards left: Cy"
    assert answer.texts("#points") == ["120"]


def opens(table: Table, phone: Phone, name: str) -> None:
    """Their phone opens this hand."""
    sent = {"csrf_token": phone.csrf_token}
    phone.answer(table.address(f"count/{table.seat(name)}/open"), sent)


@pytest.mark.both_databases
def test_the_walk_skips_a_hand_that_another_phone_has_open(table: Table, bens: Table) -> None:
    opens(table, bens.phone, "Cy")
    page = table.hand_of("Ben")
    assert "Next: Dee" in page.buttons()
    page = page.press("Next: Dee", card3="3").press("Review", card3="13")
    assert page.heading == "Is round 1 right?"
    assert "Cy’s hand is still being counted on Ben’s phone." in page.doubts


def test_opening_a_hand_counted_elsewhere_does_not_block_the_walk(
    table: Table, bens: Table
) -> None:
    page = table.hand_of("Ben")
    opens(table, bens.phone, "Ben")
    with table.nothing_written():
        page = page.press("Next: Cy")
    assert page.heading == "Cards left: Cy"
    assert table.page("count/").heading == "Cards left: Cy"


def test_a_hand_kept_tap_by_tap_is_taken_back_in_one_step(table: Table, bens: Table) -> None:
    bens.count("Cy", **WHOLE_HAND)
    page = table.hand_of("Cy")
    for aces in ("1", "2"):
        sent = [*page.fill("#hand", card1=aces, key=aces), ("then", "stay")]
        version = table.phone.answer(page.path, sent).headers["X-Companion-Version"]
        page = table.hand_of("Cy")
    assert int(version) == table.state.version
    page = table.undo()
    assert page.said == "Undone: Cy’s hand."
    assert kept(table) == Hand(**THEIRS), "what Ben's phone counted stands"


@pytest.mark.both_databases
def test_undo_of_a_count_never_takes_back_what_another_phone_kept(
    table: Table, bens: Table
) -> None:
    page = table.hand_of("Cy")
    sent = page.fill("#hand")
    bens.count("Cy", **WHOLE_HAND)
    with table.nothing_written():
        answer = table.phone.send(f"{page.path}/undo", sent)
    assert answer.texts("#points") == ["120"]


@pytest.mark.both_databases
def test_undo_of_a_count_is_written_once(table: Table, bens: Table) -> None:
    page = table.hand_of("Cy")
    sent = page.fill("#hand")
    table.phone.answer(page.path, [*page.fill("#hand", **MINE), ("then", "stay")])
    for _ in range(2):
        answer = table.phone.send(f"{page.path}/undo", sent)
        assert (answer.heading, answer.texts("#points")) == ("Cards left: Cy", ["0"])
    assert table.kinds.count("entry_undone") == 1
    assert bens.hand_of("Dee").texts(".person small")[2] == "to count"


def test_undo_of_a_count_after_the_round_was_written_says_so(table: Table, bens: Table) -> None:
    for name in ("Ben", "Cy", "Dee"):
        table.count(name, numbers=13, down="no")
    page = table.hand_of("Cy")
    bens.write_down()
    with table.nothing_written():
        answer = table.phone.send(f"{page.path}/undo", page.fill("#hand"))
    assert (answer.status, answer.heading) == (409, "Round 1 is written down")


def test_undo_of_a_count_leaves_the_rounds_alone_that_are_written(table: Table) -> None:
    """Whatever the time at which the page was opened."""
    hands = {"Ben": {"numbers": 13}, "Cy": {"numbers": 13}, "Dee": {"numbers": 13}}
    table.play_round("Ann", hands)
    table.go_out("Ann")
    page = table.hand_of("Cy")
    with table.nothing_written():
        table.phone.send(f"{page.path}/undo", page.fill("#hand", opened="0"))

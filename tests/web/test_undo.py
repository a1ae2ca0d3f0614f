"""Undo: removes the last entry of any kind, and names it."""

from collections.abc import Callable

import pytest

from companion.rules.fold import entries as e
from tests.web.phone import Phone
from tests.web.table import WHOLE_HAND, Table, start_game, undo_label


def one_hand_left(table: Table) -> None:
    table.lay_down("Ben")
    table.go_out("Ann")
    table.count("Ben", numbers=3)
    table.count("Cy", **WHOLE_HAND)


def a_round(table: Table) -> None:
    one_hand_left(table)
    table.count("Dee", numbers=13)
    table.write_down()


def a_correction(table: Table) -> None:
    a_round(table)
    page = table.page("correct/1").press("See what changes", seat1__card3="4")
    page.press("Save")


def other_rules(table: Table) -> None:
    table.page("rules/change").press("Play by these rules", option_ten_value="5")


def taking_back(table: Table) -> None:
    table.lay_down("Ben")
    table.take_back("Ben")


STEPS: dict[str, Callable[[Table], object]] = {
    "Ben laid down": lambda table: table.lay_down("Ben"),
    "Ben is not down": taking_back,
    "Ann went out": lambda table: table.go_out("Ann"),
    "Nobody went out": lambda table: table.nobody_goes_out(),
    "Cy’s hand": one_hand_left,
    "Round 1 written down": a_round,
    "Round 1 corrected": a_correction,
    "House rules changed": other_rules,
}


@pytest.mark.parametrize(("what", "step"), STEPS.items(), ids=STEPS)
def test_undo_takes_back_the_last_step_and_says_which(
    table: Table, what: str, step: Callable[[Table], object]
) -> None:
    step(table)
    last, *_ = table.state.last
    page = table.page()
    assert undo_label(page) == f"Undo: {what}"
    page = page.press(f"Undo: {what}")
    assert page.said == f"Undone: {what}."
    assert table.log[-1][1:] == ("entry_undone", {"sequence": last})
    assert table.page().said == ""


REMOVED: dict[str, tuple[e.Entry, ...]] = {
    "Ben did not drop after all": (e.Dropped(1, "first"), e.Dropped(1, None)),
    "Ben made a wrong declaration": (e.Dropped(1, "wrong"),),
    "Ben’s drop": (e.Dropped(1, "middle"),),
    "The card turned up": (e.TurnedUp("7"),),
    "The card turned up was removed": (e.TurnedUp("7"), e.TurnedUp(None)),
    "The extra points for Ben": (e.Adjusted(1, e.Adjustment(5, "")),),
    "The extra points for Ben were removed": (
        *(e.Adjusted(1, e.Adjustment(5, "")), e.Adjusted(1, e.Adjustment(0, ""))),
    ),
    "The title was removed": (e.Titled("Lake"), e.Titled("")),
    "The note was removed": (e.Noted("Rain"), e.Noted("")),
    "The time of the last round was removed": (e.EndTimeSet(29_000_000), e.EndTimeSet(None)),
}


@pytest.mark.parametrize(("what", "entries"), REMOVED.items(), ids=REMOVED)
def test_undo_says_whether_the_last_step_said_something_or_removed_it(
    phone: Phone, what: str, entries: tuple[e.Entry, ...]
) -> None:
    table = start_game(phone, "Ann", "Ben", "Cy", game="indian-rummy")
    table.write(*entries)
    assert undo_label(table.page()) == f"Undo: {what}"


def test_everything_can_be_undone_back_to_the_first_deal(table: Table) -> None:
    a_round(table)
    steps = len(table.log)
    for _ in range(steps):
        table.undo()
    assert table.state.last is None
    assert table.state.rounds == ()
    assert table.state.open.play.laid_down == frozenset()
    (undo,) = [button for button in table.page().all("button") if button.label == "Undo"]
    assert "disabled" in undo.attrs


def test_undoing_a_hand_leads_back_to_it(table: Table) -> None:
    one_hand_left(table)
    page = table.undo()
    assert page.heading == "Cards left: Cy"
    assert page.texts("#counted") == ["0 of 13 cards"]


def test_undoing_the_last_round_opens_the_game_again(two: Table) -> None:
    two.has_played(12, 0, 90, down=[0])
    page = two.page("final")
    page = page.press("Undo: Round 12 written down")
    assert page.heading == "Round 12"
    assert page.said == "Undone: Round 12 written down."


def test_undo_works_from_another_phone_and_later(table: Table, other_phone: Phone) -> None:
    table.lay_down("Ben")
    table.on(other_phone).undo()
    assert "Lay down: Ben" in table.page().buttons()


def test_while_counting_only_steps_of_this_phone_can_be_undone(
    table: Table, other_phone: Phone
) -> None:
    table.go_out("Ann")
    assert undo_label(table.page("count/1")) == "Undo: Ann went out"
    theirs = table.on(other_phone).page("count/1")
    assert not theirs.all("#undo-button")
    assert [b.attrs["id"] for b in theirs.all("button.undo") if "hidden" not in b.attrs] == []


def test_undo_of_a_page_that_is_out_of_date_changes_nothing(table: Table) -> None:
    table.lay_down("Ben")
    page = table.page()
    table.lay_down("Cy")
    with table.nothing_written():
        page = page.press("Undo: Ben laid down")
    assert page.status == 409
    assert page.trouble.startswith("The game has changed since this page was opened")


def test_undo_tapped_twice_takes_back_one_step(table: Table) -> None:
    table.lay_down("Ben")
    table.lay_down("Cy")
    page = table.page()
    page.press("Undo: Cy laid down")
    again = page.press("Undo: Cy laid down")
    assert again.status == 200
    assert table.kinds == ["laid_down", "laid_down", "entry_undone"]


def test_there_is_nothing_to_undo_at_the_first_deal(table: Table) -> None:
    token = table.phone.csrf_token
    with table.nothing_written():
        page = table.phone.send(table.address("undo"), {"csrf_token": token, "undo": "1"})
    assert page.status == 409

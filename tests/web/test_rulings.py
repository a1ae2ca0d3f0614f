"""Tables decide open questions about melds on the house rules pages."""

import pytest

from tests.web.phone import Phone
from tests.web.table import Table, send_new_game, start_game

QUESTION = "May a meld be made of wild cards only?"
FOLDED = "Questions about melds that the rules leave open"
OPTION = "option_melding_all_wild"


def test_a_new_game_asks_what_is_open_and_leaves_it_open_unless_told(phone: Phone) -> None:
    page = phone.open("/new/twelve-step-rummy")
    assert FOLDED in page.words
    assert QUESTION in page.words
    assert page.typed()[OPTION] == "silent"
    table = start_game(phone, "Ann", "Ben")
    assert table.stored.ruleset.melding.all_wild is None


def test_a_new_game_can_decide_it(phone: Phone) -> None:
    table = send_new_game(phone, "Ann", "Ben", melding_all_wild="True")
    assert table.stored.ruleset.melding.all_wild is True
    assert QUESTION in table.page("rules").words


def test_a_choice_that_does_not_exist_is_told_at_its_question(phone: Phone) -> None:
    said = {"names-0": "Ann", "names-1": "Ben", OPTION: "perhaps", "csrf_token": phone.csrf_token}
    page = phone.send("/new/twelve-step-rummy", said)
    assert page.status == 422
    assert FOLDED in page.words


@pytest.mark.parametrize("choice", ["True", "False"])
def test_it_is_decided_and_opened_again_during_a_game(two: Table, choice: str) -> None:
    page = two.page("rules/change")
    assert page.typed("#change")[OPTION] == "silent"
    page.press("Play by these rules", **{OPTION: choice})
    assert two.stored.ruleset.melding.all_wild is (choice == "True")
    again = two.page("rules/change")
    assert again.typed("#change")[OPTION] == choice
    again.press("Play by these rules", **{OPTION: "silent"})
    assert two.stored.ruleset.melding.all_wild is None


def test_once_a_round_is_written_it_is_a_correction_that_changes_no_points(two: Table) -> None:
    two.has_played(1, 0, 65)
    page = two.page("rules/change").press("See what changes", **{OPTION: "True"})
    assert QUESTION in page.words
    page.press("Rescore the game")
    assert two.stored.ruleset.melding.all_wild is True
    assert two.state.totals == (0, 65)


OTHERWISE = "Meld rules your table plays differently"
TOUCH = {"option_melding_wilds_touch_in_run": "True"}
TOUCHING = "referee?ask=meld&cards=5S+*+*+8S"


def _says_that_wilds_may_touch(table: Table) -> None:
    card = table.page("rules")
    assert "Wild cards may be next to each other." in card.words
    assert "May wild cards be next to each other in a run?" in card.texts("#house-rules dt")
    assert table.page(TOUCHING).texts(".verdict") == ["Legal"]


def test_a_new_game_can_play_otherwise_than_its_rules_say(phone: Phone) -> None:
    page = phone.open("/new/twelve-step-rummy")
    assert OTHERWISE in page.words
    assert page.typed()["option_melding_wilds_touch_in_run"] == "False"
    _says_that_wilds_may_touch(
        send_new_game(phone, "Ann", "Ben", melding_wilds_touch_in_run="True")
    )


def test_so_can_a_game_that_has_begun(two: Table) -> None:
    two.has_played(1, 0, 65)
    assert two.page(TOUCHING).texts(".verdict") == ["Not legal"]
    two.page("rules/change").press("See what changes", **TOUCH).press("Rescore the game")
    _says_that_wilds_may_touch(two)


def test_only_what_says_something_about_a_game_is_asked(phone: Phone) -> None:
    asked = phone.open("/new/phase-10").typed()
    assert "option_melding_ace" not in asked
    assert "option_melding_run_least" not in asked
    assert "option_melding_run_one_suit" in asked

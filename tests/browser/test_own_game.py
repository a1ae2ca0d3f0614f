"""A custom game on a phone: made from five questions, and in its file."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.faces import set_in
from tests.browser.table import Table
from tests.browser.watching import Complaints


@pytest.mark.soak
def test_grandma_makes_her_game_in_five_questions(table: Table, page: Page) -> None:
    page.goto("/own/new/1")
    _fits(page, "How many contracts?")
    expect(page.get_by_label("Contracts", exact=True)).to_have_value("7")
    page.get_by_role("button", name="+ Contracts").tap()
    page.get_by_role("button", name="− Contracts").tap()
    table.taps("Next")
    _needs(page, 1, ("Set", "Run", "A"))
    table.taps("Next: contract 2")
    _fits(page, "What does contract 2 need?")
    answered = ("S3 S3", "S3 R4 2xA", "S3 R4", "R4 R4", "S3 S3 S3", "S3 R4")
    address = "&".join(f"contracts-{row}={words}" for row, words in enumerate(answered))
    page.goto(f"/own/new/2?rounds=7&{address}&round=7")  # the others, as in the address
    _needs(page, 7, ("Set", "Run"))
    for _ in range(3):
        page.get_by_role("button", name="One card more: ").last.tap()
    expect(page.get_by_text("Set of 3, run of 7", exact=True)).to_be_visible()
    table.taps("Next")
    _fits(page, "What are cards worth?")
    table.taps("12-Step Rummy")
    ace = page.get_by_label("A: points")
    expect(ace).to_have_value("20")
    page.get_by_role("button", name="− A: points").tap()
    expect(ace).to_have_value("15")
    table.taps("Next")
    _fits(page, "If somebody does not make the contract?")
    page.get_by_text("Same contract again").tap()
    table.taps("Next")
    _fits(page, "Who wins?")
    page.get_by_text("Fewest points once the last contract is made").tap()
    table.taps("See the rules card")
    expect(page.locator(".contracts").get_by_text("Set of 3, run of 7")).to_be_visible()
    page.get_by_label("Name of the game").fill("Grandma’s Seven")
    table.taps("Save it")
    expect(page.get_by_role("heading", name="Grandma’s Seven")).to_be_visible()


def test_enter_goes_on_and_at_the_end_keeps_the_game(page: Page) -> None:
    page.goto("/own/new/3?from=twelve-step-rummy")
    page.get_by_label("A: points").press("Enter")
    question = page.get_by_role("heading", name="If somebody does not make the contract?")
    expect(question).to_be_visible()
    page.goto("/own/new/6?from=twelve-step-rummy")
    name = page.get_by_label("Name of the game")
    name.fill("Lake Rummy")
    name.press("Enter")
    expect(page.get_by_role("heading", name="Lake Rummy")).to_be_visible()


def test_a_tie_is_asked_about_only_where_the_answer_counts(page: Page) -> None:
    page.goto("/own/new/5?from=romme")
    expect(page.get_by_label("Fewest points when you stop")).to_be_checked()
    expect(page.get_by_text("If there is a tie")).to_be_hidden()
    page.get_by_text("Fewest points when somebody reaches:").tap()
    expect(page.get_by_text("If there is a tie")).to_be_visible()


@pytest.mark.soak
def test_earlier_taps_are_included_in_the_next_question(
    table: Table, page: Page, complaints: Complaints
) -> None:
    complaints.expect("422 (UNPROCESSABLE ENTITY)")
    page.goto("/own/new/2?rounds=2&contracts-0=S3&contracts-1=")
    quick = ["[value='0:set']", "[value='0:run']", ".dock [value=next]"]
    # All taps before any answer arrives.
    page.evaluate("all => all.forEach((one) => document.querySelector(one).click())", quick)
    expect(page.get_by_role("heading", name="What does contract 2 need?")).to_be_visible()
    table.taps("Back")
    words = page.locator(".in-words")
    expect(words).to_have_text("2 sets of 3, run of 4")
    page.get_by_role("button", name="Remove: ").first.tap()
    expect(page.locator(".needed li")).to_have_count(2)
    expect(page.get_by_role("button", name="Remove: ").first).to_be_focused()
    page.goto("/own/new/2?contracts-0=S3 R27")
    page.get_by_role("button", name="One card more: ").last.tap()
    error = page.get_by_text("A contract can have 30 cards at most.")
    expect(error).to_be_visible()
    expect(words).to_have_text("Set of 3, run of 27")
    page.get_by_role("button", name="One fewer card: ").last.tap()
    expect(error).to_be_hidden()


def _fits(page: Page, question: str) -> None:
    """The question, its answers and the next button fit on the screen."""
    expect(page.get_by_role("heading", name=question)).to_be_visible()
    page.wait_for_function("document.documentElement.scrollHeight <= innerHeight")


def _needs(page: Page, number: int, melds: tuple[str, ...]) -> None:
    """Tap the contract of the round: each tap is drawn on the felt at once, on the same page."""
    _fits(page, f"What does contract {number} need?")
    rows = page.locator(".needed li")
    for count, meld in enumerate(melds, 1):
        if meld == "A":
            page.get_by_role("button", name="+ A rank").tap()
            page.get_by_role("button", name="A", exact=True).tap()
        else:
            page.get_by_role("button", name=f"+ {meld}", exact=True).tap()
        expect(rows).to_have_count(count)


def _types_over(page: Page, changes: Mapping[str, str]) -> None:
    """Replace the first match of each pattern in the file."""
    text = page.get_by_label("All the rules of this game")
    expect(text).to_have_value(re.compile("contracts"))
    typed = text.input_value()
    for pattern, words in changes.items():
        typed, found = re.subn(pattern, words, typed, count=1)
        assert found, pattern
    text.fill(typed)


@pytest.mark.soak
def test_an_error_in_a_file_is_selected_by_line_and_fixed(
    table: Table, page: Page, complaints: Complaints
) -> None:
    complaints.expect("422 (UNPROCESSABLE ENTITY)")
    page.goto("/own/from/contract-rummy")
    _types_over(page, {"cards_each = 2": "cards_each = 9"})
    table.taps("Save")
    error = page.get_by_text("“buys.cards_each”: Enter a whole number from 1 to 4.")
    expect(error).to_be_in_viewport()
    page.get_by_role("link", name="cards_each = 9").tap()
    text = page.get_by_label("All the rules of this game")
    expect(text).to_be_focused()
    page.keyboard.insert_text("cards_each = 3")  # replaces the selected text
    expect(text).to_have_value(re.compile(r"limit = \"none\"\ncards_each = 3\n\n\[end\]"))
    table.taps("Save")
    expect(page.get_by_text("Saved for your next games.")).to_be_visible()


@pytest.mark.soak
def test_a_chosen_file_replaces_the_text(table: Table, page: Page, tmp_path: Path) -> None:
    page.goto("/own/from/phase-10")
    _types_over(page, {"name = .*": 'name = "Half typed"'})
    with page.expect_download() as download:
        table.taps("Download")
    file = tmp_path / "kept.toml"
    download.value.save_as(file)
    page.goto("/own/from/five-crowns")
    page.get_by_label("put another file in its place").set_input_files(file)
    expect(page.locator("#preview").get_by_text("7 of one colour")).to_be_visible()
    expect(page.get_by_label("All the rules of this game")).to_have_value(re.compile("Half typed"))
    table.taps("Save")
    expect(page.get_by_role("heading", name="Half typed")).to_be_visible()


def test_the_file_keeps_its_margin_with_large_letters(page: Page, faces: tuple[str, ...]) -> None:
    page.goto("/own/from/twelve-step-rummy")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    inside = page.locator("main :is(.card, textarea, input, button)")
    margin = 24
    for face in faces:
        set_in(page, face)
        edges = inside.evaluate_all("all => all.map(e => e.getBoundingClientRect().right)")
        assert max(edges) <= 390 - margin, face

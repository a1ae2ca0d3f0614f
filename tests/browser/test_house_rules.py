"""House rules are lines with their answers; dependent questions are asked only if they matter."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from companion.records.log.games import open_game
from companion.rules.judging.scoring import WinnerCollects
from tests.browser.serving import LiveServer
from tests.browser.table import opens_house_rules, unfolds

COLLECTS = "The player who went out collects them all: most points win"
JOKERS = "Yes, two; a joker left in hand is worth 15"
HOLDS = "Each player, as a penalty: fewest points win"
BLOCKED = "What if nobody can go out?"
POOL = re.compile("^Pool of 201")
RUMMY = "Does going rummy count double?"


def line(page: Page, question: str) -> Locator:
    """The line of the question in the house rules of Classic Rummy."""
    return page.locator("summary", has_text=question)


def opens_classic_rummy(page: Page) -> Page:
    page.goto("/new/classic-rummy")
    opens_house_rules(page)
    return page


def test_a_dependent_house_rule_appears_once_it_matters_and_applies(
    page: Page, server: LiveServer
) -> None:
    opens_classic_rummy(page)
    expect(line(page, BLOCKED)).to_be_visible()
    expect(line(page, RUMMY)).to_be_hidden()
    unfolds(page, COLLECTS).tap()
    expect(line(page, RUMMY)).to_be_visible()
    page.get_by_role("radio", name=HOLDS).tap()
    expect(line(page, RUMMY)).to_be_hidden()
    page.get_by_role("radio", name=COLLECTS).tap()
    expect(page.locator(".house-rule[open]")).to_have_count(1)
    unfolds(page, JOKERS).tap()
    expect(page.locator(".house-rule[open]")).to_have_count(1)
    for number, name in enumerate(("Ann", "Bo"), start=1):
        page.get_by_label(f"Player {number}", exact=True).fill(name)
    page.get_by_role("button", name="Deal the first round").tap()
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    with server.app.app_context():
        ruleset = open_game(page.url.split("/")[-2]).ruleset
    assert isinstance(ruleset.scoring, WinnerCollects)
    assert ruleset.rummy_doubles
    assert ruleset.wild == ("Joker",)


@pytest.mark.soak
def test_a_line_says_its_answer_and_whether_it_is_changed_without_javascript_too(
    page: Page, new_phone: Callable[..., BrowserContext]
) -> None:
    for phone in (page, new_phone(java_script_enabled=False).new_page()):
        opens_classic_rummy(phone)
        blocked = line(phone, BLOCKED)
        usual = blocked.locator("b:visible").inner_text()
        expect(blocked.get_by_text("changed", exact=True)).to_be_hidden()
        blocked.tap()
        choice = phone.locator(".choice:visible:not(.usual)").first
        choice.tap()
        expect(blocked.locator("b:visible")).to_have_text(choice.inner_text().partition(": ")[0])
        expect(blocked.locator("b:visible")).not_to_have_text(usual)
        expect(blocked.get_by_text("changed", exact=True)).to_be_visible()
        expect(phone.locator("#house-rules > summary .changed")).to_be_visible()
    line(phone, RUMMY).tap()  # without a script, which would hide it
    expect(phone.locator(".house-rule[open]")).to_contain_text(
        "Only with “The player who went out collects them all”."
    )


# Once an opened question has scrolled into sight.
PLACES = """async () => {
  for (const _ of "12") await new Promise(done => requestAnimationFrame(done));
  return [...document.querySelectorAll(".house-rule, .house-rule[open] .choice")].map(
    place => place.getBoundingClientRect().top);
}"""


def test_no_line_moves_when_an_answer_is_chosen(page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto("/new/indian-rummy")
    opens_house_rules(page)
    for question, answer in (
        ("At how many points is a player out?", "Pool of 201"),
        ("May a player who is out come back?", "No"),
    ):
        line(page, question).tap()
        before = page.evaluate(PLACES)
        page.get_by_role("radio", name=answer, exact=True).check()
        expect(line(page, question).get_by_text("changed", exact=True)).to_be_visible()
        assert page.evaluate(PLACES) == before


def test_what_friends_agree_on_follows_each_choice_at_once(page: Page) -> None:
    page.goto("/new/indian-rummy")
    agreed = page.locator("#agreed")
    expect(agreed).to_have_text(re.compile("^Out at 101 .*First drop 20"))
    agreed.evaluate("status => status.dataset.isSame = ''")  # else it would not be announced
    agreed = page.locator("#agreed[data-is-same]")
    opens_house_rules(page)
    unfolds(page, POOL).tap()
    expect(agreed).to_have_text(re.compile("^Out at 201 .*First drop 25"))
    expect(agreed).to_be_visible()
    unfolds(page, "10 points, later 30").tap()
    expect(agreed).to_have_text(re.compile("First drop 10 · Middle drop 30"))
    expect(agreed).to_be_visible()
    late = line(page, "Where does a player who joins later start?")  # with each of two answers
    expect(late).to_be_visible()
    unfolds(page, "Deals: a fixed number of rounds").tap()
    expect(late).to_be_hidden()
    page.get_by_role("radio", name="To 400: when somebody reaches 400").tap()
    expect(late).to_be_visible()


@pytest.mark.soak
def test_without_javascript_what_friends_agree_on_is_hidden_once_it_is_not_true(
    new_phone: Callable[..., BrowserContext],
) -> None:
    page = new_phone(java_script_enabled=False).new_page()
    page.goto("/new/indian-rummy")
    expect(page.locator("#agreed")).to_be_visible()
    opens_house_rules(page)
    unfolds(page, POOL).tap()
    expect(page.locator("#agreed")).to_be_hidden()
    page.get_by_role("button", name="Add a player").tap()
    expect(page.locator("#agreed")).to_have_text(re.compile("^Out at 201 .*First drop 25"))

"""House rules of a new game: dependent questions are asked only if they matter."""

from collections.abc import Callable

from playwright.sync_api import BrowserContext, Locator, Page, expect

from companion.records.log.games import open_game
from companion.rules.judging.scoring import WinnerCollects
from tests.browser.serving import LiveServer

COLLECTS = "The player who went out collects them all: most points win"
JOKERS = "Yes, two; a joker left in hand is worth 15"
HOLDS = "Each player, as a penalty: fewest points win"


def opens_house_rules(page: Page) -> Locator:
    """Open the house rules of Classic Rummy; returns the question that depends on another one."""
    page.goto("/new/classic-rummy")
    page.get_by_text("House rules and a title").tap()
    return page.get_by_role("group", name="Does going rummy count double?")


def test_a_dependent_house_rule_appears_once_it_matters_and_applies(
    page: Page, server: LiveServer
) -> None:
    question = opens_house_rules(page)
    expect(page.get_by_role("group", name="What if nobody can go out?")).to_be_visible()
    expect(question).to_be_hidden()
    page.get_by_role("radio", name=COLLECTS).tap()
    expect(question).to_be_visible()
    page.get_by_role("radio", name=HOLDS).tap()
    expect(question).to_be_hidden()
    for choice in (COLLECTS, JOKERS):
        page.get_by_role("radio", name=choice).tap()
    for number, name in enumerate(("Ann", "Bo"), start=1):
        page.get_by_label(f"Player {number}", exact=True).fill(name)
    page.get_by_role("button", name="Deal the first round").tap()
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    with server.app.app_context():
        ruleset = open_game(page.url.split("/")[-2]).ruleset
    assert isinstance(ruleset.scoring, WinnerCollects)
    assert ruleset.rummy_doubles
    assert ruleset.wild == ("Joker",)


def test_without_javascript_the_question_says_when_it_matters(
    new_phone: Callable[..., BrowserContext],
) -> None:
    question = opens_house_rules(new_phone(java_script_enabled=False).new_page())
    expect(question).to_be_visible()
    expect(question).to_contain_text("Only with “The player who went out collects them all”.")

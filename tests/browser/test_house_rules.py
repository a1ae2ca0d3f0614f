"""House rules of a new game: a question is asked only where its answer matters."""

from collections.abc import Callable

from playwright.sync_api import BrowserContext, Locator, Page, expect

COLLECTS = "Whoever went out collects them all: most points win"
HOLDS = "Whoever holds them, as a penalty: fewest points win"


def opens_house_rules(page: Page) -> Locator:
    """Open the house rules of Classic Rummy; the question that hangs on another of them."""
    page.goto("/new/classic-rummy")
    page.get_by_text("House rules and a title").tap()
    return page.get_by_role("group", name="Does going rummy count double?")


def test_a_question_is_asked_once_it_matters(page: Page) -> None:
    question = opens_house_rules(page)
    expect(page.get_by_role("group", name="What if nobody can go out?")).to_be_visible()
    expect(question).to_be_hidden()
    page.get_by_role("radio", name=COLLECTS).tap()
    expect(question).to_be_visible()
    page.get_by_role("radio", name=HOLDS).tap()
    expect(question).to_be_hidden()


def test_without_javascript_the_question_says_when_it_matters(
    new_phone: Callable[..., BrowserContext],
) -> None:
    question = opens_house_rules(new_phone(java_script_enabled=False).new_page())
    expect(question).to_be_visible()
    expect(question).to_contain_text(f"Only with “{COLLECTS}”.")

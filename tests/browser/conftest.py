"""Shared fixtures: one Chromium and one phone for all tests, others on demand."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser import chromium
from tests.browser import faces as typefaces
from tests.browser.evenings import Evening
from tests.browser.keeping import has_no_network_any_more, is_asked_who_plays_again
from tests.browser.lying import PATIENCE, PhoneOnTheTable
from tests.browser.missing import cannot
from tests.browser.phones import Phones, phones_at
from tests.browser.serving import LiveServer
from tests.browser.table import Table
from tests.browser.watching import Complaints

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def base_url(server: LiveServer) -> str:
    return server.url


@pytest.fixture(scope="session")
def fonts(tmp_path_factory: pytest.TempPathFactory) -> Path | None:
    """The fontconfig file with the two test fonts; None if one is not installed."""
    return typefaces.fonts_for_chromium(tmp_path_factory.mktemp("fonts"))


@pytest.fixture
def faces(fonts: Path | None) -> tuple[str, ...]:
    """The wide and the narrow test font, for layout tests in both."""
    if fonts is None:
        cannot(typefaces.MISSING)
    return typefaces.FACES


@pytest.fixture(scope="session")
def browser_type_launch_args(
    browser_type_launch_args: dict[str, Any], fonts: Path | None
) -> dict[str, Any]:
    options = chromium.launch_options()
    if options is None:
        cannot(chromium.MISSING)
    env = os.environ | ({"FONTCONFIG_FILE": str(fonts)} if fonts else {})
    return browser_type_launch_args | (options or {}) | {"env": env}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return browser_context_args | chromium.PHONE


@pytest.fixture
def complaints() -> Iterator[Complaints]:
    """Console errors of pages; unexpected ones fail the test."""
    complaints = Complaints()
    yield complaints
    assert complaints.unexpected == []


@pytest.fixture
def new_phone(
    new_context: Callable[..., BrowserContext], complaints: Complaints
) -> Callable[..., BrowserContext]:
    """A factory for further phones, which may differ from the usual one."""

    def take(**unusual: Any) -> BrowserContext:
        context = new_context(**unusual)
        context.set_default_timeout(PATIENCE)
        complaints.listen(context)
        return context

    return take


@pytest.fixture
def phones(
    server: LiveServer, new_phone: Callable[..., BrowserContext], complaints: Complaints
) -> Iterator[Phones]:
    """Several phones, each on a network that the test can make faulty (tests/browser/phones.py)."""
    complaints.expect("Failed to load resource", "net::ERR")
    with phones_at(server, new_phone) as phones:
        yield phones


@pytest.fixture(scope="module")
def lent_contexts(
    browser: Browser, browser_context_args: dict[str, Any]
) -> Iterator[Callable[[], BrowserContext]]:
    """Browser contexts shared by the tests of a module: opening one costs more than using it."""
    contexts: list[BrowserContext] = []

    def new_context() -> BrowserContext:
        contexts.append(browser.new_context(**browser_context_args))
        return contexts[-1]

    yield new_context
    for context in contexts:
        context.close()


@pytest.fixture(scope="module")
def lent_phones(
    server: LiveServer, lent_contexts: Callable[[], BrowserContext]
) -> Iterator[Phones]:
    """Two phones shared by the tests of a module."""
    with phones_at(server, lent_contexts) as phones:
        phones.take()
        phones.take()
        yield phones


@pytest.fixture
def two_phones(lent_phones: Phones, complaints: Complaints) -> Iterator[Phones]:
    """Two phones, each on a network that the test can make faulty (tests/browser/phones.py)."""
    with lent_phones.lent(complaints) as phones:
        yield phones


@pytest.fixture(scope="session")
def phone_on_the_table(
    browser: Browser, browser_context_args: dict[str, Any]
) -> Iterator[PhoneOnTheTable]:
    phone = PhoneOnTheTable(browser, browser_context_args)
    yield phone
    phone.put_away()


@pytest.fixture
def page(phone_on_the_table: PhoneOnTheTable, complaints: Complaints) -> Iterator[Page]:
    """The shared phone; a test that changes it irreversibly uses a new one."""
    with phone_on_the_table.lent(complaints) as page:
        yield page


@pytest.fixture
def table(page: Page) -> Table:
    """The shared phone, with the actions of the score keeper."""
    return Table(page)


@pytest.fixture
def keeping(
    browser: Browser, browser_context_args: dict[str, Any], complaints: Complaints
) -> Iterator[Page]:
    """A phone with a service worker."""
    complaints.expect(
        "net::ERR", "503", "410", "fetching the script"
    )  # of the update of the service worker
    phone = browser.new_context(**browser_context_args | {"service_workers": "allow"})
    phone.set_default_timeout(PATIENCE)
    complaints.listen(phone)
    yield phone.new_page()
    phone.close()


@pytest.fixture
def again(keeping: Page, server: LiveServer) -> tuple[Page, Evening]:
    """“Same again” offline, on a phone with one finished game."""
    evening = Evening(server, ("Ann", "Bo"), game="contract-rummy", dealer=1)
    has_no_network_any_more(keeping, evening)
    is_asked_who_plays_again(keeping, evening)
    return keeping, evening


@pytest.fixture
def alone(again: tuple[Page, Evening]) -> tuple[Page, Evening]:
    """A game started offline in which Bo is down."""
    table = Table(again[0]).taps("Deal the first round").sees("Round 1")
    table.shows_tag("Ann", "deals").lays_down("Bo")
    return again

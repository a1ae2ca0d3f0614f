"""Home offline: each game with its standings, and a notice of waiting taps."""

import re

import pytest
from playwright.sync_api import Page, expect

from companion.rules.fold.entries import LaidDown
from tests.browser.evenings import FRIENDS, Evening, Round, happens_at
from tests.browser.keeping import LOOKS_UNTIL, UNTIL_READY, opens
from tests.browser.serving import LiveServer
from tests.browser.table import Table
from tests.browser.watching import comes_to

_KEPT = f"""async ([address, text]) => {{
  {LOOKS_UNTIL}
  const page = async () => (await (await caches.match(address))?.text()) ?? "";
  await until(async () => (await page()).includes(text) ? "" : text);
}}"""


_REACHES_THE_SERVER = f"""async () => {{
  {LOOKS_UNTIL}
  const asked = () => fetch("/healthz").catch(() => null);
  await until(async () => ((await asked())?.ok ? "" : "the server"));
}}"""


def _is_back(page: Page) -> None:
    """The network is back, and the browser has noticed."""
    page.context.set_offline(False)
    page.evaluate(_REACHES_THE_SERVER)


def _is_kept(page: Page, *evenings: Evening) -> None:
    """Home and these tables are cached, and the phone is at the last table."""
    server = evenings[0].server
    page.context.add_cookies([server.cookie_of(evenings[0].device)])
    page.goto(server.url)
    page.evaluate(UNTIL_READY, f"{server.url}/catalogue-pages")
    for evening in evenings:
        opens(page, evening)
        page.evaluate(_KEPT, ["/", evening.token])


def test_home_shows_waiting_taps_and_totals_with_entries_of_others(
    keeping: Page, server: LiveServer
) -> None:
    page, evening = keeping, Evening(server, ("Ann", "Bo"), [Round(0, {1: 15})])
    _is_kept(page, evening)
    page.context.set_offline(True)
    table = Table(page).sees("Round 2").goes_out("Ann").types("Bo", "40").writes_it_down()
    table.sees("Round 3").lays_down("Bo").taps_link("Home")
    large = page.locator(".resume")
    expect(large.get_by_role("heading")).to_have_text("Round 3")
    expect(large.locator("li > b")).to_contain_text(["0", "55"])
    expect(large.locator(".to-send")).to_have_text("4 to send")
    page.get_by_role("link", name="Continue", exact=True).tap()
    table.sees("Round 3").shows_totals(("Ann", "Bo"), (0, 55))
    expect(page.locator("#live")).to_contain_text("To send: 4.")


@pytest.mark.soak
def test_online_home_shows_waiting_taps_on_top_of_entries_of_others(
    keeping: Page, server: LiveServer
) -> None:
    page, evening = keeping, Evening(server, ("Ann", "Bo"))
    _is_kept(page, evening)
    page.context.set_offline(True)
    table = Table(page).lays_down("Bo")
    happens_at(server, evening.token, *Round(0, {1: 15}).entries(), device="elsewhere")
    table.taps_link("Home")
    large = page.locator(".resume")
    expect(large.locator(".to-send")).to_have_text("1 to send")
    _is_back(page)
    page.goto(server.url)
    expect(large.get_by_role("heading")).to_have_text("Round 2")
    expect(large.locator("li > b")).to_contain_text(["0", "15"])
    expect(page.locator(".to-send")).to_have_count(0)  # Bo's mark is part of that round


@pytest.mark.soak
def test_online_home_sends_waiting_commands(keeping: Page, server: LiveServer) -> None:
    page, evening = keeping, Evening(server, ("Ann", "Bo"))
    _is_kept(page, evening)
    page.context.set_offline(True)
    Table(page).lays_down("Bo").taps_link("Home")
    waiting = page.locator(".to-send")
    expect(waiting).to_have_text("1 to send")
    _is_back(page)
    page.goto(server.url)
    comes_to(page, lambda: evening.entries, [LaidDown(1)])
    expect(waiting).to_have_count(0)


@pytest.mark.soak
def test_a_restored_game_is_not_listed_as_deleted_offline(
    keeping: Page, server: LiveServer
) -> None:
    page, evening = keeping, Evening(server, ("Ann", "Bo"))
    _is_kept(page, evening)
    page.goto(evening.page("players"))
    page.get_by_text("Delete this game").tap()
    page.get_by_role("button", name="Delete : this game").tap()
    expect(page.get_by_role("heading", name="Deleted games")).to_be_visible()
    page.evaluate(_KEPT, ["/", "put-back"])
    Table(page).taps("Restore: Ann, Bo")
    Table(page).sees("Round 1")
    page.evaluate(_KEPT, ["/", f'href="/g/{evening.token}/"'])
    page.context.set_offline(True)
    page.goto(server.url)
    expect(page.get_by_role("link", name="Continue", exact=True)).to_be_visible()
    expect(page.get_by_role("heading", name="Deleted games")).to_have_count(0)


@pytest.mark.soak
def test_the_offline_table_shows_a_correction_by_form(keeping: Page, server: LiveServer) -> None:
    page, evening = keeping, Evening(server, ("Ann", "Bo"), [Round(0, {1: 15})])
    _is_kept(page, evening)
    page.goto(evening.page("correct/1?seat=1"))
    page.locator("#hand-1").get_by_label("Total").fill("45")
    Table(page).taps("See what changes").taps("Save").sees("12-Step Rummy")
    page.evaluate(_KEPT, [evening.page(), "round_corrected"])
    page.context.set_offline(True)
    page.goto(evening.page())
    Table(page).shows_totals(("Ann", "Bo"), (0, 45))


@pytest.mark.soak
def test_continue_opens_the_large_game(keeping: Page, server: LiveServer) -> None:
    page = keeping
    older = Evening(server, ("Ann", "Bo"))
    newer = Evening(server, ("Cy", "Dee"), device=older.device, game="phase-10")
    _is_kept(page, newer, older)
    page.context.set_offline(True)
    Table(page).lays_down("Bo").taps_link("Home")
    large, below = page.locator(".resume"), page.locator(".ledger .game")
    expect(large.locator("bdi.who")).to_have_text(["Ann", "Bo"])
    expect(large.locator("li").first).to_contain_text(re.compile(r"on contract\s1"))
    expect(below.first).to_contain_text("Cy, Dee")
    expect(below).to_have_count(1)
    page.get_by_role("link", name="Continue", exact=True).tap()
    expect(page).to_have_url(older.page())
    page.goto(f"{server.url}/go-on")
    expect(page).to_have_url(older.page())
    page.goto(newer.page())
    Table(page).lays_down("Dee").taps_link("Home")
    expect(large.locator("li").first).to_contain_text(re.compile(r"on phase\s1"))


@pytest.mark.soak
def test_links_that_need_the_server_say_so_and_others_open(
    keeping: Page, server: LiveServer
) -> None:
    page, evening = keeping, Evening(server, FRIENDS)
    _is_kept(page, evening)
    page.context.set_offline(True)
    _waits_at_the_table(page)
    page.goto(server.url)
    _waits_at_home(page, server)
    page.context.set_offline(False)
    expect(page.locator("[data-waits]")).to_have_count(0)
    Table(page).taps_link("Join a table")
    expect(page).to_have_url(f"{server.url}/join")


def _waits_at_the_table(page: Page) -> None:
    page.reload()
    ways = {"Rules": False, "Sheet": False, "Home": False, "Share": True}
    for name, waits in ways.items():
        link = page.get_by_role("link", name=name, exact=True)
        if waits:
            expect(link).to_have_attribute("aria-disabled", "true")
        else:
            expect(link).not_to_have_attribute("aria-disabled", "true")
    page.locator("#more summary").tap()
    of_the_server = '#more a:not([href*="aloud"])'  # the others are cached
    expect(page.locator(f"{of_the_server}[data-waits]").first).to_be_visible()
    expect(page.locator(f"{of_the_server}:not([data-waits])")).to_have_count(0)
    page.get_by_role("link", name="History").tap(force=True)
    expect(page.locator("#live")).to_have_text(re.compile("that page cannot open now"))
    page.context.set_offline(False)
    expect(page.locator("[data-waits]")).to_have_count(0)
    page.context.set_offline(True)


def _waits_at_home(page: Page, server: LiveServer) -> None:
    waiting = page.locator("main [data-waits], .dock [data-waits]")
    doors = ["Is this legal?", "Join a table", "All games on this phone", "Export games"]
    doors += ["Import games", "Your own game", "Language: English"]
    expect(waiting).to_have_text(doors)
    expect(waiting.first).to_have_attribute("aria-disabled", "true")
    expect(waiting.first).to_have_accessible_description(re.compile("that page cannot open now"))
    waiting.first.tap(force=True)
    expect(page.locator("#live")).to_have_text(re.compile("that page cannot open now"))
    expect(page).to_have_url(f"{server.url}/")

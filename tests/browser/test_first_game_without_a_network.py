"""After one visit to the home page, offline: rules cards, and the first game of the phone."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.rules.fold.entries import RulesChanged, write_entry
from companion.rules.reading.catalogue import catalogue
from tests.browser.evenings import Evening
from tests.browser.keeping import LOOKS_UNTIL, SENT, UNTIL_READY, games_on, opens
from tests.browser.serving import LiveServer, serving
from tests.browser.table import Table

_UNTIL_ASKED_TO_KEEP = f"""async () => {{
  {LOOKS_UNTIL}
  const kept = async () => (await (await caches.open("games")).keys()).map(({{ url }}) => url);
  await until(async () => (await kept()).some(url => url.endsWith("/new/alone")) ? "" : "the page");
}}"""
# Updating a cached page deletes it for a moment.
_UNTIL_IT_SAYS = f"""async ([address, words]) => {{
  {LOOKS_UNTIL}
  const page = async () => (await (await caches.match(address))?.text()) ?? "";
  await until(async () => (await page()).includes(words) ? "" : words);
}}"""
_SAVES_DATA = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"


@pytest.fixture
def once_home(keeping: Page, server: LiveServer) -> Page:
    """A new phone that opened the home page once and is offline now."""
    _is_home_once(keeping, server)
    keeping.context.set_offline(True)
    return keeping


def _is_home_once(page: Page, server: LiveServer) -> None:
    page.goto(server.url)
    for address in ("/new/alone", "/catalogue-pages"):
        page.evaluate(UNTIL_READY, f"{server.url}{address}")


def _device(page: Page, server: LiveServer) -> str:
    [cookie] = [one for one in page.context.cookies() if one["name"] == "companion"]
    signer = server.app.session_interface.get_signing_serializer(server.app)
    return signer.loads(cookie["value"])["device"]


@pytest.mark.parametrize("rounds", [2, pytest.param(7, marks=pytest.mark.soak)])
def test_a_first_game_is_played_without_a_network_and_arrives_once(
    once_home: Page, server: LiveServer, rounds: int
) -> None:
    page = once_home
    page.goto(server.url)
    table = Table(page).taps_link("New game").sees("What do you play?")
    page.get_by_role("link", name=re.compile("^Contract Rummy")).tap()
    table.sees("Contract Rummy")
    for row, name in enumerate(("Ann", "ann", "B" * 31), 1):
        page.get_by_label(f"Player {row}", exact=True).fill(name)
    table.taps("Deal the first round")
    expect(page.locator(".error")).to_have_text(
        [
            "Two players have this name. Add an initial to one of them.",
            "This has 31 characters. Use 30 or fewer.",
        ]
    )
    for row, name in enumerate(("Ann", "", ""), 1):
        page.get_by_label(f"Player {row}", exact=True).fill(name)
    table.taps("Deal the first round")
    expect(page.locator(".error")).to_contain_text("Contract Rummy needs at least 2 players.")
    page.get_by_label("Player 2", exact=True).fill("Bo")
    page.get_by_role("radio", name="deals first: player 2").tap()
    table.taps("Deal the first round").sees("Round 1").shows_tag("Bo", "deals")
    for number in range(1, rounds + 1):
        table.sees(f"Round {number}").goes_out("Ann").types("Bo", "95")
        if number < 7:  # in the last round only the player who goes out is down
            table.says_down("Not down")
        else:
            table.writes_it_down()
    told = page.get_by_role("heading", name="Ann wins" if rounds == 7 else f"Round {rounds + 1}")
    expect(told).to_be_visible()
    page.reload()
    expect(told).to_be_visible()
    page.context.set_offline(False)
    if rounds == 7:
        expect(page.get_by_role("link", name="Links for other phones")).to_be_visible()
    else:
        expect(page.locator("#live")).to_have_text(SENT)
    [game] = games_on(server, _device(page, server))
    assert (game.seats.names, game.seats.first_dealer) == (("Ann", "Bo"), 1)
    kinds = [write_entry(entry)[0] for entry in game.entries]
    assert (kinds.count("went_out"), kinds.count("round_scored")) == (rounds, rounds)
    assert game.state.totals == (0, 95 * rounds)
    assert page.url.startswith(f"{server.url}/g/{game.token}/")


@pytest.mark.soak
def test_the_rules_cards_of_all_games_are_there_and_lead_to_a_game(
    once_home: Page, server: LiveServer
) -> None:
    page = once_home
    page.goto(server.url)
    table = Table(page).taps_link(f"Rules of {len(catalogue())} games").sees("What do you play?")
    page.get_by_role("searchbox").fill("shanghai")
    page.get_by_role("link", name=re.compile("^Shanghai")).tap()
    table.sees("Shanghai Rummy")
    expect(page.get_by_role("heading", name="Card values")).to_be_visible()
    expect(
        page.get_by_text("You’re offline. This is the last version stored on this phone.")
    ).to_be_visible()
    table.taps_link("Play this")
    expect(page.get_by_label("Player 3", exact=True)).to_be_visible()


@pytest.mark.soak
def test_a_table_has_its_card_which_follows_its_house_rules_and_names_nobody(
    keeping: Page, server: LiveServer
) -> None:
    page, evening = keeping, Evening(server, ("Annabel", "Bo"))
    page.context.add_cookies([server.cookie_of(evening.device)])
    opens(page, evening)
    page.evaluate(UNTIL_READY, evening.page("rules"))
    evening.happens(RulesChanged({"ten_value": 5}))
    page.evaluate(_UNTIL_IT_SAYS, [evening.page("rules"), "Usual: 10"])
    page.context.set_offline(True)
    Table(page).taps_link("Rules").sees("12-Step Rummy")
    expect(page.locator("#house-rules")).to_contain_text("Usual: 10")
    expect(page.get_by_text("Annabel")).to_have_count(0)
    Table(page).taps_link("Table").sees("Round 1")


@pytest.mark.soak
def test_a_game_that_was_started_alone_has_its_card(once_home: Page, server: LiveServer) -> None:
    page = once_home
    page.goto(f"{server.url}/new/five-crowns")
    for number, name in enumerate(("Ann", "Bo"), 1):
        page.get_by_label(f"Player {number}", exact=True).fill(name)
    table = Table(page).taps("Deal the first round").sees("Round 1").taps_link("Rules")
    table.sees("Five Crowns").taps_link("Table").sees("Round 1")


@pytest.mark.soak
def test_a_first_game_starts_while_there_is_a_network_and_the_server_is_off(
    keeping: Page, tmp_path: Path
) -> None:
    page = keeping
    with serving(tmp_path) as server:
        _is_home_once(page, server)
        server.process.terminate()
        server.process.join()
        page.goto(f"{server.url}/new/five-crowns")
        for number, name in enumerate(("Ann", "Bo"), 1):
            page.get_by_label(f"Player {number}", exact=True).fill(name)
        table = Table(page).taps("Deal the first round").sees("Round 1")
        share = page.get_by_role("link", name="Share", exact=True)
        expect(share).to_have_attribute("aria-disabled", "true")
        table.goes_out_before_last_turns("Ann").types("Bo", "15").writes_it_down().sees("Round 2")
        table.taps_link("Home")
        expect(page.locator(".resume li > b")).to_contain_text(["0", "15"])


@pytest.mark.soak
def test_with_data_saver_no_catalogue_is_fetched(keeping: Page, server: LiveServer) -> None:
    keeping.context.add_init_script(_SAVES_DATA)
    asked: list[str] = []
    keeping.context.on("request", lambda request: asked.append(request.url))
    keeping.goto(server.url)
    keeping.evaluate(_UNTIL_ASKED_TO_KEEP)
    keeping.goto(f"{server.url}/games")
    keeping.context.set_offline(True)
    keeping.goto(f"{server.url}/new/five-crowns")
    expect(keeping.get_by_text("This game is not stored on this phone.")).to_be_visible()
    assert not [url for url in asked if "catalogue-pages" in url]

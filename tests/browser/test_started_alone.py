"""A game that starts offline is played, stored and continued."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.rules.fold.entries import LaidDown, write_entry
from tests.browser.chromium import PHONE
from tests.browser.evenings import Evening
from tests.browser.keeping import (
    SENT,
    games_on,
    has_no_network_any_more,
    is_asked_who_plays_again,
    is_down_in_the_only_new_game,
)
from tests.browser.serving import LiveServer, serving
from tests.browser.table import Table

_ZOE = "Zoë <b>"
# The server stores the game, and its answer is lost.
_LOSES_THE_FIRST_ANSWER = """() => {
  const real = globalThis.fetch;
  globalThis.fetch = async (url, how) => {
    const answer = await real(url, how);
    if (!(how?.body instanceof URLSearchParams)) return answer;
    globalThis.fetch = real;
    throw new TypeError("lost");
  };
}"""
# Pages without a game are cached in the background, when idle.
_ALL_THAT_IS_KEPT_OF_GAMES = """async () => {
  const names = await caches.keys();
  const isOfGame = url => url.includes("/g/") && !url.includes("/g/-/");
  const kept = await Promise.all(names.map(async name => (await caches.open(name)).keys()));
  return kept.flat().map(({ url }) => url).filter(isOfGame).sort();
}"""
_TIMES_OF_ITS_DRAWINGS = """async () => {
  const html = await (await fetch("drawings")).text();
  return [...html.matchAll("<time[^>]*>([^<]*)</time>")].map(([, words]) => words);
}"""
_NO_TIME_PASSES = "performance.now = () => 1000"


@pytest.mark.soak
def test_a_new_game_starts_and_is_played_without_a_network_and_arrives_once(
    keeping: Page, browser: Browser, server: LiveServer
) -> None:
    page, evening = keeping, Evening(server, ("Ann", "Bo"), house_rules={"ten_value": 5})
    has_no_network_any_more(page, evening)
    page.goto(server.url)
    table = Table(page).taps_link("New game").sees("What do you play?")
    page.get_by_role("link", name=re.compile("^12-Step Rummy Ann, Bo")).tap()
    table.sees("12-Step Rummy")
    for number in (1, 2):
        page.get_by_label(f"Player {number}", exact=True).fill("")
    table.taps("Bo: add").taps("Deal the first round")
    expect(page.locator(".error")).to_contain_text("12-Step Rummy needs at least 2 players.")
    page.get_by_label("Player 2", exact=True).fill(_ZOE)
    page.get_by_role("radio", name="deals first: player 2").tap()
    table.taps("Deal the first round").sees("Round 1").shows_tag(_ZOE, "deals")
    table.goes_out("Bo").types(_ZOE, "15").writes_it_down()
    page.reload()
    table.sees("Round 2").goes_out(_ZOE).types("Bo", "25").writes_it_down().sees("Round 3")
    table.taps_link("Home")
    expect(page.get_by_text("Open it once you are online")).to_be_visible()
    page.get_by_role("link", name="Round 3").tap()
    table.sees("Round 3").lays_down("Bo")
    page.evaluate(_LOSES_THE_FIRST_ANSWER)
    page.context.set_offline(False)
    expect(page.locator("#live")).to_have_text(SENT)
    [_, new] = games_on(server, evening.device)
    assert page.url == f"{server.url}/g/{new.token}/"
    kinds = [kind for entry in new.entries if (kind := write_entry(entry)[0]) != "hand_counted"]
    assert kinds == ["went_out", "round_scored"] * 2 + ["laid_down"]  # a slow hand is saved twice
    assert (new.seats.names, new.ruleset.values["10"]) == (("Bo", _ZOE), 5)
    second = browser.new_context(**PHONE).new_page()
    second.goto(page.url)
    Table(second).sees("Round 3").shows_totals(("Bo", _ZOE), (25, 15))
    expect(second.get_by_role("button", name="clear for Bo")).to_be_visible()
    second.context.close()


def test_the_first_tap_at_a_new_table_counts(again: tuple[Page, Evening]) -> None:
    page, _ = again
    page.add_init_script(_NO_TIME_PASSES)
    Table(page).taps("Deal the first round").sees("Round 1").round_is_over("Ann")


def test_its_sheet_has_the_day_and_a_round_written_twice_both_times(
    alone: tuple[Page, Evening],
) -> None:
    page, _ = alone
    today = page.evaluate("new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format()")
    times = [time.strip("\ue000\ue001") for time in page.evaluate(_TIMES_OF_ITS_DRAWINGS)]
    assert {*times} == {today, "at:time_words", "mine_at:time_words"}


@pytest.mark.soak
@pytest.mark.parametrize(
    "refused", ["caches.open", "indexedDB.open", "IDBObjectStore.prototype.add"]
)
def test_without_storage_no_game_starts_nothing_is_left_and_a_message_says_so(
    again: tuple[Page, Evening], refused: str
) -> None:
    page, _ = again
    before = page.evaluate(_ALL_THAT_IS_KEPT_OF_GAMES)
    page.evaluate(f"() => {{ {refused} = () => {{ throw new Error('no room'); }}; }}")
    Table(page).taps("Deal the first round")
    expect(page.get_by_text("This browser cannot store anything at the moment")).to_be_visible()
    expect(page.get_by_label("Player 2", exact=True)).to_have_value("Bo")
    page.evaluate("delete caches.open")  # which is that of its prototype again
    assert page.evaluate(_ALL_THAT_IS_KEPT_OF_GAMES) == before


@pytest.mark.soak
def test_home_sends_a_game_whole_or_leaves_it_to_its_table(alone: tuple[Page, Evening]) -> None:
    page, evening = alone
    is_asked_who_plays_again(page, evening)
    Table(page).taps("Deal the first round").sees("Round 1")
    page.goto(evening.server.url)
    lines = page.locator("#main small:visible", has_text="Continue here")
    expect(lines).to_contain_text(["It is sent once you are online", "Open it once"])
    page.context.set_offline(False)
    expect(page.get_by_text("Sent.", exact=True).and_(page.locator(":visible"))).to_be_visible()
    assert [game.entries for game in games_on(evening.server, evening.device)] == [(), ()]
    lines.filter(has_text="Open it").tap()
    expect(page.locator("#live")).to_have_text(SENT)
    logs = [game.entries for game in games_on(evening.server, evening.device)]
    assert sorted(logs, key=len) == [(), (), (LaidDown(1),)]


@pytest.mark.soak
def test_below_a_path_of_its_host_it_starts_and_arrives_too(keeping: Page, tmp_path: Path) -> None:
    with serving(tmp_path, prefix="/rummy") as server:
        evening = Evening(server, ("Ann", "Bo"), game="contract-rummy", dealer=1)
        has_no_network_any_more(keeping, evening)
        is_asked_who_plays_again(keeping, evening)
        Table(keeping).taps("Deal the first round").sees("Round 1").lays_down("Bo")
        keeping.reload()
        keeping.goto(f"{server.url}/go-on")
        expect(keeping.get_by_role("button", name="clear for Bo")).to_be_visible()
        keeping.context.set_offline(False)
        is_down_in_the_only_new_game(keeping, evening)


@pytest.mark.soak
def test_continue_opens_the_newest_open_game_sent_or_not(alone: tuple[Page, Evening]) -> None:
    page, evening = alone
    first = page.url
    page.goto(f"{evening.server.url}/go-on")
    expect(page.get_by_role("button", name="clear for Bo")).to_be_visible()
    assert page.url == first
    is_asked_who_plays_again(page, evening)
    table = Table(page).taps("Deal the first round").sees("Round 1")
    second = page.url
    table.goes_out("Ann").types("Bo", "15").writes_it_down().sees("Round 2")
    page.goto(evening.server.url)
    expect(page.locator(".resume[data-unsent] h2")).to_contain_text("Round 2")
    told = re.compile(r"^Round\s1 · Contract Rummy · \d+:\d+$")
    expect(page.locator("[data-unsent] small:has(time)")).to_have_text([told])
    page.get_by_role("link", name="Continue", exact=True).tap()
    table.sees("Round 2")
    assert page.url == second


@pytest.mark.soak
def test_a_finished_game_is_not_continued(alone: tuple[Page, Evening]) -> None:
    page, evening = alone
    table = Table(page)
    for number in range(1, 8):
        table.sees(f"Round {number}").goes_out("Ann").types("Bo", "95")
        if 1 < number < 7:  # in the first Bo is down, in the last only the player who goes out
            table.says_down("Not down")
        else:
            table.writes_it_down()
    page.wait_for_url("**/final")
    page.goto(f"{evening.server.url}/go-on")
    page.wait_for_url(evening.page())


@pytest.mark.soak
def test_a_game_started_here_is_listed_once_sent_or_not(alone: tuple[Page, Evening]) -> None:
    page, evening = alone
    table = page.url
    links = page.locator(f'#main a[href="{table.removeprefix(evening.server.url)}"]')
    page.goto(evening.server.url)
    expect(page.locator(".resume[data-unsent]")).to_contain_text("Continue here. Open it once")
    expect(links).to_have_count(1)
    page.goto(table)
    page.context.set_offline(False)
    expect(page.locator("#live")).to_have_text(SENT)
    for is_offline in (False, True):
        page.context.set_offline(is_offline)
        page.goto(evening.server.url)
        expect(page.locator(".resume")).to_contain_text("Round 1")
        expect(links).to_have_count(1)

"""Sheet, race and the view across the table fit the largest number of players."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from companion.rules.fold import entries as e
from companion.rules.fold.entries import GameEnded
from companion.rules.model.play import Drop
from tests.browser.evenings import COURT, FRIENDS, WHOLE_GAME, Evening, everybody_makes_it
from tests.browser.faces import set_in
from tests.browser.serving import LiveServer

EIGHT = ("Grandma", "Tom", "Alexandra-Marie", "Jo", "Ella", "Farid", "Gül", "Hana")
LONG = ("Bartholomew", "Maximiliane-Friederike", "Schwiegermutter", "Konstantinos", "Elisabeth")
TABLET = (1024, 768)

_PUSHED = "() => [...document.querySelectorAll('.scroll')].map(e => e.scrollWidth - e.clientWidth)"
_OUT_OF_THE_SCREEN = """() => [...document.querySelectorAll(".race text")]
  .filter(e => e.getBoundingClientRect().right > innerWidth || e.getBoundingClientRect().left < 0)
  .map(e => e.textContent)"""
# Words of a name that wrap without a hyphen, and truncated names.
_TORN = """() => {
  const line = (text, n) => {
    const range = new Range();
    range.setStart(text, n);
    range.setEnd(text, n + 1);
    return [...range.getClientRects()].at(-1)?.top;
  };
  const names = document.querySelectorAll(".seat h2 bdi, .scores thead bdi, .ranks .name bdi");
  return [...names].map(e => e.firstChild).flatMap(text =>
    [...text.data.matchAll(/[^\\s\\xad-]+-?/g)].filter(({ 0: piece, index }) =>
      new Set([...piece].map((_, n) => line(text, index + n))).size > 1)
    .map(({ 0: piece }) => `${piece} of ${text.data}`));
}"""
_CUT = """() => [...document.querySelectorAll(".seat h2")]
  .filter(e => e.scrollWidth > e.clientWidth).map(e => e.textContent)"""
_OUT_OF_THEIR_PART = """() => [...document.querySelectorAll(".far li *")]
  .filter(e => e.checkVisibility() && !e.closest(".sr, svg"))
  .map(e => [e, e.getBoundingClientRect(), e.closest("li").getBoundingClientRect()])
  .filter(([, box, part]) => box.bottom > part.bottom + 1 || box.right > part.right + 1
    || box.top < part.top - 1)
  .map(([e]) => e.outerHTML.slice(0, 120))"""


@pytest.mark.soak
def test_sheet_and_race_of_four_players_fit_a_phone_without_scrolling(
    page: Page, server: LiveServer, faces: tuple[str, ...]
) -> None:
    page.goto(Evening(server, FRIENDS, WHOLE_GAME).page("final"))
    for width, face in _phones(page, faces):
        assert page.evaluate(_PUSHED) == [0], (width, face)
        assert page.evaluate(_OUT_OF_THE_SCREEN) == [], (width, face)


def test_five_long_names_are_shown_completely(
    page: Page, server: LiveServer, faces: tuple[str, ...]
) -> None:
    rounds = [everybody_makes_it(5, n % 5, {COURT: n + 1}) for n in range(3)]
    page.goto(Evening(server, LONG, rounds).page())
    for width, face in _phones(page, faces):
        assert page.evaluate(_TORN) + page.evaluate(_CUT) == [], (width, face)
    page.goto(Evening(server, LONG, rounds).happens(GameEnded("")).page("final"))
    for width, face in _phones(page, faces):
        assert page.evaluate(_TORN) == [], (width, face)
        assert page.evaluate(_OUT_OF_THE_SCREEN) == [], (width, face)
        assert (page.evaluate(_PUSHED) == [0]) is (width == 390), (width, face)
        assert page.get_by_text("Scroll the rounds sideways").is_visible() is (width == 320)


def _phones(page: Page, faces: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 700})
        for face in faces:
            set_in(page, face)
            yield width, face


@pytest.mark.parametrize(
    "players", [8, *(pytest.param(few, marks=pytest.mark.soak) for few in (2, 5))]
)
def test_the_view_across_the_table_shows_all_players_completely(
    page: Page, server: LiveServer, faces: tuple[str, ...], players: int
) -> None:
    rounds = [everybody_makes_it(players, n % players, {COURT: n + 1}) for n in range(6)]
    page.goto(Evening(server, EIGHT[:players], rounds).page("across"))
    for width, height in (TABLET, TABLET[::-1]):
        page.set_viewport_size({"width": width, "height": height})
        for face in faces:
            set_in(page, face)
            assert page.evaluate(_OUT_OF_THEIR_PART) == [], (width, face)


@pytest.mark.parametrize(
    "players", [6, *(pytest.param(few, marks=pytest.mark.soak) for few in (2, 4))]
)
def test_on_a_television_names_have_60_px_and_totals_90(
    page: Page, server: LiveServer, players: int
) -> None:
    rounds = [everybody_makes_it(players, n % players, {COURT: n + 1}) for n in range(6)]
    names = ("Ann", "Bo", "Cleo", "Dev", "Ella", "Farid")[:players]
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(Evening(server, names, rounds).page("across?tv=1"))
    sizes = "all => all.map(e => parseFloat(getComputedStyle(e).fontSize))"
    assert min(page.locator(".far h2").evaluate_all(sizes)) >= 60
    assert min(page.locator(".far .num").evaluate_all(sizes)) >= 90
    assert page.evaluate(_OUT_OF_THEIR_PART) == []


_TOO_WIDE = """() => [...document.querySelectorAll(".scores .cell")]
  .filter(e => e.scrollWidth > e.clientWidth).map(e => e.textContent.trim())"""


@pytest.mark.parametrize("language", ["de", pytest.param("en", marks=pytest.mark.soak)])
def test_six_who_drop_fit_a_phone_without_scrolling(
    page: Page, server: LiveServer, language: str
) -> None:
    page.context.add_cookies([server.cookie_with({"language": language}, [])])
    drops: tuple[Drop, ...] = ("first", "middle", "wrong")
    left = [e.HandCounted(seat, e.Hand(points=80), down=False) for seat in (4, 5)]
    given_up = [e.Dropped(seat, drop) for seat, drop in enumerate(drops, 1)]
    game = Evening(server, EIGHT[:2] + EIGHT[3:7], game="indian-rummy", house_rules={"pool": 201})
    page.goto(game.happens(*given_up, e.WentOut(0), *left, e.RoundScored()).page("sheet"))
    expect(page.locator(".scores .sign")).to_have_count(4)
    assert page.evaluate(_PUSHED) == [0]
    assert page.evaluate(_TOO_WIDE) == []


def test_the_word_for_going_out_keeps_within_its_cell_in_german(
    page: Page, server: LiveServer
) -> None:
    page.context.add_cookies([server.cookie_with({"language": "de"}, [])])
    page.goto(Evening(server, FRIENDS, WHOLE_GAME).page("final"))
    expect(page.locator(".legend.screen")).to_contain_text("Schluss")
    assert page.evaluate(_TOO_WIDE) == []

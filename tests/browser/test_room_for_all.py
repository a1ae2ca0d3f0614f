"""Sheet, race and the view across the table have room for everybody who plays."""

import pytest
from playwright.sync_api import Page

from tests.browser.evenings import COURT, FRIENDS, WHOLE_GAME, Evening, everybody_makes_it
from tests.browser.faces import set_in
from tests.browser.serving import LiveServer

EIGHT = ("Grandma", "Tom", "Alexandra-Marie", "Jo", "Ella", "Farid", "Gül", "Hana")
TABLET = (1024, 768)

_PUSHED = "() => [...document.querySelectorAll('.scroll')].map(e => e.scrollWidth - e.clientWidth)"
_OUT_OF_THE_SCREEN = """() => [...document.querySelectorAll(".race text")]
  .filter(e => e.getBoundingClientRect().right > innerWidth || e.getBoundingClientRect().left < 0)
  .map(e => e.textContent)"""
_OUT_OF_THEIR_PART = """() => [...document.querySelectorAll(".far li *")]
  .filter(e => e.checkVisibility() && !e.closest(".sr, svg"))
  .map(e => [e, e.getBoundingClientRect(), e.closest("li").getBoundingClientRect()])
  .filter(([, box, part]) => box.bottom > part.bottom + 1 || box.right > part.right + 1
    || box.top < part.top - 1)
  .map(([e]) => e.outerHTML.slice(0, 120))"""


def test_four_players_fit_the_sheet_and_the_race_a_phone_without_pushing(
    page: Page, server: LiveServer, faces: tuple[str, ...]
) -> None:
    page.goto(Evening(server, FRIENDS, WHOLE_GAME).page("final"))
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 700})
        for face in faces:
            set_in(page, face)
            assert page.evaluate(_PUSHED) == [0], (width, face)
            assert page.evaluate(_OUT_OF_THE_SCREEN) == [], (width, face)


@pytest.mark.parametrize("players", [2, 5, 8])
def test_across_the_table_everybody_stands_whole_on_their_part_of_the_screen(
    page: Page, server: LiveServer, faces: tuple[str, ...], players: int
) -> None:
    rounds = [everybody_makes_it(players, n % players, {COURT: n + 1}) for n in range(6)]
    page.goto(Evening(server, EIGHT[:players], rounds).page("across"))
    for width, height in (TABLET, TABLET[::-1]):
        page.set_viewport_size({"width": width, "height": height})
        for face in faces:
            set_in(page, face)
            assert page.evaluate(_OUT_OF_THEIR_PART) == [], (width, face)

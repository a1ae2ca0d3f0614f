"""The sheet worth keeping: one page, complete, the right way up."""

from itertools import product

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evenings import (
    COURT,
    FRIENDS,
    WHOLE_GAME,
    Evening,
    everybody_makes_it,
)
from tests.browser.faces import set_in
from tests.browser.printing import printed
from tests.browser.serving import LiveServer

_MIDDLES = "all => all.map(e => e.getBoundingClientRect()).map(box => (box.left + box.right) / 2)"


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_fourteen_rounds_of_four_players_fit_on_one_page(
    page: Page, server: LiveServer, paper: str, faces: tuple[str, ...]
) -> None:
    page.goto(Evening(server, FRIENDS, WHOLE_GAME, dealer=3, title="At Bo’s").page("sheet"))
    for face in faces:
        set_in(page, face)
        sheet = printed(page, paper)
        assert sheet.pages == 1, face
    assert sheet.is_upright
    for words in ("12-Step Rummy", "At Bo’s", "14 rounds", "Dev dealt first", *FRIENDS):
        assert words in sheet.text
    for words in ("2 sets of 3, run of 4", "Run of 10", "3 – 9 5 points", "50 points, wild"):
        assert words in sheet.text
    for words in ("House rules", "They share the win", "Signed", "Final standing", "1 / 1"):
        assert words in sheet.text
    for total in ("270", "545", "420", "460"):
        assert sheet.text.count(total) >= 2


def test_six_players_print_in_landscape(
    page: Page, server: LiveServer, faces: tuple[str, ...]
) -> None:
    names = ("Ann", "Bo", "Chloé", "Dev", "Ella", "Farid")
    rounds = [everybody_makes_it(6, n % 6, {COURT: n % 3 + 1}) for n in range(11)]
    page.goto(Evening(server, names, rounds).page("sheet"))
    for face, paper in product(faces, ("A4", "Letter")):
        set_in(page, face)
        sheet = printed(page, paper)
        assert not sheet.is_upright
        assert sheet.pages == 1, face
        assert all(name in sheet.text for name in names)


def test_paper_shows_no_button_and_needs_no_colour(page: Page, server: LiveServer) -> None:
    page.goto(Evening(server, FRIENDS, WHOLE_GAME).page("sheet"))
    page.emulate_media(media="print")
    for button in ("Print", "Who won", "Rules"):
        expect(page.get_by_text(button, exact=True).first).to_be_hidden()
    colours = page.evaluate(
        "() => [...new Set([...document.querySelectorAll('main *')]"
        ".map(e => getComputedStyle(e).color))]"
    )
    assert colours == ["rgb(0, 0, 0)"]


def test_names_stand_over_the_points_on_paper(
    page: Page, server: LiveServer, faces: tuple[str, ...]
) -> None:
    page.set_viewport_size({"width": 700, "height": 1000})
    page.emulate_media(media="print")
    page.goto(Evening(server, FRIENDS, WHOLE_GAME).page("sheet"))
    for face in faces:
        set_in(page, face)
        names, points, totals = (
            page.locator(f".scores {where}").evaluate_all(_MIDDLES)[:4]
            for where in ("thead bdi", "tbody td b", "tbody td small")
        )
        for name, point, total in zip(names, points, totals, strict=True):
            assert abs(name - point) < abs(name - total), face

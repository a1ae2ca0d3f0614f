"""The line-up is validated offline as by the form on the server."""

from dataclasses import replace
from typing import Any

from flask import Flask
from playwright.sync_api import Page

from companion.records.people.colours import colours_again
from companion.rules.model.names import tidy_name
from companion.rules.reading.catalogue import catalogue
from companion.web.pages.new_game.forms import new_game_form
from tests.browser.serving import LiveServer

_GAME = catalogue()["twelve-step-rummy"]
_TYPED = [
    ["Ann", "Bo", "", ""],
    ["Ann", "ann", "ANN ", ""],
    ["  Zoë  Müller ", "Zoe\u0308 müller", "Straße", "STRASSE"],
    ["Ann", "", "", ""],
    ["", "", "", ""],
    [f"Player {n}" for n in range(12)],
    ["A" * 30, "A" * 31, "👩‍👩‍👧‍👦" * 4, "🏴\U000e0067\U000e0062\U000e007f"],
    ["Ann\u202e", "\u200d", "\u0301", "Bo\u200f"],
    ["Σίσυφος", "ΣΊΣΥΦΟΣ", "İnci", "i\u0307nci"],
    ["A\x07nn", "B\u00a0o", "\ufeffCy", "\xadDee"],
    ["Ann\ue000", "\U000f1234", "Bo\ufffd", "Cy"],
    ["Ann\x1fLee", "Ann\x85Lee", "Bo\u2003Li", "Bo  Li "],
]
_FOUND = """async ([cases, most, known]) => {
  const { coloursOf, faults, tidy } = await import("/static/now/js/offline/lineup.js");
  return cases.map(([least, names]) => {
    const tidied = names.map(tidy);
    const rows = faults(tidied, { least, most }).map(([row]) => row);
    return [tidied, [...new Set(rows)].sort((a, b) => a - b), coloursOf(tidied, known)];
  });
}"""


def _by_the_form(app: Flask, least: int, typed: list[str]) -> tuple[list[str], list[int]]:
    sent = {f"names-{row}": name for row, name in enumerate(typed)}
    with app.test_request_context("/", method="POST", data=sent):
        form = new_game_form(replace(_GAME, least_players=least))
        form.validate()
        rows = [row for row, field in enumerate(form.names) if field.errors]
        return [tidy_name(field.data) for field in form.names], rows


def test_a_phone_looks_at_names_and_colours_as_the_server_does(
    page: Page, server: LiveServer
) -> None:
    known = {"Bo": 3, "zoë müller": 0, "Ann": 3, "Player 7": 8}
    page.goto(server.url)
    cases = [*((_GAME.least_players, typed) for typed in _TYPED), (5, ["A", "B", "C", "D", "D"])]
    found: list[Any] = page.evaluate(_FOUND, [cases, _GAME.most_players, [*known.items()]])
    for (least, typed), (tidied, rows, colours) in zip(cases, found, strict=True):
        assert (tidied, rows) == _by_the_form(server.app, least, typed)
        assert tuple(colours) == colours_again(tidied, known), typed


_SIDES = [
    [["Ann", "Bo"], ["Cy", "Di"]],
    [["Ann", "Bo"], ["bo", "ANN"]],
    [["Ann", " ann "], ["", ""], ["Cy", "Bo"]],
    [["Ann & Bo", ""], ["", ""], ["Cy", "bo"]],
    [["Ann & Bo", ""], ["Cy&Ann", ""]],
]
_TWICE = """async (cases) => {
  const { sittingTwice } = await import("/static/now/js/offline/lineup.js");
  return cases.map((sides) => sittingTwice(sides).map(([row]) => row));
}"""


def _sitting_twice_by_the_form(app: Flask, sides: list[list[str]]) -> list[int]:
    sent = {
        f"{key}-{row}": name
        for row, side in enumerate(sides)
        for key, name in zip(("names", "partners"), side, strict=True)
    }
    with app.test_request_context("/", method="POST", data=sent):
        form = new_game_form(catalogue()["hand-and-foot"])
        form.validate()
        return [row for row, line in enumerate(form.lines) if any(field.errors for field in line)]


def test_a_phone_looks_for_people_at_two_sides_as_the_server_does(
    page: Page, server: LiveServer
) -> None:
    page.goto(server.url)
    found = page.evaluate(_TWICE, _SIDES)
    assert found == [_sitting_twice_by_the_form(server.app, sides) for sides in _SIDES]
    assert found[:3] == [[], [1], [0]]

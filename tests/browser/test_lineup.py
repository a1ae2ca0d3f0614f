"""Who plays, looked at by a phone without a network: it finds wrong what the form does."""

from typing import Any

from flask import Flask
from playwright.sync_api import Page

from companion.records.colours import colours_again
from companion.rules.catalogue import catalogue
from companion.web.new_game.forms import new_game_form
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
    ["Ann\x1fLee", "Ann\x85Lee", "Bo\u2003Li", "Bo  Li "],
]
_FOUND = """async ([typed, known]) => {
  const { coloursOf, faults, tidy } = await import("/static/now/js/lineup.js");
  return typed.map(names => {
    const tidied = names.map(tidy);
    const rows = faults(tidied, { least: %d, most: %d }).map(([row]) => row);
    return [tidied, [...new Set(rows)].sort((a, b) => a - b), coloursOf(tidied, known)];
  });
}"""


def _by_the_form(app: Flask, typed: list[str]) -> tuple[list[str], list[int]]:
    sent = {f"names-{row}": name for row, name in enumerate(typed)}
    with app.test_request_context("/", method="POST", data=sent):
        form = new_game_form(_GAME)
        form.validate()
        rows = [row for row, field in enumerate(form.names) if field.errors]
        return [" ".join((field.data or "").split()) for field in form.names], rows


def test_a_phone_looks_at_names_and_colours_as_the_server_does(
    page: Page, server: LiveServer
) -> None:
    known = {"Bo": 3, "zoë müller": 0, "Ann": 3, "Player 7": 8}
    page.goto(server.url)
    script = _FOUND % (_GAME.least_players, _GAME.most_players)
    found: list[Any] = page.evaluate(script, [_TYPED, [*known.items()]])
    for typed, (tidied, rows, colours) in zip(_TYPED, found, strict=True):
        assert rows == _by_the_form(server.app, typed)[1], typed
        assert tuple(colours) == colours_again(tidied, known), typed

"""Words: what codes and figures are called at the table."""

import pytest
from flask import Flask

from companion.rules.cards import Pack, card_values
from companion.rules.entries import KINDS
from companion.web.words.cards import class_words
from companion.web.words.entries import _TOLD
from tests.web.phone import Phone

ATTIC = Pack(("Moth", "Bat", "3"), (2, 4, 4), called={"Moth": "night moth", "Joker": "the fool"})


def words_of(app: Flask, values: dict[str, int], pack: Pack) -> list[str]:
    with app.test_request_context():
        return [class_words(card_class) for card_class in card_values(values, [], pack).classes]


def test_cards_are_called_what_their_pack_calls_them(app: Flask) -> None:
    values = {"Joker": 20, "Moth": 9, "Bat": 9, "3": 3}
    assert words_of(app, values, ATTIC) == ["the fool", "Bat night moth", "3"]


@pytest.mark.parametrize(
    ("game", "cards"),
    [
        ("kalooki-jamaican", ["Joker 50 points, wild", "black A 15 points", "red A 1 point"]),
        ("phase-10", ["Wild 25 points, wild", "Skip 15 points"]),
    ],
)
def test_a_game_with_cards_of_its_own_names_them(phone: Phone, game: str, cards: list[str]) -> None:
    page = phone.open(f"/games/{game}")
    assert set(cards) <= set(page.texts("ul.values li"))


def test_there_are_words_for_every_kind_of_entry() -> None:
    assert set(_TOLD) == set(KINDS.values())

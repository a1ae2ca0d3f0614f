"""Games that call their contracts phases do so on every page."""

import re

import pytest

from companion.rules.reading.catalogue import catalogue
from companion.web.words.phases import PHASES
from tests.web.phone import Phone
from tests.web.table import Table, start_game

CONTRACT = re.compile(r"contract", re.IGNORECASE)
PLACE = re.compile(r"%\(\w+\)s")
# An open round with a player down and one out; a written round before.
PAGES = (
    *("", "review", "count/1", "sheet", "across", "correct/1", "rules", "rules/change"),
    *("players", "players/1/leaving", "players/join", "history", "seat", "referee", "adjust"),
    *("aloud", "drawings", "share"),
)


def _phase_10(phone: Phone) -> Table:
    return start_game(phone, "Ann", "Ben", "Cy", game="phase-10")


@pytest.mark.parametrize("place", PAGES)
def test_a_page_of_phase_10_names_no_contract(phone: Phone, place: str) -> None:
    table = _phase_10(phone)
    table.has_played(0, 0, 20, 60)
    table.go_out("Ann")
    assert CONTRACT.findall(table.page(place).words) == []


@pytest.mark.parametrize(
    "address", ["/games/phase-10", "/referee/phase-10", "/new/phase-10", "/games/phase-10/sheet"]
)
def test_nor_does_a_page_before_the_game(phone: Phone, address: str) -> None:
    assert CONTRACT.findall(phone.open(address).words) == []


def test_another_game_of_the_same_server_has_contracts(phone: Phone) -> None:
    _phase_10(phone).page()
    words = start_game(phone, "Ann", "Ben").page("rules").words
    assert "Contracts, in this order" in words


def test_a_list_of_games_has_each_in_its_own_term(phone: Phone) -> None:
    words = phone.open("/new").words
    assert "10 phases, each made before the next" in words
    assert "12 contracts, each made before the next" in words


def test_a_wording_keeps_the_blanks_of_its_sentence() -> None:
    for text, worded in PHASES.items():
        sentences = text if isinstance(text, tuple) else (text,)
        wordings = (worded.one, worded.many)[: len(sentences)]
        for sentence, wording in zip(sentences, wordings, strict=True):
            assert wording
            assert PLACE.findall(wording) == PLACE.findall(sentence)
            assert not CONTRACT.search(PLACE.sub("", wording))


def test_phase_10_is_in_the_catalogue() -> None:
    assert [key for key, game in catalogue().items() if game.contract_term == "phase"] == [
        "phase-10"
    ]

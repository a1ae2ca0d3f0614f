"""Games have their own terms for contracts, suits and ranks on every page."""

import re
from dataclasses import replace

import pytest
from flask import Flask
from flask_babel import force_locale

from companion.rules.model.ruleset import Terms
from companion.rules.reading.catalogue import catalogue
from companion.web.view_models.remembered import likeness
from companion.web.words.hands import likeness_words
from companion.web.words.terms import wording
from tests.browser.printing import Printed
from tests.catalogues import codes
from tests.web.phone import Phone
from tests.web.table import Table, start_game

CONTRACT = re.compile(r"contract", re.IGNORECASE)
# An open round with a player down and one out; a written round before.
PAGES = (
    *("", "review", "count/1", "sheet", "across", "correct/1", "rules", "rules/change"),
    *("players", "players/1/leaving", "players/join", "history", "seat", "referee", "adjust"),
    *("aloud", "drawings", "share"),
)


def _phase_10(phone: Phone) -> Table:
    return start_game(phone, "Ann", "Ben", "Cy", game="phase-10")


def test_no_page_of_phase_10_names_a_contract(phone: Phone) -> None:
    table = _phase_10(phone)
    table.go_out("Ann")
    for place in PAGES:
        assert CONTRACT.findall(table.page(place).words) == [], place


@pytest.mark.parametrize(
    "address", ["/games/phase-10", "/referee/phase-10", "/new/phase-10", "/games/phase-10/sheet"]
)
def test_nor_does_a_page_before_the_game(phone: Phone, address: str) -> None:
    assert CONTRACT.findall(phone.open(address).words) == []


# Questions 2 to 5 and what follows from the answers, with other rules than those of Phase 10.
_BY_ROUND = "from=phase-10&advancing=round&winner=lowest_points_when_someone_finishes"
_QUESTIONS = (
    *(f"/own/new/{screen}?from=phase-10&round=1" for screen in (2, 3, 4, 5, 6)),
    *(f"/own/new/{screen}?{_BY_ROUND}" for screen in (4, 5, 6)),
)


@pytest.mark.parametrize("address", _QUESTIONS)
def test_nor_does_a_question_about_a_game_that_begins_as_phase_10(
    phone: Phone, address: str
) -> None:
    page = phone.open(address)
    assert page.status == 200
    assert CONTRACT.findall(page.words) == []


def test_the_file_of_such_a_game_is_summed_up_in_phases(phone: Phone) -> None:
    text = phone.open("/own/from/phase-10").typed("form")["text"]
    assert 'summary = "10 phases, each until it is made; the first to finish wins."' in text


@pytest.fixture
def over(phone: Phone) -> Table:
    """A game in which Ann has made all ten phases, and the others nine."""
    table = _phase_10(phone)
    table.has_played(9, 0, 20, 60)
    table.has_played(1, 0, 20, 60, down={0})
    assert table.state.outcome.winners == (0,)
    return table


@pytest.mark.parametrize("place", ["final", "sheet", "across", "history", "rules"])
def test_nor_does_a_page_after_the_game(over: Table, place: str) -> None:
    assert CONTRACT.findall(over.page(place).words) == []


@pytest.mark.parametrize(
    "address",
    ["/", "/played", "/persons", "/persons/one?name=ann", "/persons/group?who=ann&who=ben&who=cy"],
)
def test_nor_do_statistics_of_such_games(phone: Phone, over: Table, address: str) -> None:
    assert over
    page = phone.open(address)
    assert page.status == 200
    assert CONTRACT.findall(page.words) == []


def test_nor_does_its_sheet_as_a_pdf(over: Table) -> None:
    text = Printed(over.phone.client.get(over.address("sheet.pdf")).data).text
    assert "10 phases" in text
    assert CONTRACT.findall(text) == []


def test_another_game_of_the_same_server_has_contracts(phone: Phone) -> None:
    _phase_10(phone).page()
    words = start_game(phone, "Ann", "Ben").page("rules").words
    assert "Contracts, in this order" in words


def test_a_list_of_games_has_each_in_its_own_term(phone: Phone) -> None:
    words = phone.open("/new").words
    assert "10 phases, each made before the next" in words
    assert "12 contracts, each made before the next" in words


@pytest.mark.parametrize("number", [1, 2, 10])
@pytest.mark.parametrize("language", ["en", *codes()])
def test_rounds_of_phases_are_told_in_another_way_than_rounds_of_contracts(
    app: Flask, language: str, number: int
) -> None:
    like = replace(likeness(catalogue()["contract-rummy"]), number=number)
    phases = replace(like, terms=Terms("phase"))
    with app.test_request_context(), force_locale(language):
        assert likeness_words(like) != likeness_words(phases)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Contracts, in this order", "Phases, in this order"),
        ("on contract %(contract)s", "on phase %(contract)s"),
        ("The contracts of Contract Rummy", "The phases of Contract Rummy"),
        ("No cards are contracted", "No cards are contracted"),
    ],
)
def test_the_term_replaces_the_word_but_no_placeholder_and_no_name(text: str, wanted: str) -> None:
    assert wording(text, Terms("phase")) == wanted
    assert wording(text, Terms()) == text


def test_phase_10_is_in_the_catalogue() -> None:
    assert [key for key, game in catalogue().items() if game.contract_term == "phase"] == [
        "phase-10"
    ]


def test_a_pack_of_colours_has_numbers_for_ranks_and_no_other_pack_has(phone: Phone) -> None:
    colours = {key for key, game in catalogue().items() if game.terms.suit == "colour"}
    assert colours == {"phase-10", "rummikub"}
    pages = [phone.open(place) for place in ("/games/phase-10", "/referee/phase-10?ask=meld")]
    assert "A set is 2 or more cards of the same number." in pages[0].words
    assert "Choose a colour, then tap the numbers." in pages[1].words
    assert [re.findall(r"\b(?:suits?|ranks?)\b", page.words) for page in pages] == [[], []]
    assert "of the same rank" in phone.open("/games/chinchon").words


@pytest.mark.parametrize(
    ("number", "texts", "colours"),
    [
        (1, ["4", "4", "4", "4", "12", "12", "12", "12"], 4),
        (6, [*(str(n) for n in range(3, 12)), "11"], 4),
        (8, ["1", "2", "4", "6", "7", "9", "11", "11"], 1),
    ],
    ids=["sets", "run", "one colour"],
)
def test_a_contract_of_coloured_numbers_is_drawn_in_them(
    phone: Phone, number: int, texts: list[str], colours: int
) -> None:
    page = phone.open(f"/own/new/2?from=phase-10&round={number}")
    assert page.texts(".laid .cards text") == texts
    assert len({card.attrs["fill"] for card in page.all(".laid .cards g")}) == colours

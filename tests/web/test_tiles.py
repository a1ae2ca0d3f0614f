"""A game of tiles names no card, suit, rank, deck or dealer on its pages, in any language."""

import re
from collections.abc import Iterator
from gettext import NullTranslations
from io import BytesIO

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.support import Translations

from companion.rules.fold.entries import GameEnded
from companion.rules.model.ruleset import Terms
from companion.rules.reading.catalogue import catalogue
from companion.web.words.terms import plural_translation, translation, wording
from tests.browser.printing import Printed
from tests.web.page import Page
from tests.web.phone import Phone
from tests.web.table import Table, start_game
from tests.web.test_terms import PAGES

RUMMIKUB = "rummikub"
CARD = re.compile(
    r"(?<!rules )\b(?:cards?|suits?|decks?|ranks?|deals?|dealers?|dealt)\b", re.IGNORECASE
)
# About a custom game that begins as Rummikub.
_QUESTIONS = [f"/own/new/{screen}?from={RUMMIKUB}&round=1" for screen in range(2, 7)]
_CARDS_IN = {
    "ar": "[الب]*(?:ورق|ورقة|أوراق)",
    "de": "Karten?|Blatt",
    "es": "cartas?|naipes?",
    "fr": "cartes?",
    "it": "cart[ae]",
    "pt-BR": "cartas?|baralhos?",
}
_SPOKEN = {"aria-label", "title", "placeholder", "alt"}
TILES = Terms(card="tile", suit="colour", dealer="first player")


def cards_on(page: Page) -> list[str]:
    """The words for cards on the page, each with what stands around it."""
    assert page.status == 200
    texts = [page.words, *spoken_on(page)]
    found = ((text, at) for text in texts for at in CARD.finditer(text))
    return [text[max(0, at.start() - 40) : at.end() + 20] for text, at in found]


def spoken_on(page: Page) -> Iterator[str]:
    """The words of the page that stand in attributes."""
    for element in page.root.below():
        for name, value in element.attrs.items():
            if value and (name in _SPOKEN or (name.startswith("data-") and " " in value)):
                yield value


def rummikub(phone: Phone) -> Table:
    """An open round; a written round before."""
    return start_game(phone, "Ann", "Ben", "Cy", game=RUMMIKUB).has_played(1, 0, 20, 60)


def test_no_page_of_rummikub_names_a_card(phone: Phone) -> None:
    table = rummikub(phone)
    for place in (*PAGES, "out"):
        assert cards_on(table.page(place)) == [], place
    table.go_out("Ann")
    for place in (*PAGES, "out"):
        assert cards_on(table.page(place)) == [], place


@pytest.mark.parametrize(("language", "card"), _CARDS_IN.items())
def test_nor_does_one_in_another_language(phone: Phone, language: str, card: str) -> None:
    table = rummikub(phone)
    phone.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
    for address in (*map(table.address, PAGES), *_QUESTIONS):
        page = phone.open(address)
        said = " ".join([page.words, *spoken_on(page)])
        assert re.findall(rf".{{,30}}\b(?:{card})\b", said, re.IGNORECASE) == [], address


@pytest.mark.parametrize(
    "address",
    [
        *(f"/games/{RUMMIKUB}", f"/new/{RUMMIKUB}", f"/games/{RUMMIKUB}/sheet"),
        *(f"/referee/{RUMMIKUB}?ask={ask}" for ask in ("meld", "opening", "lay_off", "go_out")),
        f"/referee/{RUMMIKUB}?ask=meld&cards=9K+9R+9R",
        *_QUESTIONS,
    ],
)
def test_nor_does_a_page_before_the_game(phone: Phone, address: str) -> None:
    assert cards_on(phone.open(address)) == []


@pytest.mark.parametrize("place", ["final", "sheet", "across", "history", "rules"])
def test_nor_does_a_page_after_the_game(phone: Phone, place: str) -> None:
    table = rummikub(phone)
    table.write(GameEnded("The last bus"))
    assert cards_on(table.page(place)) == []


def test_nor_does_its_sheet_as_a_pdf(phone: Phone) -> None:
    table = rummikub(phone)
    text = Printed(table.phone.client.get(table.address("sheet.pdf")).data).text
    assert CARD.findall(text) == []


def test_tiles_are_dealt_in_colours_and_series(phone: Phone) -> None:
    words = phone.open(f"/games/{RUMMIKUB}").words
    assert "Each player takes 14 tiles." in words
    assert "106 tiles: 1 to 13 in four colours, each twice, and two jokers" in words
    assert "A set is 3 to 4 tiles of the same number." in words
    assert "No colour may appear twice in a set." in words


def test_the_first_player_begins_and_nobody_deals(phone: Phone) -> None:
    words = phone.open(f"/games/{RUMMIKUB}").words
    assert "Everybody draws a tile; the highest begins. Play passes to the left" in words
    table = start_game(phone, "Ann", "Ben", "Cy", game=RUMMIKUB)
    assert "Ann plays first" in table.page().words
    assert "Ben plays first" in table.has_played(1, 0, 20, 60).page().words


def test_where_nothing_is_discarded_no_sentence_says_so(phone: Phone) -> None:
    words = phone.open(f"/games/{RUMMIKUB}").words
    assert re.findall(r"[^.]*discard[^.]*", words) == [" Nothing is discarded"]
    assert not phone.open(f"/referee/{RUMMIKUB}?ask=go_out").all("#list-discards")
    assert phone.open("/referee/twelve-step-rummy?ask=go_out").all("#list-discards")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Cards left", "Tiles left"),
        ("%(cards)s of %(num)s card", "%(cards)s of %(num)s tile"),
        ("%(num)s deck", "%(num)s series"),
        ("No suit may appear twice", "No colour may appear twice"),
        ("one of its suits", "one of its colours"),
        ("the same rank, %(rank)s", "the same number, %(rank)s"),
        ("The limit also applies to cards laid off.", "The limit also applies to tiles laid off."),
        ("On the rules card, a discard", "On the rules card, a discard"),
        ("Change one to suit your table", "Change one to suit your table"),
        ("Each player is dealt %(cards)s cards.", "Each player takes %(cards)s tiles."),
        ("the same dealer deals again", "the same first player begins again"),
        ("the highest deals first", "the highest begins"),
    ],
)
def test_tiles_replace_cards_but_no_placeholder_and_no_rules_card(text: str, wanted: str) -> None:
    assert wording(text, TILES) == wanted
    assert wording(text, Terms("phase")) == text


def test_a_game_may_have_both_terms() -> None:
    assert wording("The contract takes all cards", Terms("phase", "tile")) == (
        "The phase takes all tiles"
    )


def german(*messages: tuple[str | tuple[str, str], str | tuple[str, str]]) -> NullTranslations:
    said = Catalog(locale="de")
    for message, translated in messages:
        said.add(message, translated)
    file = BytesIO()
    write_mo(file, said)
    return Translations(BytesIO(file.getvalue()))


_CARDS = ("%(num)s card", "%(num)s cards"), ("%(num)s Karte", "%(num)s Karten")
_TILES = ("%(num)s tile", "%(num)s tiles"), ("%(num)s Stein", "%(num)s Steine")
_PHASES = "The phase takes all cards", "Die Phase braucht alle Karten"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (german(_CARDS, _TILES), ["%(num)s Stein", "%(num)s Steine"]),
        (german(_CARDS), ["%(num)s Karte", "%(num)s Karten"]),
        (german(), ["%(num)s tile", "%(num)s tiles"]),
    ],
)
def test_without_a_translation_for_tiles_there_is_that_for_cards(
    words: NullTranslations, said: list[str]
) -> None:
    of = "%(num)s card", "%(num)s cards"
    assert [plural_translation(words, *of, number, TILES) for number in (1, 5)] == said


def test_a_term_without_a_translation_leaves_the_other_one() -> None:
    words, text = german(_PHASES), "The contract takes all cards"
    assert translation(words, text, Terms("phase", "tile")) == _PHASES[1]


def test_a_translation_that_equals_its_english_is_one() -> None:
    contract, phase = ("Contract %s", "Aufgabe %s"), ("Phase %s", "Phase %s")
    contracts = (("%s contract", "%s contracts"), ("%s Aufgabe", "%s Aufgaben"))
    phases = (("%s phase", "%s phases"), ("%s phase", "%s phases"))
    words = german(contract, phase, contracts, phases)
    assert translation(words, contract[0], Terms("phase")) == "Phase %s"
    assert (
        plural_translation(words, "%s contract", "%s contracts", 2, Terms("phase")) == "%s phases"
    )


def test_rummikub_is_in_the_catalogue() -> None:
    assert [key for key, game in catalogue().items() if game.card_term == "tile"] == [RUMMIKUB]

"""The language of pages: chosen on the phone, else preferred by its browser, else English."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from flask import Flask
from flask_babel import force_locale

from companion.records.log.games import open_game
from companion.rules.fold.entries import Hand
from companion.rules.reading.catalogue import catalogue
from companion.web.game.preferences import code_of_request
from companion.web.words.cards import contract_words
from companion.web.words.hands import hand_words
from companion.web.words.languages import on_offer
from tests.books import new_book
from tests.databases import Database
from tests.web.phone import Phone
from tests.web.table import GAME, start_game

GERMAN = {
    "Home": "Start",
    "Language": "Sprache",
    "Use this language": "Diese Sprache verwenden",
    "Language: %(name)s": "Sprache: %(name)s",
}
ARABIC = {"Language": "اللغة"}


def write_catalogue(folder: Path, code: str, words: dict[str, str]) -> None:
    catalogue = Catalog(locale=code)
    for english, translated in words.items():
        catalogue.add(english, translated)
    place = folder / code / "LC_MESSAGES"
    place.mkdir(parents=True)
    with (place / "messages.mo").open("wb") as file:
        write_mo(file, catalogue)


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory, database: Database) -> Iterator[Flask]:
    """An app with short German and Arabic catalogues."""
    folder = tmp_path_factory.mktemp("languages")
    write_catalogue(folder, "de", GERMAN)
    write_catalogue(folder, "ar", ARABIC)
    place = tmp_path_factory.mktemp("book")
    yield from new_book(place, database, BABEL_TRANSLATION_DIRECTORIES=str(folder))


def root(phone: Phone, address: str = "/language") -> dict[str, str | None]:
    return phone.open(address).one("html").attrs


def test_the_chosen_language_stays_on_the_phone(phone: Phone, other_phone: Phone) -> None:
    page = phone.open("/language").press("Use this language", language="de")
    assert "Sprache: Deutsch" in page.words
    assert root(phone)["lang"] == "de"
    assert root(other_phone)["lang"] == "en"


def test_the_form_leads_back_into_the_app_only(phone: Phone) -> None:
    start_game(phone, "Ann", "Ben")
    for to, there in (("/join", "/join"), ("//elsewhere.example/", "/"), ("", "/")):
        page = phone.open("/language")
        answer = phone.answer("/language", page.fill(language="en", to=to))
        assert (answer.status_code, answer.location) == (303, there)


def test_a_language_that_is_not_on_offer_is_refused_at_the_field(phone: Phone) -> None:
    page = phone.open("/language").press("Use this language", language="tlh")
    assert page.status == 422
    assert "Choose one of these languages." in page.words


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("en-US,en;q=0.9,de;q=0.8", "en"),
        ("nl,de;q=0.5", "de"),
        ("ar-EG", "ar"),
        ("fr-CA", None),  # a language without a catalogue here
        ("de;q=0", None),  # refused by the browser
        ("", None),
    ],
)
def test_the_first_language_of_the_browser_that_is_on_offer_counts(
    app: Flask, asked: str, code: str | None
) -> None:
    with app.test_request_context(headers={"Accept-Language": asked}):
        assert code_of_request() == code


def test_arabic_is_written_from_right_to_left_with_latin_digits(phone: Phone) -> None:
    phone.open("/language").press("Use this language", language="ar")
    assert {"lang": "ar-u-nu-latn", "dir": "rtl"}.items() <= root(phone).items()
    assert phone.client.get("/app.webmanifest").get_json()["lang"] == "ar-u-nu-latn"


def test_each_language_stands_under_its_own_name_and_says_whether_it_was_checked(
    app: Flask, phone: Phone
) -> None:
    with app.app_context():
        assert [one.name for one in on_offer()] == ["English", "العربية", "Deutsch"]
    page = phone.open("/language")
    assert page.texts("label") == ["English", "العربية", "Deutsch"]
    assert "Not yet checked by a native speaker: العربية and Deutsch" in page.words


@pytest.mark.parametrize(
    ("code", "comma"), [("en", ", "), ("de", ", "), ("es", ", "), ("ar", "، ")]
)
def test_the_cards_of_a_hand_are_listed_in_every_language(
    app: Flask, code: str, comma: str
) -> None:
    hand = Hand(cards={"A": 1, "3-9": 2, "10-K": 3})
    with app.test_request_context(), force_locale(code):
        listed = hand_words(hand, catalogue()[GAME].card_values.by_rank)
    assert [cards[0] for cards in listed.split(comma)] == ["1", "2", "3"]


def test_ranks_keep_their_order_where_a_line_runs_from_right_to_left(app: Flask) -> None:
    hand, game = Hand(cards={"10-K": 3}), catalogue()[GAME]
    with app.test_request_context(), force_locale("ar"):
        words = hand_words(hand, game.card_values).replace("\u00a0", " ")
        assert words == "3 cards (\u206810 J Q K\u2069)"
        assert contract_words(game.contracts[1]).count("، ") == 1


def test_a_watcher_reads_in_the_language_of_their_own_browser(
    phone: Phone, other_phone: Phone
) -> None:
    table = start_game(phone, "Ann", "Ben")
    with phone.app.app_context():
        watch = open_game(table.token).row.watch_token
    phone.open("/language").press("Use this language", language="ar")
    other_phone.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "de"
    assert root(other_phone, f"/g/{watch}/")["lang"] == "de"
    assert root(phone, f"/g/{table.token}/")["dir"] == "rtl"

"""The translations: plural forms follow CLDR, and faults are found."""

import re
from collections.abc import Callable, Iterable, Iterator
from gettext import c2py
from html import unescape
from itertools import product

import brotli
import pytest
from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from flask import Flask
from flask_babel import ngettext

from companion.records.log.games import NewGame
from companion.records.log.games import start_game as start_any_game
from companion.rules.fold.entries import GameEnded, Hand, HandCounted, RoundScored, WentOut
from companion.rules.model.state import Seats
from companion.rules.reading.catalogue import catalogue, game_data
from companion.rules.reading.house_rules import apply_house_rules
from companion.settings.locale import tag_of
from companion.web.pages.rules_card import without_explanation
from companion.web.words.terms import figure
from tests.books import new_book
from tests.catalogues import FOLDER, codes, faults, read
from tests.databases import Database
from tests.pseudo_locale import longer, messages_once
from tests.unit.catalogue.games import game
from tests.web.phone import Phone
from tests.web.table import Table, start_game

CODES = codes()
_TEXT = r'\s*"((?:[^"\\]|\\.)*)"'
_PLURAL = re.compile(rf"(?:ngettext|NN_)\({_TEXT},{_TEXT}")
_BESIDE = re.compile(r"%\((\w+)\)s (?:more |other )?(\w+)")


def form_by_header(code: str) -> Callable[[int], int]:
    """The plural expression in the header of the catalogue, which is C."""
    header = read(FOLDER / code / "LC_MESSAGES" / "messages.po", code).plural_expr
    return c2py(header)


@pytest.mark.parametrize("code", CODES)
def test_the_category_of_a_number_decides_its_form(code: str) -> None:
    """The browser knows only CLDR categories, and would otherwise choose other forms."""
    category, header = Locale.parse(code).plural_form, form_by_header(code)
    forms: dict[str, set[int]] = {}
    for number in range(1001):
        forms.setdefault(category(number), set()).add(header(number))
    assert all(len(numbers) == 1 for numbers in forms.values()), forms
    assert tag_of(code).replace("-u-nu-latn", "") == code.replace("_", "-")


def test_faults_of_a_catalogue_are_found_with_their_messages() -> None:
    english, german = Catalog(), Catalog(locale="de")
    for message in ("%(name)s deals", "Out", "Round"):
        english.add(message)
    english.add(("%(num)s card of %(all)s", "%(num)s cards of %(all)s"))
    english.add(("%(name)s: one buy", "%(name)s: %(num)s buys"))
    german.add("%(name)s deals", "%(nam)s gibt")
    german.add("Out", "")
    german.add(
        ("%(num)s card of %(all)s", "%(num)s cards of %(all)s"), ("eine von %(all)s", "%(num)s")
    )
    german.add(
        ("%(name)s: one buy", "%(name)s: %(num)s buys"),
        ("%(name)s: %(num)s Kauf", "%(name)s: %(num)s Käufe"),
    )
    assert [*faults(german, english)] == [
        "'%(name)s deals' lacks %(name)s has %(nam)s",
        "'Out' is empty",
        "'Round' is missing",
        "('%(num)s card of %(all)s', '%(num)s cards of %(all)s') lacks %(all)s",
        "('%(name)s: one buy', '%(name)s: %(num)s buys') does not compile: unknown named placeholder 'num'",  # noqa: E501
    ]


def test_the_form_of_a_single_number_may_omit_it() -> None:
    """Arabic has words for one and two points; no other form, and no other number, is left out."""
    english, arabic = Catalog(), Catalog(locale="ar")
    point = (
        "%(name)s, round %(at)s: %(points)s point",
        "%(name)s, round %(at)s: %(points)s points",
    )
    english.add(point)
    shown = "%(name)s: %(at)s"
    omitted, said = shown, f"{shown}, %(points)s"
    arabic.add(point, (omitted, omitted, omitted, said, said, said))
    assert [*faults(arabic, english)] == []
    arabic[point].string = (said, said, said, omitted, said, said)
    assert [*faults(arabic, english)] == [f"{point!r} lacks %(points)s"]
    arabic[point].string = (said, said, "%(name)s, %(points)s", said, said, said)
    assert [*faults(arabic, english)] == [f"{point!r} lacks %(at)s"]


def test_the_forms_of_eleven_and_a_hundred_are_in_order() -> None:
    english, arabic = Catalog(), Catalog(locale="ar")
    english.add(("drop", "drops"))
    hundred, eleven = "انسحاب", "انسحابًا"
    arabic.add(("drop", "drops"), (*["x"] * 4, eleven, hundred))
    assert [*faults(arabic, english)] == []
    arabic[("drop", "drops")].string = (*["x"] * 4, hundred, eleven)
    assert [*faults(arabic, english)] == ["('drop', 'drops') has the forms of 11 and 100 swapped"]


@pytest.mark.parametrize(
    ("number", "arabic"),
    [(1, "نقطة واحدة"), (-1, "\u2066−1\u2069 نقطة"), (-5, "\u2066−5\u2069 نقاط")],
)
def test_a_number_below_zero_is_said_with_its_sign(app: Flask, number: int, arabic: str) -> None:
    with app.test_request_context(headers={"Accept-Language": "ar"}):
        say = app.jinja_env.globals["ngettext"]
        said = say("%(points)s point", "%(points)s points", number, points=figure(number))
        assert said.replace("\u00a0", " ") == arabic
        words = ngettext("%(points)s point", "%(points)s points", number, points=figure(number))
        assert words == arabic


def test_messages_with_the_same_singular_have_the_same_plural() -> None:
    """Gettext finds a message by its singular alone."""
    plurals: dict[str, set[str]] = {}
    for file in (*FOLDER.parent.rglob("*.py"), *(FOLDER.parents[1] / "templates").rglob("*.html")):
        for one, many in _PLURAL.findall(file.read_text("utf-8")):
            plurals.setdefault(one, set()).add(many)
    assert len(plurals) > 100
    assert {one: many for one, many in plurals.items() if len(many) > 1} == {}


def test_the_longer_language_is_longer_by_about_two_fifths() -> None:
    assert longer("%(name)s is <b>out</b>") == "⟦%(name)s iis <b>oouut</b>⟧"
    texts = [m.id if isinstance(m.id, str) else m.id[0] for m in messages_once() if m.id]
    english = sum(map(len, texts))
    assert 1.35 < sum(len(longer(text)) for text in texts) / english < 1.45


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory, database: Database) -> Iterator[Flask]:
    """An app with all catalogues, freshly compiled."""
    folder = tmp_path_factory.mktemp("languages")
    for code in CODES:
        place = folder / code / "LC_MESSAGES"
        place.mkdir(parents=True)
        with (place / "messages.mo").open("wb") as file:
            write_mo(file, read(FOLDER / code / "LC_MESSAGES" / "messages.po", code))
    place = tmp_path_factory.mktemp("book")
    yield from new_book(place, database, BABEL_TRANSLATION_DIRECTORIES=str(folder))


@pytest.mark.parametrize("code", CODES)
def test_a_table_takes_at_most_a_kilobyte_more_than_in_english(phone: Phone, code: str) -> None:
    table = start_game(phone, "Ann", "Ben", "Cy", "Dee")
    sizes = {}
    for language in ("en", code):
        phone.open("/language").press("Use this language", language=language)
        phone.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
        page = phone.open(table.address())
        assert page.one("html").attrs["lang"].startswith(language.replace("_", "-"))
        sizes[language] = len(brotli.compress(page.html.encode(), quality=5))
    assert sizes[code] - sizes["en"] <= 1024


# A number beside a noun in the form of another number.
NOUNS = {
    "en": "point card round player game contract deck buy hand meld minute entr(?:y|ies) question",
    "de": "Punkt(?:en?)? Karten? Runden? Spiele? Aufgaben? Minuten? Eintr(?:ag|äge) Fragen?",
}
ONE = {
    "en": r"(?!\w*s\b)\w+",
    "de": r"(?:Punkt|Karte|Runde|Spiel|Aufgabe|Minute|Eintrag|Frage)",
}
COUNTS = (0, 1, 2, 5, 11, 100)
GAMES = {"en": ("games", "game"), "de": ("Spiele", "Spiel")}
NOT_SHOWN = re.compile(r"<(script|style|template)\b.*?</\1>", re.DOTALL)
IN_A_LINE = re.compile(r"</?(?:a|b|bdi|i|output|small|span|strong|time)\b[^>]*>")
A_BLOCK = re.compile(r"<[^>]*>")
KINGS = {"rummy-500": "K", "twelve-step-rummy": "10-K"}


def mismatched(language: str, text: str) -> list[str]:
    """The numbers beside a noun in the form of another number."""
    nouns = "|".join(f"{noun}s?" for noun in NOUNS[language].split())
    beside = re.findall(rf"(?<![\d.,–−])\b(0|1|2|5|11|100) ({nouns})\b", text)
    is_one = re.compile(ONE[language])
    return [f"{n} {noun}" for n, noun in beside if (n == "1") != bool(is_one.fullmatch(noun))]


def at_every_count(phone: Phone, game: str, number: int) -> Table:
    """A game with all counts at this number: points, rounds, cards, buys, and games finished."""
    table = start_game(phone, "Ann", "Ben", game=game)
    melds = game == "rummy-500"
    none = Hand(points=0)
    for round_ in range(1, (number if melds else min(number, 1)) + 1):  # contracts end the game
        points = Hand(points=number if round_ == 1 else 0)
        counted = (
            [
                HandCounted(0, none, down=False, melded=none),
                HandCounted(1, none, down=False, melded=points),
            ]
            if melds
            else [HandCounted(1, points, down=False)]
        )
        table.write(WentOut(0), *counted, RoundScored())
    kings = Hand(cards={KINGS[game]: number})
    table.write(WentOut(0), HandCounted(1, kings, down=False, buys=None if melds else number))
    finished(phone, number)
    return table


def finished(phone: Phone, number: int) -> None:
    """So many finished games of this phone, each with so many points."""
    rules = apply_house_rules(game_data("three-thirteen"), {})
    hand = HandCounted(1, Hand(points=number), down=True)
    entries = [WentOut(0), hand, RoundScored(), GameEnded("")]
    with phone.app.app_context():
        for _ in range(number):
            start_any_game(NewGame(rules, Seats(("Ann", "Ben")), "", entries), phone.device)


def every_page(table: Table, game: str) -> Iterator[tuple[str, str]]:
    """The text of every page that opens: of this game, of its rules, and of this phone."""
    app, phone = table.phone.app, table.phone
    values = {"token": table.token, "key": game, "seat": 1, "number": 1, "screen": 1}
    urls = app.url_map.bind("localhost")
    addresses = {
        urls.build(rule.endpoint, {name: values[name] for name in rule.arguments})
        for rule in app.url_map.iter_rules()
        if "GET" in (rule.methods or ()) and rule.arguments <= values.keys()
        if "stream" not in rule.endpoint
    }
    for address in sorted(addresses | {"/persons/one?name=ben", "/persons/group?who=ann&who=ben"}):
        answer = phone.client.get(address)
        if answer.status_code == 200 and answer.mimetype == "text/html":
            shown = NOT_SHOWN.sub("", answer.get_data(as_text=True))
            words = unescape(A_BLOCK.sub(" | ", IN_A_LINE.sub("", shown)))
            yield address, " ".join(words.replace("\u2060", "").split())
        answer.close()


@pytest.mark.soak  # the messages themselves are looked at below
@pytest.mark.parametrize("game", KINGS)
@pytest.mark.parametrize("language", NOUNS)
@pytest.mark.parametrize("number", COUNTS)
def test_every_page_has_each_number_beside_its_form(
    phone: Phone, language: str, game: str, number: int
) -> None:
    phone.open("/language").press("Use this language", language=language)
    table = at_every_count(phone, game, number)
    pages = dict(every_page(table, game))
    assert len(pages) > 40, sorted(pages)
    assert not number or f"{number} {GAMES[language][number == 1]}" in pages["/persons"]
    found = {address: mismatched(language, text) for address, text in pages.items()}
    assert {address: wrong for address, wrong in found.items() if wrong} == {}


# Figures that are never 1, and the nouns after them.
NEVER_ONE = {
    # By the rules: limits, hands that are dealt, contracts, players.
    *{("limit", "points"), ("number", "points"), ("value", "points"), ("first", "points")},
    *product(
        ("cards", "expected", "takes", "whole", "held", "dealt", "most"),
        ("cards", "tiles"),
    ),
    *product(("least", "most"), ("players", "sides")),
    *{("rounds", "rounds"), ("limit", "lives"), ("number", "lives")},
    # The most that may be entered: more points or entries than one, or more buys than one.
    *{("most", "points"), ("number", "entries"), ("buys", "buys")},
    *{("size", "cards"), ("suits", "cards"), ("suits", "tiles")},  # of a meld
}


def test_no_number_stands_beside_a_noun_in_the_wrong_form() -> None:
    """A number before a noun that has two forms is a plural message, unless it is never 1."""
    english = [m.id if isinstance(m.id, tuple) else (m.id, m.id) for m in messages_once() if m.id]
    nouns, fixed = beside_numbers(english)
    assert {"points", "cards", "rounds", "players"} <= nouns
    assert fixed - NEVER_ONE == set()
    catalogue = read(FOLDER / "de" / "LC_MESSAGES" / "messages.po", "de")
    german = [
        m.string if isinstance(m.string, tuple) else (m.string, m.string)
        for m in catalogue
        if m.id and m.string
    ]
    nouns, fixed = beside_numbers(german)
    assert {"Punkte", "Karten", "Runden"} <= nouns
    changing = {figure for figure, noun in fixed if noun != "Leben"}  # one Leben, two Leben
    assert changing - {figure for figure, _ in NEVER_ONE} == set()


def beside_numbers(messages: Iterable[tuple[str, ...]]) -> tuple[set[str], set[tuple[str, str]]]:
    """All nouns with two forms, and each of them, by its figure, that has the plural for 1 too."""
    pairs = [({*_BESIDE.findall(one)}, {*_BESIDE.findall(many)}) for one, many in messages]
    nouns = {
        noun
        for one, many in pairs
        for _, noun in many - one
        if noun.endswith("s") or noun.istitle()
    }
    return nouns, {pair for one, many in pairs for pair in one & many if pair[1] in nouns}


@pytest.mark.parametrize("code", CODES)
def test_an_answer_is_cut_before_its_explanation_where_the_english_one_is(code: str) -> None:
    answers = {
        choice.label
        for key in catalogue()
        for rule in game(key).every_house_rule
        for choice in rule.choices
    }
    for message in read(FOLDER / code / "LC_MESSAGES" / "messages.po", code):
        if message.id in answers and message.context:
            is_cut = without_explanation(str(message.id)) != message.id
            assert (without_explanation(str(message.string)) != message.string) == is_cut, (
                message.id
            )

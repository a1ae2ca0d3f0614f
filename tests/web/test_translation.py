"""Every sentence on a page is translatable, and displayed translated.

In a pseudo-language each message is in brackets; text outside brackets would stay English in every
language.
"""

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from flask import Flask

from companion.rules.fold import entries as e
from companion.rules.reading.catalogue import catalogue, game_data
from companion.rules.reading.own_games import edited, read_own_game
from companion.sentences import (
    MISSING,
    REFUSALS,
    doubt_sentences,
)
from companion.web.words import entries, winners
from companion.web.words import winners as standings
from companion.web.words.rulesets import _lineage, contexts_of
from companion.web.words.terms import set_game
from tests.books import close_book, new_book, open_book
from tests.databases import Database
from tests.pseudo_locale import CODE, messages_once, write_pseudo
from tests.web.html import Element
from tests.web.page import Page
from tests.web.phone import Phone
from tests.web.table import GAME, NEW_GAME, Table, start_game
from tests.web.test_terms import PAGES
from tests.web.test_tiles import cards_on

ROOT = Path(__file__).parents[2]
SPOKEN = {"aria-label", "title", "placeholder", "alt"}
# Addresses, hashes, letters.
UNSPOKEN = {
    *("data-stream", "data-sheet", "data-tag", "data-sign", "data-picture", "data-here"),
    "data-why",  # the name of a sentence
    # The placeholders of drawings.
    *("data-of", "data-key", "data-if", "data-is", "data-each", "data-drawn"),
    *("data-by", "data-with", "data-plural", "data-told"),
}
BLANK = re.compile("\ue000[^\ue001]*\ue001")
NOT_WORDS = re.compile(r"\b[AKQJcΣ]\b")


@pytest.fixture(scope="module")
def messages() -> Catalog:
    return messages_once()


@pytest.fixture(scope="module")
def languages(messages: Catalog, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of translations with only the pseudo-language."""
    return write_pseudo(tmp_path_factory.mktemp("languages"), messages)


class InBrackets:
    """Two apps on the same score book: in English, to play, and in brackets, to inspect."""

    def __init__(self, folder: Path, database: Database, languages: Path) -> None:
        self._book = new_book(folder, database)
        self.english = Phone(next(self._book))
        self.app = open_book(
            folder,
            database.address(folder),
            BABEL_DEFAULT_LOCALE=CODE,
            BABEL_TRANSLATION_DIRECTORIES=str(languages),
        )
        self.phone = Phone(self.app)

    def open(self, address: str) -> Page:
        cookie = self.english.client.get_cookie("companion")
        if cookie:
            self.phone.client.set_cookie("companion", cookie.value)
        return self.phone.open(address)

    def close(self) -> None:
        close_book(self.app)
        next(self._book, None)


@pytest.fixture(scope="module")
def books(
    languages: Path, tmp_path_factory: pytest.TempPathFactory, database: Database
) -> Iterator[InBrackets]:
    both = InBrackets(tmp_path_factory.mktemp("books"), database, languages)
    yield both
    both.close()


def escaped(page: Page) -> list[str]:
    """The text of the page outside brackets, except names, numbers, ranks, dates and sources."""
    left: list[str] = []
    _collect(page.root, 0, left)
    return left


def _collect(element: Element, depth: int, left: list[str]) -> int:
    for child in element.children:
        if isinstance(child, str):
            depth = _read(child, depth, left)
        elif not _holds_no_words(child):
            left.extend(_attributes(child))
            depth = _collect(child, depth, left)
    return depth


def _read(text: str, depth: int, left: list[str]) -> int:
    for part in re.split(r"([⟦⟧])", text):
        if part in {"⟦", "⟧"}:
            depth += 1 if part == "⟦" else -1
        elif depth == 0 and re.search(r"[^\W\d_]", NOT_WORDS.sub("", BLANK.sub("", part))):
            left.append(part.strip())
    return depth


def _holds_no_words(element: Element) -> bool:
    return (
        element.name in {"bdi", "time", "script", "text"}
        or element.attrs.get("class") == "plain sources"
    )


def _attributes(element: Element) -> Iterator[str]:
    for name, value in element.attrs.items():
        spoken = name in SPOKEN or (name.startswith("data-") and name not in UNSPOKEN)
        outside = "".join(re.split(r"⟦.*⟧", value or "", flags=re.DOTALL))
        if spoken and re.search(r"[^\W\d_]", outside):
            yield f"{name}={value}"


def a_game_with_everything(phone: Phone) -> Table:
    """Overridden doubts, a correction, a player who joined, and one who left."""
    table = start_game(phone, "Ann", "Ben", "Cy", title="Lago")
    accepted = e.RoundScored(frozenset({("points_below_minimum", 2)}))
    table.write(e.LaidDown(1), e.WentOut(0), *counts(5, 5), accepted)
    table.write(e.PlayerJoined("Dee"), e.PlayerLeft(2))
    page = table.page("correct/1").press("See what changes", seat1__total="10", seat2__total="90")
    page.press("Save")
    phone.open("/")  # shows the “saved” message in English
    return table


def counts(*points: int) -> list[e.HandCounted]:
    return [e.HandCounted(seat, e.Hand(points=p), seat == 1) for seat, p in enumerate(points, 1)]


def check(page: Page) -> None:
    assert escaped(page) == [], page.path
    assert page.one("html").attrs["lang"] == CODE
    assert "⟦" in page.html


ALWAYS = ["/", NEW_GAME, f"/games/{GAME}", "/nothing", f"/g/{'x' * 22}/mark"]


@pytest.mark.parametrize("address", ALWAYS)
def test_pages_that_are_always_there_are_translated(books: InBrackets, address: str) -> None:
    check(books.open(address))


def test_pages_of_a_game_between_rounds_are_translated(books: InBrackets) -> None:
    table = a_game_with_everything(books.english)
    for where in (
        *("", "out", "players", "adjust", "sheet", "rules", "correct/1", "final"),
        *("share", "seat", "seat/1", "history"),
    ):
        check(books.open(table.address(where)))


@pytest.mark.parametrize("out", [0, None], ids=["somebody out", "nobody out"])
def test_pages_of_a_round_that_is_counted_are_translated(
    books: InBrackets, *, out: int | None
) -> None:
    rules = {"buys": "True"} if out is None else {}
    table = start_game(books.english, "Ann", "Ben", "Cy", "Dee", **rules)
    hands = (e.Hand(cards={"A": 9, "3-9": 3}), e.Hand(points=7), e.Hand(points=700))
    entries = [e.HandCounted(s, hand, down=s == 1) for s, hand in enumerate(hands, 1)]
    table.write(e.LaidDown(1), e.WentOut(out), *entries)
    if out is None:
        table.write(e.HandCounted(0, e.Hand(cards={}), down=True))
    for where in ("", "out", "count/1", "count/2", "review", "sheet", "seat/1", "history"):
        check(books.open(table.address(where)))


def test_a_review_with_a_hand_to_count_is_translated(books: InBrackets) -> None:
    table = start_game(books.english, "Ann", "Ben")
    table.write(e.WentOut(0))
    check(books.open(table.address("review")))


OUTCOMES = {
    "one finisher": ({}, False, 90),
    "two finishers": ({}, True, 5),
    "points decide": ({"winner_rule": "lowest_points_when_someone_finishes"}, False, 90),
    "a tie": ({}, True, 0),
    "a play-off": ({"final_tiebreak": "playoff"}, True, 0),
}


@pytest.mark.parametrize(("rules", "both", "points"), OUTCOMES.values(), ids=OUTCOMES)
def test_the_end_of_a_game_is_translated(
    books: InBrackets, rules: dict[str, str], *, both: bool, points: int
) -> None:
    table = start_game(books.english, "Ann", "Ben", **rules)
    table.has_played(12, 0, points, down=[0, 1] if both else [0])
    for where in ("final", "sheet", ""):
        check(books.open(table.address(where)))


def test_a_correction_that_changes_everything_is_translated(books: InBrackets) -> None:
    table = start_game(books.english, "Ann", "Ben").has_played(11, 0, 90, down=[0])
    table.write(e.WentOut(1), e.HandCounted(0, e.Hand(points=90), down=False), e.RoundScored())
    table.has_played(1, 0, 90, down=[0])
    page = books.open(table.address("correct/12"))
    typed = {"out": "0", "seat0__total": "", "seat0__down": "yes", "seat1__total": "7"}
    preview = page.phone.send(page.path, page.fill("#correct", **typed, seat1__down="no"))
    assert preview.all("#changes")
    check(preview)


def test_other_house_rules_are_translated(books: InBrackets) -> None:
    table = start_game(books.english, "Ann", "Ben")
    check(books.open(table.address("rules/change")))
    table.write(
        e.WentOut(0), e.HandCounted(1, e.Hand(cards={"10-K": 13}), down=False), e.RoundScored()
    )
    table.has_played(11, 0, 90)
    page = books.open(table.address("rules/change"))
    check(page.phone.send(page.path, page.fill("#change")))  # without changes
    other = {"option_ten_value": "5", "option_final_tiebreak": "playoff"}
    asked = page.phone.send(page.path, page.fill("#change", **other))
    check(asked)
    check(asked.phone.send(page.path, asked.fill("#change", round1__seat1="")))
    preview = asked.phone.send(page.path, asked.fill("#change", round1__seat1="100"))
    assert preview.all("#changes")
    check(preview)
    kept = preview.phone.send(page.path, preview.fill("#change"))
    assert kept.said
    check(kept)
    check(books.open(table.address("sheet")))
    check(books.open(table.address()))


def test_errors_of_a_form_are_translated(books: InBrackets) -> None:
    page = books.open(NEW_GAME)
    names = {"names__0": "x" * 60, "names__1": "Ann", "names__2": "ANN", "names__3": "\u202ex"}
    for typed in (names, {"option_ten_value": "500", "title": "x" * 90, "names__0": "A"}):
        answer = page.phone.send(NEW_GAME, page.fill("#new-game", **typed))
        assert answer.status == 422
        check(answer)
    names = [(f"names-{n}", f"N{n}") for n in range(11)]
    check(page.phone.send(NEW_GAME, [("csrf_token", page.phone.csrf_token), *names]))


def test_errors_of_a_hand_or_a_step_are_translated(books: InBrackets) -> None:
    table = start_game(books.english, "Ann", "Ben", buys="True")
    table.write(e.WentOut(0))
    page = books.open(table.address("count/1"))
    for typed in (
        {"card1": "x", "total": "x", "buys": "9", "down": "maybe"},
        {"card1": "1", "total": "45"},
        {"card1": ""},
    ):
        answer = page.phone.send(page.path, page.fill("#hand", **typed))
        assert answer.status in {409, 422}
        check(answer)
    token = ("csrf_token", page.phone.csrf_token)
    for sent in ([], [token, ("round", "1"), ("down", "9")], [token, ("down", "1" * 300_000)]):
        answer = page.phone.send(table.address("mark"), sent)
        assert answer.status in {400, 413, 422}
        check(answer)


def test_two_counts_of_one_hand_are_translated(books: InBrackets) -> None:
    table = start_game(books.english, "Ann", "Ben", buys="True")
    table.write(e.WentOut(0))
    page = books.open(table.address("count/1"))
    table.write(e.HandCounted(1, e.Hand(points=7), down=True, buys=1))
    answer = page.phone.send(page.path, page.fill("#hand", card1="1"))
    assert answer.status == 409
    check(answer)


def test_links_that_may_not_or_no_longer_be_used_are_answered_in_translation(
    books: InBrackets,
) -> None:
    table = start_game(books.english, "Ann", "Ben")
    watch = table.stored.row.watch_token
    for where in ("", "share", "out"):
        check(books.open(f"/g/{watch}/{where}"))
    table.page("share/new").press("Turn them off")
    books.english.open("/")  # shows the message in English
    check(books.phone.open(f"/g/{watch}/"))
    books.phone.client.delete_cookie("companion")
    check(books.phone.open(table.address()))


def test_undone_steps_are_translated(books: InBrackets) -> None:
    table = start_game(books.english, "Ann", "Ben")
    table.write(e.LaidDown(1))
    page = books.open(table.address())
    page = page.phone.send(table.address("undo"), page.fill("#undo"))
    assert page.said == "⟦Undone: ⟦Ben laid down⟧.⟧"
    check(page)


def test_everything_that_was_played_is_translated(books: InBrackets) -> None:
    table = start_game(books.english, "Ann", "Ben", title="Lago")
    table.has_played(12, 0, 90, down=[0])
    pages = ("", "?q=nowhere", "?archived=1", "/export", "/take")
    for address in (f"/played{page}" for page in pages):
        check(books.open(address))
    for address in ("/persons", "/persons/one?name=ann", "/persons/one/change?name=ann"):
        check(books.open(address))
    for by in ("wins", "points", "places", "wins&since=x", "wins&since=2100-01-01"):
        check(books.open(f"/persons/group?who=ann&who=ben&by={by}"))
    check(books.open("/persons/group/name?who=ann&who=ben"))
    (date,) = escaped(books.open(table.address("final/share")))
    assert date.startswith("Lago · ")  # the date in a plain text has no language mark


def test_the_choice_of_a_game_is_translated(books: InBrackets) -> None:
    html = books.open("/new").html
    assert "⟦12-Step Rummy⟧" in html
    assert "⟦What do you play?⟧" in html
    assert "⟦Must the last phase take the whole hand?⟧" in books.open("/games/phase-10").html
    assert "⟦How many sides?⟧" in books.open("/games/canasta/sheet").html


def test_every_sentence_of_the_rules_can_be_translated(messages: Catalog) -> None:
    known = {
        text for m in messages for text in (m.id if isinstance(m.id, tuple) else (m.id,)) if text
    }
    ends = (winners._WINS, winners._SHARE, *winners._SENTENCES.values())
    ends += (*standings._STANDINGS.values(),)
    undone = [told.step for told in entries._WORDS.values()]
    refusals = (*REFUSALS.values(), *MISSING.values())
    ways = product((False, True), repeat=2)
    tables = [doubt_sentences(answered=answered, goes_out=out) for answered, out in ways]
    doubts = [said for table in tables for by_code in table for said in by_code.values()]
    for sentence in (*refusals, *doubts, *ends, *undone):
        assert sentence.one in known
        assert sentence.many is None or sentence.many in known


def test_every_text_of_every_game_can_be_translated(messages: Catalog) -> None:
    """With the context of the game that has the text, or of one that it extends."""
    known = {(message.context, message.id) for message in messages}
    for game in catalogue().values():
        rules = [text for r in game.house_rules for text in (r.question, r.why)]
        labels = [choice.label for r in game.house_rules for choice in r.choices]
        cards = game.pack.called.values()
        parts = game_data(game.key).get("how_to_play", {}).values()
        notes = (*(row["text"] for part in parts for row in part.values()), *game.differences)
        for text in (game.name, game.summary, *notes, *rules, *labels, *cards):
            assert any((key, text) in known for key in _lineage(game.key)), text
        assert (game.key, game.name) in known
        assert not {text for _, text in known} & set(game.sources)


def test_each_text_of_a_game_is_found_on_its_line(messages: Catalog) -> None:
    text = "What is a ten worth?"
    (key,) = {m.context for m in messages if m.id == text}
    place = messages.get(text, key).locations[0]
    lines = (ROOT / place[0]).read_text("utf-8").splitlines()
    assert text in lines[place[1] - 1]


def test_a_word_with_several_meanings_has_a_context_and_a_note(messages: Catalog) -> None:
    state, button = messages.get("Out", "player"), messages.get("Out", "button")
    assert state.auto_comments != button.auto_comments
    assert state.auto_comments[0].startswith("State of a player who went out")
    assert "Out" not in messages


def test_a_text_is_taken_from_the_game_of_the_page_before_others() -> None:
    text = "Face value"
    assert contexts_of(text)[0] == "carioca"
    with Flask(__name__).app_context():
        set_game(catalogue()["rummy-500"])
        assert contexts_of(text)[0] == "rummy-500"
        set_game(catalogue()["carioca"])  # inherits this text from the game that it extends
        assert contexts_of("Where does a player who joins later start?")[0] == "contract-rummy"


@pytest.mark.parametrize("game", catalogue())
def test_a_custom_game_takes_its_texts_from_the_game_it_was_made_from(game: str) -> None:
    own = edited(game_data(game), {"name": "Ours", "key": "ours", "differences": []})
    asked = read_own_game(own)
    texts = [text for rule in asked.house_rules for text in (rule.question, rule.why)]
    with Flask(__name__).app_context():
        set_game(catalogue()[game])
        wanted = [contexts_of(text) for text in texts]
        set_game(asked)
        assert [contexts_of(text) for text in texts] == wanted


def test_each_note_is_on_a_word_of_a_page(messages: Catalog) -> None:
    notes = "companion/web/words/for_translators.toml"
    assert not [m.id for m in messages if m.id and {place[0] for place in m.locations} == {notes}]


def test_pages_of_a_game_of_tiles_have_their_own_messages(books: InBrackets) -> None:
    """Otherwise they are in the words for cards."""
    table = start_game(books.english, "Ann", "Ben", "Cy", game="rummikub").has_played(1, 0, 20, 60)
    table.go_out("Ann")
    for place in (*PAGES, "out"):
        assert cards_on(books.open(table.address(place))) == [], place

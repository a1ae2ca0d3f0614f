"""Words for codes and figures."""

import re
from dataclasses import replace

import pytest
from flask import Flask, render_template_string
from flask_babel import force_locale

from companion.rules.fold.entries import KINDS
from companion.rules.model.cards import PLAIN_PACK, Pack, card_values
from companion.rules.model.contracts import Contract
from companion.rules.model.rulings import RULINGS
from companion.rules.reading.catalogue import catalogue
from companion.web.words.cards import class_words, contract_words, meld_words
from companion.web.words.entries import _WORDS
from companion.web.words.hands import duration_words
from companion.web.words.terms import hyphenated, line_step, name_step, set_game
from companion.web.words.text import initial, own_words
from tests.web.phone import Phone

ATTIC = Pack(("Moth", "Bat", "3"), (2, 4, 4), called={"Moth": "night moth", "Joker": "the fool"})


def words_of(app: Flask, values: dict[str, int], pack: Pack) -> list[str]:
    with app.test_request_context():
        return [class_words(card_class) for card_class in card_values(values, [], pack).classes]


def test_cards_are_called_what_their_pack_calls_them(app: Flask) -> None:
    values = {"Joker": 20, "Moth": 9, "Bat": 9, "3": 3}
    assert words_of(app, values, ATTIC) == ["the fool", "Bat night moth", "3"]


@pytest.mark.parametrize(
    ("values", "named"),
    [
        ({"A": 10, "K": 10, "J": 10, "10": 10}, "10 J · K A"),
        ({"Joker": 0, "A": 0, "4": 0}, "Joker · 4 · A"),
        ({"A": 20, "2": 20}, "A · 2"),
        ({"Joker": 20, "A": 20, "2": 20}, "Joker · A · 2"),
        ({"A": 5, "J": 5, "2": 5}, "2 · J · A"),
    ],
    ids=str,
)
def test_ranks_of_one_price_are_named_from_low_to_high(
    app: Flask, values: dict[str, int], named: str
) -> None:
    assert words_of(app, values, PLAIN_PACK) == [named]


@pytest.mark.parametrize(
    ("game", "cards"),
    [
        ("kalooki-jamaican", ["Joker 50 points, wild", "black A 15 points", "red A 1 point"]),
        ("phase-10", ["Wild 25 points", "Skip 15 points"]),
    ],
)
def test_a_game_with_cards_of_its_own_names_them(phone: Phone, game: str, cards: list[str]) -> None:
    page = phone.open(f"/games/{game}")
    assert set(cards) <= set(page.texts("ul.values li"))


def test_there_are_words_for_every_kind_of_entry() -> None:
    assert set(_WORDS) == set(KINDS.values())


@pytest.mark.parametrize(
    ("name", "sign"),
    [
        ("ann", "A"),
        (" Émile", "É"),
        ("E\u0301mile", "E\u0301"),
        ("\u0641\u0627\u0637\u0645\u0629", "\u0641"),
        ("\u7f8e\u73b2", "\u7f8e"),
        (
            "\U0001f468\u200d\U0001f469\u200d\U0001f467 us",
            "\U0001f468\u200d\U0001f469\u200d\U0001f467",
        ),
        ("\U0001f44b\U0001f3fd Jo", "\U0001f44b\U0001f3fd"),
        ("\U0001f1e9\U0001f1ea Uwe", "\U0001f1e9\U0001f1ea"),
        ("", ""),
    ],
)
def test_one_sign_stands_for_a_name(name: str, sign: str) -> None:
    assert initial(name) == sign


@pytest.mark.parametrize(
    ("notation", "words"),
    [
        ("S3 R4 2xA", "Set~of~3, run~of~4, 2~aces"),
        ("S3 S3 R7", "2~sets~of~3, run~of~7"),
        ("1x8 S3", "An eight, set~of~3"),
        ("2xK 2xK", "4~kings"),
        ("2xA 2x10 1xJoker", "2~aces, 2~tens, a joker"),
        ("3xMoth", "3~× Moth"),
    ],
)
def test_a_contract_says_which_rank_it_asks_for(app: Flask, notation: str, words: str) -> None:
    with app.test_request_context():
        assert contract_words(Contract.parse(notation)).replace("\u00a0", "~") == words


@pytest.mark.parametrize("language", ["ar", "de", "en", "es", "fr", "it", "pt-BR"])
def test_no_line_ends_between_a_number_and_its_noun(app: Flask, language: str) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        said = [
            *map(meld_words, Contract.parse("S3 R4").melds),
            *(meld_words(meld, 2) for meld in Contract.parse("S3 R4").melds),
            *map(duration_words, (5, 125)),
        ]
    assert any("\u00a0" in words for words in said)
    assert not [words for words in said if re.search(r"\d | \d", words)]


@pytest.mark.parametrize("language", ["ar", "de", "en", "es", "fr", "it", "pt-BR"])
def test_no_line_of_a_template_ends_between_a_number_and_its_noun(
    app: Flask, language: str
) -> None:
    counted = '{{ ngettext("%(num)s round", "%(num)s rounds", 3) }}'
    numbered = '{{ _("Round %(number)s", number=3) }}'
    with app.test_request_context(headers={"Accept-Language": language}):
        said = [render_template_string(sentence) for sentence in (counted, numbered)]
    assert [bool(re.search(r"\d\u00a0|\u00a0\d", words)) for words in said] == [True, True], said


@pytest.mark.parametrize(
    ("name", "syllables"),
    [
        ("Christopher", "Chris-to-pher"),
        ("Schwiegermutter", "Schwie-ger-mut-ter"),
        ("Grandma", "Grand-ma"),
        ("Frédérique", "Fré-dé-ri-que"),
        ("Alexandra-Marie", "Ale-xan-dra=Marie"),
        ("Maximiliane-Sophie", "Ma-xi-mi-lia-ne=Sophie"),
        ("Chloé", "Chloé"),
        ("عبد الرحمن", "عبد الرحمن"),
        ("Владимир", "Владимир"),
    ],
)
def test_a_name_may_end_a_line_where_a_syllable_ends(name: str, syllables: str) -> None:
    told = hyphenated(name).replace("-", "=").replace("\u00ad", "-")
    assert told == syllables


@pytest.mark.parametrize(
    ("name", "step"),
    [
        ("Annabelle W", ""),
        ("Alexandra-Marie", ""),
        ("Bartholomew", "long"),
        ("Konstantinos", "long"),
        ("Schwiegermutter", "longest"),
    ],
)
def test_the_longest_word_of_a_name_says_how_small_it_is_written(name: str, step: str) -> None:
    assert name_step(name) == step


@pytest.mark.parametrize(
    ("name", "step"),
    [("Annabelle", ""), ("Maximiliane", "long"), ("Anna Maria Theresia", "longest")],
)
def test_the_whole_name_says_how_small_it_is_written_beside_a_figure(name: str, step: str) -> None:
    assert line_step(name) == step


@pytest.mark.parametrize("text", ["Our contracts", "Cards on the deck", "Undo", "100 % tiles", ""])
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_typed_text_stays_as_it_is(app: Flask, text: str, language: str) -> None:
    with app.test_request_context(), force_locale(language):
        set_game(replace(catalogue()["rummikub"], contract_term="phase"))
        assert own_words(text) == text


def test_a_translation_of_a_game_may_be_its_english(app: Flask) -> None:
    """In German the game Hand is called so; Rommé is another, with “Hand” on its card."""
    with app.test_request_context(), force_locale("de"):
        assert own_words("Hand") == "Hand"


def test_a_ruling_is_worded_and_translated(app: Flask) -> None:
    question = RULINGS["set_least"].question
    with app.test_request_context():
        set_game(catalogue()["rummikub"])
        assert own_words(question) == "How many tiles must a set have at least?"
        with force_locale("de"):
            assert own_words(question) not in {question, "How many tiles must a set have at least?"}

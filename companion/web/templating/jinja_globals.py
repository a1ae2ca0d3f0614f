"""The words that templates can use."""

from flask import Flask, url_for
from flask_babel import get_locale

from companion.rules.model.cards import hand_points
from companion.web.templating import translated
from companion.web.view_models.lying_cards import lying_cards
from companion.web.words import blanks
from companion.web.words.aloud import commands
from companion.web.words.blanks import or_blank, with_blanks
from companion.web.words.cards import (
    card_points_words,
    card_words,
    class_words,
    contract_words,
    meld_words,
    rank_is_wild,
    wild_words,
)
from companion.web.words.dealing import decks_words, setting_up_words
from companion.web.words.entries import note_words, step_words
from companion.web.words.hands import (
    duration_words,
    hand_words,
    holder_words,
    likeness_words,
    memory_title,
)
from companion.web.words.languages import language_name, language_tag, on_offer
from companion.web.words.melding import counted_cards_words
from companion.web.words.playing import (
    ended_by_nobody_words,
    ended_by_whom_words,
    ended_by_words,
    ending_words,
    goes_out,
    playing_words,
    rummy_words,
)
from companion.web.words.referee import (
    judged_words,
    open_words,
    reading_words,
    readings,
    source_words,
    suit_words,
    suited_words,
)
from companion.web.words.terms import (
    came_back_with,
    either_words,
    figure,
    hyphenated,
    in_terms,
    line_step,
    name_step,
    signed,
    tenths,
)
from companion.web.words.text import (
    bdi,
    clock_of,
    comma,
    in_units,
    initial,
    long_day_words,
    minute_words,
    month_words,
    own_words,
    people_words,
    short_day_words,
    since_words,
    some_day_words,
    time_words,
    unbroken,
    weekday_words,
)
from companion.web.words.winners import how_far, who_won, why_words

_FILTERS = (
    bdi,
    initial,
    name_step,
    line_step,
    hyphenated,
    likeness_words,
    contract_words,
    card_words,
    rank_is_wild,
    class_words,
    meld_words,
    own_words,
    figure,
    in_units,
    signed,
    since_words,
    time_words,
    minute_words,
    clock_of,
    month_words,
    weekday_words,
    long_day_words,
    some_day_words,
    short_day_words,
    tenths,
    unbroken,
)
_GLOBALS = (
    lying_cards,
    comma,
    either_words,
    commands,
    get_locale,
    language_name,
    language_tag,
    in_terms,
    people_words,
    step_words,
    ended_by_nobody_words,
    ended_by_words,
    ended_by_whom_words,
    ending_words,
    goes_out,
    rummy_words,
    card_points_words,
    counted_cards_words,
    decks_words,
    setting_up_words,
    came_back_with,
    note_words,
    hand_words,
    playing_words,
    how_far,
    who_won,
    why_words,
    memory_title,
    holder_words,
    duration_words,
    judged_words,
    open_words,
    reading_words,
    readings,
    source_words,
    suit_words,
    suited_words,
)


def init_app(app: Flask) -> None:
    """Register the words as template globals."""
    for words in _FILTERS:
        app.add_template_filter(words if words is bdi else or_blank(words))
    for said in (*_GLOBALS, *blanks.GLOBALS):
        app.add_template_global(said)
    translated.init_app(app)
    app.add_template_global(with_blanks(url_for))
    app.add_template_global(on_offer, "languages")
    app.add_template_global(hand_points, "points_of")
    app.add_template_global(wild_words, "wild_rank")

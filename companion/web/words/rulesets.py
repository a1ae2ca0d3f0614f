"""Errors of a custom game as sentences with a remedy, and the contexts of the texts of games."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, cast

from flask import g
from flask_babel import gettext

from companion.rules.model.ruleset import Ruleset
from companion.rules.model.rulings import TEXTS_OF_RULINGS
from companion.rules.reading.catalogue import catalogue, data_of_file
from companion.rules.reading.ruleset import unmakeable_contracts
from companion.rules.reading.sections import RulesetError
from companion.sentences import N_
from companion.web.words.terms import game


def ruleset_error_words(error: RulesetError) -> str:
    """The error of a custom game, and its remedy."""
    sentence = _UNPLAYABLE.get(error.pattern)
    if sentence:
        return str(gettext(sentence.one, key=error.key, **error.numbers))
    return str(gettext("Expected here: %(what)s.", what=error.expected))


def refused_game_words(error: RulesetError) -> str:
    """The error with its key, for pages about more than one game."""
    words = error_with_place(error)
    return words if error.key == "the file" else cannot_be_played(words)


def cannot_be_played(words: str) -> str:
    """Why a game cannot be played."""
    return str(gettext("This game cannot be played. %(words)s", words=words))


def error_with_place(error: RulesetError, line: int | None = None) -> str:
    """The error with its key, and its line if known."""
    return with_place(ruleset_error_words(error), error.key, line)


def with_place(words: str, key: str, line: int | None = None) -> str:
    """The sentence with its key, unless that is "the file" as a whole, and its line if known."""
    if line and key != "the file":
        told = gettext("Line %(line)s, “%(key)s”: %(words)s", line=line, key=key, words=words)
    elif line:
        told = gettext("Line %(line)s: %(words)s", line=line, words=words)
    elif key != "the file":
        told = gettext("“%(key)s”: %(words)s", key=key, words=words)
    else:
        told = words
    return str(told)


def warnings_about(ruleset: Ruleset) -> list[str]:
    """A sentence for each contract that nobody can make: the game can be saved all the same."""
    return [
        str(
            gettext(
                "Nobody can make contract %(number)s: its cards do not exist, or do not fit "
                "the rules about melds. Change one of the two.",
                number=number,
            )
        )
        for number in unmakeable_contracts(ruleset)
    ]


# The remedy, by the pattern of the error.
_UNPLAYABLE = {
    "a whole number from %(least)s to %(most)s": N_(
        "Enter a whole number from %(least)s to %(most)s."
    ),
    "a whole number from 0 to %(most)s, or a name": N_("Enter a whole number from 0 to %(most)s."),
    "a text of up to %(most)s characters": N_("Enter a text of up to %(most)s characters."),
    "points, for this card is in play": N_("Enter its value: a whole number from 0 to 1000."),
    "no more cards than are dealt, not %(cards)s where %(dealt)s are dealt": N_(
        "%(cards)s cards are needed, but only %(dealt)s are dealt. Ask for fewer, or deal more."
    ),
    "only ranks of the cards in play, not %(rank)s": N_(
        "No card in play is called %(rank)s. Remove it, or use another rank."
    ),
    "only cards as the referee writes them, such as 3H": N_(
        "Use only cards as the referee writes them, such as 3H for the three of hearts."
    ),
    "no such key unless counts is melded, without cards and meld_size": N_(
        "A run needs counts “melded”, and no “cards” or “meld_size”. Remove it, or change those."
    ),
    "no such key here": N_("There is no such key here. Remove it."),
    "something in it": N_("This file is empty."),
    "a custom game, not saved games": N_(
        "This file has saved games. Import it under “Import games”."
    ),
    "a custom game, not another file of this app": N_(
        "This is a spreadsheet, a backup or a file for BG Stats. No custom game is in it."
    ),
    "a text in UTF-8": N_("This is not the file of a game."),
    "%(most)s kB or less": N_("This file is larger than %(most)s kB. No game needs that much."),
    "%(most)s levels of keys or fewer": N_(
        "The keys in this file are nested more than %(most)s levels deep. No game needs that."
    ),
    "numbers of up to %(most)s digits": N_("A number in this file has more than %(most)s digits."),
    "a game in TOML (%(why)s)": N_("This cannot be read: %(why)s."),
    "only choices that can be played (%(why)s)": N_(
        "A choice of this house rule cannot be played (%(why)s). Correct it, or remove the house "
        "rule."
    ),
    "finish, with end.when contract_finished, or neither": N_(
        "“finish” needs an end.when of “contract_finished”, and the other way round. Change one "
        "of the two."
    ),
    "one that goes with end.when": N_(
        "“first_to_finish” and “lowest_points_when_someone_finishes” need an end.when of "
        "“contract_finished”, and the other way round. Change one of the two."
    ),
    "last_left, with end.when one_left, or neither": N_(
        "“last_left” needs an end.when of “one_left”, and the other way round. Change one of the "
        "two."
    ),
    "shared, play_on or tied_play_on, where no contract ends the game": N_(
        "Only a game that ends with the last contract can break ties like this. Use “shared”, "
        "“play_on” or “tied_play_on”."
    ),
    "at least one contract": N_("Add a contract, or set advancing to “none”."),
    "no contract": N_("Remove the contracts, or set advancing to “round” or “finish”."),
    "rows in the order of up_to, each once": N_(
        "Sort the rows from few players to many, with each number of players once."
    ),
    "one number, or one for each of the %(contracts)s contracts, not %(rounds)s": N_(
        "Cards are dealt for %(rounds)s rounds, but there are contracts for %(contracts)s. Make "
        "both equal, or give one number for all rounds."
    ),
    "2 with scoring knock_difference": N_(
        "With “knock_difference” only two can play. Enter 2, or score in another way."
    ),
    "no such key with scoring %(scoring)s, which does not use it": N_(
        "Games scored by “%(scoring)s” do not use this. Remove it, or score in another way."
    ),
    "points, with scoring knock_difference and with no other": N_(
        "Only games scored by “knock_difference” use this, and they need it. Change one of the two."
    ),
    "no such key without scoring knock_difference": N_(
        "Only games scored by “knock_difference” use this. Remove it."
    ),
    "only ways to end a round with [knocking]: knock, gin, big_gin": N_(
        "Where players knock, a round ends with “knock”, “gin” or “big_gin”. Remove this, or the "
        "table “knocking”."
    ),
    "only ways to end a round without [knocking]: out, rummy": N_(
        "Without a table “knocking” a round ends with “out” or “rummy”. Remove this, or add that "
        "table."
    ),
    "ways to end a round that this game has": N_(
        "Nobody can end a round like this in this game. Remove the name."
    ),
    "no such key where knocking.most is 0": N_("With 0 points nobody can knock. Remove this."),
    "false, where discards is false": N_(
        "Where a turn ends without a discard, going out needs none. Use “false”."
    ),
    "true, where contracts, the opening or a hand need runs": N_(
        "Something in this game needs runs. Remove that, or this."
    ),
    "no such key with an opening that does not use it": N_(
        "The first melds of this game do not use this. Remove it."
    ),
    "no such key where going out in one turn wins the game": N_(
        "Going out in one turn wins the game, so nothing is left to double. Remove one of the two."
    ),
    "no such key with [knocking], where nobody wins a round by being the last one left": N_(
        "Where players knock, nobody drops out of a round. Remove one of the two."
    ),
    "no such key without contracts": N_("This game has no contracts. Remove this."),
    "no such key with contracts, which say what is laid down first": N_(
        "The contracts say what players lay down first. Remove this, or the contracts."
    ),
    "no such key without end.rejoin": N_(
        "Nobody may come back in this game. Remove this, or set end.rejoin to “highest”."
    ),
    "no such key without end.when one_left, with two players, or where points add up to 0": N_(
        "Only where the last one left of several players wins can anybody come back, and not in "
        "“losers_pay”. Remove this."
    ),
    "no such key without end.when one_left, or where points add up to 0": N_(
        "Only where the last one left wins can a drop put anybody out, and not in “losers_pay”. "
        "Remove this."
    ),
    "with_deciding_round, unless end.winner is first_to_finish": N_(
        "This needs an end.winner of “first_to_finish”. Remove it."
    ),
    "shared, with end.when one_left or table_ends": N_(
        "Where the last one left wins, or you end the game yourselves, players with equal points "
        "share the win. Use “shared”."
    ),
    "no such table unless the most points win, and the game has an end of its own": N_(
        "Points after the last round need a game in which the most points win, and an end.when "
        "other than “table_ends”. Remove the table."
    ),
    "none or points, without settlement.game": N_(
        "There are no points for the game to count twice. Enter some under “game”, or use “none”."
    ),
    "1, without end.when limit_reached and end.tiebreak shared, or where a round can be won "
    "outright": N_(
        "Several games at once need an end.when of “limit_reached” and an end.tiebreak of "
        "“shared”, and no way to end a round that wins the game. Use 1."
    ),
    "no fewer than players.least": N_("The most is smaller than the least: change one of the two."),
}


_READ_BY_PEOPLE = frozenset(
    {"name", "summary", "question", "why", "label", "text", "reason", "about"}
)
_CALLED = "called"
_ADDRESSES = "sources"
_ANSWERS = ("answer",)  # answers to questions of the referee, which are in no game's file


def is_of_the_app(text: str) -> bool:
    """Whether a text of a ruleset is one of the catalogue or a ruling, and not typed by players."""
    return text in _keys() or text in TEXTS_OF_RULINGS


def contexts_of(text: str) -> Sequence[str]:
    """The contexts of a translation: the game of this request, those that it extends, others.

    Custom games repeat texts of the catalogue, first of all those of the game they were made from.
    """
    keys = _keys().get(text)
    if keys is None:
        return _ANSWERS
    first = [key for key in _lineage_here() if key in keys]
    return (*first, *(key for key in keys if key not in first), *_ANSWERS)


def texts_of(data: Mapping[str, Any]) -> Iterator[str]:
    """Each text for people in the data of a game, and in what its house rules change."""
    for path, value in data.items():
        key = path.rpartition(".")[2]
        if key in {*_READ_BY_PEOPLE, _CALLED} and isinstance(value, str):
            yield value
        elif key == _CALLED:
            yield from value.values()
        elif isinstance(value, dict):
            yield from texts_of(value)
        elif isinstance(value, list) and key != _ADDRESSES:
            for row in value:
                yield from texts_of(row) if isinstance(row, dict) else ()


def _lineage_here() -> Sequence[str]:
    """That of the game of this request, found once for all its texts."""
    here = game()
    if here is None:
        return ()
    if g.get("lineage_of") is not here:
        g.lineage_of, g.lineage = here, _lineage(_key_of(here))
    return cast("Sequence[str]", g.lineage)


def _key_of(ruleset: Ruleset) -> str:
    """The key of a game of the catalogue, or of the one from which a custom game was made."""
    if ruleset.key in catalogue():
        return ruleset.key
    return _with_most_of(frozenset(_told(ruleset)))


@lru_cache(maxsize=64)
def _with_most_of(texts: frozenset[str]) -> str:
    """The key of the game with most of these texts, and fewest others: no game stores its base."""

    def likeness(key: str) -> tuple[int, int]:
        its = {*_told(catalogue()[key])}
        return len(its & texts), -len(its)

    return max(catalogue(), key=likeness)


def _told(ruleset: Ruleset) -> Iterator[str]:
    """The texts that a custom game copies: how to play it, and its house rules."""
    for paragraphs in ruleset.how_to_play.values():
        yield from paragraphs
    for rule in ruleset.house_rules:
        yield from (rule.question, rule.why, *(choice.label for choice in rule.choices))


@cache
def _lineage(key: str) -> Sequence[str]:
    """The game with this key, the one that it extends, and so on."""
    if key not in catalogue():
        return ()
    return (key, *_lineage(str(data_of_file(key).get("extends", ""))))


@cache
def _keys() -> Mapping[str, Sequence[str]]:
    """For each text the keys of the games whose files have it, as in the extraction."""
    found: dict[str, dict[str, None]] = {}
    for key in catalogue():
        for text in texts_of(data_of_file(key)):
            found.setdefault(text, {})[key] = None
    return {text: tuple(keys) for text, keys in found.items()}

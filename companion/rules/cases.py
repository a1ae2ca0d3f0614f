"""Cases for the referee: of a catalogue game, or with the rules in the case."""

import copy
from collections.abc import Mapping
from typing import Any

from companion.rules.model.house_rules import UnknownOption
from companion.rules.reading.cards import melding_data
from companion.rules.reading.catalogue import UnknownGame, game_data
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.keys.kinds import Flag, OrWord
from companion.rules.reading.keys.melding import MELDING
from companion.rules.reading.own_games import blank_game
from companion.rules.reading.ruleset import read_ruleset
from companion.rules.reading.sections import RulesetError
from companion.rules.referee.judge import judge
from companion.rules.referee.law import Work

Data = Mapping[str, Any]
OWN = "own"
_DECKS_OF_OWN = (
    {"up_to": 5, "decks": 2, "jokers": 4},
    {"up_to": 7, "decks": 3, "jokers": 6},
    {"up_to": 9, "decks": 4, "jokers": 8},
)
# Older names of keys, which a case may use.
_RENAMED = {
    "natural_two_in_run": "natural_wild_in_run",
    "natural_two_in_set": "natural_wild_in_set",
    "longest_run": "run_most",
}
_WORDS: Mapping[str, bool] = {"allowed": True, "forbidden": False}
_FLAGS = {k.name for k in MELDING if isinstance(k.kind, OrWord) and isinstance(k.kind.kind, Flag)}


def answer(case: object, work: Work | None = None, help_work: Work | None = None) -> dict[str, Any]:
    """The referee's answer; for an invalid case, or too much work, the error and its place."""
    if not isinstance(case, Mapping):
        return {"error": "a case is an object", "at": ""}
    try:
        rules = rules_of_case(case)
    except UnknownGame:
        return {"error": "no game is called so", "at": "game"}
    except UnknownOption as unknown:
        return {"error": f"expected {unknown.expected}", "at": f"house_rules.{unknown.key}"}
    except RulesetError as error:
        return {"error": f"expected {error.expected}", "at": error.key}
    return judge(rules, case, work, help_work)


def rules_of_case(case: Data) -> dict[str, Any]:
    """The melding rules that a case names, as data.

    Raises UnknownGame, UnknownOption or RulesetError.
    """
    melding = {_RENAMED.get(key, key): value for key, value in _table(case, "melding").items()}
    data = _own_data() if case.get("game") == OWN else game_data(str(case.get("game")))
    data = apply_house_rules(data, _table(case, "house_rules"), "case")
    if "wild" in melding:
        data["wild"] = melding.pop("wild")
    data["melding"] = data.get("melding", {}) | {key: _value(key, melding[key]) for key in melding}
    if opening := _table(case, "opening"):
        data["opening"] = dict(opening)
    return melding_data(read_ruleset(data, "case"))


def _table(case: Data, key: str) -> Data:
    table = case.get(key)
    if table is None:
        return {}
    if not isinstance(table, Mapping):
        raise RulesetError("case", key, "a table of keys and values")
    return table


def _value(key: str, value: object) -> object:
    """A flag may also be given in words."""
    return _WORDS.get(value, value) if key in _FLAGS and isinstance(value, str) else value


def _own_data() -> dict[str, Any]:
    """The data of a game defined only by the rules in a case."""
    data = copy.deepcopy(blank_game())
    return data | {
        "wild": ["Joker"],
        "melding": {},
        "decks": [dict(row) for row in _DECKS_OF_OWN],
        "house_rules": [],
        "contracts": ["S3 S3"],
        "cards_dealt": 13,
    }

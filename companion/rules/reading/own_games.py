"""Custom games: a game of the catalogue with changes."""

import copy
import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from companion.rules.model.house_rules import HouseRule, Value
from companion.rules.model.melding import SILENT
from companion.rules.model.ruleset import Ruleset
from companion.rules.reading.catalogue import catalogue, game_data, resolved_variant
from companion.rules.reading.house_rules import (
    answered,
    apply_choice,
    apply_house_rules,
    check_defaults,
    check_needs,
    read_house_rule,
    read_house_rules,
)
from companion.rules.reading.keys import key_at
from companion.rules.reading.ruleset import check_new_game, read_ruleset
from companion.rules.reading.sections import Data, RulesetError, Section, value_at
from companion.rules.reading.toml_text import parsed

_FILE = "own game"
_BLANK = Path(__file__).parents[1] / "blank" / "own-game.toml"
_LAST_CONTRACT = "only_who_goes_out_lays_down_last"
_LIMIT, _WHEN = "end.limit", "end.when"  # a limit puts players out, or ends the game
_LEFT_OPEN = {"stock", "buying"}  # what no question of a custom game asks, so nothing is told


@cache
def blank_game() -> dict[str, Any]:
    """The rules of a custom game without a base; they are from no source."""
    data = resolved_variant(parsed(_BLANK.read_bytes(), _BLANK.name), _BLANK.name)
    parts = {part: texts for part, texts in data["how_to_play"].items() if part not in _LEFT_OPEN}
    return {**data, "how_to_play": parts, "melding": {**data["melding"], "sources": {}}}


def as_played(data: Data) -> dict[str, Any]:
    """The game with the defaults of its house rules applied. Raises RulesetError."""
    played = apply_house_rules(data, {}, _FILE)
    # The value of another rank is resolved to points.
    played["values"] |= read_ruleset(played, _FILE).values
    del played["options"]
    return played


def edited(base: Data, edits: Data) -> dict[str, Any]:
    """The game with these edits, which replace keys of the ruleset; None removes a key.

    A rule about the last contract is removed with that contract, unless an edit keeps it. House
    rules that the edits answer, or that no longer fit, are removed. Raises RulesetError with the
    key at fault.
    """
    default = as_played(base)
    data = dict(default)
    data |= {key: copy.deepcopy(value) for key, value in edits.items() if value is not None}
    for key in (key for key, value in edits.items() if value is None):
        data.pop(key, None)
    if not _has_its_last_contract(default, data, edits):
        data |= _without_last_contract(data)
    # The edits must be valid by themselves before house rules are checked.
    _read(data | {"house_rules": []})
    unsettled = [row for row in data["house_rules"] if not _is_settled(row, default, data)]
    return data | {"house_rules": _playable(data, unsettled)}


def retyped(base: Data, typed: Data) -> dict[str, Any]:
    """The game `typed` in the file of `base`.

    Unedited house rules that the file answers, or that no longer fit, are removed as in `edited`.
    Edited ones are kept: `read_own_game` checks them. Raises RulesetError with the key at fault.
    """
    # The rest must be valid before any house rule is checked against it.
    _read({**typed, "house_rules": []})
    top = Section(typed, _FILE)
    read_house_rules(top, key_at("house_rules").read(top, {}))
    rows = typed["house_rules"]
    new = [row for row in rows if row not in base["house_rules"]]
    typed = _with_defaults_of(new, base, typed)
    unsettled = [row for row in rows if row in new or not _is_settled(row, base, typed)]
    return {**typed, "house_rules": _playable(typed, unsettled, new)}


def _with_defaults_of(rows: list[Data], base: Data, typed: Data) -> Data:
    """The game with the values of edited defaults, where the file has still those of `base`."""
    data = copy.deepcopy(dict(typed))
    for rule in map(_rule, rows):
        default = rule.choice(rule.default)
        edited_default = {
            path: value
            for path, value in default.changes.items()
            if rule.needs is None and value_at(base, path) == value_at(typed, path)
        }
        apply_choice(data, rule, replace(default, changes=edited_default), _FILE)
    return data


def without_lost_last_contract(own: Data, file: Data) -> Data:
    """The game `own` in `file`, without rules about the last contract of the game it `extends`.

    A rule about that contract, and its question, is removed if the file ends with another contract
    that leaves cards in hand. Both games must be valid.
    """
    if "extends" not in file or _takes_whole_hand(_read(apply_house_rules(own, {}, _FILE))):
        return own
    base = game_data(file["extends"])
    if _has_its_last_contract(apply_house_rules(base, {}, _FILE), own, file):
        return own
    keys = {row["key"] for row in file.get("house_rules", ())}
    rows = [r for r in own["house_rules"] if r["key"] in keys or not _asks_of_last_contract(r)]
    return {**own, **_without_last_contract(own), "house_rules": rows}


def _takes_whole_hand(ruleset: Ruleset) -> bool:
    """Whether the last contract takes the whole hand."""
    last = len(ruleset.contracts)
    dealt = ruleset.dealt(last, ruleset.least_players)
    return any(contract.cards >= dealt for contract in ruleset.contracts[-1:])


def read_own_game(data: Data, file: str = _FILE) -> Ruleset:
    """The game with its default house rules.

    Raises RulesetError naming `file` and the key at fault, also for a choice that makes the game
    invalid, and for a value that the default of a house rule overrides.
    """
    if "options" in data:
        raise RulesetError(file, "options", "no choices yet: they are made for each game")
    ruleset = _read(apply_house_rules(data, {}, file), file)
    # A game record has these rules, and is parsed before any choice.
    read_ruleset(data, file)
    check_defaults(data, file)
    for key, trouble in _troubles(data).items():
        if trouble:
            place = f"house_rules.{key}"
            expected = "only choices that can be played (%(why)s)"
            raise RulesetError(file, place, expected, why=trouble)
    return ruleset


def key_of_name(name: str) -> str:
    """A key for this name that is not in the catalogue: `lake-house-rummy`."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    key = re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "own-game"
    return f"own-{key}" if key in catalogue() else key


def _read(data: Data, file: str = _FILE) -> Ruleset:
    """The rules of a new game, with all checks."""
    ruleset = read_ruleset(data, file)
    check_new_game(ruleset, file)
    return ruleset


def _has_its_last_contract(default: Data, data: Data, edits: Data) -> bool:
    """Whether a rule about the last contract still refers to the same contract."""
    if not data.get("contracts"):
        return False
    return _LAST_CONTRACT in edits or data["contracts"][-1:] == default["contracts"][-1:]


def _without_last_contract(data: Data) -> dict[str, Any]:
    """The rules about the last contract for another one, about which nobody has said anything."""
    melding = data.get("melding")
    if not melding or melding.get("last_contract_complete") is not True:
        return {_LAST_CONTRACT: False}
    return {_LAST_CONTRACT: False, "melding": {**melding, "last_contract_complete": SILENT}}


def _asks_of_last_contract(row: Data) -> bool:
    return any(_LAST_CONTRACT in choice.changes for choice in _rule(row).choices)


def _is_settled(row: Data, default: Data, data: Data) -> bool:
    """Whether an edit answers this house rule."""
    paths = {path for choice in _rule(row).choices for path in choice.changes}
    if _LIMIT in paths:
        paths.add(_WHEN)
    return any(value_at(default, path) != value_at(data, path) for path in paths)


def _playable(data: Data, rows: list[Data], fixed: Sequence[Data] = ()) -> list[Data]:
    """The house rules whose choices give valid games, in all combinations with those they need.

    Those in `fixed` are always kept. Raises RulesetError if one of them is invalid.
    """
    rules = {row["key"]: _rule(row) for row in rows}
    valid = [row for row in rows if row in fixed or rules[row["key"]].needs in {None, *rules}]
    if len(valid) == len(rows):
        check_needs([*rules.values()], _FILE)
        troubles = _troubles({**data, "house_rules": rows})
        valid = [row for row in rows if row in fixed or not troubles[row["key"]]]
    return valid if len(valid) == len(rows) else _playable(data, valid, fixed)


def _troubles(data: Data) -> Mapping[str, str]:
    """For each house rule of a valid game, the error of its choices, if any.

    Each choice is a ruleset to read, so results are cached, regardless of the name of the game:
    saving asks twice, and edits are small.
    """
    unnamed = {**data, "key": "own", "name": "Own"}
    try:
        text = json.dumps(unnamed)
    except TypeError:  # such as a date: TOML has more types than JSON
        return _troubles_of(unnamed)
    return _known_troubles(text)


@lru_cache(maxsize=64)  # entries of a few kilobytes each
def _known_troubles(text: str) -> Mapping[str, str]:
    return _troubles_of(json.loads(text))


def _troubles_of(data: Data) -> Mapping[str, str]:
    rules = {row["key"]: _rule(row) for row in data["house_rules"]}
    return {key: _trouble_with(data, rule, rules) for key, rule in rules.items()}


def _trouble_with(data: Data, rule: HouseRule, rules: Mapping[str, HouseRule]) -> str:
    """The first invalid choice of this house rule, and the key at fault."""
    for options in _ways(rule, rules):
        try:
            # House rules are parsed once; parsing them for every answer takes long.
            game = answered(data, tuple(rules.values()), options, _FILE)
            _read(game | {"house_rules": []})
        except RulesetError as error:
            return f"{options[rule.key]}: {error.key}"
    return ""


def _ways(rule: HouseRule, rules: Mapping[str, HouseRule]) -> Iterator[dict[str, Value]]:
    """The options of each choice, with those of the house rules that it needs."""
    needed: dict[str, Value] = {}
    needing, need = rule, rule.needs
    while need is not None and need in rules and need not in needed:
        needed[need] = needing.needs_choices[0]
        needing, need = rules[need], rules[need].needs
    return ({**needed, rule.key: choice.value} for choice in rule.choices)


def _rule(row: Data) -> HouseRule:
    return read_house_rule(Section(row, _FILE, "house_rules"))

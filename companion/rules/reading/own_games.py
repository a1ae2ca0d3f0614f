"""Own games: a game of the catalogue with what a table plays differently."""

import copy
import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from companion.rules.model.house_rules import HouseRule, Value
from companion.rules.model.ruleset import Ruleset
from companion.rules.reading.catalogue import catalogue, game_data, resolved_variant
from companion.rules.reading.consistency import check_rounds
from companion.rules.reading.house_rules import (
    answered,
    apply_house_rules,
    check_needs,
    read_house_rule,
    read_house_rules,
)
from companion.rules.reading.keys import key_at
from companion.rules.reading.ruleset import read_ruleset
from companion.rules.reading.sections import Data, RulesetError, Section, value_at
from companion.rules.reading.toml_text import parsed

_FILE = "own game"
_BLANK = Path(__file__).parents[1] / "blank" / "own-game.toml"
_LAST_CONTRACT = "only_who_goes_out_lays_down_last"


@cache
def blank_game() -> dict[str, Any]:
    """The rules that an own game starts from which is to be like no other."""
    return resolved_variant(parsed(_BLANK.read_bytes(), _BLANK.name), _BLANK.name)


def as_played(data: Data) -> dict[str, Any]:
    """The game with the usual answers of its house rules in it. Raises RulesetError."""
    played = apply_house_rules(data, {}, _FILE)
    # A price that is that of another rank, in points.
    played["values"] |= read_ruleset(played, _FILE).values
    del played["options"]
    return played


def edited(base: Data, edits: Data) -> dict[str, Any]:
    """The game as edited: `edits` replace keys of the ruleset, and None takes a key away.

    What was said of the last contract goes with it, unless an edit says that it holds for another.
    The house rules that an edit settles, or that no longer go with the rest, are no longer asked.
    Raises RulesetError with the key at fault.
    """
    default = as_played(base)
    data = dict(default)
    data |= {key: copy.deepcopy(value) for key, value in edits.items() if value is not None}
    for key in (key for key, value in edits.items() if value is None):
        data.pop(key, None)
    if not _has_its_last_contract(default, data, edits):
        data[_LAST_CONTRACT] = False
    # What stands there by itself must hold before any house rule is asked about it.
    _read(data | {"house_rules": []})
    unsettled = [row for row in data["house_rules"] if not _is_settled(row, default, data)]
    return data | {"house_rules": _playable(data, unsettled)}


def retyped(base: Data, typed: Data) -> dict[str, Any]:
    """The game in a file that was `base` before somebody edited the file.

    A house rule that nobody edited is no longer asked where the file now says what it would set,
    or where it no longer goes with the rest, as in `edited`. One that was edited stays: whether it
    can be played is for `read_own_game` to say. Raises RulesetError with the key at fault.
    """
    # What stands there by itself must hold before any house rule is asked about it.
    _read({**typed, "house_rules": []})
    top = Section(typed, _FILE)
    read_house_rules(top, key_at("house_rules").read(top, {}))
    rows = typed["house_rules"]
    new = [row for row in rows if row not in base["house_rules"]]
    unsettled = [row for row in rows if row in new or not _is_settled(row, base, typed)]
    return {**typed, "house_rules": _playable(typed, unsettled, new)}


def without_lost_last_contract(own: Data, file: Data) -> Data:
    """The game `own` that is in `file`, without what it only has from the game that it `extends`.

    That is a rule for the last contract of that game, and the question about it, where the file
    ends with another contract that leaves cards in hand. Both must be games that can be read.
    """
    if "extends" not in file or _takes_whole_hand(_read(apply_house_rules(own, {}, _FILE))):
        return own
    base = game_data(file["extends"])
    if _has_its_last_contract(apply_house_rules(base, {}, _FILE), own, file):
        return own
    said = {row["key"] for row in file.get("house_rules", ())}
    rows = [r for r in own["house_rules"] if r["key"] in said or not _asks_of_last_contract(r)]
    return {**own, _LAST_CONTRACT: False, "house_rules": rows}


def _takes_whole_hand(ruleset: Ruleset) -> bool:
    """Whether the last contract leaves nothing of what is dealt for it."""
    last = len(ruleset.contracts)
    dealt = ruleset.dealt(last, ruleset.least_players)
    return any(contract.cards >= dealt for contract in ruleset.contracts[-1:])


def read_own_game(data: Data) -> Ruleset:
    """The game with its default house rules.

    Raises RulesetError with the key at fault; also for a choice of a house rule that breaks it.
    """
    if "options" in data:
        raise RulesetError(_FILE, "options", "no choices yet: they are made for each game")
    ruleset = _read(apply_house_rules(data, {}, _FILE))
    # The record of a game holds its rules as they stand here, and is read so before any choice.
    read_ruleset(data, _FILE)
    for key, trouble in _troubles(data).items():
        if trouble:
            place = f"house_rules.{key}"
            expected = "only choices that can be played (%(why)s)"
            raise RulesetError(_FILE, place, expected, why=trouble)
    return ruleset


def key_of_name(name: str) -> str:
    """A key for a game of this name that no game of the catalogue has: `lake-house-rummy`."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    key = re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "own-game"
    return f"own-{key}" if key in catalogue() else key


def _read(data: Data) -> Ruleset:
    """The rules of a game that is being made, with all that must hold in it."""
    ruleset = read_ruleset(data, _FILE)
    check_rounds(ruleset, _FILE)
    return ruleset


def _has_its_last_contract(default: Data, data: Data, edits: Data) -> bool:
    """Whether a rule for the last contract still has the contract that it was made for."""
    if not data.get("contracts"):
        return False
    return _LAST_CONTRACT in edits or data["contracts"][-1:] == default["contracts"][-1:]


def _asks_of_last_contract(row: Data) -> bool:
    return any(_LAST_CONTRACT in choice.changes for choice in _rule(row).choices)


def _is_settled(row: Data, default: Data, data: Data) -> bool:
    """Whether the edit already says what this house rule would ask."""
    paths = {path for choice in _rule(row).choices for path in choice.changes}
    return any(value_at(default, path) != value_at(data, path) for path in paths)


def _playable(data: Data, rows: list[Data], fixed: Sequence[Data] = ()) -> list[Data]:
    """The house rules that go with the game and with one another, whatever is chosen.

    Those that are `fixed` stay either way. Raises RulesetError where one of them cannot be asked.
    """
    rules = {row["key"]: _rule(row) for row in rows}
    kept = [row for row in rows if row in fixed or rules[row["key"]].needs in {None, *rules}]
    if len(kept) == len(rows):
        check_needs([*rules.values()], _FILE)
        troubles = _troubles({**data, "house_rules": rows})
        kept = [row for row in rows if row in fixed or not troubles[row["key"]]]
    return kept if len(kept) == len(rows) else _playable(data, kept, fixed)


def _troubles(data: Data) -> Mapping[str, str]:
    """For each house rule of a game that can be read, what is wrong with its choices, if anything.

    Every choice is a game to read, so what was found is remembered, whatever the game is called:
    who saves a game asks twice, and of a game that has hardly changed since it was last looked at.
    """
    unnamed = {**data, "key": "own", "name": "Own"}
    try:
        text = json.dumps(unnamed)
    except TypeError:  # a date, say: TOML has more kinds of values
        return _troubles_of(unnamed)
    return _known_troubles(text)


@lru_cache(maxsize=64)  # of a few kilobytes each
def _known_troubles(text: str) -> Mapping[str, str]:
    return _troubles_of(json.loads(text))


def _troubles_of(data: Data) -> Mapping[str, str]:
    rules = {row["key"]: _rule(row) for row in data["house_rules"]}
    return {key: _trouble_with(data, rule, rules) for key, rule in rules.items()}


def _trouble_with(data: Data, rule: HouseRule, rules: Mapping[str, HouseRule]) -> str:
    """The first choice of this house rule that nobody can play by, and the key it breaks."""
    for options in _ways(rule, rules):
        try:
            # Its questions were read before; reading them again for every answer takes long.
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
        needed[need] = needing.needs_choice
        needing, need = rules[need], rules[need].needs
    return ({**needed, rule.key: choice.value} for choice in rule.choices)


def _rule(row: Data) -> HouseRule:
    return read_house_rule(Section(row, _FILE, "house_rules"))

"""House rules: options that players choose before the first deal, or correct later."""

import copy
from collections.abc import Mapping, Sequence
from typing import Any

from companion.rules.model.house_rules import Choice, HouseRule, UnknownOption, Value
from companion.rules.model.melding import SILENT
from companion.rules.model.rulings import TELLS_GO_DOWN, ruled_keys, ruling_of, source_value
from companion.rules.reading.keys import HOUSE_RULE, key_at, read_keys
from companion.rules.reading.sections import Data, RulesetError, Section, value_at

# No option may change the name of the game or its questions.
_FIXED = {"key", "name", "house_rules"}
_BY_DEFAULT = "the value that house rule %(rule)s sets by default, or another default there"


def apply_house_rules(
    data: Data, options: Mapping[str, object], file: str = "ruleset"
) -> dict[str, Any]:
    """The data of the ruleset with these options applied, and stored under `options`.

    House rules missing from `options` keep their default. Raises UnknownOption, or RulesetError
    naming `file`.
    """
    top = Section(data, file)
    rules = read_house_rules(top, key_at("house_rules").read(top, {}))
    check_needs(rules, file)
    return answered(data, rules, options, file)


def answered(
    data: Data, rules: Sequence[HouseRule], options: Mapping[str, object], file: str = "ruleset"
) -> dict[str, Any]:
    """The result of `apply_house_rules` for house rules of `data` that were parsed already."""
    about_melds = _rulings(data, rules)
    known = {rule.key for rule in rules} | {rule.key for rule in about_melds.values()}
    _refuse_unknown(options, known | {TELLS_GO_DOWN.key})
    chosen = {rule.key: rule.choice(options.get(rule.key, rule.default)) for rule in rules}
    values = {key: choice.value for key, choice in chosen.items()}
    resolved = copy.deepcopy({key: value for key, value in data.items() if key not in _FIXED})
    for rule in rules:
        if rule.means_something(values):
            apply_choice(resolved, rule, chosen[rule.key], file)
    values |= _decide(resolved, about_melds, options)
    if TELLS_GO_DOWN.chosen(options).value:  # type: ignore[arg-type]
        values[TELLS_GO_DOWN.key] = True
    return {**data, **resolved, "options": values}


def _rulings(data: Data, rules: Sequence[HouseRule]) -> dict[str, HouseRule]:
    """By melding key: its house rule, whether or not options were applied already."""
    melding, applied = _table(data.get("melding")), _table(data.get("options"))
    usual, keys = _table(melding.get("usual")), ruled_keys(rules)
    return {key: ruling_of(key, source_value(key, melding, usual, applied)) for key in keys}


def _decide(
    data: dict[str, Any], rulings: Mapping[str, HouseRule], options: Mapping[str, object]
) -> dict[str, Value]:
    """Apply the rulings to the melding rules; returns their options."""
    values: dict[str, Value] = {}
    applied = _table(data.get("options"))
    for key, rule in rulings.items():
        if rule.key in options or rule.key in applied:
            choice = rule.choice(options.get(rule.key, rule.default))
            data["melding"] = _with_ruling(_table(data.get("melding")), key, rule, choice)
            values |= {} if choice.has_value(rule.default) else {rule.key: choice.value}
    return values


def _with_ruling(melding: Data, key: str, rule: HouseRule, choice: Choice) -> dict[str, Any]:
    """The melding rules with this choice; `usual` keeps a different value of the sources."""
    path = f"melding.{key}"
    usual = {name: value for name, value in _table(melding.get("usual")).items() if name != key}
    if rule.default != SILENT and not choice.has_value(rule.default):
        usual[key] = rule.choice(rule.default).changes[path]
    rest = {name: value for name, value in melding.items() if name != "usual"}
    return rest | {key: choice.changes.get(path, SILENT)} | ({"usual": usual} if usual else {})


def _table(value: object) -> Data:
    return value if isinstance(value, Mapping) else {}


def read_house_rule(row: Section) -> HouseRule:
    """Parse one `[[house_rules]]` table. Raises RulesetError."""
    return _house_rule(row, read_keys(row, HOUSE_RULE))


def read_house_rules(top: Section, data: Sequence[Data]) -> tuple[HouseRule, ...]:
    """Parse the rows of house rules. Raises RulesetError."""
    rows = zip(top.sections("house_rules"), data, strict=True)
    return tuple(_house_rule(row, each) for row, each in rows)


def _house_rule(row: Section, data: Data) -> HouseRule:
    """A house rule; `sets` is short for choices that each set their own value at one path."""
    sets = data["sets"]
    choices = tuple(_choice(choice, sets) for choice in data["choices"])
    named = {key: data[key] for key in data.keys() - {"sets"}}
    rule = HouseRule(**named | {"choices": choices})
    _check_choices(row, rule)
    return rule


def _check_choices(row: Section, rule: HouseRule) -> None:
    if not any(choice.changes for choice in rule.choices):
        raise row.fail("sets", "a key to set, or choices with changes")
    # Forms send 5 and "5" alike.
    if len({str(choice.value) for choice in rule.choices}) < len(rule.choices):
        raise row.fail("choices", "each value once")
    try:
        rule.choice(rule.default)
    except UnknownOption:
        raise row.fail("default", "the value of one of its choices") from None


def _choice(data: Data, sets: str | None) -> Choice:
    value = data["value"]
    changes = {sets: value, **data["changes"]} if sets else data["changes"]
    return Choice(value, data["label"], changes)


def unanswered(rows: Sequence[Data], variant: Data, file: str = "ruleset") -> list[Data]:
    """The rows of house rules that the values of a variant leave to the players.

    Where the default would override a value of the variant, the first choice with that value is
    the new default. Without such a choice the rule is removed, with those that need it. Raises
    RulesetError with both places if the variant wrote the rule itself.
    """
    rules = [read_house_rule(Section(row, file, f"house_rules[{n}]")) for n, row in enumerate(rows)]
    own = {row["key"] for row in variant.get("house_rules", ())}
    defaults: dict[str, Value] = {}
    for rule in sorted(rules, key=lambda rule: _depth(rule, rules)):
        gone = rule.needs in {other.key for other in rules} - defaults.keys()
        is_asked = not gone and rule.means_something(defaults)
        path = _overridden(variant, rule.choice(rule.default)) if is_asked else None
        if path and rule.key in own:
            raise RulesetError(file, path, _BY_DEFAULT, rule=rule.key)
        fitting = [choice.value for choice in rule.choices if not _overridden(variant, choice)]
        if path and fitting:
            defaults[rule.key] = fitting[0]
        elif not path and not gone:
            defaults[rule.key] = rule.default
    return [{**row, "default": defaults[row["key"]]} for row in rows if row["key"] in defaults]


def check_defaults(data: Data, file: str) -> None:
    """Check that no default overrides a value of the file. Raises RulesetError with both places."""
    unanswered(data.get("house_rules", []), data, file)


def _depth(rule: HouseRule, rules: Sequence[HouseRule], most: int = 30) -> int:
    """How many house rules must be answered before this one."""
    needed = next((other for other in rules if other.key == rule.needs), None)
    return 1 + _depth(needed, rules, most - 1) if needed and most else 0


def _overridden(variant: Data, choice: Choice) -> str | None:
    """The first path at which this choice sets another value than the variant."""
    changed = (path for path in choice.changes if path.partition(".")[0] not in _FIXED)
    return next((p for p in changed if not _agrees(variant, p, choice.changes[p])), None)


def _agrees(variant: Data, path: str, value: object) -> bool:
    """Whether the variant has no other value here; a choice sets a table as a whole."""
    mine = value_at(variant, path)
    if not isinstance(mine, Mapping) or not isinstance(value, Mapping):
        return mine is None or mine == value
    usual = _defaults_of(path)
    return all(mine[name] == value.get(name, usual.get(name)) for name in mine)


def _defaults_of(table: str) -> dict[str, object]:
    """The values of the keys that are missing in this table; none for an unknown table."""
    try:
        kind = key_at(table).kind
    except KeyError:
        return {}
    return {key.name: key.default for key in getattr(kind, "keys", ())}


def check_needs(rules: Sequence[HouseRule], file: str) -> None:
    """Check that keys are unique and needed rules exist. Raises RulesetError naming `file`."""
    by_key = {rule.key: rule for rule in rules}
    keys = [rule.key for rule in rules]
    for rule in rules:
        place = f"house_rules.{rule.key}"
        if keys.count(rule.key) > 1:
            raise RulesetError(file, place, "each house rule once")
        if rule.needs is None:
            continue
        if rule.needs not in by_key:
            raise RulesetError(file, f"{place}.needs", "another house rule's key")
        known = by_key[rule.needs].choices
        if not all(any(c.has_value(value) for c in known) for value in rule.needs_choices):
            raise RulesetError(file, f"{place}.needs_choice", f"a choice of {rule.needs}")


def _refuse_unknown(options: Mapping[str, object], known: set[str]) -> None:
    for key in options:
        if key not in known:
            raise UnknownOption(key, "one of " + ", ".join(sorted(known)))


def apply_choice(data: dict[str, Any], rule: HouseRule, choice: Choice, file: str) -> None:
    """Set the values of this choice in the data. Raises RulesetError for an unknown path."""
    for path, value in choice.changes.items():
        *parents, last = path.split(".")
        place: Any = data
        for parent in parents:
            place = place.get(parent) if isinstance(place, dict) else None
        if not isinstance(place, dict) or last not in place:
            raise RulesetError(file, path, f"a key that house rule {rule.key} can set")
        place[last] = copy.deepcopy(value)

"""House rules: options that the players may switch before the first deal."""

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.rules.reading import Data, RulesetError, Section

Value = str | int | bool


class UnknownOption(ValueError):
    """An option the game does not have, or a choice the option does not offer."""

    def __init__(self, key: str, expected: str) -> None:
        super().__init__(f"options.{key}: expected {expected}")
        self.key, self.expected = key, expected


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to play a house rule; `gives` is what stands in the ruleset when it is chosen."""

    value: Value
    label: str
    gives: Any


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A question the players answer before the first deal.

    `sets` is the dotted path of the ruleset key that the choice replaces; a choice that gives
    nothing leaves the key as the game has it. `why` tells why it matters.
    """

    key: str
    sets: str
    default: Value
    question: str
    why: str
    choices: tuple[Choice, ...]

    def choice(self, value: object) -> Choice:
        """The choice with this value. Raises UnknownOption when there is none."""
        for choice in self.choices:
            if choice.value == value and type(choice.value) is type(value):
                return choice
        raise UnknownOption(self.key, "one of " + ", ".join(_spell(c.value) for c in self.choices))


def apply_house_rules(
    data: Data, options: Mapping[str, object], file: str = "ruleset"
) -> dict[str, Any]:
    """The ruleset's data with these options applied and written down under `options`.

    `options` may leave house rules out: those keep their default.
    Raises UnknownOption, or RulesetError naming `file`.
    """
    resolved = copy.deepcopy(dict(data))
    rules = [read_house_rule(row) for row in Section(data, file).sections("house_rules")]
    _refuse_unknown(options, {rule.key for rule in rules})
    chosen = {rule.key: rule.choice(options.get(rule.key, rule.default)) for rule in rules}
    for rule in rules:
        _replace(resolved, rule, chosen[rule.key].gives, file)
    return resolved | {"options": {key: choice.value for key, choice in chosen.items()}}


def read_house_rule(row: Section) -> HouseRule:
    """Read one `[[house_rules]]` table. Raises RulesetError."""
    rule = HouseRule(
        key=row.text("key"),
        sets=row.text("sets"),
        default=row.value("default"),
        question=row.text("question"),
        why=row.text("why"),
        choices=tuple(_choice(choice) for choice in row.sections("choices", least=2)),
    )
    row.finish()
    try:
        rule.choice(rule.default)
    except UnknownOption:
        raise row.fail("default", "the value of one of its choices") from None
    return rule


def _choice(row: Section) -> Choice:
    value = row.value("value")
    gives = row.anything("gives") if row.has("gives") else value
    choice = Choice(value, row.text("label"), gives)
    row.finish()
    return choice


def _refuse_unknown(options: Mapping[str, object], known: set[str]) -> None:
    for key in options:
        if key not in known:
            raise UnknownOption(key, "one of " + ", ".join(sorted(known)))


def _replace(data: dict[str, Any], rule: HouseRule, value: object, file: str) -> None:
    *parents, last = rule.sets.split(".")
    place: Any = data
    for parent in parents:
        place = place.get(parent) if isinstance(place, dict) else None
    if not isinstance(place, dict) or last not in place:
        raise RulesetError(file, rule.sets, f"a key that house rule {rule.key} can set")
    place[last] = value


def _spell(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)

"""House rules: the questions of a game, their choices, and the choices made."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Value = str | int | bool


class UnknownOption(ValueError):
    """An option the game does not have, or a choice the option does not offer."""

    def __init__(self, key: str, expected: str) -> None:
        super().__init__(f"options.{key}: expected {expected}")
        self.key, self.expected = key, expected


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to play a house rule; `changes` is what it puts into the ruleset, by dotted path."""

    value: Value
    label: str
    changes: Mapping[str, Any]

    def has_value(self, value: object) -> bool:
        """Whether this is the choice with this value; a yes is not a one."""
        return self.value == value and type(self.value) is type(value)


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A question the players answer before the first deal.

    A choice replaces the ruleset keys that it `changes`. `needs` names a house rule without whose
    choice `needs_choice` (true unless said) this one means nothing. `why` tells why it matters.
    """

    key: str
    default: Value
    question: str
    why: str
    choices: tuple[Choice, ...]
    needs: str | None = None
    needs_choice: Value = True

    def choice(self, value: object) -> Choice:
        """The choice with this value. Raises UnknownOption when there is none."""
        for choice in self.choices:
            if choice.has_value(value):
                return choice
        raise UnknownOption(self.key, "one of " + ", ".join(_spell(c.value) for c in self.choices))

    def chosen(self, options: Mapping[str, Value]) -> Choice:
        """The choice made in these options, or the default. Raises UnknownOption."""
        return self.choice(options.get(self.key, self.default))

    def means_something(self, options: Mapping[str, Value]) -> bool:
        """Whether this rule matters beside the choices made for the others."""
        if self.needs is None:
            return True
        needed = options.get(self.needs)
        return needed == self.needs_choice and type(needed) is type(self.needs_choice)


@dataclass(frozen=True, slots=True)
class Switched:
    """A house rule that was played one way and is now played another."""

    rule: HouseRule
    was: Choice
    now: Choice


def switched(
    rules: Sequence[HouseRule], before: Mapping[str, Value], after: Mapping[str, Value]
) -> list[Switched]:
    """The house rules chosen otherwise, but for those that mean nothing before or after."""
    pairs = ((rule, rule.chosen(before), rule.chosen(after)) for rule in rules)
    return [
        Switched(rule, was, now)
        for rule, was, now in pairs
        if was is not now and (rule.means_something(before) or rule.means_something(after))
    ]


def _spell(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)

"""House rules: the questions of a game, their choices, and the choices made."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Value = str | int | bool


class UnknownOption(ValueError):
    """An unknown option, or a choice that the option does not have."""

    def __init__(self, key: str, expected: str) -> None:
        super().__init__(f"options.{key}: expected {expected}")
        self.key, self.expected = key, expected


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer to a house rule; `changes` are its values in the ruleset, by dotted path.

    One that is not `is_offered` applies only where it was chosen before.
    """

    value: Value
    label: str
    changes: Mapping[str, Any]
    is_offered: bool = True

    def has_value(self, value: object) -> bool:
        """Whether this is the choice with this value; True is not 1."""
        return self.value == value and type(self.value) is type(value)


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A question that is answered before the first deal.

    A choice replaces the ruleset keys in its `changes`. `needs` names another house rule: without
    one of its choices `needs_choices` this one is irrelevant. `why` says why it matters. A rule
    that is `asked_first` decides which game is played: a new game asks it beside the players.
    """

    key: str
    default: Value
    question: str
    why: str
    choices: tuple[Choice, ...]
    needs: str | None = None
    needs_choices: tuple[Value, ...] = (True,)
    asked_first: bool = False

    @property
    def offered(self) -> tuple[Choice, ...]:
        """The choices for a new answer."""
        return tuple(choice for choice in self.choices if choice.is_offered)

    def choice(self, value: object) -> Choice:
        """The choice with this value. Raises UnknownOption if there is none."""
        for choice in self.choices:
            if choice.has_value(value):
                return choice
        raise UnknownOption(self.key, "one of " + ", ".join(_spell(c.value) for c in self.choices))

    def spelled(self, said: str | None) -> Choice | None:
        """The choice whose value is written like this in a form or an address."""
        return next((choice for choice in self.choices if str(choice.value) == said), None)

    def chosen(self, options: Mapping[str, Value]) -> Choice:
        """The choice made in these options, or the default. Raises UnknownOption."""
        return self.choice(options.get(self.key, self.default))

    def means_something(self, options: Mapping[str, Value]) -> bool:
        """Whether this rule is relevant with the choices of the others."""
        if self.needs is None:
            return True
        needed = options.get(self.needs)
        return any(needed == c and type(needed) is type(c) for c in self.needs_choices)


def read_options(rules: Iterable[HouseRule], said: Mapping[str, str]) -> dict[str, Value]:
    """The choices in a form or an address, without those that these rules do not have."""
    chosen = {rule.key: rule.spelled(said.get(rule.key)) for rule in rules}
    return {key: choice.value for key, choice in chosen.items() if choice}


@dataclass(frozen=True, slots=True)
class Switched:
    """A house rule whose choice has changed."""

    rule: HouseRule
    before: Choice
    after: Choice


def switched(
    rules: Sequence[HouseRule], before: Mapping[str, Value], after: Mapping[str, Value]
) -> list[Switched]:
    """The changed house rules, except those that are irrelevant before or after."""
    pairs = ((rule, rule.chosen(before), rule.chosen(after)) for rule in rules)
    return [
        Switched(rule, old, new)
        for rule, old, new in pairs
        if old is not new and (rule.means_something(before) or rule.means_something(after))
    ]


def _spell(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)

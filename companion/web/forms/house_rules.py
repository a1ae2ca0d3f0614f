"""The form of house rules, for a new game and for later changes."""

from collections.abc import Mapping
from typing import Any, TypeVar

from flask_babel import gettext
from wtforms import SelectChoice

from companion.rules.model.house_rules import HouseRule, Value
from companion.rules.model.ruleset import Ruleset
from companion.web.forms.fields import ChoiceField, PageForm

F = TypeVar("F", bound="HouseRulesForm")


class HouseRulesForm(PageForm):
    """A choice for each house rule of `ruleset`."""

    ruleset: Ruleset

    def options(self) -> dict[str, Value]:
        """The choices, by house rule."""
        return {rule.key: _chosen(rule, field.data) for rule, field in self.rule_fields()}

    def rule_fields(self) -> list[tuple[HouseRule, ChoiceField]]:
        """Each house rule with its field."""
        return [(rule, self[f"option_{rule.key}"]) for rule in self.ruleset.house_rules]


def with_house_rules(form: type[F], ruleset: Ruleset, options: Mapping[str, Value]) -> type[F]:
    """A form with a field for each house rule, preselected by `options` or defaults."""
    fields: dict[str, Any] = {
        f"option_{rule.key}": _radio(rule, options.get(rule.key, rule.default))
        for rule in ruleset.house_rules
    }
    return type("WithHouseRules", (form,), fields | {"ruleset": ruleset})


def _radio(rule: HouseRule, chosen: Value) -> ChoiceField:
    choices = [SelectChoice(str(c.value), gettext(c.label)) for c in rule.choices]
    return ChoiceField(gettext(rule.question), choices=choices, default=str(chosen))


def _chosen(rule: HouseRule, spelled: str | None) -> Value:
    return next(choice.value for choice in rule.choices if str(choice.value) == spelled)

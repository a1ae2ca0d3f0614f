"""The form of house rules, for a new game and for later changes."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from wtforms import SelectChoice

from companion.rules.model.house_rules import HouseRule, Value
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.rulings import TELLS_GO_DOWN
from companion.web.forms.fields import ChoiceField, PageForm
from companion.web.words.text import own_words

F = TypeVar("F", bound="HouseRulesForm")


RuleFields = list[tuple[HouseRule, ChoiceField]]


class HouseRulesForm(PageForm):
    """A choice for each house rule of `ruleset`."""

    ruleset: Ruleset

    def options(self) -> dict[str, Value]:
        """The choices, by house rule."""
        asked = {rule.key: _chosen(rule, field.data) for rule, field in self.rule_fields()}
        return asked | self._decided()

    def _decided(self) -> dict[str, Value]:
        """The rulings about melds; a page without these questions leaves them unchanged."""
        fields = [*self.ruling_fields(), *self.referee_fields()]
        made = ((rule, _chosen(rule, field.data)) for rule, field in fields)
        return {rule.key: value for rule, value in made if value != rule.default}

    def every_field(self) -> RuleFields:
        """The fields of all kinds."""
        return [*self.rule_fields(), *self.ruling_fields(), *self.referee_fields()]

    def rule_fields(self) -> RuleFields:
        """Each house rule with its field."""
        return self._fields_of(self.ruleset.house_rules)

    def ruling_fields(self) -> RuleFields:
        """The same for rulings about melds."""
        return self._fields_of(self.ruleset.rulings)

    def referee_fields(self) -> RuleFields:
        """The same for the help of the referee during a game; none without cards."""
        return self._fields_of([] if self.ruleset.scoring.only_points else [TELLS_GO_DOWN])

    def _fields_of(self, rules: Iterable[HouseRule]) -> RuleFields:
        return [(rule, self[f"option_{rule.key}"]) for rule in rules]


def with_house_rules(form: type[F], ruleset: Ruleset, options: Mapping[str, Value]) -> type[F]:
    """A form with a field for each house rule, preselected by `options` or defaults."""
    fields: dict[str, Any] = {
        f"option_{rule.key}": _radio(rule, options.get(rule.key, rule.default))
        for rule in ruleset.every_house_rule
    }
    return type("WithHouseRules", (form,), fields | {"ruleset": ruleset})


def _radio(rule: HouseRule, chosen: Value) -> ChoiceField:
    offered = (c for c in rule.choices if c.is_offered or c.has_value(chosen))
    choices = [SelectChoice(str(c.value), own_words(c.label)) for c in offered]
    return ChoiceField(own_words(rule.question), choices=choices, default=str(chosen))


def _chosen(rule: HouseRule, spelled: str | None) -> Value:
    """The choice; the default for an invalid one, which has an error."""
    choice = rule.spelled(spelled)
    return choice.value if choice else rule.default

"""The form of a new game, and the line of players that it builds up."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from flask_babel import gettext
from wtforms import StringField
from wtforms.validators import ValidationError

from companion.rules.names import folded
from companion.rules.rulesets import Ruleset
from companion.web.fields import (
    NAME_LENGTH,
    TITLE_LENGTH,
    RowsField,
    check_text,
    tidy_name,
    whole_number,
)
from companion.web.house_rules_form import HouseRulesForm, with_house_rules

_ROWS = 4


def _fits_the_sheet(_: object, field: StringField) -> None:
    check_text(tidy_name(field.data), TITLE_LENGTH)


class NewGameForm(HouseRulesForm):
    """Names in seat order, the row of who deals first, a title, a choice for each house rule."""

    names = RowsField(StringField())
    dealer = StringField()
    title = StringField(validators=[_fits_the_sheet])

    def validate(self, extra_validators: Mapping[str, Any] | None = None) -> bool:
        """Whether the game can start; each error stands at its field."""
        fits = super().validate(extra_validators)
        return _check_names(self.names, self.ruleset) and fits

    @property
    def has_wrong_rule_or_title(self) -> bool:
        """Whether something is wrong in the part of the page that is folded away."""
        return bool(self.title.errors or any(field.errors for _, field in self.rule_fields()))


def new_game_form(ruleset: Ruleset, data: Mapping[str, Any] | None = None) -> NewGameForm:
    """The form for one game; `data` fills it instead of what was sent."""
    form_class = with_house_rules(NewGameForm, ruleset, (data or {}).get("options", {}))
    form = form_class(formdata=None, data=data) if data is not None else form_class()
    while len(form.names) < min(_ROWS, ruleset.most_players):
        form.names.append_entry("")
    return form


@dataclass(frozen=True, slots=True)
class Lineup:
    """The names as typed, in seat order, and the row of who deals first."""

    names: tuple[str, ...]
    dealer: int

    @classmethod
    def of(cls, form: NewGameForm) -> Self:
        """The line-up that the form holds now."""
        names = tuple(tidy_name(field.data) for field in form.names)
        dealer = whole_number(form.dealer.data) or 0
        return cls(names, dealer if dealer < len(names) else 0)

    def after(self, step: str) -> Self:
        """The line-up after a step: `more`, `add:<name>`, `up:<row>` or `drop:<row>`."""
        what, _, which = step.partition(":")
        row = whole_number(which)
        match what:
            case "more":
                return replace(self, names=(*self.names, ""))
            case "add":
                return self._with(which)
            case "up" if row is not None and 0 < row < len(self.names):
                return self._swapped(row)
            case "drop" if row is not None and row < len(self.names):
                return self._without(row)
        return self

    def seated(self) -> Self:
        """Only the rows that hold a name."""
        rows = [row for row, name in enumerate(self.names) if name]
        dealer = rows.index(self.dealer) if self.dealer in rows else 0
        return replace(self, names=tuple(self.names[row] for row in rows), dealer=dealer)

    def typed(self, form: NewGameForm) -> dict[str, Any]:
        """The form's data with this line-up in it."""
        rules = {rule.key: field.data for rule, field in form.rule_fields()}
        data = {f"option_{key}": value for key, value in rules.items()}
        return data | {
            "names": list(self.names),
            "dealer": str(self.dealer),
            "title": form.title.data,
        }

    def _with(self, name: str) -> Self:
        row = self.names.index("") if "" in self.names else len(self.names)
        return replace(self, names=(*self.names[:row], tidy_name(name), *self.names[row + 1 :]))

    def _swapped(self, row: int) -> Self:
        names = list(self.names)
        names[row - 1], names[row] = names[row], names[row - 1]
        moved = {row: row - 1, row - 1: row}
        return replace(self, names=tuple(names), dealer=moved.get(self.dealer, self.dealer))

    def _without(self, row: int) -> Self:
        names = (*self.names[:row], *self.names[row + 1 :])
        dealer = self.dealer - 1 if self.dealer > row else self.dealer
        return replace(self, names=names, dealer=max(0, min(dealer, len(names) - 1)))


def _check_names(fields: RowsField, ruleset: Ruleset) -> bool:
    """Put an error at each name that cannot be kept, and at the list if the number is wrong."""
    seen: set[str] = set()
    for field in fields:
        _check_one(field, seen)
    count = len([field for field in fields if tidy_name(field.data)])
    if count < ruleset.least_players:
        blank = next(field for field in fields if not tidy_name(field.data))
        blank.errors = [_too_few(ruleset)]
    elif count > ruleset.most_players:
        fields[-1].errors = [*fields[-1].errors, _too_many(ruleset, count)]
    return not any(field.errors for field in fields)


def _check_one(field: Any, seen: set[str]) -> None:  # noqa: ANN401 - an entry of a FieldList
    name = tidy_name(field.data)
    try:
        check_text(name, NAME_LENGTH)
    except ValidationError as error:
        field.errors = [str(error)]
    if name and folded(name) in seen:
        field.errors = [gettext("Two players have this name. Add an initial to one of them.")]
    seen.add(folded(name))


def _too_few(ruleset: Ruleset) -> str:
    sentence: str = gettext(
        "%(game)s needs %(least)s players or more. Type another name here.",
        game=gettext(ruleset.name),
        least=ruleset.least_players,
    )
    return sentence


def _too_many(ruleset: Ruleset, count: int) -> str:
    sentence: str = gettext(
        "%(game)s is for %(most)s players at most, and these are %(count)s. Take some out.",
        game=gettext(ruleset.name),
        most=ruleset.most_players,
        count=count,
    )
    return sentence

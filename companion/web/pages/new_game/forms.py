"""The form of a new game with its list of players."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from flask_babel import gettext
from wtforms import StringField
from wtforms.validators import ValidationError

from companion.rules.model.names import folded, tidy_name
from companion.rules.model.ruleset import Ruleset
from companion.web.forms.fields import (
    NAME_LENGTH,
    TITLE_LENGTH,
    RowsField,
    TextField,
    check_text,
    whole_number,
)
from companion.web.forms.house_rules import HouseRulesForm, with_house_rules
from companion.web.words.text import own_words

_ROWS, _SIDES = 4, 2
_A_NAME = {"maxlength": 200, "dir": "auto", "autocapitalize": "words", "spellcheck": "false"}


class NewGameForm(HouseRulesForm):
    """Names in seat order, the row of the first dealer, a title, and the house rules.

    Where a seat is a side of two, `partners` are their partners, by row.
    """

    names = RowsField(StringField(render_kw=_A_NAME))
    partners = RowsField(StringField(render_kw=_A_NAME))
    dealer = StringField()
    title = TextField(TITLE_LENGTH)

    def validate(self, extra_validators: Mapping[str, Any] | None = None) -> bool:
        """Whether the game can start; each error is at its field."""
        fits = super().validate(extra_validators)
        return _check_names(self.names, self.seated, self.ruleset) and fits

    @property
    def seated(self) -> list[str]:
        """The name of each row, with that of the partner: Ann & Bo."""
        names = [tidy_name(field.data) for field in self.names]
        partners = [tidy_name(field.data) for field in self.partners]
        return [*map(_side, names, [*partners, *[""] * (len(names) - len(partners))])]

    @property
    def has_wrong_rule_or_title(self) -> bool:
        """Whether there is an error in the folded part of the page."""
        return bool(self.title.errors or any(field.errors for _, field in self.every_field()))


def new_game_form(ruleset: Ruleset, data: Mapping[str, Any] | None = None) -> NewGameForm:
    """The form for one game; `data` replaces the submitted data."""
    form_class = with_house_rules(NewGameForm, ruleset, (data or {}).get("options", {}))
    form = form_class(formdata=None, data=data) if data is not None else form_class()
    while len(form.names) < max(min(_rows(ruleset), ruleset.most_players), ruleset.least_players):
        form.names.append_entry("")
    while ruleset.partners and len(form.partners) < len(form.names):
        form.partners.append_entry("")
    return form


def _rows(ruleset: Ruleset) -> int:
    return _SIDES if ruleset.partners else _ROWS


def _side(name: str, partner: str) -> str:
    """The name of a side of one or two."""
    if not (name and partner):
        return name or partner
    return str(gettext("%(name)s & %(partner)s", name=name, partner=partner))


def _check_names(fields: RowsField, names: Sequence[str], ruleset: Ruleset) -> bool:
    """Add an error to each invalid name, and to the list if the number is wrong."""
    seen: set[str] = set()
    for field, name in zip(fields, names, strict=True):
        _check_one(field, name, seen, ruleset)
    count = len([name for name in names if name])
    if count < ruleset.least_players:
        blank = fields[names.index("") if "" in names else -1]
        blank.errors = [_too_few(ruleset)]
    elif count > ruleset.most_players:
        fields[-1].errors = [*fields[-1].errors, _too_many(ruleset, count)]
    return not any(field.errors for field in fields)


def _check_one(field: Any, name: str, seen: set[str], ruleset: Ruleset) -> None:  # noqa: ANN401 - an entry of a list
    try:
        check_text(name, NAME_LENGTH)
    except ValidationError as error:
        field.errors = [str(error)]
    if name and folded(name) in seen:
        field.errors = [_twice(ruleset)]
    seen.add(folded(name))


def _twice(ruleset: Ruleset) -> str:
    if ruleset.partners:
        return str(gettext("Two sides have this name. Add an initial to one of them."))
    return str(gettext("Two players have this name. Add an initial to one of them."))


def _too_few(ruleset: Ruleset) -> str:
    figures = {"game": own_words(ruleset.name), "least": ruleset.least_players}
    if ruleset.partners:
        return str(
            gettext("%(game)s needs at least %(least)s sides. Enter a name here.", **figures)
        )
    sentence: str = gettext(
        "%(game)s needs at least %(least)s players. Enter a name here.", **figures
    )
    return sentence


def _too_many(ruleset: Ruleset, count: int) -> str:
    sentence: str = gettext(
        "%(game)s is for up to %(most)s players, and there are %(count)s here. Remove some.",
        game=own_words(ruleset.name),
        most=ruleset.most_players,
        count=count,
    )
    return sentence


@dataclass(frozen=True, slots=True)
class TypedSeats:
    """The typed names in seat order, and the row of the first dealer."""

    names: tuple[str, ...]
    dealer: int

    @classmethod
    def of(cls, form: NewGameForm) -> Self:
        """The seats of a form."""
        names = tuple(form.seated)
        dealer = whole_number(form.dealer.data) or 0
        return cls(names, dealer if dealer < len(names) else 0)

    def after(self, step: str) -> Self:
        """The seats after a step: `more`, `add:<name>`, `up:<row>` or `drop:<row>`."""
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
        """Only the rows with a name."""
        rows = [row for row, name in enumerate(self.names) if name]
        dealer = rows.index(self.dealer) if self.dealer in rows else 0
        return replace(self, names=tuple(self.names[row] for row in rows), dealer=dealer)

    def typed(self, form: NewGameForm) -> dict[str, Any]:
        """The form data of these seats."""
        rules = {rule.key: field.data for rule, field in form.every_field()}
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

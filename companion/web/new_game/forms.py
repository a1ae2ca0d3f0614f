"""The form of a new game with its list of players."""

from collections.abc import Mapping
from typing import Any

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
)
from companion.web.forms.house_rules import HouseRulesForm, with_house_rules
from companion.web.words.text import own_words

_ROWS = 4
_A_NAME = {"maxlength": 200, "dir": "auto", "autocapitalize": "words", "spellcheck": "false"}


class NewGameForm(HouseRulesForm):
    """Names in seat order, the row of the first dealer, a title, and the house rules."""

    names = RowsField(StringField(render_kw=_A_NAME))
    dealer = StringField()
    title = TextField(TITLE_LENGTH)

    def validate(self, extra_validators: Mapping[str, Any] | None = None) -> bool:
        """Whether the game can start; each error is at its field."""
        fits = super().validate(extra_validators)
        return _check_names(self.names, self.ruleset) and fits

    @property
    def has_wrong_rule_or_title(self) -> bool:
        """Whether there is an error in the folded part of the page."""
        return bool(self.title.errors or any(field.errors for _, field in self.every_field()))


def new_game_form(ruleset: Ruleset, data: Mapping[str, Any] | None = None) -> NewGameForm:
    """The form for one game; `data` replaces the submitted data."""
    form_class = with_house_rules(NewGameForm, ruleset, (data or {}).get("options", {}))
    form = form_class(formdata=None, data=data) if data is not None else form_class()
    while len(form.names) < max(min(_ROWS, ruleset.most_players), ruleset.least_players):
        form.names.append_entry("")
    return form


def _check_names(fields: RowsField, ruleset: Ruleset) -> bool:
    """Add an error to each invalid name, and to the list if the number is wrong."""
    seen: set[str] = set()
    for field in fields:
        _check_one(field, seen)
    count = len([field for field in fields if tidy_name(field.data)])
    if count < ruleset.least_players:
        blank = next((field for field in fields if not tidy_name(field.data)), fields[-1])
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
        "%(game)s needs at least %(least)s players. Enter a name here.",
        game=own_words(ruleset.name),
        least=ruleset.least_players,
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

"""The form of a new game with its list of players."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from flask_babel import gettext
from wtforms import StringField
from wtforms.validators import ValidationError

from companion.rules.model.names import folded, people_of, tidy_name
from companion.rules.model.ruleset import Ruleset
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.ruleset import read_ruleset
from companion.rules.reading.sections import Data, RulesetError
from companion.sentences import REFUSALS
from companion.web.forms.fields import (
    NAME_LENGTH,
    TITLE_LENGTH,
    RowsField,
    TextField,
    check_text,
    whole_number,
)
from companion.web.forms.house_rules import HouseRulesForm, with_house_rules
from companion.web.words.text import own_words, say

_ROWS, _SIDES = 4, 2
_AND = " & "
_A_NAME = {"maxlength": 200, "dir": "auto", "autocapitalize": "words", "spellcheck": "false"}


class NewGameForm(HouseRulesForm):
    """Names in seat order, the row of the first dealer, a title, and the house rules.

    `played` are the rules with the chosen house rules. Where a seat is a side of two by them,
    `partners` are their partners, by row.
    """

    names = RowsField(StringField(render_kw=_A_NAME))
    partners = RowsField(StringField(render_kw=_A_NAME))
    dealer = StringField()
    title = TextField(TITLE_LENGTH)
    played: Ruleset

    def validate(self, extra_validators: Mapping[str, Any] | None = None) -> bool:
        """Whether the game can start; each error is at its field."""
        fits = super().validate(extra_validators)
        return _check_names(self) and fits

    @property
    def lines(self) -> list[tuple[Any, Any]]:
        """The field of each name, and that of the partner: None unless there is, or was, one."""
        partners = [*self.partners, *[None] * len(self.names)]
        is_side = self.played.partners
        return [
            (name, partner if partner and (is_side or tidy_name(partner.data)) else None)
            for name, partner in zip(self.names, partners, strict=False)
        ]

    def part_sides(self) -> None:
        """Move the partner of each side, as in the names of an earlier game, to its own field."""
        for name, partner in self.lines:
            if partner and not partner.data:
                name.data, partner.data = _apart(name.data)

    def refuse_leftovers(self) -> bool:
        """Add an error to each name without a place by these house rules; whether there is one."""
        left = [partner for _, partner in self.lines if partner and not self.played.partners]
        for partner in left:
            partner.errors = [_alone()]
        count = len([*filter(None, TypedSeats.of(self).names)])
        is_full = count > self.played.most_players
        if is_full:
            self.names[-1].errors = [*self.names[-1].errors, _too_many(self.played, count)]
        return is_full or bool(left)

    def opens_house_rules(self, unfolded: str) -> bool:
        """Whether one of the folded house rules has an error, or is the `unfolded` one."""
        folded = [one for one in self.every_field() if not one[0].asked_first]
        return any(field.errors or rule.key == unfolded for rule, field in folded)


def new_game_form(
    ruleset: Ruleset, data: Mapping[str, Any] | None = None, rules: Data | None = None
) -> NewGameForm:
    """The form for one game; `data` replaces the submitted data.

    `rules` are the data of the game, without which no house rule changes who can play.
    """
    form_class = with_house_rules(NewGameForm, ruleset, (data or {}).get("options", {}))
    form = form_class(formdata=None, data=data) if data is not None else form_class()
    form.played = played = _by_choices(form, rules) if rules else ruleset
    rows = max(min(_SIDES if played.partners else _ROWS, played.most_players), played.least_players)
    while len(form.names) < rows:
        form.names.append_entry("")
    while played.partners and len(form.partners) < len(form.names):
        form.partners.append_entry("")
    return form


def _by_choices(form: NewGameForm, rules: Data) -> Ruleset:
    """The rules as chosen; those of the game if the choices exclude each other."""
    try:
        return read_ruleset(apply_house_rules(rules, form.options()))
    except RulesetError:
        return form.ruleset


def _side(name: str, partner: str) -> str:
    """The name of a side of one or two, in every language: `people_of` parts it again."""
    return _AND.join(filter(None, (name, partner)))


def _apart(side: str) -> tuple[str, str]:
    name, _and, partner = side.partition(_AND)
    return name, partner


def _check_names(form: NewGameForm) -> bool:
    """Add an error to each invalid name, and to the list if the number is wrong."""
    seen: set[str] = set()
    names, ruleset = TypedSeats.of(form).names, form.played
    for (field, partner), name in zip(form.lines, names, strict=True):
        _check_one(field, partner, name, seen)
    if ruleset.partners:
        _check_people(form)
    count = len([name for name in names if name])
    form.refuse_leftovers()
    if count < ruleset.least_players:
        blank = form.names[names.index("") if "" in names else -1]
        blank.errors = [_too_few(ruleset)]
    return not any(field.errors for line in form.lines for field in line if field)


def _check_people(form: NewGameForm) -> None:
    """Add an error to the first name of each line that occurs before it."""
    seen: set[str] = set()
    for line in form.lines:
        for field in filter(None, line):
            people = people_of(tidy_name(field.data))
            is_again = len(people) > len({*people} - seen)
            seen.update(people)
            if is_again and not any(other.errors for other in line if other):
                field.errors = [str(say(REFUSALS["sits_twice"], {}))]


def _check_one(field: Any, partner: Any, name: str, seen: set[str]) -> None:  # noqa: ANN401 - entries of lists
    try:
        check_text(name, NAME_LENGTH)
    except ValidationError as error:
        wrong = partner if partner and _fits(tidy_name(field.data)) else field
        wrong.errors = [str(error)]
    if name and folded(name) in seen:
        field.errors = [gettext("Two players have this name. Add an initial to one of them.")]
    seen.add(folded(name))


def _fits(name: str) -> bool:
    try:
        check_text(name, NAME_LENGTH)
    except ValidationError:
        return False
    return True


def _alone() -> str:
    sentence: str = gettext(
        "By your house rules everybody plays alone. Move this name to a line of its own."
    )
    return sentence


def _too_few(ruleset: Ruleset) -> str:
    figures = {"game": own_words(ruleset.name), "least": ruleset.least_players}
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


Line = tuple[str, str]  # a name, and that of the partner


@dataclass(frozen=True, slots=True)
class TypedSeats:
    """The typed names in seat order, and the row of the first dealer; a seat may be a side."""

    lines: tuple[Line, ...]
    dealer: int
    are_sides: bool

    @classmethod
    def of(cls, form: NewGameForm) -> Self:
        """The seats of a form."""
        lines = tuple(
            (tidy_name(name.data), tidy_name(partner.data) if partner else "")
            for name, partner in form.lines
        )
        dealer = whole_number(form.dealer.data) or 0
        return cls(lines, dealer if dealer < len(lines) else 0, form.played.partners)

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each row; that of a side is Ann & Bo."""
        return tuple(_side(*line) if self.are_sides else line[0] for line in self.lines)

    @property
    def people(self) -> tuple[str, ...]:
        """The name in each field, blank or not."""
        return tuple(name for line in self.lines for name in line[: 1 + self.are_sides])

    def has_room_for(self, side: str, most: int) -> bool:
        """Whether these two names, if it is two, have a line of their own among `most` lines."""
        if not (self.are_sides and all(_apart(side))):
            return True
        has_line = len(self.lines) < most or ("", "") in self.lines
        return has_line and {*people_of(side)}.isdisjoint(map(folded, self.people))

    def after(self, step: str) -> Self:
        """The seats after a step: `more`, `add:<name>`, `up:<row>`, `drop:<row>`, `rules:<key>`."""
        what, _, which = step.partition(":")
        row = whole_number(which)
        match what:
            case "more":
                return replace(self, lines=(*self.lines, ("", "")))
            case "rules":  # other lines may be usual
                return replace(self, lines=self.lines[: self._used])
            case "add":
                return self._with(tidy_name(which))
            case "up" if row is not None and 0 < row < len(self.lines):
                return self._swapped(row)
            case "drop" if row is not None and row < len(self.lines):
                return self._without(row)
        return self

    @property
    def _used(self) -> int:
        """The number of lines up to the last one with a name."""
        return max((row for row, line in enumerate(self.lines, 1) if any(line)), default=0)

    def seated(self) -> "tuple[tuple[str, ...], int]":
        """The names of the rows with one, and the first dealer among them."""
        rows = [row for row, name in enumerate(self.names) if name]
        dealer = rows.index(self.dealer) if self.dealer in rows else 0
        return tuple(self.names[row] for row in rows), dealer

    def typed(self, form: NewGameForm) -> dict[str, Any]:
        """The form data of these seats."""
        rules = {rule.key: field.data for rule, field in form.every_field()}
        data = {f"option_{key}": value for key, value in rules.items()}
        return data | {
            "names": [name for name, _ in self.lines],
            "partners": [partner for _, partner in self.lines],
            "dealer": str(self.dealer),
            "title": form.title.data,
        }

    def _with(self, name: str) -> Self:
        """With a name in the first free field; a side needs a free line."""
        one, partner = _apart(name) if self.are_sides else (name, "")
        for row, line in enumerate(self.lines):
            if not any(line):
                return self._with_line(row, (one, partner))
            if not partner and "" in line[: 1 + self.are_sides]:
                return self._with_line(row, (line[0] or one, line[1] or one))
        return replace(self, lines=(*self.lines, (one, partner)))

    def _with_line(self, row: int, line: Line) -> Self:
        return replace(self, lines=(*self.lines[:row], line, *self.lines[row + 1 :]))

    def _swapped(self, row: int) -> Self:
        lines = list(self.lines)
        lines[row - 1], lines[row] = lines[row], lines[row - 1]
        moved = {row: row - 1, row - 1: row}
        return replace(self, lines=tuple(lines), dealer=moved.get(self.dealer, self.dealer))

    def _without(self, row: int) -> Self:
        lines = (*self.lines[:row], *self.lines[row + 1 :])
        dealer = self.dealer - 1 if self.dealer > row else self.dealer
        return replace(self, lines=lines, dealer=max(0, min(dealer, len(lines) - 1)))

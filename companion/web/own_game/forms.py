"""The form of an own game: its fields are named like the keys of a ruleset.

So what is wrong with the ruleset is told at the field: `decks[1].jokers` is `decks-1-jokers`.
"""

import re
from collections.abc import Iterator
from typing import Any, cast

from flask_babel import gettext
from flask_babel import lazy_gettext as _
from wtforms import (
    BooleanField,
    Field,
    FieldList,
    FormField,
    SelectChoice,
    SelectMultipleField,
    StringField,
)
from wtforms.form import BaseForm

from companion.records.own_games import Playable
from companion.rules.model.ruleset import Ruleset
from companion.rules.reading.how_to_play import retyped
from companion.rules.reading.keys import ASKED_KEYS, PARTS
from companion.rules.reading.sections import Data, RulesetError
from companion.web.forms.fields import ChoiceField, PageForm, RowsField, tidy_name, typed_number
from companion.web.own_game.contracts import LARGEST, contracts_after, rows_after
from companion.web.own_game.form_parts import (
    ADVANCING,
    DIRECTION,
    MOVING,
    AdjustmentForm,
    DecksForm,
    EndForm,
    HowToPlayForm,
    MovingWildForm,
    PlayersForm,
    are_cards_dealt,
    filled,
    has_melds,
    numbers,
    numbers_in,
    plain,
    prices_form,
    text,
)
from companion.web.own_game.typed_rules import asked_data, asked_fields, own_summary, typed_data

NAME_LENGTH = 40


class OwnGameForm(PageForm):
    """A ruleset as it is typed; numbers are texts until the rules have read them.

    `base` is the game it starts from, `data_of_base` its rules before house rules are chosen.
    """

    name = StringField(validators=[text(blank=_("Give your game a name."), most=NAME_LENGTH)])
    summary = StringField(validators=[text()])
    contracts = RowsField(StringField(validators=[has_melds]))
    advancing = ChoiceField(choices=ADVANCING)
    cards_dealt = StringField(validators=[are_cards_dealt])
    wild = SelectMultipleField()
    end = FormField(EndForm)
    adjustments = RowsField(FormField(AdjustmentForm))
    players = FormField(PlayersForm)
    decks = RowsField(FormField(DecksForm))
    moving = ChoiceField(choices=MOVING)
    moving_wild = FormField(MovingWildForm)
    direction = ChoiceField(choices=DIRECTION)
    only_who_goes_out_lays_down_last = BooleanField()
    how_to_play = FormField(HowToPlayForm)
    base: Ruleset
    data_of_base: Data
    asks_last_round = False  # a step has put another contract last, so its rule may not hold

    @property
    def wrong(self) -> str | None:
        """The place of the first thing on the page that is wrong."""
        wrong = (place for name in _ON_THE_PAGE for place in _wrong_in(self[name]))
        return next(wrong, None)

    def asked(self) -> dict[str, Field]:
        """What the table of rule keys asks, by the question."""
        return {gettext(key.asked): self[key.name] for key in ASKED_KEYS}

    @property
    def has_trouble_in_more(self) -> bool:
        """Whether something is wrong in the part of the page that is folded away."""
        folded = (self.players, self.decks, self.moving, self.moving_wild, *self.asked().values())
        return any(place for field in folded for place in _wrong_in(field))

    def take_step(self, step: str) -> None:
        """One step of filling in the form: a contract changed, a row more."""
        what, _colon, how = step.partition(":")
        if what == "contracts":
            self._move_cards_dealt(how)
            notations = [entry.data or "" for entry in self.contracts]
            changed = contracts_after(notations, how, self._most_dealt())
            self.contracts.process(None, changed)
            if changed[-1:] != notations[-1:]:
                self._ask_about_last_round()
        elif what in {"decks", "adjustments"}:
            self[what].append_entry()

    def _ask_about_last_round(self) -> None:
        """A rule for the last contract goes with it; whether it holds for another is asked."""
        last_round = self.only_who_goes_out_lays_down_last
        self.asks_last_round = last_round.data
        last_round.data = False

    def _most_dealt(self) -> int:
        """The most cards that are dealt, as far as that is typed."""
        rows = [row.form.cards_dealt.data for row in self.decks]
        typed = map(typed_number, [*numbers_in(self.cards_dealt.data), *rows])
        return max((n for n in typed if isinstance(n, int) and n <= LARGEST), default=LARGEST)

    def _move_cards_dealt(self, step: str) -> None:
        """Where each contract has its number of cards dealt, they stay together."""
        dealt = numbers_in(self.cards_dealt.data)
        if self.advancing.data == "round" and 1 < len(dealt) == len(self.contracts):
            self.cards_dealt.data = " ".join(rows_after(dealt, step))

    def edits(self) -> dict[str, Any]:
        """What was typed, by the keys of a ruleset; None takes a key away."""
        typed = self._typed()
        return typed | {"summary": tidy_name(self.summary.data) or own_summary(typed)}

    def _typed(self) -> dict[str, Any]:
        names = ("advancing", "direction", "only_who_goes_out_lays_down_last")
        return {
            **{name: self[name].data for name in names},
            **asked_data(self),
            "name": tidy_name(self.name.data),
            "contracts": [entry.data or "" for entry in self.contracts],
            "cards_dealt": numbers(self.cards_dealt.data),
            "values": filled({price.short_name: price.data for price in self["values"].form}),
            "wild": list(self.wild.data or ()),
            "moving_wild": self._moving_wild(),
            "players": plain(self.players.data),
            "decks": [filled(row.data) for row in filled_rows(self.decks)],
            "end": self._end(),
            "adjustments": [plain(row.data) for row in filled_rows(self.adjustments)] or None,
            "how_to_play": {part: self._told(part) for part in PARTS},
            "melds": None,  # where games that were kept before had such sentences
            "differences": [],
        }

    def show(self, error: RulesetError, sentence: str) -> None:
        """Put the sentence at the field that the error names; at the name if it has none."""
        self.refuse(_field_at(self, re.findall(r"\w+", error.key)) or self.name, sentence)

    def refuse(self, field: Field, sentence: str) -> None:
        """Say at this field, far down as it may be, what is wrong with it."""
        field.errors = [*field.errors, sentence]

    def _told(self, part: str) -> dict[str, Data]:
        """The paragraphs of a part of the rules card, one a line."""
        typed = (self.how_to_play.form[part].data or "").splitlines()
        lines = list(filter(None, map(tidy_name, typed)))
        return retyped(self.data_of_base, part, self.base.how_to_play[part], lines)

    def _moving_wild(self) -> dict[str, Any] | None:
        chosen = self.moving.data
        value = "own" if chosen == "own" else typed_number(self.moving_wild.data["value"])
        return None if chosen == "no" else {"value": value}

    def _end(self) -> dict[str, Any]:
        kept = {"blocked": self.base.end.blocked, "tie_points": self.base.end.tie_points}
        end = plain(self.end.data) | kept
        if end["when"] != "limit_reached":
            del end["limit"]
        return end


_ON_THE_PAGE = (
    "name",
    "summary",
    "contracts",
    "advancing",
    "cards_dealt",
    "values",
    "wild",
    "how_to_play",
    "end",
    "adjustments",
    "players",
    "decks",
    "moving",
    "moving_wild",
    "direction",
    *(key.name for key in ASKED_KEYS),
)


def own_game_form(game: Playable, name: str | None = None, summary: str = "") -> OwnGameForm:
    """The form for a game that starts as this one: filled with it and a name, or as it was sent.

    Its line on what makes it different is not that of the game it starts from.
    """
    base = game.ruleset
    ranks = base.pack.names
    wild = SelectMultipleField(choices=[SelectChoice(rank, rank) for rank in ranks])
    fixed = {"base": base, "data_of_base": game.data}
    fields = {"values": FormField(prices_form(ranks)), "wild": wild, **asked_fields(), **fixed}
    form_class = cast("type[OwnGameForm]", type("TypedGameForm", (OwnGameForm,), fields))
    if name is None:
        return form_class()
    # A joker that no house rule has brought in yet has its price waiting in the data.
    prices_kept = {**game.data["values"], **base.values}
    prices = {f"rank_{rank}": price for rank, price in prices_kept.items()}
    data = typed_data(base) | {"name": name, "summary": summary, "values": prices}
    return form_class(formdata=None, data=data)


def filled_rows(rows: FieldList) -> list[Any]:
    """The rows in which something is typed: as many as the ruleset has."""
    return [row for row in rows if any(row.data.values())]


def _field_at(form: Any, path: list[str]) -> Field | None:  # noqa: ANN401 - a form or a field
    """The field furthest down this path that can show an error."""
    place, found = form, None
    for part in path:
        if isinstance(place, FieldList):
            rows = filled_rows(place) if place.name != "contracts" else list(place)
            place = rows[int(part)] if part.isdecimal() and int(part) < len(rows) else None
        else:
            inside = place.form if isinstance(place, FormField) else place
            fields = inside if isinstance(inside, BaseForm) else ()
            place = next((field for field in fields if field.short_name == part), None)
        if place is None:
            break
        found = place
    return _first_inside(found)


def _first_inside(field: Any) -> Field | None:  # noqa: ANN401
    """Of a row, the first field: a row itself has no place for an error."""
    return next(iter(field.form)) if isinstance(field, FormField) else field


def _wrong_in(field: Any) -> Iterator[str]:  # noqa: ANN401
    """The places of what is wrong in this field, or in any inside it."""
    if isinstance(field, FormField):
        for part in field.form:
            yield from _wrong_in(part)
        return
    if any(isinstance(error, str) for error in field.errors):
        yield field.id
    for row in field if isinstance(field, FieldList) else ():
        yield from _wrong_in(row)

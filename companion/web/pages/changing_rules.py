"""Changes the house rules: at once before a round is written, later as a correction."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, flash, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from wtforms import Field, Form
from wtforms.validators import Optional, StopValidation

from companion.records.log.stored_game import StoredGame
from companion.rules.fold.entries import Hand, RoundDown, RoundHand, RulesChanged
from companion.rules.fold.recounting import points_between, typed_totals
from companion.rules.game import NOTHING_ASKED, Game, Recount
from companion.rules.judging.refusals import Refused
from companion.rules.model.cards import CardValues, CountedPart
from companion.rules.model.house_rules import Switched, switched
from companion.rules.model.state import Deal, OpenRound, ScoredRound, State
from companion.rules.reading.sections import RulesetError
from companion.web.forms.fields import ChoiceField, SumField
from companion.web.forms.hand_form import DOWN_CHOICES
from companion.web.forms.house_rules import HouseRulesForm, with_house_rules
from companion.web.game.gateway import (
    NotWritten,
    command_for_game,
    digest_of_form,
    key_of_form,
    not_written,
    the_game,
    version_seen,
    write,
)
from companion.web.game.page import game_page
from companion.web.guard.rights import scorers_only
from companion.web.view_models.changes import ChangesView, changes_view
from companion.web.words.rulesets import refused_game_words


class WhatTheseCardsCost:
    """The total must be within the range of these cards."""

    def __init__(self, between: tuple[int, int] | None) -> None:
        self.between = between

    def __call__(self, _: Form, field: Field) -> None:
        """Raises StopValidation with the valid range."""
        if self.between is None or field.total is None:
            return
        least, most = self.between
        if not least <= field.total <= most:
            words = gettext(
                "Enter between %(least)s and %(most)s points for these cards.",
                least=least,
                most=most,
            )
            raise StopValidation(words)


class ToldForm(Form):
    """A total for each hand that has no price by the new rules; who was down, if nobody knows."""

    def validate(self, extra_validators: Mapping[str, Any] | None = None) -> bool:
        """Whether all answers are valid; questions that were not asked yet are no error."""
        fits: bool = super().validate(extra_validators)
        open_fields = [field for field in self if not _is_answered(field)]
        for field in open_fields:
            if _was_asked(field) and not field.errors:
                field.errors = [_unanswered(field)]
        return fits and not open_fields


def _is_answered(field: Field) -> bool:
    return field.total is not None if isinstance(field, SumField) else bool(field.data)


def _was_asked(field: Field) -> bool:
    """Whether the page had this question; a choice that is not made sends nothing."""
    return bool(field.raw_data) or (isinstance(field, ChoiceField) and "asked_down" in request.form)


def _unanswered(field: Field) -> str:
    sentence: str = (
        gettext("Enter the points of this hand by the new rules.")
        if isinstance(field, SumField)
        else gettext("Choose one of these.")
    )
    return sentence


@dataclass(frozen=True, slots=True)
class Proposal:
    """The chosen house rules, and what only the table knows; `told` has the answers."""

    stored: StoredGame
    form: HouseRulesForm
    asked: Recount = NOTHING_ASKED
    told: ToldForm | None = None

    @property
    def switched(self) -> list[Switched]:
        """The changes from the current rules."""
        ruleset = self.stored.ruleset
        return switched(ruleset.every_house_rule, ruleset.options, self.form.options())

    @property
    def fields(self) -> list[SumField]:
        """The field of each hand, in order."""
        return [self.told[field_of(hand)] for hand in self.asked.hands] if self.told else []

    @property
    def down_fields(self) -> list[ChoiceField]:
        """The field of each player who may have been down, in order."""
        return [self.told[down_field(*place)] for place in self.asked.down] if self.told else []

    def entry(self) -> RulesChanged:
        """The entry to write."""
        recounted = tuple(
            RoundHand(row.number, row.seat, Hand(points=field.total), row.melded)
            for row, field in zip(self.asked.hands, self.fields, strict=True)
        )
        told_down = tuple(
            RoundDown(*place, down=field.data == "yes")
            for place, field in zip(self.asked.down, self.down_fields, strict=True)
        )
        return RulesChanged(self.form.options(), recounted, told_down)

    def after(self) -> Game:
        """The game by these rules."""
        game = self.stored.game
        return game.after(self.entry().settled(game.ruleset, game.state))


def ticked(stored: StoredGame) -> HouseRulesForm:
    """The chosen house rules, or the current ones."""
    form_class = with_house_rules(HouseRulesForm, stored.ruleset, stored.ruleset.options)
    return form_class()


def with_hands(proposal: Proposal) -> Proposal:
    """The proposal with its hands to ask about. Raises RulesetError for an invalid game."""
    game, options = proposal.stored.game, proposal.form.options()
    asked = game.to_recount(options)
    # As these rules deal: a round moves if an earlier one is void now.
    after = game.with_entries(RulesChanged(options).settled(game.ruleset, game.state)).state
    costs = {field_of(row): WhatTheseCardsCost(_cost_of(row, after)) for row in asked.hands}
    fields: dict[str, Field] = {name: SumField(validators=[cost]) for name, cost in costs.items()}
    down = [down_field(*place) for place in asked.down]
    fields |= {name: ChoiceField(choices=DOWN_CHOICES, validators=[Optional()]) for name in down}
    told = type("ToldHands", (ToldForm,), fields)(request.form) if fields else None
    return Proposal(proposal.stored, proposal.form, asked, told)


def _cost_of(row: RoundHand, state: State) -> tuple[int, int] | None:
    """The range of a hand's total in this state; None if it was not counted."""
    part: CountedPart = "melded" if row.melded else "held"
    return points_between(deal_of(state, row.number).values.of_part(part), row.hand)


def field_of(hand: RoundHand) -> str:
    """The name of a hand's field."""
    return f"round{hand.number}-seat{hand.seat}" + ("-melded" if hand.melded else "")


def down_field(number: int, seat: int) -> str:
    """The name of the field that says whether a player was down."""
    return f"round{number}-seat{seat}-down"


@dataclass(frozen=True, slots=True)
class HandToTell:
    """A hand without a price by the new rules: its player, its round, and its count.

    `values` are the card values of that count; `melded` marks a meld.
    """

    number: int
    name: str
    melded: bool
    hand: Hand
    values: CardValues


@dataclass(frozen=True, slots=True)
class ChangingView:
    """The chosen house rules. A change is a correction once a round `is_written`.

    `hands` need a total; those in `down` an answer whether their player was down. `changes` are
    None before the preview; `typed_totals` are the numbers of rounds with typed totals, which
    remain.
    """

    is_written: bool
    version: int
    hands: tuple[HandToTell, ...]
    down: tuple[HandToTell, ...]
    switched: tuple[Switched, ...]
    changes: ChangesView | None
    typed_totals: tuple[int, ...]


def changing_view(
    game: Game,
    switched: Iterable[Switched],
    asked: Recount = NOTHING_ASKED,
    after: Game | None = None,
) -> ChangingView:
    """The current game with questions to ask; `after` is the game by the chosen rules."""
    state = game.state
    down = (
        RoundHand(number, seat, round_of(state, number).play.hand(seat))
        for number, seat in asked.down
    )
    return ChangingView(
        is_written=bool(state.rounds),
        version=state.version,
        hands=tuple(_to_tell(state, row) for row in asked.hands),
        down=tuple(_to_tell(state, row) for row in down),
        switched=tuple(switched),
        changes=changes_view(game, after) if after else None,
        typed_totals=tuple(typed_totals(state, after.state)) if after else (),
    )


def deal_of(state: State, number: int) -> Deal:
    """The deal of a written or open round."""
    return round_of(state, number).deal


def round_of(state: State, number: int) -> ScoredRound | OpenRound:
    """A written round, or the open one."""
    rounds: list[ScoredRound | OpenRound] = [*state.rounds]
    return [*rounds, *([state.open] if state.open else [])][number - 1]


def _to_tell(state: State, row: RoundHand) -> HandToTell:
    values = deal_of(state, row.number).values
    name = state.name_in(row.seat, row.number)
    return HandToTell(row.number, name, row.melded, row.hand, values)


blueprint = Blueprint("changing_rules", __name__, url_prefix="/g/<token>/rules/change")
_UNPROCESSABLE = 422


@blueprint.get("")
@scorers_only
def page(token: str) -> ResponseReturnValue:
    """The current house rules, to be changed."""
    stored = the_game(token)
    return _page(Proposal(stored, ticked(stored)))


@blueprint.post("")
def change(token: str) -> ResponseReturnValue:
    """Show a preview once a round is written; save it when it is confirmed."""
    stored = the_game(token)
    proposal = Proposal(stored, ticked(stored))
    if not proposal.form.validate():
        return _page(proposal, status=_UNPROCESSABLE)
    try:
        proposal = with_hands(proposal)
    except RulesetError as error:
        return _page(proposal, refused_game_words(error), _UNPROCESSABLE)
    if proposal.told and not proposal.told.validate():
        return _page(proposal, status=_UNPROCESSABLE if proposal.told.errors else 200)
    return _look_or_keep(token, proposal)


def _look_or_keep(token: str, proposal: Proposal) -> ResponseReturnValue:
    state = proposal.stored.state
    if not proposal.switched and version_seen() == state.version:
        return _page(proposal, _nothing_switched(), _UNPROCESSABLE)
    if state.rounds and request.form.get("seen") != _what_was_ticked(proposal):
        return _preview(proposal)
    return _keep(token, proposal)


def _preview(proposal: Proposal) -> ResponseReturnValue:
    try:
        return _page(proposal, after=proposal.after())
    except Refused as refused:
        trouble = not_written(proposal.stored, refused)
        return _page(proposal, trouble.sentence, trouble.status)


def _keep(token: str, proposal: Proposal) -> ResponseReturnValue:
    try:
        written = write(token, command_for_game(proposal.entry()))
    except NotWritten as trouble:
        return _page(proposal, trouble.sentence, trouble.status)
    if written.after.state.rounds:
        flash(gettext("The whole game is now scored by these rules."))
    else:
        flash(gettext("You now play by these rules."))
    return redirect(url_for("rules_card.of_game", token=token), 303)


def _page(
    proposal: Proposal, trouble: str = "", status: int = 200, after: Game | None = None
) -> ResponseReturnValue:
    stored = proposal.stored
    html = game_page(
        "changing_rules/changing_rules.html",
        stored,
        view=changing_view(stored.game, proposal.switched if after else (), proposal.asked, after),
        form=proposal.form,
        fields_to_tell=proposal.fields,
        fields_of_down=proposal.down_fields,
        trouble=trouble,
        seen=_what_was_ticked(proposal) if after else "",
        key=key_of_form(),
    )
    return html, status


def _what_was_ticked(proposal: Proposal) -> str:
    """The submitted choices; a page may omit the usual ones."""
    fields = proposal.form.every_field()
    usual = (field.name for rule, field in fields if field.data == str(rule.default))
    return digest_of_form("seen", *usual)


def _nothing_switched() -> str:
    sentence: str = gettext("You already play by these rules. Choose something else first.")
    return sentence

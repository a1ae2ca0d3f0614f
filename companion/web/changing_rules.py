"""Change the house rules of a game: at once before a round is written, later as a correction."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from wtforms import Field, Form
from wtforms.validators import StopValidation

from companion.records.games import new_key
from companion.records.sitting import Sitting
from companion.rules.cards import CardValues
from companion.rules.changes import Changes, changes_between
from companion.rules.entries import Hand, RoundHand, RulesChanged
from companion.rules.house_rules import Switched, switched
from companion.rules.reading import RulesetError
from companion.rules.retelling import points_between, typed_totals
from companion.rules.state import Deal, State
from companion.web.fields import SumField
from companion.web.games import (
    NotWritten,
    digest_of_form,
    of_the_game,
    the_game,
    version_seen,
    write,
)
from companion.web.hand_words import hand_words
from companion.web.house_rules_form import HouseRulesForm, with_house_rules
from companion.web.rights import scorers_only
from companion.web.ruleset_words import ruleset_error_words

blueprint = Blueprint("changing_rules", __name__, url_prefix="/g/<token>/rules/change")
_UNPROCESSABLE = 422


class WhatTheseCardsCost:
    """What was told lies between the least and the most these cards can cost."""

    def __init__(self, between: tuple[int, int] | None) -> None:
        self.between = between

    def __call__(self, _: Form, field: Field) -> None:
        """Raises StopValidation with what can be told."""
        if self.between is None or field.total is None:
            return
        least, most = self.between
        if not least <= field.total <= most:
            words = gettext(
                "Between %(least)s and %(most)s points for these cards.", least=least, most=most
            )
            raise StopValidation(words)


class ToldForm(Form):
    """What each hand costs that the new rules price apart: a total for each."""

    def validate(self, extra_validators: Mapping[str, Any] | None = None) -> bool:
        """Whether all of them were told; those never asked for are not wrong yet."""
        fits: bool = super().validate(extra_validators)
        for field in self:
            if field.raw_data and not field.errors and field.total is None:
                field.errors = [gettext("Type what this hand costs by the new rules.")]
        return fits and all(field.total is not None for field in self)


@dataclass(frozen=True, slots=True)
class Proposal:
    """House rules as ticked; `hands` have no price by them until `told` says what they cost."""

    sitting: Sitting
    form: HouseRulesForm
    hands: tuple[RoundHand, ...] = ()
    told: ToldForm | None = None

    @property
    def switched(self) -> list[Switched]:
        """What would be played otherwise than now."""
        ruleset = self.sitting.ruleset
        return switched(ruleset.house_rules, ruleset.options, self.form.options())

    @property
    def fields(self) -> list[tuple[RoundHand, SumField]]:
        """Each hand to tell with its field."""
        return [(hand, self.told[_name(hand)]) for hand in self.hands] if self.told else []

    def counted(self, row: RoundHand) -> str:
        """How a hand to tell was counted: 4 × 10 J Q K, 3 × 3 – 9."""
        return hand_words(row.hand, self._deal(row.number).values)

    def can_cost(self, row: RoundHand) -> tuple[int, int] | None:
        """The least and the most a hand to tell can cost by the new rules; None if not counted."""
        return points_between(self._new_values(row.number), row.hand)

    def _new_values(self, number: int) -> CardValues:
        ruleset = self.sitting.so_far.rules_after(RulesChanged(self.form.options()))
        deal = self._deal(number)
        return ruleset.card_values_for(ruleset.dealt(deal.planned, len(deal.players)))

    def _deal(self, number: int) -> Deal:
        state = self.sitting.state
        scored = [scored.deal for scored in state.rounds]
        return [*scored, *([state.open.deal] if state.open else [])][number - 1]

    def entry(self) -> RulesChanged:
        """What the log would say."""
        retold = tuple(
            RoundHand(row.number, row.seat, Hand(points=field.total), row.melded)
            for row, field in self.fields
        )
        return RulesChanged(self.form.options(), retold)

    def after(self) -> State:
        """The game by these rules."""
        return self.sitting.so_far.after(self.entry()).state


@blueprint.get("")
@scorers_only
def page(token: str) -> ResponseReturnValue:
    """The house rules as they are, ready to be ticked otherwise."""
    sitting = the_game(token)
    return _page(Proposal(sitting, _form(sitting)))


@blueprint.post("")
def change(token: str) -> ResponseReturnValue:
    """Once a round is written, first show what changes; what was seen is kept."""
    sitting = the_game(token)
    proposal = Proposal(sitting, _form(sitting))
    if not proposal.form.validate():
        return _page(proposal, status=_UNPROCESSABLE)
    try:
        proposal = _with_hands(proposal)
    except RulesetError as error:
        return _page(proposal, ruleset_error_words(error, with_key=True), _UNPROCESSABLE)
    if proposal.told and not proposal.told.validate():
        return _page(proposal, status=_UNPROCESSABLE if proposal.told.errors else 200)
    if not proposal.switched and version_seen() == sitting.state.version:
        return _page(proposal, _nothing_switched(), _UNPROCESSABLE)
    if sitting.state.rounds and request.form.get("seen") != _what_was_ticked():
        return _page(proposal, after=proposal.after())
    return _keep(token, proposal)


def _keep(token: str, proposal: Proposal) -> ResponseReturnValue:
    try:
        written = write(token, of_the_game(proposal.entry()))
    except NotWritten as trouble:
        return _page(proposal, trouble.sentence, trouble.status)
    if written.after.state.rounds:
        flash(gettext("The whole game is counted by these rules now."))
    else:
        flash(gettext("You play by these rules now."))
    return redirect(url_for("rules_card.of_game", token=token), 303)


def _form(sitting: Sitting) -> HouseRulesForm:
    form_class = with_house_rules(HouseRulesForm, sitting.ruleset, sitting.ruleset.options)
    return form_class()


def _with_hands(proposal: Proposal) -> Proposal:
    """Raises RulesetError where nobody can play by these rules."""
    hands = proposal.sitting.so_far.hands_to_tell(proposal.form.options())
    costs = {_name(hand): WhatTheseCardsCost(proposal.can_cost(hand)) for hand in hands}
    fields = {name: SumField(validators=[cost]) for name, cost in costs.items()}
    told = type("ToldHands", (ToldForm,), fields)(request.form) if hands else None
    return Proposal(proposal.sitting, proposal.form, hands, told)


def _name(hand: RoundHand) -> str:
    return f"round{hand.number}-seat{hand.seat}" + ("-melded" if hand.melded else "")


def _page(
    proposal: Proposal, trouble: str = "", status: int = 200, after: State | None = None
) -> ResponseReturnValue:
    before = proposal.sitting.state
    html = render_template(
        "changing_rules/change.html",
        sitting=proposal.sitting,
        proposal=proposal,
        trouble=trouble,
        changes=_changes(before, after),
        typed_totals=after and typed_totals(before, after),
        seen=_what_was_ticked() if after else "",
        key=request.form.get("key") or new_key(),
    )
    return html, status


def _changes(before: State, after: State | None) -> Changes | None:
    return changes_between(before, after) if after else None


def _what_was_ticked() -> str:
    return digest_of_form("seen")


def _nothing_switched() -> str:
    sentence: str = gettext("These are the rules you play by already. Tick another choice first.")
    return sentence

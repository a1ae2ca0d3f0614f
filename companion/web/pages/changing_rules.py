"""Changes the house rules: at once before a round is written, later as a correction."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, flash, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from wtforms import Field, Form
from wtforms.validators import StopValidation

from companion.records.log.stored_game import StoredGame
from companion.rules.fold.entries import Hand, RoundHand, RulesChanged
from companion.rules.fold.recounting import points_between, typed_totals
from companion.rules.game import Game
from companion.rules.model.cards import CardValues
from companion.rules.model.house_rules import Switched, switched
from companion.rules.model.state import Deal, OpenRound, ScoredRound, State
from companion.rules.reading.sections import RulesetError
from companion.web.forms.fields import SumField
from companion.web.forms.house_rules import HouseRulesForm, with_house_rules
from companion.web.game.gateway import (
    NotWritten,
    command_for_game,
    digest_of_form,
    key_of_form,
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
    """A total for each hand that has no price by the new rules."""

    def validate(self, extra_validators: Mapping[str, Any] | None = None) -> bool:
        """Whether all totals are valid; hands not asked about yet are no error."""
        fits: bool = super().validate(extra_validators)
        for field in self:
            if field.raw_data and not field.errors and field.total is None:
                field.errors = [gettext("Enter the points of this hand by the new rules.")]
        return fits and all(field.total is not None for field in self)


@dataclass(frozen=True, slots=True)
class Proposal:
    """The chosen house rules; `hands` have no price by them until `told` has their totals."""

    stored: StoredGame
    form: HouseRulesForm
    hands: tuple[RoundHand, ...] = ()
    told: ToldForm | None = None

    @property
    def switched(self) -> list[Switched]:
        """The changes from the current rules."""
        ruleset = self.stored.ruleset
        return switched(ruleset.every_house_rule, ruleset.options, self.form.options())

    @property
    def fields(self) -> list[SumField]:
        """The field of each hand, in order."""
        return [self.told[field_of(hand)] for hand in self.hands] if self.told else []

    def can_cost(self, row: RoundHand) -> tuple[int, int] | None:
        """The range of a hand's total by the new rules; None if it was not counted."""
        return points_between(self._new_values(row.number), row.hand)

    def _new_values(self, number: int) -> CardValues:
        ruleset = self.stored.game.rules_after(RulesChanged(self.form.options()))
        row = round_of(self.stored.state, number)
        cards = ruleset.dealt(row.deal.planned, len(row.deal.players))
        return ruleset.card_values_for(cards, row.play.turned_up)

    def entry(self) -> RulesChanged:
        """The entry to write."""
        recounted = tuple(
            RoundHand(row.number, row.seat, Hand(points=field.total), row.melded)
            for row, field in zip(self.hands, self.fields, strict=True)
        )
        return RulesChanged(self.form.options(), recounted)

    def after(self) -> Game:
        """The game by these rules."""
        return self.stored.game.after(self.entry())


def ticked(stored: StoredGame) -> HouseRulesForm:
    """The chosen house rules, or the current ones."""
    form_class = with_house_rules(HouseRulesForm, stored.ruleset, stored.ruleset.options)
    return form_class()


def with_hands(proposal: Proposal) -> Proposal:
    """The proposal with its hands to ask about. Raises RulesetError for an invalid game."""
    hands = proposal.stored.game.hands_to_recount(proposal.form.options())
    costs = {field_of(hand): WhatTheseCardsCost(proposal.can_cost(hand)) for hand in hands}
    fields = {name: SumField(validators=[cost]) for name, cost in costs.items()}
    told = type("ToldHands", (ToldForm,), fields)(request.form) if hands else None
    return Proposal(proposal.stored, proposal.form, hands, told)


def field_of(hand: RoundHand) -> str:
    """The name of a hand's field."""
    return f"round{hand.number}-seat{hand.seat}" + ("-melded" if hand.melded else "")


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

    `changes` are None before the preview; `typed_totals` are the numbers of rounds with typed
    totals, which remain.
    """

    is_written: bool
    version: int
    hands: tuple[HandToTell, ...]
    switched: tuple[Switched, ...]
    changes: ChangesView | None
    typed_totals: tuple[int, ...]


def changing_view(
    game: Game,
    switched: Iterable[Switched],
    hands: Sequence[RoundHand] = (),
    after: Game | None = None,
) -> ChangingView:
    """The current game with `hands` to ask about; `after` is the game by the chosen rules."""
    state = game.state
    return ChangingView(
        is_written=bool(state.rounds),
        version=state.version,
        hands=tuple(_to_tell(state, row) for row in hands),
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
    return HandToTell(row.number, state.names[row.seat], row.melded, row.hand, values)


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
        return _page(proposal, after=proposal.after())
    return _keep(token, proposal)


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
        view=changing_view(stored.game, proposal.switched if after else (), proposal.hands, after),
        form=proposal.form,
        fields_to_tell=proposal.fields,
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

"""House rules as chosen on the page, before they are saved."""

from dataclasses import dataclass

from flask import request

from companion.records.kept_game import KeptGame
from companion.rules.fold.entries import Hand, RoundHand, RulesChanged
from companion.rules.fold.recounting import points_between
from companion.rules.game import Game
from companion.rules.model.cards import CardValues
from companion.rules.model.house_rules import Switched, switched
from companion.web.changing_rules.forms import ToldForm, WhatTheseCardsCost
from companion.web.changing_rules.view import round_of
from companion.web.forms.house_rules import HouseRulesForm, with_house_rules
from companion.web.forms.numbers import SumField


@dataclass(frozen=True, slots=True)
class Proposal:
    """The chosen house rules; `hands` have no price by them until `told` has their totals."""

    kept: KeptGame
    form: HouseRulesForm
    hands: tuple[RoundHand, ...] = ()
    told: ToldForm | None = None

    @property
    def switched(self) -> list[Switched]:
        """The changes from the current rules."""
        ruleset = self.kept.ruleset
        return switched(ruleset.every_house_rule, ruleset.options, self.form.options())

    @property
    def fields(self) -> list[SumField]:
        """The field of each hand, in order."""
        return [self.told[field_of(hand)] for hand in self.hands] if self.told else []

    def can_cost(self, row: RoundHand) -> tuple[int, int] | None:
        """The range of a hand's total by the new rules; None if it was not counted."""
        return points_between(self._new_values(row.number), row.hand)

    def _new_values(self, number: int) -> CardValues:
        ruleset = self.kept.game.rules_after(RulesChanged(self.form.options()))
        row = round_of(self.kept.state, number)
        cards = ruleset.dealt(row.deal.planned, len(row.deal.players))
        return ruleset.card_values_for(cards, row.play.wild)

    def entry(self) -> RulesChanged:
        """The entry to write."""
        recounted = tuple(
            RoundHand(row.number, row.seat, Hand(points=field.total), row.melded)
            for row, field in zip(self.hands, self.fields, strict=True)
        )
        return RulesChanged(self.form.options(), recounted)

    def after(self) -> Game:
        """The game by these rules."""
        return self.kept.game.after(self.entry())


def ticked(kept: KeptGame) -> HouseRulesForm:
    """The chosen house rules, or the current ones."""
    form_class = with_house_rules(HouseRulesForm, kept.ruleset, kept.ruleset.options)
    return form_class()


def with_hands(proposal: Proposal) -> Proposal:
    """The proposal with its hands to ask about. Raises RulesetError for an invalid game."""
    hands = proposal.kept.game.hands_to_recount(proposal.form.options())
    costs = {field_of(hand): WhatTheseCardsCost(proposal.can_cost(hand)) for hand in hands}
    fields = {name: SumField(validators=[cost]) for name, cost in costs.items()}
    told = type("ToldHands", (ToldForm,), fields)(request.form) if hands else None
    return Proposal(proposal.kept, proposal.form, hands, told)


def field_of(hand: RoundHand) -> str:
    """The name of a hand's field."""
    return f"round{hand.number}-seat{hand.seat}" + ("-melded" if hand.melded else "")

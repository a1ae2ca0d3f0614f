"""House rules as ticked, before anybody has said that they hold."""

from dataclasses import dataclass

from flask import request

from companion.records.kept_game import KeptGame
from companion.rules.fold.entries import Hand, RoundHand, RulesChanged
from companion.rules.fold.recounting import points_between
from companion.rules.model.cards import CardValues
from companion.rules.model.house_rules import Switched, switched
from companion.rules.model.state import State
from companion.web.changing_rules.forms import ToldForm, WhatTheseCardsCost
from companion.web.changing_rules.view import deal_of
from companion.web.forms.house_rules import HouseRulesForm, with_house_rules
from companion.web.forms.numbers import SumField


@dataclass(frozen=True, slots=True)
class Proposal:
    """House rules as ticked; `hands` have no price by them until `told` says what they cost."""

    kept: KeptGame
    form: HouseRulesForm
    hands: tuple[RoundHand, ...] = ()
    told: ToldForm | None = None

    @property
    def switched(self) -> list[Switched]:
        """What would be played otherwise than now."""
        ruleset = self.kept.ruleset
        return switched(ruleset.every_house_rule, ruleset.options, self.form.options())

    @property
    def fields(self) -> list[SumField]:
        """The field in which each hand is told, in their order."""
        return [self.told[field_of(hand)] for hand in self.hands] if self.told else []

    def can_cost(self, row: RoundHand) -> tuple[int, int] | None:
        """The least and the most a hand to tell can cost by the new rules; None if not counted."""
        return points_between(self._new_values(row.number), row.hand)

    def _new_values(self, number: int) -> CardValues:
        ruleset = self.kept.game.rules_after(RulesChanged(self.form.options()))
        deal = deal_of(self.kept.state, number)
        return ruleset.card_values_for(ruleset.dealt(deal.planned, len(deal.players)))

    def entry(self) -> RulesChanged:
        """What the log would say."""
        recounted = tuple(
            RoundHand(row.number, row.seat, Hand(points=field.total), row.melded)
            for row, field in zip(self.hands, self.fields, strict=True)
        )
        return RulesChanged(self.form.options(), recounted)

    def after(self) -> State:
        """The game by these rules."""
        return self.kept.game.after(self.entry()).state


def ticked(kept: KeptGame) -> HouseRulesForm:
    """The house rules as they were ticked, or as they are."""
    form_class = with_house_rules(HouseRulesForm, kept.ruleset, kept.ruleset.options)
    return form_class()


def with_hands(proposal: Proposal) -> Proposal:
    """Raises RulesetError where nobody can play by these rules."""
    hands = proposal.kept.game.hands_to_recount(proposal.form.options())
    costs = {field_of(hand): WhatTheseCardsCost(proposal.can_cost(hand)) for hand in hands}
    fields = {name: SumField(validators=[cost]) for name, cost in costs.items()}
    told = type("ToldHands", (ToldForm,), fields)(request.form) if hands else None
    return Proposal(proposal.kept, proposal.form, hands, told)


def field_of(hand: RoundHand) -> str:
    """The name of the field in which a hand is told."""
    return f"round{hand.number}-seat{hand.seat}" + ("-melded" if hand.melded else "")

"""The form of a meld: how many cards of each rank."""

from typing import Any

from companion.rules.model.cards import CardClass, CardValues
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import Deal
from companion.web.forms.hand_form import CardsForm, cards_form


def meld_form(deal: Deal, sent: Any = None) -> CardsForm:  # noqa: ANN401 - a request's form
    """The form for one meld, with a key for each rank, blank or as submitted."""
    return cards_form(rank_values(deal.values), deal.decks, sent)


def rank_values(values: CardValues) -> CardValues:
    """The values with a class for each rank alone, in the order of the pack: jokers first."""
    found = ((rank, values.find(rank)) for rank in values.pack.names)
    classes = tuple(_alone(rank, cls) for rank, cls in found if cls is not None)
    return CardValues(classes, values.pack)


def _alone(rank: str, of: CardClass) -> CardClass:
    return CardClass(rank, ((rank,),), of.value, of.wild, of.called)


def ranks_of(ruleset: Ruleset) -> tuple[CardClass, ...]:
    """Every rank of a game as a class."""
    return rank_values(ruleset.card_values).classes

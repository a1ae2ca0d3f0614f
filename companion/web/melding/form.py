"""The form of a meld: how many cards of each rank."""

from typing import Any

from companion.rules.model.state import Deal
from companion.web.forms.hand_form import CardsForm, cards_form


def meld_form(deal: Deal, sent: Any = None) -> CardsForm:  # noqa: ANN401 - a request's form
    """The form for one meld, with a key for each rank, blank or as submitted."""
    return cards_form(deal.values.by_rank, deal.decks, sent)

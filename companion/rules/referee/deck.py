"""The cards in play for the referee, and the order of their ranks in a run."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

Data = Mapping[str, Any]
ACE = "A"
JOKER = "*"
_LOW_ACE = 1


Melded = Literal["any_time", "going_out", "never"]


@dataclass(frozen=True, slots=True)
class Card:
    """One kind of card: `5H`, or `*` for a joker.

    `rank` and `suit` are empty if the card has none; `points` is its value in hand, and `copies`
    the number in play; `melded` says when it may be in a meld.
    """

    code: str
    rank: str
    suit: str
    wild: bool
    copies: int
    points: int
    melded: Melded = "any_time"

    def is_melded(self, *, going_out: bool) -> bool:
        """Whether it may be in a meld; some cards only of a player who is `going_out`."""
        allowed = {"any_time", "going_out"} if going_out else {"any_time"}
        return self.melded in allowed and (self.wild or bool(self.suit))


@dataclass(frozen=True)
class Deck:
    """The cards in play; `order` are the ranks of a run from low to high, except the ace.

    `in_opening` is what the rules say of openings, such as the `values` of cards in them.
    """

    cards: Mapping[str, Card]
    order: tuple[str, ...]
    has_ace: bool
    suits: tuple[str, ...]
    in_opening: Data = field(default_factory=dict)

    @classmethod
    def of(cls, rules: Data, players: int | None, wild_rank: str | None) -> "Deck":
        """The cards for this number of players, by default the maximum, and this `wild_rank`."""
        rows = rules["decks"]
        row = next((row for row in rows if players is not None and players <= row["up_to"]), None)
        decks, jokers = (row or rows[-1])["decks"], (row or rows[-1])["jokers"]
        melded = _melded(rules["melding"])
        cards = [_card(card, decks, jokers, wild_rank, melded) for card in rules["cards"]]
        ranks = list(dict.fromkeys(card.rank for card in cards if card.suit))
        order = tuple(rank for rank in ranks if rank != ACE)
        known = {card.code: card for card in cards}
        return cls(known, order, ACE in ranks, tuple(rules["suits"]), rules["opening"] or {})

    def find(self, code: str) -> Card | None:
        """The card with this code; `*` is also a wild card without rank and suit."""
        card = self.cards.get(code)
        if code == JOKER and (card is None or not card.copies):
            return self._bare_wild or card
        return card

    @cached_property
    def _bare_wild(self) -> Card | None:
        bare = (card for card in self.cards.values() if card.wild and not card.suit and card.copies)
        return next(bare, None)

    @cached_property
    def _as_melded(self) -> bool:
        """Whether every card of an opening counts its own points."""
        return bool(self.in_opening.get("as_melded"))

    @cached_property
    def _worths(self) -> Mapping[str, int]:
        """The points of each rank in an opening."""
        in_hand = {card.rank: card.points for card in self.cards.values() if card.suit}
        others = {} if self._as_melded else self.in_opening.get("values", {})
        return {rank: others.get(rank, points) for rank, points in in_hand.items()}

    @cached_property
    def _worth_of_wild(self) -> int | None:
        worth: int | None = self.in_opening.get("values", {}).get("Joker")
        return worth

    @cached_property
    def _worth_of_low_ace(self) -> int:
        """Of an ace below a two (RULES-NATIONAL A1)."""
        is_one = self.in_opening.get("low_ace_is_one", True) and not self._as_melded
        return _LOW_ACE if is_one else self.worth(ACE)

    def worth(self, rank: str, *, natural: bool = True, low: bool = False) -> int:
        """The points in an opening of a card of this rank; of the dearest if none is given.

        A wild card, not `natural`, may have points of its own, which `own_worth` adds. `low` is at
        the low end of a run.
        """
        if not natural and self._as_melded:
            return 0
        if not natural and self._worth_of_wild is not None:
            return self._worth_of_wild
        if low and rank == ACE:
            return self._worth_of_low_ace
        return self._worths.get(rank, max(self._worths.values(), default=0))

    def own_worth(self, wild_cards: Iterable[int]) -> int:
        """The points in an opening of wild cards worth so much in hand, where these count."""
        return sum(wild_cards) if self._as_melded else 0

    @cached_property
    def kinds(self) -> tuple[Card, ...]:
        """Every kind of card in play."""
        return tuple(card for card in self.cards.values() if card.copies)


def _melded(melding: Data) -> dict[str, Melded]:
    """When each card may be melded; the others at any time."""
    going_out: dict[str, Melded] = dict.fromkeys(melding["melded_going_out"] or (), "going_out")
    return going_out | dict.fromkeys(melding["no_meld"] or (), "never")


def _card(
    data: Data, decks: int, jokers: int, wild_rank: str | None, melded: Mapping[str, Melded]
) -> Card:
    is_joker = data["code"] == JOKER
    moves = bool(wild_rank) and data["rank"] == wild_rank
    price = data["points"] if not moves or data["moving_points"] is None else data["moving_points"]
    copies = jokers if is_joker else decks * data["copies"]
    wild = data["wild"] or moves
    when = melded.get(data["code"], "any_time")
    return Card(data["code"], data["rank"], data["suit"], wild, copies, price, when)

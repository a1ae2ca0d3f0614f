"""Hand sizes: the number of cards that a player can hold, and their possible cost.

Between turns a hand changes only by melding, laying off and buying (RULES section 0). So a player
who is not down holds exactly the cards dealt plus those bought, and one who is down at most the
cards that the contract left. The number of buys need not be entered: a whole hand shows it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import or_

from companion.rules.model.cards import CardClass, Decks, hand_points
from companion.rules.model.play import Hand
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import Deal

_SMALLEST_MELD = 3  # cards
# The maximum for hands that grow without a limit.
_MOST_CARDS_HELD = 140


@dataclass(frozen=True, slots=True)
class HandSizes:
    """The numbers of cards a player can hold when somebody else has gone out.

    `without_contract` lists the sizes for a player who is not down, in games with contracts or
    where not having opened has a price: one size, or several if the number of buys is unknown.
    `most_after_contract` is the maximum for a player who is down; the minimum is one card.
    `likely_after_contract` is the maximum with the entered buys only, or as many as it takes to
    have a card left.
    """

    without_contract: tuple[int, ...]
    most_after_contract: int
    likely_after_contract: int

    def possible(self, *, down: bool) -> tuple[int, ...]:
        """The possible sizes for a player who is down, or is not."""
        return tuple(range(1, self.most_after_contract + 1)) if down else self.without_contract

    def next_whole(self, cards: int) -> int:
        """The smallest whole hand that holds this number of cards."""
        whole = self.without_contract
        return next((size for size in whole if size >= cards), whole[-1])


def most_buys(ruleset: Ruleset, deal: Deal) -> int:
    """The most buys of one player in this round, by the rules or by the number of cards.

    Without a limit, everybody else keeps the cards dealt to them, so only the remaining cards in
    play can be bought.
    """
    most = ruleset.buys.most(deal.planned)
    if not ruleset.buys.allowed or ruleset.buys.limits is not None:
        return most
    to_buy = deal.decks.cards - deal.cards * len(deal.players)
    return max(0, min(most, to_buy // ruleset.buys.cards_each))


def hand_sizes(ruleset: Ruleset, deal: Deal, seat: int, buys: int | None) -> HandSizes | None:
    """The sizes for one seat where it matters who is down; None if they cannot be known.

    `buys` is None if the number of buys was not entered.
    """
    if ruleset.hand_size != "known" or not down_counts(deal, seat):
        return None
    counts, each = _buys_possible(ruleset, deal, buys), ruleset.buys.cards_each
    left = deal.cards - cards_to_go_down(ruleset, deal, seat)
    # Without a last discard a contract may also take the drawn card: then nothing is left.
    needed = next((count for count in counts if left + each * count > 0), counts[-1])
    return HandSizes(
        without_contract=tuple(deal.cards + each * count for count in counts),
        most_after_contract=max(0, left + each * counts[-1]),
        likely_after_contract=max(0, left + each * needed),
    )


def down_counts(deal: Deal, seat: int) -> bool:
    """Whether it matters in this round that the player of this seat is down."""
    return deal.down_counts and seat in deal.players


def cards_to_go_down(ruleset: Ruleset, deal: Deal, seat: int) -> int:
    """The cards of this seat's contract; without contracts those of the smallest meld."""
    number = deal.contracts.get(seat)
    return ruleset.contracts[number - 1].cards if number else _SMALLEST_MELD


def most_held(ruleset: Ruleset, deal: Deal, buys: int | None = None) -> int | None:
    """The most cards of a hand in a game without contracts; None if unknown.

    Nobody can hold more than was dealt plus bought cards (RULES 20, 38). If hands grow, the other
    players still have their dealt cards, in hand or on the table.
    """
    if deal.contracts or ruleset.hand_size == "unknown":
        return None
    if ruleset.hand_size == "grows":
        others = deal.cards * (len(deal.players) - 1)
        return max(deal.cards, min(deal.decks.cards - others, _MOST_CARDS_HELD))
    return deal.cards + ruleset.buys.cards_each * _buys_possible(ruleset, deal, buys)[-1]


def shown_buys(ruleset: Ruleset, deal: Deal, cards: int) -> int | None:
    """The buys of a player who is not down, inferred from the size; None if it is no whole hand."""
    count, odd = divmod(cards - deal.cards, ruleset.buys.cards_each)
    return count if not odd and 0 <= count <= most_buys(ruleset, deal) else None


def infer_down(
    ruleset: Ruleset, deal: Deal, seat: int, hand: Hand, buys: int | None
) -> bool | None:
    """Whether the leftovers alone show that a player is down; None if they do not.

    A whole hand, with bought cards: not down, unless the number of buys was entered and a player
    who is down could hold as many. At most as many cards as the contract leaves: down. Buys that
    nobody entered explain whole hands only: 12 of 13 cards are a slip, not a contract and three
    buys. A typed total below the minimum of a whole hand: down. No cards, where everybody has a
    last turn: down, because cards leave a hand only after its contract. Where laying down is going
    out, nobody with cards left is down.
    """
    if ruleset.last_turns and down_counts(deal, seat) and 0 in {hand.size, hand.points}:
        return True
    sizes = hand_sizes(ruleset, deal, seat, buys)
    if sizes is None:
        return None
    goes_out = laying_down_is_going_out(ruleset, deal, seat)
    if hand.size is not None:
        could_be_down = 0 < hand.size <= sizes.likely_after_contract and not goes_out
        could_be_not = hand.size in sizes.without_contract
        if could_be_not and buys is None:
            return False
        return could_be_down if could_be_down != could_be_not else None
    least = points_range(deal, sizes.without_contract[:1])[0]
    is_down = not goes_out and 0 < hand_points(deal.values, hand) < least
    return True if is_down else None


def total_leaves_down_open(
    ruleset: Ruleset, deal: Deal, seat: int, hand: Hand, buys: int | None
) -> bool:
    """Whether a typed total fits a player who is down as well as one who is not.

    100 points are thirteen cards, or two jokers of a player who is down. A total below the minimum
    of a whole hand is clear (see `infer_down`), and so is one that no hand of a player who is down
    can cost, and any total where laying down is going out. If the rules set no limit to buys and
    none were entered, that hand is bounded by the cards: what the contract leaves, plus as many
    buys as `most_buys` allows.
    """
    points = hand.points or 0
    if points <= 0 or not down_counts(deal, seat) or deal.playoff:
        return False
    if infer_down(ruleset, deal, seat, hand, buys) is not None:
        return False
    sizes = hand_sizes(ruleset, deal, seat, buys)
    if sizes is None:
        return True
    if laying_down_is_going_out(ruleset, deal, seat) or not sizes.most_after_contract:
        return False
    return bool(reachable_points(deal, sizes.possible(down=True)) >> points & 1)


def laying_down_is_going_out(ruleset: Ruleset, deal: Deal, seat: int) -> bool:
    """Whether the contract takes the whole hand, so that only the player who goes out lays it down.

    Either the game says so of its last contract, or no card can be left with any number of buys.
    """
    is_last = deal.contracts.get(seat) == len(ruleset.contracts)
    if is_last and ruleset.only_who_goes_out_lays_down_last:
        return seat in deal.contracts
    sizes = hand_sizes(ruleset, deal, seat, None)
    return sizes is not None and sizes.most_after_contract == 0


def points_range(deal: Deal, sizes: tuple[int, ...]) -> tuple[int, int]:
    """The minimum and maximum points of a hand of one of these sizes."""
    cards = sum(card_class.copies(deal.decks) for card_class in deal.values.classes)
    possible = [size for size in sizes if size <= cards]
    if not possible:
        return 0, 0
    dearest_first = deal.values.classes
    least = _take(reversed(dearest_first), deal.decks, min(possible))
    return least, _take(dearest_first, deal.decks, max(possible))


def _take(classes: Iterable[CardClass], decks: Decks, cards: int) -> int:
    """The points of a number of cards, taken from one class after the other."""
    points = 0
    for card_class in classes:
        taken = min(cards, card_class.copies(decks))
        points, cards = points + taken * card_class.value, cards - taken
    return points


def reachable_points(deal: Deal, sizes: tuple[int, ...]) -> int:
    """Every total of a hand of one of these sizes, as a bit set: bit n is n points."""
    return _reachable(deal.values.classes, deal.decks, sizes)


# Enough for some tables: contracts, and hands with and without buys.
@lru_cache(maxsize=256)
def _reachable(classes: tuple[CardClass, ...], decks: Decks, sizes: tuple[int, ...]) -> int:
    by_count = [1] + [0] * max(sizes)  # by_count[k]: the totals of k cards of the classes so far
    for card_class in classes:
        by_count = _with_class(by_count, card_class, decks)
    return _union(by_count[size] for size in sizes)


def _union(bit_sets: Iterable[int]) -> int:
    return reduce(or_, bit_sets, 0)


def _with_class(by_count: list[int], card_class: CardClass, decks: Decks) -> list[int]:
    copies = card_class.copies(decks)
    return [
        _union(
            by_count[count - taken] << taken * card_class.value
            for taken in range(min(count, copies) + 1)
        )
        for count in range(len(by_count))
    ]


def _buys_possible(ruleset: Ruleset, deal: Deal, buys: int | None) -> tuple[int, ...]:
    """The possible numbers of buys: zero, the entered number, or a range."""
    if buys is not None and ruleset.buys.allowed:
        return (buys,)
    return tuple(range(most_buys(ruleset, deal) + 1))

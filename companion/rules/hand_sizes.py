"""Hand-size arithmetic: how many cards a player can still hold, and what they can cost.

Between turns a hand changes only by melding, laying off and buying (RULES section 0), so a player
who is not down holds exactly the cards dealt plus those bought, and one who is down at most what
the contract left.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, reduce
from operator import or_

from companion.rules.cards import CardClass, Decks
from companion.rules.log import Hand
from companion.rules.rulesets import Ruleset
from companion.rules.scoring import hand_points
from companion.rules.state import Deal


@dataclass(frozen=True, slots=True)
class HandSizes:
    """Cards a player can hold when somebody else has gone out.

    `without_contract` lists every size possible for a player who is not down: one size, or several
    where nobody said how often the player bought. `most_after_contract` is the most a player who is
    down can hold; the least is one card.
    """

    without_contract: tuple[int, ...]
    most_after_contract: int

    def possible(self, *, down: bool) -> tuple[int, ...]:
        """Every size possible for a player who is down, or is not."""
        return tuple(range(1, self.most_after_contract + 1)) if down else self.without_contract


def hand_sizes(ruleset: Ruleset, deal: Deal, seat: int, buys: int | None) -> HandSizes | None:
    """The sizes for one seat; None in games in which they cannot be known.

    `buys` is None where nobody said how often the player bought.
    """
    if ruleset.hand_size == "unknown" or seat not in deal.contracts:
        return None
    most = ruleset.buys.most(deal.planned)
    counts = range(most + 1) if buys is None else (buys,)
    each = ruleset.buys.cards_each
    contract = ruleset.contracts[deal.contracts[seat] - 1]
    return HandSizes(
        without_contract=tuple(deal.cards + each * count for count in counts),
        # Without a last discard a contract may take the card drawn as well: then nothing is left.
        most_after_contract=max(0, deal.cards - contract.cards + each * max(counts)),
    )


def infer_down(
    ruleset: Ruleset, deal: Deal, seat: int, hand: Hand, buys: int | None
) -> bool | None:
    """Whether the leftovers alone show that a player is down; None where they leave it open.

    As many cards as only a player without the contract can hold: not down. Fewer than all, and no
    more than the contract can leave: down. A typed total below the least a whole hand costs: down.
    Nothing, where everybody has a last turn: down, for no card leaves a hand before its contract.
    """
    if ruleset.last_turns and seat in deal.contracts and 0 in {hand.size, hand.points}:
        return True
    sizes = hand_sizes(ruleset, deal, seat, buys)
    if sizes is None:
        return None
    if hand.size is not None:
        could_be_down = 0 < hand.size <= sizes.most_after_contract
        could_be_not = hand.size in sizes.without_contract
        return could_be_down if could_be_down != could_be_not else None
    least = points_range(deal, sizes.without_contract)[0]
    return True if 0 < hand_points(deal.values, hand) < least else None


def points_range(deal: Deal, sizes: tuple[int, ...]) -> tuple[int, int]:
    """The least and the most points a hand of one of these sizes can cost."""
    sums = reachable_points(deal, sizes)
    return (sums & -sums).bit_length() - 1, sums.bit_length() - 1


def reachable_points(deal: Deal, sizes: tuple[int, ...]) -> int:
    """Every total that some hand of one of these sizes costs, as a bit set: bit n is n points."""
    return _reachable(deal.values.classes, deal.decks, sizes)


@cache
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

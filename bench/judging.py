"""The time of the referee: whether a hand holds a contract, and the fewest points left."""

from collections.abc import Callable, Iterator
from random import Random
from time import perf_counter

from bench.amount import usually
from bench.figures import Figure
from companion.rules.cases import rules_of_case
from companion.rules.referee.deck import Card, Deck
from companion.rules.referee.judge import can_lay, read_slots
from companion.rules.referee.law import Law
from companion.rules.referee.leftovers import fewest_left

_CARDS, _HANDS = 21, usually(15)
_MOST_TO_SAY, _MOST_FOR_LEFT = 10, 100
_ASKED = (
    ("twelve-step-rummy", ("S3 S3 R4", "R5 R5", "S3 R7", "S8", "R10")),
    ("contract-rummy", ("S3 R4 R4", "R4 R4 R4")),
    ("shanghai-rummy", ("S3 S3 S3 R5", "R5 R5 R5", "S3 R10")),
)


def judging() -> list[Figure]:
    """Milliseconds for the slowest of many hands of 21 cards."""
    say = max(_took(can_lay))
    left = max(_took(lambda cards, slots, law: fewest_left(cards, slots, law, is_last=False)))
    note = f"slowest of {len(list(_hands()))} hands of {_CARDS} cards"
    return [
        Figure("referee, whether a hand holds a contract", round(say, 1), "ms", _MOST_TO_SAY, note),
        Figure("referee, fewest points left", round(left, 1), "ms", _MOST_FOR_LEFT, note),
    ]


def _hands() -> Iterator[tuple[dict[str, object], str, list[str]]]:
    """Hands drawn from two decks and their jokers, with the rules and the contract."""
    luck = Random(25)
    for game, contracts in _ASKED:
        rules = rules_of_case({"game": game})
        deck = [card["code"] for card in rules["cards"] for _ in range(2 if card["copies"] else 4)]
        for contract in contracts:
            for _ in range(_HANDS):
                yield rules, contract, luck.sample(deck, _CARDS)


def _took(ask: Callable[[list[Card], tuple[object, ...], Law], object]) -> Iterator[float]:
    for rules, contract, hand in _hands():
        deck = Deck.of(rules, None, None)
        cards, slots = [deck.cards[code] for code in hand], read_slots(contract, [], "")
        law = Law(rules["melding"], deck, {})
        start = perf_counter()
        ask(cards, slots, law)
        yield (perf_counter() - start) * 1_000

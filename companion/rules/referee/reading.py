"""Parses a typed case: cards, melds and a contract, or the error."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from companion.rules.referee.contracts import Slot
from companion.rules.referee.deck import Card, Deck
from companion.rules.referee.melds import ANY, COLOUR, RUN, SET, Held, Meld

Data = Mapping[str, Any]
_SLOT = re.compile(r"([SRC])0*([1-9][0-9]?)")
_OF_RANK = re.compile(r"([1-9][0-9]?)x(\S+)")
_KINDS = {"S": SET, "R": RUN, "C": COLOUR}
_MELDS = (SET, RUN, COLOUR, ANY)
MOST_CARDS, _MOST_MELDS = 30, 6


class BadCase(ValueError):
    """An invalid case: the error and its place."""

    def __init__(self, told: str, at: str) -> None:
        super().__init__(f"{at}: {told}")
        self.told, self.at = told, at


def read_cards(data: object, deck: Deck, at: str) -> tuple[Card, ...]:
    """The cards of a list. Raises BadCase."""
    return tuple(held.card for held in _held_cards(data, deck, at))


def read_card(data: object, deck: Deck, at: str) -> Card:
    """One card. Raises BadCase."""
    return _held(data, deck, at).card


def read_meld(data: object, deck: Deck, at: str) -> Meld:
    """A meld with its cards. Raises BadCase."""
    if not isinstance(data, Mapping):
        raise BadCase("a meld has a kind and cards", at)
    kind = data.get("kind", ANY)
    if kind not in _MELDS:
        raise BadCase("kind is set, run, colour or any", f"{at}.kind")
    cards = _held_cards(data.get("cards"), deck, f"{at}.cards")
    return Meld(kind, cards, data.get("in_order") is True)


def read_slots(contract: object, contracts: Sequence[str], at: str) -> tuple[Slot, ...]:
    """A contract: `S3 R4`, or its number in the game. Raises BadCase."""
    if type(contract) is int and 1 <= contract <= len(contracts):
        return read_slots(contracts[contract - 1], contracts, at)
    if not isinstance(contract, str) or not contract.split():
        raise BadCase("a contract is written like S3 R4", at)
    words = contract.split()
    if len(words) > _MOST_MELDS:
        raise BadCase(f"a contract of up to {_MOST_MELDS} melds", at)
    return tuple(_slot(word, at) for word in words)


def _slot(word: str, at: str) -> Slot:
    size, of_rank = _SLOT.fullmatch(word), _OF_RANK.fullmatch(word)
    if size and int(size[2]) > 1:
        return Slot(_KINDS[size[1]], int(size[2]))
    if of_rank:
        return Slot(SET, int(of_rank[1]), of_rank[2])
    raise BadCase("a contract is written like S3 R4", at)


def check_copies(cards: Sequence[tuple[Card, str]], deck: Deck) -> None:
    """Raises BadCase at the first card that occurs more often than it is in play."""
    seen: Counter[str] = Counter()
    for card, at in cards:
        seen[card.code] += 1
        if seen[card.code] > deck.cards[card.code].copies:
            raise BadCase(f"more of {card.code} than the decks in play hold", at)


def _held_cards(data: object, deck: Deck, at: str) -> tuple[Held, ...]:
    if not isinstance(data, list) or len(data) > MOST_CARDS:
        raise BadCase(f"a list of up to {MOST_CARDS} cards", at)
    return tuple(_held(code, deck, f"{at}[{number}]") for number, code in enumerate(data))


def _held(code: object, deck: Deck, at: str) -> Held:
    if not isinstance(code, str):
        raise BadCase("no such card", at)
    name, said, stands = code.partition("=")
    card = deck.find(name)
    if card is None:
        raise BadCase("no such card", at)
    return Held(card, _stands(card, stands, deck, at) if said else None)


def _stands(card: Card, stands: str, deck: Deck, at: str) -> tuple[str, str] | None:
    """The rank and suit that a wild card stands for."""
    rank, suit = stands[:-1], stands[-1:]
    known = {known.rank for known in deck.cards.values() if known.suit}
    if not card.wild or rank not in known or suit not in {"?", *deck.suits}:
        raise BadCase("no such card to stand for", at)
    return rank, "" if suit == "?" else suit

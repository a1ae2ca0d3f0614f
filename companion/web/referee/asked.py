"""A question to the referee, stored in the address of its page, and the taps that change it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal
from urllib.parse import urlencode

from companion.rules.referee.judge import MOST_KNOCKED

Params = Mapping[str, Sequence[str]]
Groups = tuple[tuple[str, ...], ...]
Kind = Literal["set", "run", "colour", "rank", "any", "on", "card", "hand", "knocked"]

OF_CONTRACTS = ("contract", "go_down")
# Of a hand, and the cheapest way to arrange it.
OF_HANDS = ("deadwood", "knock", "declare", "defend")
ASKS = ("meld", "contract", "lay_off", "swap", "go_down", "go_out", *OF_HANDS)
_LAID_AT_ONCE = ("meld", *OF_HANDS)  # where all melds are shown at the end of the round
WHOSE = ("other", "own")
TURNS = ("later", "same", "before")
CHOICES = ("ask", "contract", "wild", "whose", "turn", "discards")  # of the lists on the page
MOST_CARDS, _MOST_SIGNS = 40, 24
_SLOT = re.compile(r"([SRC])(\d+)")
_KINDS: Mapping[str, Kind] = {"S": "set", "R": "run", "C": "colour"}


@dataclass(frozen=True, slots=True)
class Desk:
    """Everything about a game that the page needs; `rules` are those of `melding_data`.

    `called` are the names of cards by code; `wild_moves` says that each round has a wild rank of
    its own. `contract`, `wild` and `players` are those of the table, as defaults for the address;
    `tells_go_down` says that the page answers about a whole hand.
    """

    rules: Mapping[str, Any]
    called: Mapping[str, str]
    wild_moves: bool = False
    contract: int | None = None
    wild: str = ""
    players: int | None = None
    tells_go_down: bool = True
    may_decide: tuple[str, ...] = ()
    house: tuple[str, ...] = ()

    @property
    def asks(self) -> tuple[str, ...]:
        """The questions that make sense in this game."""
        knocking, declaring = self.rules["knocking"], self.rules["melding"].get("least_runs")
        if self.rules["contracts"]:
            return tuple(ask for ask in ASKS if ask not in OF_HANDS)
        others = {*OF_CONTRACTS, *(() if knocking else ("knock", "defend"))}
        others |= set() if declaring else {"declare"}
        every = _LAID_AT_ONCE if knocking or declaring else ASKS
        return tuple(ask for ask in every if ask not in others)

    @property
    def ranks(self) -> list[str]:
        """The ranks of the pack in the order of the keys: the ace first."""
        ranks = dict.fromkeys(card["rank"] for card in self.rules["cards"] if card["suit"])
        return sorted(ranks, key=lambda rank: rank != "A")


@dataclass(frozen=True, slots=True)
class Slot:
    """A group of cards to type: a meld of the contract, a hand, ...; `size` 0 is any.

    For a meld of the knocker it is its number, from 1.
    """

    kind: Kind
    size: int
    rank: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its cards: `groups` are codes by slot, `at` is the slot that taps fill.

    `suit` is that of the next card; `house` are the house rules, so that the case can be shared.
    """

    ask: str
    contract: int | None
    groups: Groups
    at: int
    suit: str
    wild: str
    players: int | None
    whose: str
    turn: str
    discards: bool
    house: tuple[str, ...]


def read_asked(params: Params, desk: Desk) -> Asked:
    """The question of this address; invalid parts get their defaults."""
    ask, contract = _one_of(params, "ask", desk.asks), _contract(params, desk)
    slots = _slots(ask, contract, desk)
    typed = tuple(tuple(_codes(text)) for text in params.get("cards", ()))[: len(slots)]
    groups = typed + ((),) * (len(slots) - len(typed))
    at = _number(_first(params, "at"))
    return Asked(
        ask=ask,
        contract=contract,
        groups=groups,
        at=at if at is not None and at < len(slots) else 0,
        suit=_one_of(params, "suit", desk.rules["suits"]),
        wild=_wild(params, desk),
        players=_number(_first(params, "players")) or desk.players,
        whose=_one_of(params, "whose", WHOSE),
        turn=_one_of(params, "turn", TURNS),
        discards=_first(params, "discards") == "1",
        house=desk.house,
    )


def slots_of(asked: Asked, desk: Desk) -> tuple[Slot, ...]:
    """The groups of cards of this question."""
    return _slots(asked.ask, asked.contract, desk)


def contract_slots(number: int, desk: Desk) -> tuple[Slot, ...]:
    """The melds of this contract, from 1."""
    return tuple(map(_slot, desk.rules["contracts"][number - 1].split()))


def params_of(asked: Asked) -> dict[str, list[str]]:
    """The question as parameters of an address, the inverse of `read_asked`."""
    said = {
        "ask": [asked.ask],
        "contract": [str(asked.contract)] if asked.contract else [],
        "cards": [" ".join(group) for group in asked.groups],
        "at": [str(asked.at)] if asked.at else [],
        "suit": [asked.suit],
        "wild": [asked.wild] if asked.wild else [],
        "players": [str(asked.players)] if asked.players else [],
        "whose": [asked.whose] if asked.ask in ("lay_off", "swap") else [],
        "turn": [asked.turn] if asked.ask in ("lay_off", "swap") else [],
        "discards": ["1"] if asked.discards else [],
        "house": [*asked.house],
    }
    return {name: values for name, values in said.items() if values}


def query_of(asked: Asked) -> str:
    """The question as the end of an address."""
    return urlencode(params_of(asked), doseq=True, safe="*")


def tapped(asked: Asked, tap: str, desk: Desk) -> Asked:
    """The question after a tap: `suit H`, `rank 9`, `bare *`, `slot 1`, `back` or `clear`.

    A choice from a list is `ask lay_off`.
    """
    what, _, value = tap.partition(" ")
    if what in CHOICES:
        return read_asked(params_of(asked) | {what: [value]}, desk)
    if what == "suit" and value in desk.rules["suits"]:
        return replace(asked, suit=value)
    if what == "slot" and (number := _number(value)) is not None and number < len(asked.groups):
        return replace(asked, at=number)
    if what in ("back", "clear"):
        return _without_last(asked) if what == "back" else _without_cards(asked)
    if what in ("rank", "bare"):
        return _with(asked, value + (asked.suit if what == "rank" else ""), desk)
    return asked


def _with(asked: Asked, code: str, desk: Desk) -> Asked:
    """Add the card to its slot; after a complete meld of the contract the next slot follows."""
    slots = slots_of(asked, desk)
    is_card = slots[asked.at].kind == "card"
    group = (code,) if is_card else (*asked.groups[asked.at], code)[:MOST_CARDS]
    groups = (*asked.groups[: asked.at], group, *asked.groups[asked.at + 1 :])
    after = asked.at + 1
    is_full = asked.ask == "contract" and len(group) == slots[asked.at].size
    leads_on = is_full and after < len(groups) and not groups[after]
    return replace(asked, groups=groups, at=after if leads_on else asked.at)


def _without_last(asked: Asked) -> Asked:
    """Remove the last card of the slot, or of the previous one if it is empty."""
    at = asked.at
    if not asked.groups[at] and at > 0:
        at -= 1
    groups = (*asked.groups[:at], asked.groups[at][:-1], *asked.groups[at + 1 :])
    return replace(asked, groups=groups, at=at)


def _without_cards(asked: Asked) -> Asked:
    return replace(asked, groups=((),) * len(asked.groups), at=0)


def _slots(ask: str, contract: int | None, desk: Desk) -> tuple[Slot, ...]:
    if ask == "contract" and contract:
        return contract_slots(contract, desk)
    if ask in ("lay_off", "swap"):
        return Slot("on", 0), Slot("card", 1)
    if ask == "defend":
        return *(Slot("knocked", n + 1) for n in range(MOST_KNOCKED)), Slot("hand", 0)
    return (Slot("any" if ask == "meld" else "hand", 0),)


def _slot(word: str) -> Slot:
    of_kind = _SLOT.fullmatch(word)
    if of_kind:
        return Slot(_KINDS[of_kind[1]], int(of_kind[2]))
    size, _, rank = word.partition("x")
    return Slot("rank", int(size), rank)


def _contract(params: Params, desk: Desk) -> int | None:
    """The number of the contract: of the address, else of the table, else the first."""
    contracts = len(desk.rules["contracts"])
    number = _number(_first(params, "contract")) or desk.contract or 1
    return min(number, contracts) or None


def _wild(params: Params, desk: Desk) -> str:
    """The wild rank of the round; blank in games without one."""
    said = _first(params, "wild") or desk.wild
    return said if desk.wild_moves and said in desk.ranks else ""


def _codes(text: str) -> Iterator[str]:
    for code in text.split()[:MOST_CARDS]:
        yield code[:_MOST_SIGNS]


def _first(params: Params, name: str) -> str:
    return next(iter(params.get(name, ())), "")


def _one_of(params: Params, name: str, known: Sequence[str]) -> str:
    said = _first(params, name)
    return said if said in known else known[0]


def _number(text: str) -> int | None:
    return int(text) if re.fullmatch(r"[0-9]{1,2}", text) else None

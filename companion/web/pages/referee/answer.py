"""The referee's answer to the current input.

The question is stored in the address of its page; taps change it.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal
from urllib.parse import urlencode

from companion.rules.referee.deck import Deck
from companion.rules.referee.judge import MOST_ARRANGED, MOST_KNOCKED, judge
from companion.rules.referee.law import Work

Params = Mapping[str, Sequence[str]]
Groups = tuple[tuple[str, ...], ...]
Kind = Literal["set", "run", "colour", "rank", "any", "on", "card", "hand", "numbered"]

OF_OPENINGS = ("opening", "go_down")
# Of a hand, and the cheapest way to arrange it.
OF_HANDS = ("deadwood", "knock", "declare", "defend")
ASKS = ("meld", "contract", "opening", "lay_off", "swap", "go_down", "go_out", *OF_HANDS)
WITH_A_CARD = {"lay_off", "swap"}
_OF_ONE_MELD = {"meld", *WITH_A_CARD}
_LAID_AT_ONCE = ("meld", *OF_HANDS)  # where all melds are shown at the end of the round
WHOSE = ("other", "own")
TURNS = ("later", "same", "before")
CHOICES = ("ask", "contract", "least", "wild", "whose", "turn", "discards")  # lists on the page
_MOST_OPENED = 4  # melds that a hand can open with
MOST_CARDS, _MOST_SIGNS = 40, 24
_SLOT = re.compile(r"([SRC])(\d+)")
_KINDS_BY_LETTER: Mapping[str, Kind] = {"S": "set", "R": "run", "C": "colour"}


@dataclass(frozen=True, slots=True)
class Desk:
    """Everything about a game that the page needs; `rules` are those of `melding_data`.

    `called` are the names of cards by code; `wild_moves` says that each round has a wild rank of
    its own. `contract`, `least` (the points of an opening), `wild` and `players` are those of the
    table, as defaults for the address;
    `knock_most` is the most deadwood of a knock in this round, where a card turned up limits it.
    `tells_go_down` says that the page answers about a whole hand.
    """

    rules: Mapping[str, Any]
    called: Mapping[str, str]
    wild_moves: bool = False
    contract: int | None = None
    least: int | None = None
    wild: str = ""
    players: int | None = None
    knock_most: int | None = None
    tells_go_down: bool = True
    may_decide: tuple[str, ...] = ()
    house: tuple[str, ...] = ()

    @property
    def asks(self) -> tuple[str, ...]:
        """The questions that make sense in this game."""
        knocking, opening, melding = (self.rules[of] for of in ("knocking", "opening", "melding"))
        others = set() if self._has_wild_cards else {"swap"}
        if self.rules["contracts"]:
            return tuple(ask for ask in ASKS if ask not in {*OF_HANDS, "opening", *others})
        others |= {"contract", *(() if opening else OF_OPENINGS)}
        lays_off, is_hidden = melding["lay_off_on"] != "none", melding["lay_off"] == "never"
        whole = is_hidden and not knocking and self.rules["dealt"] is not None
        declaring = melding.get("least_runs") or whole
        others |= set() if is_hidden else {"deadwood"}  # else melds in hand count, too
        others |= set() if knocking else {"knock"}
        others |= set() if knocking and lays_off else {"defend"}
        others |= set() if declaring else {"declare"}
        every = _LAID_AT_ONCE if knocking or declaring else ASKS
        return tuple(ask for ask in every if ask not in others)

    @property
    def _has_wild_cards(self) -> bool:
        jokers = sum(row["jokers"] for row in self.rules["decks"])
        known = (card["copies"] or jokers for card in self.rules["cards"] if card["wild"])
        return self.wild_moves or any(known)

    @property
    def ranks(self) -> list[str]:
        """The ranks of the pack in the order of the keys: the ace first."""
        ranks = dict.fromkeys(card["rank"] for card in self.rules["cards"] if card["suit"])
        return sorted(ranks, key=lambda rank: rank != "A")


@dataclass(frozen=True, slots=True)
class Slot:
    """A group of cards to type: a meld of the contract, a hand, ...; `size` 0 is any.

    For one of several melds of any size it is its number, from 1.
    """

    kind: Kind
    size: int
    rank: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its cards: `groups` are codes by slot, `at` is the slot that taps fill.

    `suit` is that of the next card; `house` are the house rules and `knock_most` the limit of the
    round, so that the case can be shared.
    """

    ask: str
    contract: int | None
    least: int | None
    groups: Groups
    at: int
    suit: str
    wild: str
    players: int | None
    whose: str
    turn: str
    discards: bool
    house: tuple[str, ...]
    knock_most: int | None = None


def read_asked(params: Params, desk: Desk) -> Asked:
    """The question of this address; invalid parts get their defaults."""
    ask, contract = _one_of(params, "ask", desk.asks), _contract_asked(params, desk)
    slots = _slots(ask, contract, desk)
    typed = tuple(tuple(_codes(text)) for text in params.get("cards", ()))[: len(slots)]
    groups = typed + ((),) * (len(slots) - len(typed))
    at = _number(_first(params, "at"))
    return Asked(
        ask=ask,
        contract=contract,
        least=_least_asked(params, desk),
        groups=groups,
        at=at if at is not None and at < len(slots) else 0,
        suit=_one_of(params, "suit", desk.rules["suits"]),
        wild=_wild(params, desk),
        players=_number(_first(params, "players")) or desk.players,
        whose=_one_of(params, "whose", WHOSE),
        turn=_one_of(params, "turn", TURNS),
        discards=_first(params, "discards") == "1",
        house=desk.house,
        knock_most=desk.knock_most,
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
        "least": [str(asked.least)] if asked.least else [],
        "cards": [" ".join(group) for group in asked.groups],
        "at": [str(asked.at)] if asked.at else [],
        "suit": [asked.suit],
        "wild": [asked.wild] if asked.wild else [],
        "players": [str(asked.players)] if asked.players else [],
        "whose": [asked.whose] if asked.ask in WITH_A_CARD else [],
        "turn": [asked.turn] if asked.ask in WITH_A_CARD else [],
        "discards": ["1"] if asked.discards else [],
        "house": [*asked.house],
        "knock_most": [str(asked.knock_most)] if asked.knock_most else [],
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
    keeps_all = len(asked.groups) == 1 or {asked.ask, value} <= WITH_A_CARD
    if what == "ask" and value in _OF_ONE_MELD and not keeps_all:
        asked = _with_one_meld(asked, slots_of(asked, desk))
    if what == "ask" and value == "go_out":  # of the cards left, which are others
        asked = _without_cards(asked)
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


def _with_one_meld(asked: Asked, slots: Sequence[Slot]) -> Asked:
    """Of several melds the one tapped last; for a question about laying off its card is next."""
    pairs = zip(slots[: asked.at + 1], asked.groups, strict=False)
    melds = [group for slot, group in pairs if group and slot.kind not in ("card", "hand")]
    return replace(asked, groups=(melds[-1] if melds else (),), at=len(melds[-1:]))


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
    if ask in WITH_A_CARD:
        return Slot("on", 0), Slot("card", 1)
    if ask == "opening":
        return tuple(Slot("numbered", n + 1) for n in range(_MOST_OPENED))
    if ask == "defend":
        return *(Slot("numbered", n + 1) for n in range(MOST_KNOCKED)), Slot("hand", 0)
    return (Slot("any" if ask == "meld" else "hand", 0),)


def _slot(word: str) -> Slot:
    of_kind = _SLOT.fullmatch(word)
    if of_kind:
        return Slot(_KINDS_BY_LETTER[of_kind[1]], int(of_kind[2]))
    size, _, rank = word.partition("x")
    return Slot("rank", int(size), rank)


def _contract_asked(params: Params, desk: Desk) -> int | None:
    """The number of the contract: of the address, else of the table, else the first."""
    contracts = len(desk.rules["contracts"])
    number = _number(_first(params, "contract")) or desk.contract or 1
    return min(number, contracts) or None


def _least_asked(params: Params, desk: Desk) -> int | None:
    """The points of the opening, in games that have some: of the address, else of the table."""
    opening = desk.rules["opening"]
    if not opening or not opening["points"]:
        return None
    said = _first(params, "least")
    usual = opening["least"] if desk.least is None else desk.least
    return next((points for points in opening["points"] if str(points) == said), usual)


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


State = Literal["empty", "filling", "off", "unknown_card", "too_many", "too_long", "judged"]
Data = Mapping[str, Any]
_SMALLEST = 3  # of a meld without a contract; games with smaller ones define it
_MOST = 30  # judged at once
_KINDS = {"set": "set", "run": "run", "colour": "colour", "rank": "set", "any": "any"}
# Answers that help a player during a round.
_HELPS = ("go_down", "deadwood", "knock", "declare")
# Questions that depend on the order of the cards.
_OF_THE_ORDER = ("wilds_touch_in_run", "wilds_touch_in_set")


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer, if there is one yet; `slots` are the groups of cards concerned.

    `wrong` are places of cards, group and number, that cannot be judged; `needed` is the number of
    cards of the slot; `reordered` is the answer for the same cards in another order, if that is
    legal; `at_fault` are the cards at fault, for an open question by the reading that says no.
    """

    state: State
    answer: Data = field(default_factory=dict)
    slots: tuple[int, ...] = ()
    wrong: tuple[tuple[int, int], ...] = ()
    needed: int = 0
    reordered: Data | None = None
    at_fault: tuple[str, ...] = ()


def answered(asked: Asked, desk: Desk) -> Answered:
    """The answer to the current input."""
    if asked.ask in _HELPS and not desk.tells_go_down:
        return Answered("off")
    deck = Deck.of(desk.rules, asked.players, asked.wild or None)
    fault = _not_in_play(asked, deck)
    if fault:
        return fault
    return _ASKED[asked.ask](asked, desk)


def _not_in_play(asked: Asked, deck: Deck) -> Answered | None:
    """The first card that does not exist, or exceeds its copies in play."""
    seen: Counter[str] = Counter()
    for at, group in enumerate(asked.groups):
        for number, code in enumerate(group):
            card = deck.find(code)
            seen[code] += 1
            if card is None:
                return Answered("unknown_card", wrong=((at, number),))
            if seen[code] > card.copies:
                return Answered("too_many", wrong=((at, number),), needed=card.copies)
    return Answered("too_long") if any(len(group) > _MOST for group in asked.groups) else None


def _meld(asked: Asked, desk: Desk) -> Answered:
    least = least_meld(desk)
    if len(asked.groups[0]) < least:
        return _filling(asked, least)
    return _judged(asked, desk, (0,), {"melds": [_group(asked, 0, "any")]})


def _contract(asked: Asked, desk: Desk) -> Answered:
    """The melds of complete size, alone or together."""
    slots = slots_of(asked, desk)
    full = tuple(n for n, slot in enumerate(slots) if len(asked.groups[n]) >= slot.size)
    if not full:
        return _filling(asked, slots[asked.at].size)
    number = asked.contract or 1
    melds = [_group(asked, n, _KINDS[slots[n].kind]) for n in full]
    only_these = replace(desk, rules=_with_parts(desk.rules, number, full))
    return _judged(asked, only_these, full, {"contract": number, "melds": melds})


def _with_parts(rules: Data, number: int, parts: Sequence[int]) -> Data:
    """The rules with only these parts of a contract, which may still be the last one."""
    contracts = list(rules["contracts"])
    words = contracts[number - 1].split()
    contracts[number - 1] = " ".join(words[n] for n in parts)
    return {**rules, "contracts": contracts}


def _opening(asked: Asked, desk: Desk) -> Answered:
    """By all melds that are begun; each has cards enough for one."""
    least, begun = least_meld(desk), [n for n, cards in enumerate(asked.groups) if cards]
    if not begun or any(len(asked.groups[n]) < least for n in begun):
        return _filling(asked, least)
    melds = [_group(asked, n, "any") for n in begun]
    return _judged(asked, desk, tuple(begun), {"melds": melds})


def _on_the_table(asked: Asked, desk: Desk) -> Answered:
    least, (on, card) = least_meld(desk), asked.groups
    if len(on) < least or not card:
        return _filling(asked, least if asked.at == 0 else 1)
    case: dict[str, Any] = {"card": card[0], "on": _group(asked, 0, "any"), "whose": asked.whose}
    case |= {"down": asked.turn != "before", "turn": asked.turn}
    if asked.contract:
        case["contract"] = asked.contract
    return _judged(asked, desk, (0, 1), case)


def _go_down(asked: Asked, desk: Desk) -> Answered:
    if asked.contract is None:
        return _arranged(asked, desk, least_meld(desk), MOST_ARRANGED)
    needed = sum(slot.size for slot in contract_slots(asked.contract, desk))
    if len(asked.groups[0]) < needed:
        return _filling(asked, needed)
    return _judged(asked, desk, (0,), _hand(asked))


def _go_out(asked: Asked, desk: Desk) -> Answered:
    if not asked.groups[0]:
        return _filling(asked, 1)
    return _judged(asked, desk, (0,), _hand(asked) | {"discards": asked.discards})


def _deadwood(asked: Asked, desk: Desk) -> Answered:
    return _arranged(asked, desk, 1, MOST_ARRANGED)


def _whole_hand(asked: Asked, desk: Desk) -> Answered:
    """Before or after the discard; of a game that deals varying hands, any number."""
    dealt = desk.rules["dealt"]
    return _arranged(asked, desk, dealt or 1, dealt + 1 if dealt else MOST_ARRANGED)


def _arranged(asked: Asked, desk: Desk, least: int, most: int) -> Answered:
    cards = len(asked.groups[0])
    if cards > most:
        return Answered("too_long")
    return _judged(asked, desk, (0,), _hand(asked)) if cards >= least else _filling(asked, least)


def _defend(asked: Asked, desk: Desk) -> Answered:
    """By the melds of the knocker that are complete."""
    *melds, hand = asked.groups
    least = least_meld(desk)
    full = tuple(n for n, cards in enumerate(melds) if len(cards) >= least)
    if len(hand) > MOST_ARRANGED:
        return Answered("too_long")
    if not full or not hand:
        return _filling(asked, least if asked.at < len(melds) else 1)
    case = {"hand": [*hand], "melds": [_group(asked, n, "any") for n in full]}
    return _judged(asked, desk, full, case)


def _hand(asked: Asked) -> dict[str, Any]:
    of_contract = {"contract": asked.contract} if asked.contract else {}
    return {"hand": [*asked.groups[0]], **of_contract}


_ASKED = {
    "meld": _meld,
    "contract": _contract,
    "opening": _opening,
    "lay_off": _on_the_table,
    "swap": _on_the_table,
    "go_down": _go_down,
    "go_out": _go_out,
    "deadwood": _deadwood,
    "knock": _whole_hand,
    "declare": _whole_hand,
    "defend": _defend,
}


def least_meld(desk: Desk) -> int:
    """The minimum size of a meld in this game, if its rules define one."""
    said = (desk.rules["melding"][key] for key in ("set_least", "run_least"))
    return max(2, min([_SMALLEST, *(size for size in said if isinstance(size, int))]))


def _filling(asked: Asked, needed: int) -> Answered:
    return Answered("filling" if any(asked.groups) else "empty", needed=needed)


def _group(asked: Asked, number: int, kind: str) -> dict[str, Any]:
    return {"kind": kind, "cards": [*asked.groups[number]], "in_order": True}


def _judged(asked: Asked, desk: Desk, slots: tuple[int, ...], case: dict[str, Any]) -> Answered:
    """Wild cards stay where they are typed, unless only another order makes a meld.

    Where the order leaves a question open, an order without one is offered as well. The reason is
    the same for every order if none is legal.
    """
    case |= {"ask": asked.ask, "players": asked.players, "wild_rank": asked.wild or None}
    if asked.least is not None:
        case["least"] = asked.least
    answer, other = judge(desk.rules, case, help_work=Work(0)), None
    if "error" in answer:
        return Answered("too_long")
    if answer["verdict"] == "not_legal" and {"melds", "on"} & case.keys():
        loose = _in_any_order(case)
        other = judge(desk.rules, loose, help_work=Work(0))
        if other.get("verdict", "not_legal") == "not_legal":
            case, other = case if "error" in other else loose, None
        elif answer["rule"] not in _OF_THE_ORDER:
            answer, other = other, None
    elif answer["verdict"] == "your_table_decides" and "melds" in case:
        loose = judge(desk.rules, _in_any_order(case), help_work=Work(0))
        other = loose if loose.get("verdict") == "legal" else None
    if answer["verdict"] == "not_legal":
        answer = judge(desk.rules, case)
    at_fault = tuple(_at_fault(answer, case, desk))
    return Answered("judged", answer, slots, reordered=other, at_fault=at_fault)


def _at_fault(answer: Data, case: Data, desk: Desk) -> Sequence[str]:
    """The cards that violate a rule; of an open question, by the reading that says no."""
    for question in answer.get("questions", ()):
        for value, verdict in question["readings"].items():
            if verdict == "not_legal":
                melding = {**desk.rules["melding"], question["rule"]: _read(value)}
                strict: Data = judge({**desk.rules, "melding": melding}, case, help_work=Work(0))
                return list(strict.get("cards", ()))
    return list(answer.get("cards", ()))


def _read(value: str) -> bool | int | str:
    """A reading as in the rules."""
    if value in ("yes", "no"):
        return value == "yes"
    return int(value) if value.isdecimal() else value


def _in_any_order(case: dict[str, Any]) -> dict[str, Any]:
    loose = {"in_order": False}
    if "on" in case:
        return case | {"on": case["on"] | loose}
    return case | {"melds": [meld | loose for meld in case["melds"]]}

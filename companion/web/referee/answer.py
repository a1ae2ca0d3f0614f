"""The referee's answer to the current input."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from companion.rules.referee.deck import Deck
from companion.rules.referee.judge import MOST_ARRANGED, judge
from companion.rules.referee.law import Work
from companion.web.referee.asked import Asked, Desk, contract_slots, slots_of

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
    least = _least(desk)
    if len(asked.groups[0]) < least:
        return _filling(asked, least)
    return _judged(asked, desk, (0,), {"melds": [_group(asked, 0, "any")]})


def _contract(asked: Asked, desk: Desk) -> Answered:
    """The melds of complete size, alone or together."""
    slots = slots_of(asked, desk)
    full = tuple(n for n, slot in enumerate(slots) if len(asked.groups[n]) >= slot.size)
    if not full:
        return _filling(asked, slots[asked.at].size)
    words = desk.rules["contracts"][(asked.contract or 1) - 1].split()
    contract = asked.contract if len(full) == len(slots) else " ".join(words[n] for n in full)
    melds = [_group(asked, n, _KINDS[slots[n].kind]) for n in full]
    return _judged(asked, desk, full, {"contract": contract, "melds": melds})


def _on_the_table(asked: Asked, desk: Desk) -> Answered:
    least, (on, card) = _least(desk), asked.groups
    if len(on) < least or not card:
        return _filling(asked, least if asked.at == 0 else 1)
    case: dict[str, Any] = {"card": card[0], "on": _group(asked, 0, "any"), "whose": asked.whose}
    case |= {"down": asked.turn != "before", "turn": asked.turn}
    if asked.contract:
        case["contract"] = asked.contract
    return _judged(asked, desk, (0, 1), case)


def _go_down(asked: Asked, desk: Desk) -> Answered:
    needed = sum(slot.size for slot in contract_slots(asked.contract or 1, desk))
    if len(asked.groups[0]) < needed:
        return _filling(asked, needed)
    return _judged(asked, desk, (0,), _hand(asked))


def _go_out(asked: Asked, desk: Desk) -> Answered:
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
    least = _least(desk)
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
    "lay_off": _on_the_table,
    "swap": _on_the_table,
    "go_down": _go_down,
    "go_out": _go_out,
    "deadwood": _deadwood,
    "knock": _whole_hand,
    "declare": _whole_hand,
    "defend": _defend,
}


def _least(desk: Desk) -> int:
    """The minimum size of a meld in this game, if its rules define one."""
    said = (desk.rules["melding"][key] for key in ("set_least", "run_least"))
    return max(2, min([_SMALLEST, *(size for size in said if isinstance(size, int))]))


def _filling(asked: Asked, needed: int) -> Answered:
    return Answered("filling" if any(asked.groups) else "empty", needed=needed)


def _group(asked: Asked, number: int, kind: str) -> dict[str, Any]:
    return {"kind": kind, "cards": [*asked.groups[number]], "in_order": True}


def _judged(asked: Asked, desk: Desk, slots: tuple[int, ...], case: dict[str, Any]) -> Answered:
    """Wild cards stay where they are typed, unless only another order makes a meld."""
    case |= {"ask": asked.ask, "players": asked.players, "wild_rank": asked.wild or None}
    answer, other = judge(desk.rules, case, help_work=Work(0)), None
    if "error" in answer:
        return Answered("too_long")
    if answer["verdict"] == "not_legal" and {"melds", "on"} & case.keys():
        other = judge(desk.rules, _in_any_order(case), help_work=Work(0))
        if other.get("verdict", "not_legal") == "not_legal":
            other = None
        elif answer["rule"] not in _OF_THE_ORDER:
            answer, other = other, None
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

"""The referee: judges a case by the rules of its game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.rules.referee.contracts import Slot, together
from companion.rules.referee.deadwood import Holding, count_deadwood, declare, knock
from companion.rules.referee.deck import Card, Deck
from companion.rules.referee.defending import defend
from companion.rules.referee.hands import Hand, Search, in_slots, placed
from companion.rules.referee.law import Law
from companion.rules.referee.leftovers import fewest_left
from companion.rules.referee.melds import ANY, RUN, SET, Fault, Held, Meld, Placed, is_legal, ways
from companion.rules.referee.reading import (
    BadCase,
    check_copies,
    read_card,
    read_cards,
    read_meld,
    read_slots,
)
from companion.rules.referee.turns import Turn, go_out, lay_off, swap
from companion.rules.referee.verdicts import LEGAL, Answer, Judge, decided, legal, not_legal

Data = Mapping[str, Any]
_MOST_SHOWN = 4
MOST_ARRANGED = 16  # cards of a hand whose cheapest arrangement is searched
MOST_KNOCKED = 3  # melds to lay off on: each multiplies the ways to do so


def judge(rules: Data, case: Data) -> Answer:
    """The referee's answer to a case by these rules, the data of `rules_data`.

    For an unreadable case the answer is the error and its place.
    """
    try:
        deck = Deck.of(rules, *_table(case))
        answer = _asked(case.get("ask", "contract"))(case, rules, deck)
    except BadCase as bad:
        return {"error": bad.told, "at": bad.at}
    return decided(rules["melding"], deck, answer)


def _table(case: Data) -> tuple[int | None, str | None]:
    """The number of players, and the wild rank of the round."""
    players, wild_rank = case.get("players"), case.get("wild_rank")
    if players is not None and type(players) is not int:
        raise BadCase("a number of players", "players")
    if wild_rank is not None and not isinstance(wild_rank, str):
        raise BadCase("a rank", "wild_rank")
    return players, wild_rank


def _asked(ask: object) -> "Ask":
    if not isinstance(ask, str) or ask not in _ASKED:
        raise BadCase("one of " + ", ".join(_ASKED), "ask")
    return _ASKED[ask]


def _ask_meld(case: Data, _: Data, deck: Deck) -> Judge:
    melds = _melds(case, deck)
    if len(melds) != 1:
        raise BadCase("one meld", "melds")

    def answer(law: Law) -> Answer:
        found, fault = ways(melds[0], law)
        if fault is None:
            return _laid([(one,) for one in found])
        return _broken(fault, law, melds, 0, lambda meld: is_legal(meld, law))

    return answer


def _ask_contract(case: Data, rules: Data, deck: Deck) -> Judge:
    slots = read_slots(case.get("contract"), rules["contracts"], "contract")
    melds = _melds(case, deck)
    is_last = _is_last(case, slots, rules)

    def answer(law: Law) -> Answer:
        found = together(melds, slots, law, is_last=is_last)
        if found.fault is None:
            return _laid(found.ways)
        return _not_together(melds, slots, found.fault, found.number, law, is_last=is_last)

    return answer


def _not_together(
    melds: Sequence[Meld], slots: Sequence[Slot], fault: Fault, at: int, law: Law, *, is_last: bool
) -> Answer:
    """The fault of the meld with this number."""

    def fits(meld: Meld) -> bool:
        changed = (*melds[:at], meld, *melds[at + 1 :])
        return bool(together(changed, slots, law, is_last=is_last).ways)

    return _broken(fault, law, melds, at, fits)


def _laid(found: Sequence[Sequence[Placed]]) -> Answer:
    """The places of the first way, and ways that differ in the ranks of wild cards."""
    shown: list[list[list[str]]] = []
    for combined in found:
        places = [one.codes for one in combined]
        if all(not _same(places, other) for other in shown) and len(shown) < _MOST_SHOWN:
            shown.append(places)
    return legal(places=shown[0], also=shown[1:] or None)


def _same(one: list[list[str]], other: list[list[str]]) -> bool:
    return [sorted(codes) for codes in one] == [sorted(codes) for codes in other]


def _broken(
    fault: Fault,
    law: Law,
    melds: Sequence[Meld],
    at: int,
    fits: Callable[[Meld], bool],
) -> Answer:
    laid = [held.card.code for meld in melds for held in meld.cards]

    def would_do() -> list[str]:
        """The single cards, of those with copies left, that would make it legal."""
        kinds = (card for card in law.deck.kinds if laid.count(card.code) < card.copies)
        return [card.code for card in kinds if any(map(fits, _mended(melds[at], fault, card)))]

    return not_legal(fault.rule, fault.cards, law.melding, would_do=would_do)


def _mended(meld: Meld, fault: Fault, card: Card) -> list[Meld]:
    """The meld with this card replacing one at fault, or added if it is too small."""
    if fault.rule.endswith("_least") or fault.rule == "contract":
        return [replace(meld, cards=(*meld.cards, Held(card)))]
    round_the_corner = fault.rule == "ace"
    at_fault = [
        number
        for number, held in enumerate(meld.cards)
        if round_the_corner or held.card.code in fault.cards
    ]
    in_order = meld.in_order and not round_the_corner
    return [
        replace(meld, cards=(*meld.cards[:n], Held(card), *meld.cards[n + 1 :]), in_order=in_order)
        for n in at_fault
    ]


def _ask_lay_off(case: Data, rules: Data, deck: Deck) -> Judge:
    turn = _turn(case, rules, deck)
    return lambda law: lay_off(turn, law)


def _ask_swap(case: Data, rules: Data, deck: Deck) -> Judge:
    turn = _turn(case, rules, deck)
    return lambda law: swap(turn, law)


def _turn(case: Data, rules: Data, deck: Deck) -> Turn:
    card, on = read_card(case.get("card"), deck, "card"), read_meld(case.get("on"), deck, "on")
    on_table = [(held.card, f"on.cards[{n}]") for n, held in enumerate(on.cards)]
    check_copies([*on_table, (card, "card")], deck)
    whose = case.get("whose")
    if whose not in (None, "own", "other"):
        raise BadCase("own or other", "whose")
    return Turn(
        card,
        replace(on, kind=_kind(on)),
        whose,
        case.get("down", True) is not False,
        case.get("turn") == "same",
        _is_last(case, _slots(case, rules), rules),
    )


def _slots(case: Data, rules: Data) -> tuple[Slot, ...]:
    """The contract of a case, which may have none."""
    if "contract" not in case:
        return ()
    return read_slots(case["contract"], rules["contracts"], "contract")


def _kind(meld: Meld) -> str:
    """Whether a meld that is on the table is a set or a run."""
    if meld.kind != ANY:
        return meld.kind
    ranks = {held.card.rank for held in meld.cards if not held.card.wild}
    ranks |= {held.stands[0] for held in meld.cards if held.stands}
    return SET if len(ranks) == 1 else RUN


def _hand(case: Data, deck: Deck) -> tuple[Card, ...]:
    hand = read_cards(case.get("hand"), deck, "hand")
    check_copies([(card, f"hand[{n}]") for n, card in enumerate(hand)], deck)
    return hand


def _ask_go_down(case: Data, rules: Data, deck: Deck) -> Judge:
    hand = _hand(case, deck)
    slots = read_slots(case.get("contract"), rules["contracts"], "contract")
    is_last = _is_last(case, slots, rules)
    return lambda law: _go_down(hand, slots, law, is_last=is_last)


def _go_down(hand: Sequence[Card], slots: Sequence[Slot], law: Law, *, is_last: bool) -> Answer:
    best = fewest_left(hand, slots, law, is_last=is_last)
    if best is None:
        if is_last and _leaves_too_many(len(hand) + 1, slots, law):
            return not_legal("contract", (), law.melding, missing=[])
        return not_legal("contract", (), law.melding, missing=lambda: _missing(hand, slots, law))
    if is_last and _leaves_too_many(len(hand), slots, law):
        return not_legal("last_contract_complete", (), law.melding, missing=[])
    melds = placed(hand, in_slots(best.melds, slots))
    return legal(melds=[one.codes for one in melds], left=best.points)


def _leaves_too_many(cards: int, slots: Sequence[Slot], law: Law) -> bool:
    """Whether more cards would stay in hand than the last contract allows."""
    over = cards - sum(slot.size for slot in slots)
    if over <= 0 or not law["last_contract_complete"]:
        return False
    return over > 1 or not law["discard_to_go_out"]


def _missing(hand: Sequence[Card], slots: Sequence[Slot], law: Law) -> list[str]:
    """The single cards with which the hand could lay the contract."""
    held = [card.code for card in hand]
    kinds = (card for card in law.deck.kinds if held.count(card.code) < card.copies)
    return [card.code for card in kinds if can_lay((*hand, card), slots, law)]


def can_lay(hand: Sequence[Card], slots: Sequence[Slot], law: Law) -> bool:
    """Whether these cards contain the contract."""
    cards = Hand.of(hand)
    tries = (Search(cards, slots, law, sparing=sparing) for sparing in (True, False))
    return any(search.first() is not None for search in tries)


def _ask_go_out(case: Data, rules: Data, deck: Deck) -> Judge:
    hand = _hand(case, deck)
    is_last, discards = _is_last(case, _slots(case, rules), rules), bool(case.get("discards"))
    return lambda law: go_out(hand, law, discards=discards, is_last=is_last)


def _ask_deadwood(case: Data, rules: Data, deck: Deck) -> Judge:
    holding = _holding(case, rules, deck)
    return lambda law: count_deadwood(holding, law)


def _ask_knock(case: Data, rules: Data, deck: Deck) -> Judge:
    knocking, holding = rules["knocking"], _whole_hand(case, rules, deck)
    if knocking is None:
        raise BadCase("a game in which players knock", "ask")
    return lambda law: knock(holding, law, knocking)


def _ask_declare(case: Data, rules: Data, deck: Deck) -> Judge:
    holding = _whole_hand(case, rules, deck)
    if not rules["melding"].get("least_runs"):
        raise BadCase("a game in which players declare", "ask")
    return lambda law: declare(holding, law)


def _ask_defend(case: Data, rules: Data, deck: Deck) -> Judge:
    holding, melds = _holding(case, rules, deck), _melds(case, deck)
    if len(melds) > MOST_KNOCKED:
        raise BadCase(f"up to {MOST_KNOCKED} melds", "melds")
    laid = [(held.card, "melds") for meld in melds for held in meld.cards]
    check_copies([*laid, *((card, f"hand[{n}]") for n, card in enumerate(holding.hand))], deck)
    return lambda law: defend(holding, melds, law)


def _whole_hand(case: Data, rules: Data, deck: Deck) -> Holding:
    """A hand before or after the discard."""
    holding, dealt = _holding(case, rules, deck), rules["dealt"]
    if dealt is not None and len(holding.hand) not in {dealt, dealt + 1}:
        raise BadCase(f"{dealt} or {dealt + 1} cards", "hand")
    return holding


def _holding(case: Data, rules: Data, deck: Deck) -> Holding:
    hand = _hand(case, deck)
    if len(hand) > MOST_ARRANGED:
        raise BadCase(f"a hand of up to {MOST_ARRANGED} cards", "hand")
    return Holding.of(hand, rules)


def _melds(case: Data, deck: Deck) -> list[Meld]:
    data = case.get("melds")
    if not isinstance(data, list) or not data:
        raise BadCase("a list of melds", "melds")
    melds = [read_meld(each, deck, f"melds[{number}]") for number, each in enumerate(data)]
    laid = [
        (held.card, f"melds[{number}].cards[{n}]")
        for number, meld in enumerate(melds)
        for n, held in enumerate(meld.cards)
    ]
    check_copies(laid, deck)
    return melds


def _is_last(case: Data, slots: Sequence[Slot], rules: Data) -> bool:
    """Whether this is the last contract of the game."""
    if type(case.get("contract")) is int:
        return bool(case["contract"] == len(rules["contracts"]))
    if not slots or not rules["contracts"]:
        return False
    last = read_slots(rules["contracts"][-1], rules["contracts"], "contract")
    return sorted(map(repr, slots)) == sorted(map(repr, last))


Ask = Callable[[Data, Data, Deck], Judge]
_ASKED: dict[str, Ask] = {
    "meld": _ask_meld,
    "contract": _ask_contract,
    "lay_off": _ask_lay_off,
    "swap": _ask_swap,
    "go_down": _ask_go_down,
    "go_out": _ask_go_out,
    "deadwood": _ask_deadwood,
    "knock": _ask_knock,
    "declare": _ask_declare,
    "defend": _ask_defend,
}
__all__ = ["LEGAL", "can_lay", "judge"]

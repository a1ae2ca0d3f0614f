"""The referee: parses a typed case, and judges it by the rules of its game."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.rules.referee.contracts import Slot, first_together, together
from companion.rules.referee.deadwood import Holding, count_deadwood, declare, knock
from companion.rules.referee.deck import Card, Deck
from companion.rules.referee.defending import defend
from companion.rules.referee.hands import HandRest, Search, in_slots, placed
from companion.rules.referee.law import MOST_STEPS_OF_HELP, Law, TooManyPossibilities, Work
from companion.rules.referee.leftovers import fewest_left, may_be_longer
from companion.rules.referee.melds import (
    ANY,
    COLOUR,
    RUN,
    SET,
    Fault,
    Held,
    Meld,
    Place,
    Placed,
    condition,
    is_only_touching,
    legal_ways,
    ways,
)
from companion.rules.referee.opening import Needed, open_from, opened
from companion.rules.referee.turns import Turn, go_out, lay_off, swap
from companion.rules.referee.verdicts import Answer, Judge, decided, legal, not_legal

Data = Mapping[str, Any]
_SLOT = re.compile(r"([SRC])0*([1-9][0-9]?)")
_OF_RANK = re.compile(r"([1-9][0-9]?)x(\S+)")
_KINDS = {"S": SET, "R": RUN, "C": COLOUR}
_MELDS = (SET, RUN, COLOUR, ANY)
MOST_CARDS, _MOST_MELDS = 30, 6


class BadCase(ValueError):
    """An invalid case: the error and its place."""

    def __init__(self, error: str, at: str) -> None:
        super().__init__(f"{at}: {error}")
        self.error, self.at = error, at


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
    name, separator, stands = code.partition("=")
    card = deck.find(name)
    if card is None:
        raise BadCase("no such card", at)
    return Held(card, _stands(card, stands, deck, at) if separator else None)


def _stands(card: Card, stands: str, deck: Deck, at: str) -> tuple[str, str] | None:
    """The rank and suit that a wild card stands for; `?` is any rank of a suit, or any suit."""
    rank, suit = stands[:-1], stands[-1:]
    known = {known.rank for known in deck.cards.values() if known.suit}
    if not card.wild or rank not in {"?", *known} or suit not in {"?", *deck.suits}:
        raise BadCase("no such card to stand for", at)
    return "" if rank == "?" else rank, "" if suit == "?" else suit


TOO_MANY = "too many possibilities: fewer cards, please"
_CARDS = ("hand", "melds", "on")
_MOST_SHOWN = 4
MOST_ARRANGED = 16  # cards of a hand whose cheapest arrangement is searched
_ANY_CARD = Card("", "", "", wild=True, copies=1, points=0)
MOST_KNOCKED = 3  # melds to lay off on: each multiplies the ways to do so
_MOST_POINTS = 10_000  # that an opening may need


def judge(
    rules: Data, case: Data, work: Work | None = None, help_work: Work | None = None
) -> Answer:
    """The referee's answer to a case by these rules, the data of `melding_data`.

    For an unreadable case the answer is the error and its place, also for one that takes more than
    `work`. The cards that would make it legal are included unless their search takes more than
    `help_work`.
    """
    try:
        deck = Deck.of(rules, *_table(case))
        answer = _ask_named(case.get("ask", "contract"))(case, rules, deck)
        return decided(
            rules["melding"], deck, answer, work or Work(), help_work or Work(MOST_STEPS_OF_HELP)
        )
    except BadCase as bad:
        return {"error": bad.error, "at": bad.at}
    except TooManyPossibilities:
        return {"error": TOO_MANY, "at": next(key for key in _CARDS if key in case)}


def _table(case: Data) -> tuple[int | None, str | None]:
    """The number of players, and the wild rank of the round."""
    players, wild_rank = case.get("players"), case.get("wild_rank")
    if players is not None and type(players) is not int:
        raise BadCase("a number of players", "players")
    if wild_rank is not None and not isinstance(wild_rank, str):
        raise BadCase("a rank", "wild_rank")
    return players, wild_rank


def _ask_named(ask: object) -> "Ask":
    if not isinstance(ask, str) or ask not in _ASKS:
        raise BadCase("one of " + ", ".join(_ASKS), "ask")
    return _ASKS[ask]


def _ask_meld(case: Data, _: Data, deck: Deck) -> Judge:
    melds = _melds(case, deck)
    if len(melds) != 1:
        raise BadCase("one meld", "melds")

    def answer(law: Law) -> Answer:
        arrangements, fault = ways(melds[0], law)
        if fault is None:
            return _laid([(placed,) for placed in arrangements]) | {"kind": arrangements[0].kind}
        return _broken(fault, law, melds, 0, _first_way)

    return answer


def _first_way(meld: Meld, law: Law) -> Placed | None:
    return next(legal_ways(meld, law), None)


def _ask_contract(case: Data, rules: Data, deck: Deck) -> Judge:
    slots = read_slots(case.get("contract"), rules["contracts"], "contract")
    melds = _melds(case, deck)
    is_last = _is_last(case, slots, rules)

    def answer(law: Law) -> Answer:
        result = together(melds, slots, law, is_last=is_last)
        if result.fault is None:
            return _laid(result.ways)
        return _not_together(melds, slots, result.fault, result.number, law, is_last=is_last)

    return answer


def _ask_opening(case: Data, rules: Data, deck: Deck) -> Judge:
    melds, needed = _melds(case, deck), _needed(case, rules)
    if len(melds) > _MOST_MELDS:
        raise BadCase(f"up to {_MOST_MELDS} melds", "melds")

    def answer(law: Law) -> Answer:
        results = [ways(meld, law) for meld in melds]
        for number, (_, fault) in enumerate(results):
            if fault is not None:
                return _broken(fault, law, melds, number, _first_way)
        return opened([arrangements for arrangements, _ in results], needed, law)

    return answer


def _needed(case: Data, rules: Data) -> Needed:
    opening = rules["opening"]
    if opening is None:
        raise BadCase("a game whose first melds need points or runs", "ask")
    least = case.get("least", opening["least"])
    if type(least) is not int or not 0 <= least <= _MOST_POINTS:
        raise BadCase("the points that the opening needs", "least")
    runs, sets, at_once = (opening[key] for key in ("pure_runs", "pure_sets", "all_at_once"))
    return Needed(least, runs, sets, at_once, rules["dealt"])


def _not_together(
    melds: Sequence[Meld], slots: Sequence[Slot], fault: Fault, at: int, law: Law, *, is_last: bool
) -> Answer:
    """The fault of the meld with this number."""

    def first_way(meld: Meld, law: Law) -> Placed | None:
        changed = (*melds[:at], meld, *melds[at + 1 :])
        combined = first_together(changed, slots, law, is_last=is_last)
        return combined[at] if combined else None

    return _broken(fault, law, melds, at, first_way)


def _laid(arrangements: Sequence[Sequence[Placed]]) -> Answer:
    """The places of the first way, and ways that differ in the ranks of wild cards."""
    shown: list[list[list[str]]] = []
    for combined in arrangements:
        places = [placed.codes for placed in combined]
        if all(not _same(places, other) for other in shown) and len(shown) < _MOST_SHOWN:
            shown.append(places)
    return legal(places=shown[0], also=shown[1:] or None, rule=condition(arrangements[0]))


def _same(places: list[list[str]], other: list[list[str]]) -> bool:
    return [sorted(codes) for codes in places] == [sorted(codes) for codes in other]


FirstWay = Callable[[Meld, Law], Placed | None]


def _broken(fault: Fault, law: Law, melds: Sequence[Meld], at: int, first_way: FirstWay) -> Answer:
    def help_with(work: Work) -> Answer:
        every = _remedies(fault, replace(law, work=work), melds, at, first_way)
        remedies = {(each["card"], each["replaces"]): each for each in every}
        cards = dict.fromkeys(card for card, _ in remedies)
        return {"would_do": [*cards], "remedies": [*remedies.values()]}

    return not_legal(fault.rule, fault.cards, law.melding, help=help_with)


def _remedies(
    fault: Fault, law: Law, melds: Sequence[Meld], at: int, first_way: FirstWay
) -> Iterator[Answer]:
    """The single cards, of those with copies left, that make it legal in place of another one."""
    laid = [held.card.code for meld in melds for held in meld.cards]
    for card in law.deck.kinds:
        if laid.count(card.code) >= card.copies:
            continue
        for replaced, meld in _mended(melds[at], fault, card):
            by_reading = [_reordered(meld, strict, first_way) for strict in law.strictest]
            arrangements = [placed for placed in by_reading if placed]
            if len(arrangements) == len(by_reading):
                shown = _without_question(arrangements, meld, law, first_way)
                yield {"card": card.code, "replaces": replaced, "meld": shown.codes}


def _without_question(
    arrangements: Sequence[Placed], meld: Meld, law: Law, first_way: FirstWay
) -> Placed:
    """The first one that is legal by each of the strictest readings, or else the last."""

    def is_settled(placed: Placed) -> bool:
        as_shown = replace(meld, cards=tuple(map(_held_in, placed.places)), in_order=True)
        return all(first_way(as_shown, strict) for strict in law.strictest)

    *others, last = arrangements
    return next(filter(is_settled, others), last)


def _held_in(place: Place) -> Held:
    is_itself = place.code == place.card.code
    return Held(place.card, None if is_itself else (place.rank, place.suit))


def _mended(meld: Meld, fault: Fault, card: Card) -> Iterator[tuple[str | None, Meld]]:
    """The meld with this card replacing one at fault, or added if it is too small."""
    if fault.rule.endswith("_least") or fault.rule == "contract":
        yield None, replace(meld, cards=(*meld.cards, Held(card)))
        return
    for n, held in enumerate(meld.cards):
        code = held.card.code
        if code != card.code and (fault.rule == "ace" or code in fault.cards):
            yield code, replace(meld, cards=(*meld.cards[:n], Held(card), *meld.cards[n + 1 :]))


def _reordered(meld: Meld, law: Law, first_way: FirstWay) -> Placed | None:
    """As it lies, or in another order if that is no question of the order of wild cards."""
    placed = first_way(meld, law)
    if placed or not meld.in_order or is_only_touching(meld, law):
        return placed
    return first_way(replace(meld, in_order=False), law)


def _ask_lay_off(case: Data, rules: Data, deck: Deck) -> Judge:
    turn = _turn(case, rules, deck)
    return lambda law: lay_off(turn, law)


def _ask_swap(case: Data, rules: Data, deck: Deck) -> Judge:
    turn = _turn(case, rules, deck)
    return lambda law: swap(turn, law)


def _turn(case: Data, rules: Data, deck: Deck) -> Turn:
    card, on = _held(case.get("card"), deck, "card").card, read_meld(case.get("on"), deck, "on")
    on_table = [(held.card, f"on.cards[{n}]") for n, held in enumerate(on.cards)]
    check_copies([*on_table, (card, "card")], deck)
    whose = case.get("whose")
    if whose not in (None, "own", "other"):
        raise BadCase("own or other", "whose")
    return Turn(
        card,
        on,
        whose,
        case.get("down", True) is not False,
        case.get("turn") == "same",
        _is_last(case, _slots(case, rules), rules),
        bool(rules["contracts"] or rules["opening"]),
        _smallest(rules["contracts"]),
    )


def _smallest(contracts: Sequence[str]) -> dict[str, int]:
    """The smallest melds of contracts, by kind."""
    sizes: dict[str, int] = {}
    for number in range(1, len(contracts) + 1):
        for slot in read_slots(number, contracts, "contract"):
            sizes[slot.kind] = min(slot.size, sizes.get(slot.kind, slot.size))
    return sizes


def _slots(case: Data, rules: Data) -> tuple[Slot, ...]:
    """The contract of a case, which may have none."""
    if "contract" not in case:
        return ()
    return read_slots(case["contract"], rules["contracts"], "contract")


def _hand(case: Data, deck: Deck) -> tuple[Card, ...]:
    hand = tuple(held.card for held in _held_cards(case.get("hand"), deck, "hand"))
    check_copies([(card, f"hand[{n}]") for n, card in enumerate(hand)], deck)
    return hand


def _ask_go_down(case: Data, rules: Data, deck: Deck) -> Judge:
    if "contract" not in case and rules["opening"]:
        holding, needed = _holding(case, rules, deck), _needed(case, rules)
        return lambda law: open_from(holding.hand, needed, law)
    hand = _hand(case, deck)
    slots = read_slots(case.get("contract"), rules["contracts"], "contract")
    is_last = _is_last(case, slots, rules)
    return lambda law: _go_down(hand, slots, law, is_last=is_last)


def _go_down(hand: Sequence[Card], slots: Sequence[Slot], law: Law, *, is_last: bool) -> Answer:
    def help_with(work: Work) -> Answer:
        return {"missing": _missing(hand, slots, replace(law, work=work), is_last=is_last)}

    best = fewest_left(hand, slots, law, is_last=is_last)
    if best is None:
        return not_legal("contract", (), law.melding, help=help_with)
    if _leaves_too_many(best.cards, law):
        return not_legal("last_contract_complete", (), law.melding, missing=[])
    melds = placed(hand, in_slots(best.melds, slots))
    return legal(melds=[meld.codes for meld in melds], left=best.points)


def _leaves_too_many(cards: int, law: Law) -> bool:
    """Whether more cards stay in hand than a contract allows that takes all."""
    return cards > 1 or (cards == 1 and not law["discard_to_go_out"])


def _missing(hand: Sequence[Card], slots: Sequence[Slot], law: Law, *, is_last: bool) -> list[str]:
    """The single cards with which the hand could lay the contract."""
    over = len(hand) + 1 - sum(slot.size for slot in slots)
    is_whole = is_last and over > 0 and law["last_contract_complete"]
    if is_whole and not may_be_longer(slots, law) and _leaves_too_many(over, law):
        return []
    if not can_lay((*hand, _ANY_CARD), slots, law.without_limits):
        return []  # no card would do: found at once, instead of by trying each
    held = [card.code for card in hand]
    kinds = (card for card in law.deck.kinds if held.count(card.code) < card.copies)
    return [card.code for card in kinds if _is_enough((*hand, card), slots, law, is_whole=is_whole)]


def _is_enough(hand: Sequence[Card], slots: Sequence[Slot], law: Law, *, is_whole: bool) -> bool:
    """Whether these cards contain the contract, and none too many."""
    if not is_whole:
        return can_lay(hand, slots, law)
    best = fewest_left(hand, slots, law, is_last=True)
    return best is not None and not _leaves_too_many(best.cards, law)


def can_lay(hand: Sequence[Card], slots: Sequence[Slot], law: Law) -> bool:
    """Whether these cards contain the contract."""
    cards = HandRest.of(hand)
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
    melding = rules["melding"]
    if not melding.get("least_runs") and melding["lay_off"] != "never":
        raise BadCase("a game in which melds are shown at the end", "ask")
    return lambda law: declare(holding, law)


def _ask_defend(case: Data, rules: Data, deck: Deck) -> Judge:
    if rules["melding"]["lay_off_on"] == "none":
        raise BadCase("a game in which cards are laid off", "ask")
    holding, melds = _holding(case, rules, deck), _melds(case, deck)
    if len(melds) > MOST_KNOCKED:
        raise BadCase(f"up to {MOST_KNOCKED} melds", "melds")
    laid = [(held.card, "melds") for meld in melds for held in meld.cards]
    check_copies([*laid, *((card, f"hand[{n}]") for n, card in enumerate(holding.hand))], deck)
    on_gin = rules["dealt"] is not None and len(laid) >= rules["dealt"]
    return lambda law: defend(holding, melds, law, on_gin=on_gin)


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
_ASKS: dict[str, Ask] = {
    "meld": _ask_meld,
    "contract": _ask_contract,
    "opening": _ask_opening,
    "lay_off": _ask_lay_off,
    "swap": _ask_swap,
    "go_down": _ask_go_down,
    "go_out": _ask_go_out,
    "deadwood": _ask_deadwood,
    "knock": _ask_knock,
    "declare": _ask_declare,
    "defend": _ask_defend,
}

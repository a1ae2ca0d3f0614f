"""The view model of the referee's page: cards, keys and the answer, without sentences."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from companion.rules.referee.deck import Card, Deck
from companion.sentences import broken_beside, judged_rule
from companion.web.pages.referee.answer import (
    CHOICES,
    OF_HANDS,
    WITH_A_CARD,
    Answered,
    Asked,
    Desk,
    Slot,
    State,
    answered,
    contract_slots,
    least_meld,
    params_of,
    query_of,
    slots_of,
)

Data = Mapping[str, Any]
Word = Literal[
    "",
    "legal",
    "legal_so_far",
    "not_legal",
    "yes",
    "no",
    "not_yet",
    "one_short",
    "decides",
    "deadwood",
    "gin",
    "big_gin",
]
Caption = Literal["", "meld", "rest", "discard", "laid_off", "also", "reordered", "way"]
Prompt = Literal["", "tap", "count", "hand", "left", "then_card", "card", "then_others"]
_MOST_HELP = 8
_ANY_SUIT = ""
_MOST_SIDE_BY_SIDE = 2  # groups


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card: its `face` is a rank, or the code of one without; `suit` is blank for those.

    `stands` is the rank that a wild card stands for, and `stands_suit` its suit, if it has one. A
    card that `is_missing` is needed by the hand, and leaves a gap.
    """

    code: str
    face: str
    suit: str
    is_wild: bool
    stands: str
    stands_suit: str
    is_wrong: bool
    is_picked: bool
    is_missing: bool


@dataclass(frozen=True, slots=True)
class Face:
    """A kind of card: a rank with a blank suit is any card of that rank."""

    face: str
    suit: str


@dataclass(frozen=True, slots=True)
class Help:
    """Cards of which each would do, in place of the one that it `replaces` if it is not added."""

    cards: tuple[Face, ...]
    replaces: Face | None


@dataclass(frozen=True, slots=True)
class Stand:
    """A wild card, and the card that it stands for."""

    wild: Face
    card: Face


@dataclass(frozen=True, slots=True)
class ShownGroup:
    """A group of cards, and the reason for showing it; `end` is that of a lay-off.

    For one that is typed, `number` is that of its slot, and `free` are the cards still to tap.
    """

    caption: Caption
    slot: Slot | None
    end: str
    cards: tuple[ShownCard, ...]
    number: int | None = None
    free: int = 0
    is_at: bool = False


@dataclass(frozen=True, slots=True)
class Tab:
    """A group of cards to type; taps fill the one that `is_at`."""

    number: int
    slot: Slot
    is_at: bool


@dataclass(frozen=True, slots=True)
class Key:
    """A suit, or a card without one; `is_at` is the chosen suit."""

    code: str
    is_at: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """The answer by one reading of an open question; `code` is its rule and the answer."""

    code: str
    verdict: str


@dataclass(frozen=True, slots=True)
class Question:
    """An open question, by its rule."""

    rule: str
    readings: tuple[Reading, ...]


@dataclass(frozen=True, slots=True)
class Hidden:
    """A hidden field of the form."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class RefereeView:
    """The page: `word` is the answer, blank while there is none; then a `prompt` says what to tap.

    `rule` is the broken one; `source` is that of the rule, or of those by which it is legal; `help`
    are cards with which it would be legal.
    `still` is the number of melds that are still to be typed in, `worth` the points of the melds of
    an opening, which needs `least`, `short` the points that are missing, `beside` the other rules
    that it breaks, `left` the fewest points left in hand, which `is_capped` where the cards cost
    more;
    `all_count` says that no meld counts. `use` is how long a swapped wild card may be kept.
    `decides` is the open rule that this table may decide, `query` the question as the end of an
    address.
    """

    ask: str
    contract: int | None
    least: int | None
    wild: str
    whose: str
    turn: str
    discards: bool
    state: State
    prompt: Prompt
    word: Word
    groups: tuple[ShownGroup, ...]
    tabs: tuple[Tab, ...]
    suits: tuple[Key, ...]
    bare: tuple[Face, ...]
    count: int
    needed: int
    kind: str
    stands: tuple[Stand, ...]
    rule: str
    source: str
    help: tuple[Help, ...]
    questions: tuple[Question, ...]
    still: int
    worth: int | None
    short: int
    beside: tuple[str, ...]
    left: int | None
    is_capped: bool
    all_count: bool
    frees: str
    use: str
    decides: str
    hidden: tuple[Hidden, ...]
    query: str
    has_cards: bool

    @property
    def is_crowded(self) -> bool:
        """Whether its cards are too many for their usual size."""
        others = any(group.caption in {"also", "reordered"} for group in self.groups)
        return others or len(self.groups) > _MOST_SIDE_BY_SIDE


def referee_view(asked: Asked, desk: Desk) -> RefereeView:
    """The page with the answer to the current input."""
    found = answered(asked, desk)
    answer, slots = found.answer, slots_of(asked, desk)
    deck = Deck.of(desk.rules, asked.players, asked.wild or None)
    groups = tuple(_groups(asked, desk, deck, found))
    still = len(slots) - len(found.slots) if answer and asked.ask == "contract" else 0
    word = _word(asked.ask, answer, still)
    return RefereeView(
        ask=asked.ask,
        contract=asked.contract,
        least=asked.least,
        wild=asked.wild,
        whose=asked.whose,
        turn=asked.turn,
        discards=asked.discards,
        state=found.state,
        prompt=_prompt(asked, slots, found),
        word=word,
        groups=groups,
        tabs=tuple(_tabs(asked, slots)) if len(slots) > 1 else (),
        suits=tuple(Key(suit, suit == asked.suit) for suit in deck.suits),
        bare=tuple(Face(card.code, "") for card in deck.kinds if not card.suit),
        count=len(asked.groups[asked.at]),
        needed=found.needed,
        kind=answer.get("kind", "") if word == "legal" else "",
        stands=tuple(_standing(groups)),
        rule=_rule(asked.ask, answer, desk),
        source=_source(asked, answer, slots, desk),
        help=tuple(_helping(answer, deck)),
        questions=tuple(_questions(answer)),
        still=still,
        worth=answer.get("worth"),
        short=answer.get("short", 0),
        beside=tuple(broken_beside(answer)),
        left=answer.get("left"),
        is_capped=_cost(answer, deck) > answer.get("left", 0),
        all_count=bool(answer.get("lacks")) and not answer["melds"],
        frees=answer.get("frees", "") if asked.ask == "swap" else "",
        use=answer.get("use") or "",
        decides=_decides(answer, desk),
        hidden=tuple(_hidden(asked)),
        query=query_of(asked),
        has_cards=any(asked.groups),
    )


# The rules that a legal answer follows: of the question, and of the melds.
_ALLOWED_BY = {
    "opening": "opening",
    "lay_off": "lay_off",
    "swap": "swap",
    "knock": "knocking",
    "declare": "least_runs",
}
_DEFINED_BY = {"set": "set_one_rank", "run": "run_in_sequence", "colour": "run_in_sequence"}


def _word(ask: str, answer: Data, still: int) -> Word:
    verdict = answer.get("verdict")
    if verdict is None:
        return ""
    if verdict == "your_table_decides":
        return "decides"
    if ask in ("meld", "contract", "opening"):
        legal: Word = "legal_so_far" if still else "legal"
        return legal if verdict == "legal" else "not_legal"
    if verdict == "legal":
        return _yes(ask, answer)
    if answer.get("missing"):
        return "one_short"
    return "not_yet" if ask == "go_down" else "no"


def _yes(ask: str, answer: Data) -> Word:
    """Yes; or the points, or gin."""
    words: Mapping[str, Word] = {"gin": "gin", "big_gin": "big_gin"}
    return (
        "deadwood" if ask in ("deadwood", "defend") else words.get(answer.get("ending", ""), "yes")
    )


def _rule(ask: str, answer: Data, desk: Desk) -> str:
    """The first violated rule; a hand without the contract has no melds to blame."""
    rule = str(answer.get("rule", answer.get("lacks", "")))
    if ask == "go_down" and rule == "contract":
        return "hand"
    return judged_rule(rule, desk.rules)


def _source(asked: Asked, answer: Data, slots: Sequence[Slot], desk: Desk) -> str:
    """The source of the violated rule; of what is legal, those of the rules that allow it."""
    if answer.get("verdict") != "legal":
        return str(answer.get("source", ""))
    melds = contract_slots(asked.contract, desk) if asked.contract else slots
    kinds = (answer.get("kind", ""), *(slot.kind for slot in melds))
    is_early = asked.ask == "lay_off" and asked.turn == "before"
    allowed_by = "own_meld_first" if is_early else _ALLOWED_BY.get(asked.ask, "")
    rules = (allowed_by, *(_DEFINED_BY.get(kind, "") for kind in kinds))
    sources: Mapping[str, str] = desk.rules["melding"]["sources"]
    return ", ".join(dict.fromkeys(sources[rule] for rule in rules if rule in sources))


def _prompt(asked: Asked, slots: Sequence[Slot], found: Answered) -> Prompt:
    if found.state == "empty":
        return "left" if asked.ask == "go_out" else "tap"
    if found.state != "filling":
        return ""
    if slots[asked.at].kind == "card":
        return "card"
    if asked.ask == "go_down" and asked.contract:  # of more cards than the contract needs
        return "hand"
    if len(asked.groups[asked.at]) < found.needed:
        return "count"
    return "then_others" if asked.ask == "defend" else "then_card"


def _tabs(asked: Asked, slots: Sequence[Slot]) -> Iterator[Tab]:
    for number, slot in enumerate(slots):
        yield Tab(number, slot, number == asked.at)


def _questions(answer: Data) -> Iterator[Question]:
    for question in answer.get("questions", ()):
        rule, said = question["rule"], question["readings"].items()
        readings = (Reading(f"{rule} {value}", verdict) for value, verdict in said)
        legal_first = sorted(readings, key=lambda one: (one.verdict != "legal", one.code))
        yield Question(rule, tuple(legal_first))


def _decides(answer: Data, desk: Desk) -> str:
    asked = (question["rule"] for question in answer.get("questions", ()))
    return next((rule for rule in asked if rule in desk.may_decide), "")


def _hidden(asked: Asked) -> Iterator[Hidden]:
    for name, values in params_of(asked).items():
        if name not in CHOICES:
            yield from (Hidden(name, value) for value in values)


def _groups(asked: Asked, desk: Desk, deck: Deck, found: Answered) -> Iterator[ShownGroup]:
    """The cards as typed, or as the referee arranges them; then other arrangements."""
    answer = found.answer
    if "deadwood" in answer:
        yield from _arranged(deck, answer)
    elif asked.ask == "go_down" and "melds" in answer:
        yield from _laid_down(asked, desk, deck, answer)
    elif one_short := _one_short(asked, desk, deck, answer):
        yield from one_short
    elif answer.get("ways"):
        for way in answer["ways"]:
            yield _way(asked, way, deck)
    elif asked.ask == "swap" and "places" in answer:
        yield _swapped(asked, answer, deck)
    else:
        yield from _as_asked(asked, desk, deck, found)
    yield from _other_ways(deck, found)


def _other_ways(deck: Deck, found: Answered) -> Iterator[ShownGroup]:
    """Other places of a wild card; or an order in which the cards would be legal."""
    for melds in found.answer.get("also", ()):
        for cards in melds:
            yield _group("also", cards, deck)
    for cards in (found.reordered or {}).get("places", ()):
        yield _group("reordered", cards, deck)


def _as_asked(asked: Asked, desk: Desk, deck: Deck, found: Answered) -> Iterator[ShownGroup]:
    """Each group of cards; judged ones are arranged as in the answer."""
    places = found.answer.get("places", ())
    lies = asked.ask in ("meld", "contract", "opening")
    laid = dict(zip(found.slots, places, strict=False)) if lies else {}
    wrong = _wrong_places(asked, desk, found)
    if asked.ask in WITH_A_CARD and all(at for at, _ in wrong):
        laid = {0: _on_the_table(asked, desk)}
    for number, typed in enumerate(asked.groups):
        free = 0 if number in found.slots else _free(asked, desk, found, number)
        if typed or free:
            group = _group("", laid.get(number, typed), deck)
            marks = {card for at, card in wrong if at == number}
            at = number == asked.at
            yield replace(_marked(group, is_wrong=marks), number=number, free=free, is_at=at)


def _on_the_table(asked: Asked, desk: Desk) -> Sequence[str]:
    """The meld with what its wild cards stand for, or as it was typed if it is not legal."""
    places: Sequence[Sequence[str]] = answered(_one_meld(asked, 0), desk).answer.get("places", ())
    return next(iter(places), asked.groups[0])


def _one_meld(asked: Asked, at: int) -> Asked:
    return replace(asked, ask="meld", groups=(asked.groups[at],), at=0)


def _free(asked: Asked, desk: Desk, found: Answered, number: int) -> int:
    """How many places this slot still shows for cards: as many as its meld or hand needs."""
    if found.state not in ("empty", "filling", "judged"):
        return 0
    slot = slots_of(asked, desk)[number]
    if slot.kind == "hand":
        size = (desk.rules["dealt"] if asked.ask in OF_HANDS else 0) or found.needed
    elif slot.kind == "numbered":
        size = least_meld(desk) if number == asked.at else 0
    else:
        size = slot.size or least_meld(desk)
    return max(0, size - len(asked.groups[number]))


def _wrong_places(asked: Asked, desk: Desk, found: Answered) -> list[tuple[int, int]]:
    """The cards at fault, by group and number; in one group if it has all of them."""
    at_fault = found.at_fault
    if not at_fault:
        return list(found.wrong)
    placed = [(at, _numbers(asked.groups[at], at_fault)) for at in found.slots]
    complete = [(at, numbers) for at, numbers in placed if len(numbers) == len(at_fault)]
    if len(complete) > 1:
        complete = [one for one in complete if _is_wrong_alone(asked, desk, one[0])] or complete
    return [(at, number) for at, numbers in complete[:1] or placed for number in numbers]


def _is_wrong_alone(asked: Asked, desk: Desk, at: int) -> bool:
    """Whether the cards of this group alone are no meld, or none of the contract.

    A single card is, as it does not fit on a legal meld.
    """
    if slots_of(asked, desk)[at].kind == "card":
        return True
    if asked.ask == "contract":
        groups = tuple(group if n == at else () for n, group in enumerate(asked.groups))
        alone = replace(asked, groups=groups)
    else:
        alone = _one_meld(asked, at)
    return answered(alone, desk).answer.get("verdict") != "legal"


def _numbers(group: Sequence[str], codes: Sequence[str]) -> list[int]:
    """The places of these cards, each once."""
    left, numbers = list(codes), []
    for number, code in enumerate(group):
        if code in left:
            left.remove(code)
            numbers.append(number)
    return numbers


def _laid_down(asked: Asked, desk: Desk, deck: Deck, answer: Data) -> Iterator[ShownGroup]:
    """The melds of the contract, and the rest of the hand."""
    rest = list(asked.groups[0])
    for slot, cards in zip(contract_slots(asked.contract or 1, desk), answer["melds"], strict=True):
        for card in cards:
            code = card.partition("=")[0]
            if code in rest:
                rest.remove(code)
        yield replace(_group("meld", cards, deck), slot=slot)
    if rest:
        yield _group("rest", rest, deck)


def _arranged(deck: Deck, answer: Data) -> Iterator[ShownGroup]:
    """The knocker's melds with what is laid off on them, one's own melds, and the cards left."""
    laid_off = list(answer.get("laid_off", ()))
    for cards in answer.get("places", ()):
        marks = {number for number, code in enumerate(cards) if code in laid_off}
        if marks:
            yield _marked(_group("laid_off", cards, deck), is_picked=marks)
    for cards in answer["melds"]:
        group = _group("meld", cards, deck)
        yield replace(group, slot=Slot(_kind_of(group), len(cards)))
    if answer["deadwood"]:
        yield _group("rest", answer["deadwood"], deck)
    if "discard" in answer:
        yield _group("discard", [answer["discard"]], deck)


def _cost(answer: Data, deck: Deck) -> int:
    """What the cards left over cost by themselves, in points."""
    return sum(deck.cards[code].points for code in answer.get("deadwood", ()))


def _one_short(asked: Asked, desk: Desk, deck: Deck, answer: Data) -> list[ShownGroup]:
    """The melds of the contract with a gap, if one more card would be enough."""
    for card in _natural_first(answer.get("missing", ()), deck)[:1]:
        whole = replace(asked, groups=((*asked.groups[0], card),))
        laid = answered(whole, desk).answer
        if "melds" in laid:
            return _with_gap([*_laid_down(whole, desk, deck, laid)], card)
    return []


def _with_gap(groups: list[ShownGroup], missing: str) -> list[ShownGroup]:
    at, place = next(
        (at, n)
        for at, group in enumerate(groups)
        for n, card in enumerate(group.cards)
        if card.code == missing
    )
    cards = (replace(card, is_missing=n == place) for n, card in enumerate(groups[at].cards))
    return [*groups[:at], replace(groups[at], cards=tuple(cards)), *groups[at + 1 :]]


def _way(asked: Asked, way: Data, deck: Deck) -> ShownGroup:
    cards, card = way["places"][0], asked.groups[1][0]
    group = replace(_group("way", cards, deck), end=way["end"])
    last = len(cards) - 1
    same = [n for n, code in enumerate(cards) if code.partition("=")[0] == card]
    picked = {"high": [last], "set": [last], "colour": [last], "low": [0]}.get(way["end"], same[:1])
    return _marked(group, is_picked={*picked})


def _swapped(asked: Asked, answer: Data, deck: Deck) -> ShownGroup:
    cards = answer["places"][0]
    same = [n for n, code in enumerate(cards) if code == asked.groups[1][0]]
    return _marked(_group("", cards, deck), is_picked=set(same[-1:]))


def _group(caption: Caption, codes: Sequence[str], deck: Deck) -> ShownGroup:
    return ShownGroup(caption, None, "", tuple(_shown(code, deck) for code in codes))


def _marked(
    group: ShownGroup,
    is_wrong: set[int] | frozenset[int] = frozenset(),
    is_picked: set[int] | frozenset[int] = frozenset(),
) -> ShownGroup:
    cards = (
        replace(card, is_wrong=n in is_wrong, is_picked=n in is_picked)
        for n, card in enumerate(group.cards)
    )
    return replace(group, cards=tuple(cards))


def _shown(said: str, deck: Deck) -> ShownCard:
    """A card, with the meaning of a wild one: `*=5H`."""
    code, _, stands = said.partition("=")
    card = deck.find(code)
    if card is None:
        return ShownCard(code, code, "", False, "", "", False, False, False)  # noqa: FBT003
    rank, suit = _stands(stands)
    return replace(_face(card), code=code, stands=rank, stands_suit=suit)


def _face(card: Card) -> ShownCard:
    face = card.rank or card.code
    return ShownCard(card.code, face, card.suit, card.wild, "", "", False, False, False)  # noqa: FBT003


def _stands(said: str) -> tuple[str, str]:
    """The rank and suit of `5H`; a question mark is any."""
    return said[:-1].replace("?", ""), said[-1:].replace("?", "")


def _standing(groups: Sequence[ShownGroup]) -> Iterator[Stand]:
    """The wild cards that stand for another rank in the first arrangement."""
    for group in groups:
        if group.caption in ("", "meld"):
            for card in group.cards:
                if card.stands:
                    wild = Face(card.face, card.suit)
                    yield Stand(wild, Face(card.stands, card.stands_suit))


def _kind_of(group: ShownGroup) -> Literal["set", "run"]:
    ranks = {card.stands or card.face for card in group.cards if card.stands or card.suit}
    return "set" if len(ranks) <= 1 else "run"


def _helping(answer: Data, deck: Deck) -> Iterator[Help]:
    """Cards that would make it legal: only the rank if every suit of it would do."""
    would_do: dict[str | None, list[str]] = {None: list(answer.get("missing", ()))}
    for remedy in answer.get("remedies", ()):
        would_do.setdefault(remedy["replaces"], []).append(remedy["card"])
    left = _MOST_HELP
    for replaces, cards in would_do.items():
        codes = _natural_first(dict.fromkeys(cards), deck)
        faces = tuple(dict.fromkeys(_any_or(deck.cards[code], codes, deck) for code in codes))
        if faces[:left]:
            yield Help(faces[:left], _face_of(deck.cards[replaces]) if replaces else None)
        left -= len(faces[:left])


def _natural_first(codes: Iterable[str], deck: Deck) -> list[str]:
    return sorted(codes, key=lambda code: deck.cards[code].wild)


def _any_or(card: Card, codes: Sequence[str], deck: Deck) -> Face:
    of_rank = (other.code for other in deck.kinds if other.suit and other.rank == card.rank)
    is_any = bool(card.suit) and all(code in codes for code in of_rank)
    return Face(card.rank or card.code, _ANY_SUIT) if is_any else _face_of(card)


def _face_of(card: Card) -> Face:
    return Face(card.rank or card.code, card.suit)

"""Actions on melds on the table: laying off, swapping a wild card, going out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from companion.rules.referee.deck import Card
from companion.rules.referee.law import Law
from companion.rules.referee.melds import (
    CAPS,
    COLOUR,
    NO_MELD,
    RUN,
    SET,
    SUITS,
    Fault,
    Held,
    Meld,
    Place,
    Placed,
    condition,
    grown_fault,
    on_rank,
    on_table,
    track,
)
from companion.rules.referee.verdicts import LEGAL, Answer, legal, not_legal


@dataclass(frozen=True, slots=True)
class Turn:
    """A card, and the target meld on the table.

    `whose` is `own`, `other` or not given; `down` whether the player's own contract is laid;
    `same_turn` whether it was laid in this turn; `is_last` whether it is the last contract;
    `goes_down` whether the game has contracts, or an opening.
    """

    card: Card
    on: Meld
    whose: str | None = None
    down: bool = True
    same_turn: bool = False
    is_last: bool = False
    goes_down: bool = True


@dataclass(frozen=True, slots=True)
class Way:
    """One way to lay a card off: the end, and the wild card that moves for it."""

    end: str
    placed: Placed
    frees: Card | None = None

    @property
    def data(self) -> Answer:
        """The notation of answers."""
        fields: Answer = {"end": self.end, "places": [self.placed.codes]}
        return fields | ({"frees": self.frees.code} if self.frees else {})


def lay_off(turn: Turn, law: Law) -> Answer:
    """Whether the card may be laid off on the meld, and every way to do it."""
    wrong = _may_not_lay_off(turn, law)
    if wrong:
        return not_legal(wrong, [turn.card.code], law.melding)
    arrangements = on_table(turn.on, law)
    if isinstance(arrangements, Fault):
        return not_legal(arrangements.rule, arrangements.cards, law.melding)
    every = (way for placed in arrangements for way in _ways(placed, turn, law))
    tried = [(way, _grown_fault(way, turn, law)) for way in every]
    good = [way.data for way, fault in tried if fault is None]
    if good:
        rule = condition(way.placed for way, fault in tried if fault is None)
        return legal(places=good[0]["places"], ways=_each_once(good), rule=rule)
    broken = next((f for _, f in tried if f), _no_place(turn.card, arrangements[0].kind))
    return not_legal(broken.rule, broken.cards, law.melding)


def _no_place(card: Card, kind: str) -> Fault:
    """The card fits nowhere on a meld of this kind."""
    rules = {SET: "set_one_rank", RUN: "run_in_sequence", COLOUR: "colour"}
    is_never = not card.is_melded(going_out=True)
    return Fault(CAPS, NO_MELD if is_never else rules[kind], (card.code,))


def _each_once(ways: Sequence[Answer]) -> list[Answer]:
    return [way for number, way in enumerate(ways) if way not in ways[:number]]


def _may_not_lay_off(turn: Turn, law: Law) -> str:
    """The rule that forbids laying off any card; empty if none does."""
    rule = "lay_off"
    if turn.is_last and law.melding.get("lay_off_in_last"):
        rule = "lay_off_in_last"
    is_possible = law.melding.get(rule) != "never" and law.melding.get("lay_off_on") != "none"
    if not turn.down and is_possible and turn.goes_down:
        return "lay_off_not_down"
    if not turn.down and is_possible and law["own_meld_first"]:
        return "own_meld_first"
    if not _is_time_to_lay_off(turn, rule, law):
        return rule
    allowed = law["lay_off_on"]
    whose = {"own": "own", "other": "others"}.get(turn.whose or "", allowed)
    return "lay_off_on" if allowed == "none" or allowed not in {"any", whose} else ""


def _is_time_to_lay_off(turn: Turn, rule: str, law: Law) -> bool:
    """Whether laying off is allowed now.

    If a source names the allowed melds, only the turn of the contract may be open: not even that
    where players lay off before they have melded.
    """
    is_played = law.melding.get("lay_off_on") not in {None, "none"}
    is_settled = not turn.same_turn or law.melding.get("own_meld_first") is False
    if law.melding.get(rule) is None and is_played and is_settled:
        return True
    since = law[rule]
    return bool(since == "same_turn" or (since == "next_turn" and not turn.same_turn))


def _ways(placed: Placed, turn: Turn, law: Law) -> Iterator[Way]:
    """Each end of a run, the place of a wild card that may move, a set, or one colour."""
    card = turn.card
    if not card.is_melded(going_out=True):
        return
    if placed.kind != RUN:
        place = _joining(placed, card, law)
        if place:
            yield Way(placed.kind, replace(placed, places=(*placed.places, place)))
        return
    for end in ("high", "low"):
        grown = _at_end(placed, card, end, law)
        if grown:
            yield Way(end, grown)
    yield from _in_place_of_wild(placed, turn, law)


def _joining(placed: Placed, card: Card, law: Law) -> Place | None:
    """The card in a set, or among cards of one colour; None if it does not fit."""
    if placed.kind != SET:
        suit = placed.suit or card.suit
        fits = card.wild or card.suit == suit
        return Place(card, card.rank, suit, natural=not card.wild) if fits else None
    if not card.wild and placed.rank not in {card.rank, ""}:
        return None
    natural = not card.wild or (card.rank == placed.rank and law["natural_wild_in_set"])
    suit = card.suit if natural else ""
    return Place(card, placed.rank or card.rank, suit, natural=bool(natural))


def _at_end(placed: Placed, card: Card, end: str, law: Law) -> Placed | None:
    size = len(placed.places)
    line, starts = track(law, size + 1)
    wraps = len(line) > starts + size
    start = placed.start - (1 if end == "low" else 0)
    start = start % starts if wraps else start
    if not 0 <= start < starts:
        return None
    suit = placed.suit if law["run_one_suit"] else ""
    place = on_rank(Held(card), line[start if end == "low" else start + size], suit, law)
    if place is None:
        return None
    places = (place, *placed.places) if end == "low" else (*placed.places, place)
    return Placed(RUN, places, start)


def _in_place_of_wild(placed: Placed, turn: Turn, law: Law) -> Iterator[Way]:
    card = turn.card
    for number, place in enumerate(placed.places):
        if not _stands_for(place, card) or not _may_move_wild(turn, law):
            continue
        natural = Place(card, card.rank, card.suit, natural=True)
        changed = replace(
            placed, places=(*placed.places[:number], natural, *placed.places[number + 1 :])
        )
        for end in ("high", "low"):
            grown = _at_end(changed, place.card, end, law)
            if grown:
                yield Way(f"wild_to_{end}", grown, place.card)


def _may_move_wild(turn: Turn, law: Law) -> bool:
    """Whether a wild card of a run may move: where it may only move, without a swap."""
    moves = law["swap_move"]
    return bool(moves == "move" or (moves == "both" and not _may_not_swap(turn, law)))


def _stands_for(place: Place, card: Card) -> bool:
    """Whether a wild card stands for this card."""
    same = place.rank in {card.rank, ""} and place.suit in {card.suit, "", "?"}
    return not place.natural and same and bool(card.suit)


def _grown_fault(way: Way, turn: Turn, law: Law) -> Fault | None:
    placed, codes = way.placed, (turn.card.code,)
    most = law[f"{placed.kind}_most"] if placed.kind in {SET, RUN} else "none"
    if isinstance(most, int) and len(placed.places) > most:
        return Fault(CAPS, f"{placed.kind}_most", codes)
    if placed.kind == SET and (rule := _broken_by_suits(placed.places, turn.card, law)):
        return Fault(SUITS, rule, codes)
    return grown_fault(placed, law)


def _broken_by_suits(places: Sequence[Place], card: Card, law: Law) -> str:
    """The rule that the suits of a set break once this card is in it; empty if none."""
    natural = [place.card for place in places if place.natural]
    twice = sum(1 for other in natural if other.code == card.code)
    if twice > 1 and not law["set_repeats_suit_on_lay_off"]:
        return "set_repeats_suit_on_lay_off"
    suits = {other.suit for other in natural}
    return "" if law.suits_fit(len(suits), len(places) - len(natural)) else "set_suits"


def swap(turn: Turn, law: Law) -> Answer:
    """Whether a wild card of the meld may be swapped for the card that it stands for."""
    wrong = _may_not_swap(turn, law)
    if wrong:
        return not_legal(wrong, [turn.card.code], law.melding)
    arrangements = on_table(turn.on, law)
    if isinstance(arrangements, Fault):
        return not_legal(arrangements.rule, arrangements.cards, law.melding)
    answers = [
        _swapped(placed, number, turn, law)
        for placed in arrangements
        for number, place in enumerate(placed.places)
        if _takes(placed, place, turn.card)
    ]
    legal_first = sorted(answers, key=lambda answer: answer["verdict"] != LEGAL)
    return next(iter(legal_first), not_legal("swap", [turn.card.code], law.melding))


def _may_not_swap(turn: Turn, law: Law) -> str:
    allowed = law["swap"]
    if allowed == "others" and turn.whose == "own":
        return "swap_own"
    if allowed == "none":
        return "swap"
    return "own_contract_first" if not turn.down and law["own_contract_first"] else ""


def _takes(placed: Placed, place: Place, card: Card) -> bool:
    if placed.kind == SET:
        return not place.natural and placed.rank in {card.rank, ""} and bool(card.suit)
    return _stands_for(place, card)


def _swapped(placed: Placed, number: int, turn: Turn, law: Law) -> Answer:
    card, freed = turn.card, placed.places[number].card
    natural = Place(card, card.rank, card.suit, natural=True)
    places = (*placed.places[:number], natural, *placed.places[number + 1 :])
    if placed.kind == SET and (rule := _keeps_wild(places, card, law)):
        return not_legal(rule, [card.code], law.melding)
    fields = {"use": law.melding.get("swap_use"), "move": law.melding.get("swap_move")}
    return legal(places=[[place.code for place in places]], frees=freed.code, **fields)


def _keeps_wild(places: Sequence[Place], card: Card, law: Law) -> str:
    """The rule that forbids this swap from a set; empty if none does."""
    return _broken_by_suits(places, card, law) if law["swap_from_set"] else "swap_from_set"


def go_out(hand: Sequence[Card], law: Law, *, discards: bool, is_last: bool) -> Answer:
    """Whether the round is over for a player with these cards after melding and laying off."""
    codes = [card.code for card in hand]
    left = max(0, len(hand) - discards)
    if left:
        return not_legal("cards_left", codes, law.melding)
    if discards and is_last and law["last_contract_complete"] and not law["discard_to_go_out"]:
        return not_legal("last_contract_complete", codes, law.melding)
    if not discards and law["discard_to_go_out"]:
        return not_legal("discard_to_go_out", codes, law.melding)
    if any(card.wild for card in hand) and not law["last_discard_wild"]:
        return not_legal("last_discard_wild", codes, law.melding)
    return legal()

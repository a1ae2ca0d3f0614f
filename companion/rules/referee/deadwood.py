"""The deadwood of a hand: the points outside its best melds, and what a player may do with them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from companion.rules.referee.arranging import Aim, Arranged, cheapest, points_with_each
from companion.rules.referee.deck import Card
from companion.rules.referee.hands import placed
from companion.rules.referee.law import Law, Work
from companion.rules.referee.melds import RUN, Held, Meld, legal_ways
from companion.rules.referee.verdicts import Answer, legal, not_legal

Data = Mapping[str, Any]
Ending = Literal["knock", "gin", "big_gin"]


@dataclass(frozen=True, slots=True)
class Holding:
    """A hand and what its game says about it besides melds; `discards` is whether one card goes.

    `most` is the most that a hand may cost, if there is a limit; `one_run_closes` whether all cards
    in one run are the best way to close.
    """

    hand: tuple[Card, ...]
    discards: bool
    most: int | None
    one_run_closes: bool = False

    @classmethod
    def of(cls, hand: tuple[Card, ...], rules: Data) -> "Holding":
        """A hand of one card more than were dealt has that to discard."""
        discards = len(hand) - 1 == rules["dealt"]
        return cls(hand, discards, rules["most_points"], rules["one_run_closes"])


@dataclass(frozen=True, slots=True)
class HandCount:
    """The melds that count, the other cards, the one to discard among them, and their points.

    `lacks` is the rule about runs without which no other meld counts, if it is not kept.
    """

    melds: list[list[str]]
    deadwood: tuple[Card, ...]
    discard: Card | None
    points: int
    lacks: str = ""

    @property
    def answer(self) -> Answer:
        """As answers have it."""
        left = {"deadwood": _codes(self.deadwood), "left": self.points}
        return {"melds": self.melds, **left, "discard": self.discard and self.discard.code}


def count_deadwood(holding: Holding, law: Law) -> Answer:
    """The cheapest arrangement; where too few runs make all cards count, the rule about them."""
    counted = count(holding, law)
    is_felt = counted.lacks == "least_pure_runs" or law["melds_with_one_run"] != "all"
    return legal(**counted.answer, lacks=(is_felt and counted.lacks) or None)


def knock(holding: Holding, law: Law, knocking: Data) -> Answer:
    """Whether the deadwood is low enough to knock, or whether it is gin."""
    if holding.one_run_closes and (run := _one_run(holding, law)):
        return legal(**run.answer, ending="big_gin")
    counted = count(holding, law)
    if _is_too_many(counted, knocking):
        arranged = cheapest(holding.hand, law, _to_knock(holding, knocking))
        counted = _as_counted(holding, arranged) if arranged else counted
    if counted.points > knocking["most"] or _is_too_many(counted, knocking):
        rule = "knocking" if counted.points > knocking["most"] else "knocking_cards"

        def help_with(work: Work) -> Answer:
            helped = replace(law, work=work)
            return {"missing": _missing_for_knock(holding, helped, knocking)}

        fields: Answer = counted.answer | {"help": help_with}
        return not_legal(rule, _codes(counted.deadwood), law.melding, **fields)
    if holding.discards and knocking["big_gin"] and (big := _big_gin(holding, law)):
        return legal(**big.answer, ending="big_gin")
    return legal(**counted.answer, ending="knock" if counted.deadwood else "gin")


def _is_too_many(counted: HandCount, knocking: Data) -> bool:
    """Whether more cards are left over than a knock allows."""
    most = knocking["cards"]
    return most is not None and len(counted.deadwood) > most


def _to_knock(holding: Holding, knocking: Data) -> Aim:
    """An arrangement with no more cards left over than a knock allows."""
    return Aim(discards=holding.discards, most_left=knocking["cards"])


def _one_run(holding: Holding, law: Law) -> HandCount | None:
    """All cards in one run, after the discard of any card that is no part of it."""
    for number in range(len(holding.hand)) if holding.discards else (len(holding.hand),):
        cards = (*holding.hand[:number], *holding.hand[number + 1 :])
        run = next(legal_ways(Meld(RUN, tuple(map(Held, cards))), law), None)
        if run:
            discard = holding.hand[number] if holding.discards else None
            return HandCount([run.codes], (), discard, 0)
    return None


def _big_gin(holding: Holding, law: Law) -> HandCount | None:
    """All cards in melds, without a discard."""
    arranged = cheapest(holding.hand, law, Aim(most_left=0))
    whole = Holding(holding.hand, discards=False, most=None)
    return _as_counted(whole, arranged) if arranged else None


def _missing_for_knock(holding: Holding, law: Law, knocking: Data) -> list[str]:
    """The single cards with which the player could knock."""
    aim = replace(_to_knock(holding, knocking), discards=True)
    pairs = points_with_each(holding.hand, _drawn(holding, law), law, aim)
    return [card.code for card, points in pairs if points <= knocking["most"]]


def declare(holding: Holding, law: Law) -> Answer:
    """Whether all cards are in melds, with the runs that a declaration needs."""
    arranged = cheapest(holding.hand, law, _whole(holding, law))
    if arranged:
        return legal(**_as_counted(holding, arranged).answer)
    counted = count(holding, law)
    rule = counted.lacks or "all_in_melds"

    def help_with(work: Work) -> Answer:
        return {"missing": _missing_to_declare(holding, replace(law, work=work))}

    fields: Answer = counted.answer | {"help": help_with}
    return not_legal(rule, _codes(counted.deadwood), law.melding, **fields)


def _whole(holding: Holding, law: Law) -> Aim:
    runs, pure = law["least_runs"], law["least_pure_runs"]
    return Aim(runs, pure, discards=holding.discards, most_left=0)


def _missing_to_declare(holding: Holding, law: Law) -> list[str]:
    """The single cards with which the player could declare."""
    aim = replace(_whole(holding, law), discards=True)
    drawn = _drawn(holding, law)
    return [card.code for card, _ in points_with_each(holding.hand, drawn, law, aim)]


def _drawn(holding: Holding, law: Law) -> list[Card]:
    """Each kind of card that the player could still draw; none before the discard."""
    held = _codes(holding.hand)
    kinds = () if holding.discards else law.deck.kinds
    return [card for card in kinds if held.count(card.code) < card.copies]


def count(holding: Holding, law: Law) -> HandCount:
    """The cheapest hand; all of its cards count where it has not the runs that melds need."""
    runs, pure, discards = law["least_runs"], law["least_pure_runs"], holding.discards
    only_pure = Aim(pure, pure, discards=discards, only_pure=True)
    if pure and not cheapest(holding.hand, law, only_pure):
        return _with_left(holding, [], list(holding.hand), "least_pure_runs")
    whole = cheapest(holding.hand, law, Aim(runs, pure, discards=discards))
    lacks = "" if whole else "least_runs"
    candidates = [arranged for arranged in (whole, _with_one_run(holding, law)) if arranged]
    if not candidates:
        return _with_left(holding, [], list(holding.hand), lacks)
    return _as_counted(holding, min(candidates, key=lambda a: (a.points, a.cards)), lacks)


def _with_one_run(holding: Holding, law: Law) -> Arranged | None:
    """The melds that count without a second run: all, the pure run alone, or none."""
    pure = law["least_pure_runs"]
    if not pure or law["melds_with_one_run"] == "none":
        return None
    only_pure = law["melds_with_one_run"] == "pure"
    aim = Aim(pure, pure, discards=holding.discards, only_pure=only_pure)
    return cheapest(holding.hand, law, aim)


def _as_counted(holding: Holding, arranged: Arranged, lacks: str = "") -> HandCount:
    melds = placed(holding.hand, arranged.melds)
    left = list(holding.hand)
    for meld in melds:
        for place in meld.places:
            left.remove(place.card)
    return _with_left(holding, [meld.codes for meld in melds], left, lacks)


def _with_left(holding: Holding, melds: list[list[str]], left: list[Card], lacks: str) -> HandCount:
    """The dearest card left over is the discard."""
    discard = max(left, key=lambda card: card.points) if holding.discards and left else None
    if discard:
        left.remove(discard)
    points = sum(card.points for card in left)
    points = points if holding.most is None else min(points, holding.most)
    return HandCount(melds, tuple(left), discard, points, lacks)


def _codes(cards: Sequence[Card]) -> list[str]:
    return [card.code for card in cards]

"""The first melds of a player in a round: whether they are enough to open."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from companion.rules.model.melding import AllAtOnce
from companion.rules.referee.arranging import Aim, Arranged, cheapest, points_with_each
from companion.rules.referee.deck import Card
from companion.rules.referee.hands import placed
from companion.rules.referee.law import Law
from companion.rules.referee.melds import (
    GOING_OUT,
    RUN,
    SET,
    Placed,
    condition,
    going_out_cards,
)
from companion.rules.referee.verdicts import Answer, legal, not_legal


@dataclass(frozen=True, slots=True)
class Needed:
    """The least points of the melds of an opening, and its least runs and sets without wild cards.

    `all_at_once` is what a player needs who lays all `dealt` cards down in one turn; `dealt` is
    None where it differs by round or by players.
    """

    points: int
    pure_runs: int = 0
    pure_sets: int = 0
    all_at_once: AllAtOnce = "opens"
    dealt: int | None = None

    @property
    def aim(self) -> Aim:
        """The same for the search of an arrangement."""
        return Aim(pure=self.pure_runs, pure_sets=self.pure_sets, worth=self.points)

    @property
    def at_once(self) -> "Needed | None":
        """What a player needs who lays all cards down in one turn; None if that is no exception."""
        if self.all_at_once == "opens" or self.dealt is None:
            return None
        return Needed(0) if self.all_at_once == "free" else replace(self, points=0)


@dataclass(frozen=True, slots=True)
class _Short:
    """The pure runs, the pure sets and the points that are missing."""

    pure_runs: int
    pure_sets: int
    points: int

    @classmethod
    def of(cls, melds: Sequence[Placed], needed: Needed, law: Law) -> "_Short":
        """What these melds lack."""
        pure = [meld.kind for meld in melds if meld.is_pure]
        return cls(
            max(0, needed.pure_runs - pure.count(RUN)),
            max(0, needed.pure_sets - pure.count(SET)),
            max(0, needed.points - sum(meld.worth(law.deck) for meld in melds)),
        )

    @property
    def order(self) -> tuple[int, int]:
        """Of several arrangements the one with the least is the best."""
        return self.pure_runs + self.pure_sets, self.points

    @property
    def rule(self) -> str:
        """The first rule that is not kept; empty if all are."""
        rules = {
            "opening_points": self.points,
            "opening_pure_runs": self.pure_runs,
            "opening_pure_sets": self.pure_sets,
        }
        return next((rule for rule, short in rules.items() if short), "")


def opened(arrangements: Sequence[Sequence[Placed]], needed: Needed, law: Law) -> Answer:
    """Whether legal melds are enough to open, each by the best of its arrangements."""
    choices = [_best_of_each(ways, law) for ways in arrangements]
    melds = min(product(*choices), key=lambda each: _Short.of(each, needed, law).order)
    law.work.step(len(choices))
    is_whole = needed.dealt is not None and sum(len(m.places) for m in melds) >= needed.dealt
    places = {"places": [meld.codes for meld in melds]}
    if needed.dealt is not None and not is_whole and (cards := going_out_cards(melds)):
        return not_legal(GOING_OUT, cards, law.melding, **places)
    return _judged(melds, needed, law, places, at_once=is_whole)


def _best_of_each(ways: Sequence[Placed], law: Law) -> list[Placed]:
    """The arrangement with the most points; of pure and other runs and sets, if they are legal."""
    kinds: dict[tuple[str, bool], list[Placed]] = {}
    for way in ways:
        kinds.setdefault((way.kind, way.is_pure), []).append(way)
    return [max(each, key=lambda way: way.worth(law.deck)) for each in kinds.values()]


def _judged(
    melds: Sequence[Placed], needed: Needed, law: Law, fields: Answer, *, at_once: bool
) -> Answer:
    """By what an opening needs; `at_once` also by what all cards need."""
    short = _Short.of(melds, needed, law)
    fields = fields | {"worth": sum(meld.worth(law.deck) for meld in melds)}
    if not short.rule:
        return legal(**fields, rule=condition(melds))
    if at_once and needed.at_once and not _Short.of(melds, needed.at_once, law).rule:
        return legal(**fields, rule="opening_at_once")
    missing = {
        "short": short.points or None,
        "pure_short": short.pure_runs or None,
        "pure_sets_short": short.pure_sets or None,
    }
    return not_legal(short.rule, (), law.melding, **fields, **missing)


def open_from(hand: Sequence[Card], needed: Needed, law: Law) -> Answer:
    """Whether a hand holds enough to open: with the fewest points left, or the fewest missing.

    With all cards in melds it goes out, which may need less.
    """
    whole = next(
        filter(None, (cheapest(hand, law, aim) for aim in _whole(hand, needed, law))), None
    )
    arranged = whole or _arranged(hand, needed, law)
    melds, left = placed(hand, arranged.melds), list(hand)
    for card in (place.card for meld in melds for place in meld.places):
        left.remove(card)
    discard = {"discard": left.pop().code} if whole and left else {}
    fields: Answer = {
        "melds": [meld.codes for meld in melds],
        "deadwood": [card.code for card in left],
        "left": arranged.points,
        **discard,
    }
    answer = _judged(melds, needed, law, fields, at_once=whole is not None)
    if answer["verdict"] == "not_legal":
        answer["help"] = lambda work: {"missing": _missing(hand, needed, replace(law, work=work))}
    return answer


def _whole(hand: Sequence[Card], needed: Needed, law: Law) -> Iterator[Aim]:
    """All cards in melds after a discard, or without one where the rules do not ask for it."""
    dealt, at_once = needed.dealt, needed.at_once
    if at_once is None or dealt is None or len(hand) not in {dealt, dealt + 1}:
        return
    aim = replace(at_once.aim, worth=needed.points, most_left=0)
    yield replace(aim, discards=len(hand) > dealt)
    if len(hand) > dealt and not law["discard_to_go_out"]:
        yield aim


def _arranged(hand: Sequence[Card], needed: Needed, law: Law) -> Arranged:
    """The best melds, with as many of the pure ones as the hand has."""
    pure = product(range(needed.pure_runs, -1, -1), range(needed.pure_sets, -1, -1))
    aims = (
        replace(needed.aim, pure=runs, pure_sets=sets)
        for runs, sets in sorted(pure, key=sum, reverse=True)
    )
    return next(filter(None, (cheapest(hand, law, aim) for aim in aims)))


def _missing(hand: Sequence[Card], needed: Needed, law: Law) -> list[str]:
    """The single cards with which the player could open, or lay all cards down."""
    held = [card.code for card in hand]
    drawn = [card for card in law.deck.kinds if held.count(card.code) < card.copies]
    aims = [needed.aim]
    if needed.at_once and len(hand) == needed.dealt:
        aims.append(replace(needed.at_once.aim, discards=True, most_left=0))
    would_do = {card for aim in aims for card, _ in points_with_each(hand, drawn, law, aim)}
    return [card.code for card in drawn if card in would_do]

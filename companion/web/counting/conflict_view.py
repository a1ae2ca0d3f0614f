"""What is shown where two phones counted one hand: both counts, line by line."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from companion.rules.fold.entries import Hand, HandCounted
from companion.rules.model.cards import CardClass, CardValues
from companion.rules.model.state import Deal, OpenRound, PlayedRound, ScoredRound
from companion.web.forms.expected_hand import ExpectedHand

LineCode = Literal["melds", "hand", "down", "buys"]
AsItStands = Literal["as_down", "as_not_down"]
Said = int | bool | AsItStands | Hand | None


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that both counts say something of.

    `melds` and `hand` go by card class, how many of it; without one by whole hands, of which at
    least one is a typed total. `down` is `as_down` or `as_not_down` where only so few cards say it.
    """

    code: LineCode
    theirs: Said
    mine: Said
    card_class: CardClass | None = None

    @property
    def differs(self) -> bool:
        """Whether the two disagree."""
        return self.theirs != self.mine


@dataclass(frozen=True, slots=True)
class TwoHandsView:
    """Both counts of one hand in points, None where nothing is counted, and all that they say."""

    seat: int
    name: str
    round: int
    number: int | None
    values: CardValues
    theirs: int | None
    mine: int
    lines: tuple[Line, ...]


def two_hands_view(
    name: str,
    played: PlayedRound,
    here: OpenRound,
    mine: HandCounted,
    *,
    mine_is_open: bool,
    theirs_is_open: bool,
) -> TwoHandsView:
    """Mine as it was typed beside theirs as it is kept; an open one is still being counted."""
    deal, seat, theirs = here.deal, mine.seat, _kept(here, mine.seat)
    is_down = _down(played, here, theirs, is_open=theirs_is_open)
    am_down = _down(played, here, mine, is_open=mine_is_open)
    return TwoHandsView(
        seat=seat,
        name=name,
        round=deal.number,
        number=deal.contracts.get(seat),
        values=deal.values,
        theirs=None if here.counted_at.get(seat) is None else _points(here, theirs),
        mine=_points(here, mine),
        lines=tuple(_lines(deal, theirs, mine, Line("down", is_down, am_down))),
    )


def _lines(deal: Deal, theirs: HandCounted, mine: HandCounted, downs: Line) -> Iterator[Line]:
    """Melds, cards, whether they are down, buys: each where the game has it."""
    yield from _cards("melds", deal.values, theirs.melded, mine.melded)
    yield from _cards("hand", deal.values, theirs.hand, mine.hand)
    if deal.contracts:
        yield downs
    if theirs.buys or mine.buys:
        yield Line("buys", theirs.buys, mine.buys)


def _kept(here: OpenRound, seat: int) -> HandCounted:
    play = here.play
    melded = play.melds(seat) if here.deal.scoring.melds_score else None
    return HandCounted(seat, play.hand(seat), seat in play.laid_down, play.buys.get(seat), melded)


def _points(here: OpenRound, counted: HandCounted) -> int:
    """What this hand comes to: the cards left, or what was melded less those."""
    deal = here.deal
    return deal.scoring.worth(deal.values, counted.hand, counted.melded)


def _cards(
    code: LineCode, values: CardValues, theirs: Hand | None, mine: Hand | None
) -> Iterator[Line]:
    """A line for each card class that one of them holds."""
    if theirs is None or mine is None:
        return
    if theirs.points is not None or mine.points is not None:
        yield Line(code, theirs, mine)
        return
    for one in values.classes:
        counts = Line(code, _count(theirs, one), _count(mine, one), one)
        if counts.theirs or counts.mine:
            yield counts


def _count(hand: Hand, card_class: CardClass) -> int | None:
    names = {card_class.key, *card_class.ranks}
    return sum(count for name, count in (hand.cards or {}).items() if name in names) or None


def _down(
    played: PlayedRound, here: OpenRound, counted: HandCounted, *, is_open: bool
) -> bool | AsItStands:
    """Down or not; as it stands where only so few cards show it: they may be the first."""
    if is_open and _is_only_shown(played, here, counted):
        return "as_down" if counted.down else "as_not_down"
    return bool(counted.down)


def _is_only_shown(played: PlayedRound, here: OpenRound, counted: HandCounted) -> bool:
    play, seat = here.play, counted.seat
    others = {s: buys for s, buys in play.buys.items() if s != seat}
    as_counted = replace(
        play,
        hands={**play.hands, seat: counted.hand},
        laid_down=(play.laid_down - {seat}) | ({seat} if counted.down else set()),
        buys=others | ({} if counted.buys is None else {seat: counted.buys}),
    )
    now = played._replace(play=as_counted)
    return ExpectedHand(now, seat, here.marked).down_is_only_shown


@dataclass(frozen=True, slots=True)
class WrittenView:
    """The round that was written down meanwhile: `points` of this hand, None where it has none."""

    seat: int
    name: str
    round: int
    points: int | None


def written_view(name: str, scored: ScoredRound, seat: int) -> WrittenView:
    """What was written for this hand."""
    return WrittenView(seat, name, scored.deal.number, scored.points.get(seat))

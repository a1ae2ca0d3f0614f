"""The view model of two counts of one hand, line by line."""

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
    """A subject of either count.

    `melds` and `hand` are numbers by card class, or whole hands without a class if one is a typed
    total. `down` is `as_down` or `as_not_down` if it is only inferred from few cards.
    """

    code: LineCode
    theirs: Said
    mine: Said
    card_class: CardClass | None = None

    @property
    def differs(self) -> bool:
        """Whether the counts differ."""
        return self.theirs != self.mine


@dataclass(frozen=True, slots=True)
class TwoHandsView:
    """Both counts of one hand in points, None if not counted, with all lines."""

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
    """My typed count beside the stored one; an open hand is still being counted."""
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
    """Melds, cards, down and buys, as far as the game has them."""
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
    """The points of this hand: leftovers, or melds minus leftovers."""
    deal = here.deal
    return deal.scoring.worth(deal.values, counted.hand, counted.melded)


def _cards(
    code: LineCode, values: CardValues, theirs: Hand | None, mine: Hand | None
) -> Iterator[Line]:
    """A line for each card class in either count."""
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
    """Down or not; `as_…` if only few cards show it, which may be the first ones."""
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
    """The round that was written meanwhile: `points` of this hand, None if it has none."""

    seat: int
    name: str
    round: int
    points: int | None


def written_view(name: str, scored: ScoredRound, seat: int) -> WrittenView:
    """The written points of this hand."""
    return WrittenView(seat, name, scored.deal.number, scored.points.get(seat))

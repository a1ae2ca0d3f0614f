"""Conflicts of counting: two phones counted one hand, or the round was written meanwhile."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, cast

from flask import flash, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.records.log.stored_game import LogLine, StoredGame
from companion.rules.decide import Conflict
from companion.rules.fold.entries import EntryUndone, Hand, HandCounted
from companion.rules.model.cards import CardClass, CardValues
from companion.rules.model.state import Deal, OpenRound, PlayedRound
from companion.web.forms.expected_hand import ExpectedHand
from companion.web.game.gateway import NotWritten, round_seen, version_seen
from companion.web.game.page import game_page
from companion.web.game.phones import Phones, phones_at
from companion.web.pages.counting.forms import AGAIN, LEAVE, STAY, StepForm
from companion.web.pages.counting.next_page import after_hand

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
    yield from _cards("melds", deal.values.of_part("melded"), theirs.melded, mine.melded)
    yield from _cards("hand", deal.values.of_part("held"), theirs.hand, mine.hand)
    if deal.down_counts:
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
    for one in values.counted:
        counts = Line(code, _count(theirs, one), _count(mine, one), one)
        if counts.theirs or counts.mine:
            yield counts


def _count(hand: Hand, card_class: CardClass) -> int | None:
    cards = (hand.cards or {}).items()
    return sum(count for name, count in cards if name in card_class.names) or None


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


_CONFLICT = 409
_MADE_ANEW = {"csrf_token", "key", "version", "opened", "then"}


def two_hands(stored: StoredGame, both: Conflict, tapped: StepForm) -> ResponseReturnValue | None:
    """My typed count beside the stored one; None if there is no conflict any more."""
    open_round, mine = stored.state.open, cast("HandCounted", both.entry)
    if open_round is None:  # the round was written at this very moment
        return redirect(url_for("table.page", token=stored.token), 303)
    changed = stored.game.hand_changed_since(mine.seat, version_seen())
    if changed is None:  # the other count was undone at this very moment
        return None
    phones = phones_at(stored)
    view = _view(phones, open_round, mine, tapped)
    typed = _typed_again(is_not_down=mine.down is False)
    return _choice(phones, view, tapped, stored.line(changed), typed), _CONFLICT


def _view(
    phones: Phones, open_round: OpenRound, mine: HandCounted, tapped: StepForm
) -> TwoHandsView:
    stored = phones.stored
    return two_hands_view(
        stored.state.names[mine.seat],
        open_round.by(stored.ruleset),
        open_round,
        mine,
        mine_is_open=tapped.stays and not tapped.down.data,
        theirs_is_open=bool(phones.counting(mine.seat)),
    )


def _typed_again(*, is_not_down: bool) -> list[tuple[str, str]]:
    """The submitted fields; a visible “Not down” counts as chosen."""
    sent = [pair for pair in request.form.items(multi=True) if pair[0] not in _MADE_ANEW]
    if not is_not_down:
        return sent
    return [*(p for p in sent if p[0] != "asked"), ("asked", request.form.get("total", ""))]


def _choice(
    phones: Phones,
    view: TwoHandsView,
    tapped: StepForm,
    written: LogLine,
    typed: list[tuple[str, str]],
) -> str:
    stored = phones.stored
    return game_page(
        "counting/two_hands.html",
        stored,
        view=view,
        by=phones.name(written.device),
        at=written.at,
        version=stored.state.version,
        taken_back=isinstance(written.entry, EntryUndone),
        typed=typed,
        with_theirs=_with_theirs(phones, view.seat, tapped),
        with_mine=answered(stored, view.seat, tapped, "mine") if tapped.tap.data else None,
        waits=tapped.waits.data,
        is_again=tapped.again.data,
        then=AGAIN if tapped.step in {STAY, LEAVE} else tapped.step,
    )


def _with_theirs(phones: Phones, seat: int, tapped: StepForm) -> str:
    """The next page once their count stands: the same as after one's own."""
    if tapped.tap.data:
        return answered(phones.stored, seat, tapped, "theirs")
    return after_hand(phones.stored, seat, tapped, phones)


def answered(
    stored: StoredGame, seat: int, tapped: StepForm, choice: Literal["mine", "theirs"]
) -> str:
    """The page that asked, with the answer in its address: it has stored the count.

    The version says which counts were shown: later ones are asked about again.
    """
    answer = f"{choice}-{stored.state.version}-{tapped.tap.data}"
    return url_for("counting.page", token=stored.token, seat=seat, _anchor=answer)


def round_written(stored: StoredGame, seat: int, trouble: NotWritten) -> ResponseReturnValue | None:
    """The written points of this hand, and the address of its correction; None in an open round."""
    number, open_round = round_seen(), stored.state.open
    if 1 <= number <= len(stored.state.rounds):
        return _written_with(stored, seat, number), trouble.status
    if open_round and number == open_round.deal.number and seat in open_round.deal.players:
        return None
    flash(trouble.sentence)
    return redirect(phones_at(stored).place, 303)


def _written_with(stored: StoredGame, seat: int, number: int) -> str:
    phones, scored = phones_at(stored), stored.state.rounds[number - 1]
    return game_page(
        "counting/round_written.html",
        stored,
        view=WrittenView(seat, stored.state.names[seat], number, scored.points.get(seat)),
        place=phones.place,
        has_own_page=phones.seat is not None,
    )

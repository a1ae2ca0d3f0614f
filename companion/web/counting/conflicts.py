"""Two phones counted one hand, or the round was written down meanwhile: what is kept is shown."""

from dataclasses import replace
from typing import cast

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.records.games import new_key
from companion.records.history import LogLine, written_at
from companion.records.kept_game import KeptGame
from companion.rules.decide import Conflict
from companion.rules.entries import EntryUndone, HandCounted
from companion.rules.state import OpenRound, PlayedRound
from companion.web.counting.next_hand import next_place
from companion.web.counting.typed_hand import AGAIN, LEAVE, OWN_PAGE, STAY, then
from companion.web.forms.expected_hand import ExpectedHand
from companion.web.http.games import NotWritten, version_seen
from companion.web.http.phones import phones_at

_CONFLICT = 409
_MADE_ANEW = {"csrf_token", "key", "version", "opened", "then"}


def two_hands(kept: KeptGame, both: Conflict) -> ResponseReturnValue | None:
    """Mine as typed beside theirs as kept; None where nothing stands against mine any more."""
    open_round, mine = kept.state.open, cast("HandCounted", both.entry)
    if open_round is None:  # it was written down in this very moment
        return redirect(url_for("table.page", token=kept.token), 303)
    changed = kept.game.hand_changed_since(mine.seat, version_seen())
    if changed is None:  # what stood against it was taken back in this very moment
        return None
    return _choice(kept, open_round, mine, written_at(kept.row.id, changed)), _CONFLICT


def _choice(kept: KeptGame, open_round: OpenRound, mine: HandCounted, written: LogLine) -> str:
    theirs, phones = _kept(open_round, mine.seat), phones_at(kept)
    is_mine_open = then() in {STAY, LEAVE, AGAIN} and not request.form.get("down")
    return render_template(
        "counting/two_hands.html",
        kept=kept,
        round=open_round,
        mine=mine,
        theirs=theirs,
        counted_at=open_round.counted_at.get(mine.seat),
        points={kind: _points(open_round, h) for kind, h in (("mine", mine), ("theirs", theirs))},
        half_counted={
            "mine": is_mine_open and _may_go_on(kept, open_round, mine),
            "theirs": bool(phones.counting(mine.seat)) and _may_go_on(kept, open_round, theirs),
        },
        written=written,
        taken_back=isinstance(written.entry, EntryUndone),
        phones=phones,
        typed=[pair for pair in request.form.items(multi=True) if pair[0] not in _MADE_ANEW],
        with_theirs=_with_theirs(kept, mine.seat),
        then=AGAIN if then() in {STAY, LEAVE} else then(),
        key=new_key(),
    )


def _with_theirs(kept: KeptGame, seat: int) -> str:
    """Where to go on once theirs stands: who was done with the hand goes on as with their own."""
    if then() in {STAY, LEAVE, AGAIN}:
        return url_for("counting.page", token=kept.token, seat=seat)
    if then() == OWN_PAGE:
        return url_for("seating.page", token=kept.token, seat=seat)
    return next_place(kept, after=seat)


def _kept(open_round: OpenRound, seat: int) -> HandCounted:
    play = open_round.play
    melded = play.melds(seat) if open_round.deal.scoring.melds_score else None
    down = seat in play.laid_down
    return HandCounted(seat, play.hand(seat), down, play.buys.get(seat), melded)


def _may_go_on(kept: KeptGame, open_round: OpenRound, counted: HandCounted) -> bool:
    """Whether down or not is only what so few cards show: they may be the first of many."""
    play, seat = open_round.play, counted.seat
    down = {seat} if counted.down else set()
    as_counted = replace(
        play,
        hands={**play.hands, seat: counted.hand},
        laid_down=(play.laid_down - {seat}) | down,
        buys={s: buys for s, buys in play.buys.items() if s != seat}
        | ({} if counted.buys is None else {seat: counted.buys}),
    )
    played = PlayedRound(kept.ruleset, open_round.deal, as_counted)
    return ExpectedHand(played, seat, open_round.marked).down_is_only_shown


def _points(open_round: OpenRound, counted: HandCounted) -> int:
    """What this hand comes to: the cards left, or what was melded less those."""
    deal = open_round.deal
    return deal.scoring.worth(deal.values, counted.hand, counted.melded)


def round_written(kept: KeptGame, seat: int, trouble: NotWritten) -> ResponseReturnValue | None:
    """What was written for this hand, and where to correct it; None while its round goes on."""
    number = request.form.get("round", type=int) or 0
    open_round = kept.state.open
    if 1 <= number <= len(kept.state.rounds):
        return _written_with(kept, seat, number), trouble.status
    if open_round and number == open_round.deal.number and seat in open_round.deal.players:
        return None
    flash(trouble.sentence)
    return redirect(phones_at(kept).place, 303)


def _written_with(kept: KeptGame, seat: int, number: int) -> str:
    return render_template(
        "counting/round_written.html",
        kept=kept,
        seat=seat,
        scored=kept.state.rounds[number - 1],
        phones=phones_at(kept),
    )

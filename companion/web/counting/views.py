"""Round over: one hand after another, then the round as it will be written."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.records.games import Written, new_key
from companion.records.kept_game import KeptGame
from companion.records.phones import begin_counting, stop_counting
from companion.rules.decide import Conflict
from companion.rules.entries import Entry, HandCounted, RoundScored
from companion.rules.refusals import Doubted
from companion.rules.scoring import round_points
from companion.rules.state import OpenRound
from companion.web.counting.conflicts import round_written, two_hands
from companion.web.counting.next_hand import following_hand, next_place
from companion.web.counting.review import after_scoring, write_down_or_review
from companion.web.counting.typed_hand import (
    AGAIN,
    LEAVE,
    NO_CARDS,
    NO_MELDS,
    OWN_PAGE,
    STAY,
    NothingOfMine,
    expected_hand,
    hand_counted,
    then,
    what_is_known,
)
from companion.web.forms.hand import HandForm, hand_form, likely_rest
from companion.web.http.device import this_device
from companion.web.http.games import (
    NotWritten,
    accepted_doubts,
    of_the_round,
    round_seen,
    the_game,
    version_seen,
    write,
    written_before,
)
from companion.web.http.live import follows_the_game
from companion.web.http.phones import phones_at
from companion.web.http.rights import scorers_only
from companion.web.http.undoing import count_taken_back

blueprint = Blueprint("counting", __name__, url_prefix="/g/<token>")
WRITE = "write"


@blueprint.get("/count/")
@scorers_only
def next_hand(token: str) -> ResponseReturnValue:
    """Go to the first hand that nobody has counted, or to the review when all are."""
    return redirect(next_place(the_game(token), after=-1), 303)


@blueprint.get("/count/<int:seat>")
@scorers_only
@follows_the_game
def page(token: str, seat: int) -> ResponseReturnValue:
    """Count one hand, once the round is over; before that, and gone back to, it is the table."""
    kept = the_game(token)
    open_round = kept.state.open
    if open_round is None or not open_round.over or seat not in open_round.deal.players:
        return redirect(phones_at(kept).place)
    return _page(kept, open_round, seat, hand_form(expected_hand(kept, open_round, seat)))


@blueprint.post("/count/<int:seat>")
def count(token: str, seat: int) -> ResponseReturnValue:
    """Keep the hand as it stands; then stay, walk on, go to one's own page, or write it down."""
    kept = the_game(token)
    try:
        written = written_before(kept) or _write_hand(kept, hand_counted(kept, seat))
    except NotWritten as trouble:
        return _count_again(the_game(token), seat, trouble)
    except NothingOfMine:
        return _go_on_from_theirs(kept, seat)
    except Conflict as both:
        return two_hands(the_game(token), both) or count(token, seat)
    if then() in {STAY, LEAVE}:
        return Response(status=204, headers=what_is_known(written, seat))
    return redirect(_after_counting(written.after, seat), 303)


def _write_hand(kept: KeptGame, mine: HandCounted) -> Written:
    """The last hand can write the round down at once, if there is nothing to ask about it."""
    token, command = kept.token, of_the_round(mine)
    if then() == WRITE and not phones_at(kept).still_counting:
        both = replace(command, entries=(mine, RoundScored(accepted_doubts())))
        with suppress(Doubted, NotWritten):
            return write(token, both, put_away=mine.seat)
    stays = then() in {STAY, LEAVE, AGAIN} or "rest" in request.form
    return write(token, command, put_away=None if stays else mine.seat)


def _go_on_from_theirs(kept: KeptGame, seat: int) -> ResponseReturnValue:
    """Nothing was tapped here: who counts here is shown the hand, who is done walks on."""
    if then() == LEAVE:
        return Response(status=204)
    if then() == STAY:
        return redirect(url_for(".page", token=kept.token, seat=seat), 303)
    if then() != AGAIN:
        stop_counting(kept.row.id, this_device(), seat)
    if then() == WRITE:
        return write_down_or_review(kept.token)
    return redirect(_after_counting(kept, seat), 303)


def _after_counting(kept: KeptGame, seat: int) -> str:
    """Where to go on; a round that is written down leads to the next one."""
    token, open_round = kept.token, kept.state.open
    if then() == AGAIN or _is_half_counted(kept, seat):
        return url_for(".page", token=token, seat=seat)
    if then() == OWN_PAGE:
        return url_for("seating.page", token=token, seat=seat)
    if then() != WRITE:
        return next_place(kept, after=seat)
    if open_round and open_round.deal.number == round_seen():
        return url_for("review.page", token=token)
    return after_scoring(kept)


def _is_half_counted(kept: KeptGame, seat: int) -> bool:
    """Nothing melded, or nothing left, was said, and of the other part nothing yet."""
    open_round = kept.state.open
    return "rest" in request.form and bool(open_round and open_round.is_uncounted(seat))


@blueprint.post("/count/<int:seat>/open")
def open_hand(token: str, seat: int) -> ResponseReturnValue:
    """Tell the others that this phone is counting this hand now, or has put it away."""
    kept = the_game(token)
    if "closed" in request.form:
        stop_counting(kept.row.id, this_device(), seat)
    elif kept.state.open and seat in kept.state.open.deal.players:
        begin_counting(kept.row.id, this_device(), token, seat)
    return Response(status=204)


def _count_again(kept: KeptGame, seat: int, trouble: NotWritten) -> ResponseReturnValue:
    """The page with all that was typed, and what is the matter with it."""
    open_round, late = kept.state.open, round_written(kept, seat, trouble)
    if late or open_round is None:
        return late or redirect(url_for("table.page", token=kept.token), 303)
    form = hand_form(expected_hand(kept, open_round, seat), request.form)
    form.validate()
    return _page(kept, open_round, seat, form, trouble.sentence), trouble.status


def _page(kept: KeptGame, open_round: OpenRound, seat: int, form: HandForm, error: str = "") -> str:
    phones, expected = phones_at(kept), expected_hand(kept, open_round, seat)
    if expected.down_is_only_shown and phones.counting(seat):
        form.down.data = None  # a few cards there are perhaps the first of many
    following = following_hand(open_round, seat, phones)
    return render_template(
        "counting/count.html",
        kept=kept,
        round=open_round,
        seat=seat,
        expected=expected,
        form=form,
        error=error,
        key=new_key(),
        based_on=_based_on(kept),
        opened=request.form.get("opened", type=int) or kept.state.version,
        typed_again=bool(request.form),
        phones=phones,
        next_seat=None if following == seat else following,
        likely_rest=likely_rest(open_round.deal),
        no_cards=NO_CARDS,
        no_melds=NO_MELDS,
        own_page=OWN_PAGE,
        preview_points=round_points(open_round.by(kept.ruleset)),
    )


def _based_on(kept: KeptGame) -> int:
    """The version this page knows: typed over again, it has seen no hand that was kept since."""
    seen = version_seen()
    typed_again = bool(request.form) and not kept.game.rules_changed_since(seen)
    return seen if typed_again else kept.state.version


@blueprint.post("/count/<int:seat>/undo")
def undo(token: str, seat: int) -> ResponseReturnValue:
    """Take back what this phone kept of a hand since its page was opened, and stay there."""
    kept = the_game(token)
    try:
        if not written_before(kept):
            write(token, of_the_round(*_taken_back(kept, seat)))
    except NotWritten as trouble:
        late = round_written(the_game(token), seat, trouble)
        return late or redirect(url_for("counting.page", token=token, seat=seat), 303)
    return redirect(url_for("counting.page", token=token, seat=seat), 303)


def _taken_back(kept: KeptGame, seat: int) -> Sequence[Entry]:
    opened = request.form.get("opened", type=int)
    return count_taken_back(kept, seat, kept.state.version if opened is None else opened)

"""Round over: one hand after another, then the round as it will be written."""

from contextlib import suppress
from dataclasses import replace

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.records.games import Written, new_key
from companion.records.phones import begin_counting, stop_counting
from companion.records.sitting import Sitting
from companion.rules.decide import Conflict
from companion.rules.doubts import find_doubts
from companion.rules.entries import HandCounted, RoundScored
from companion.rules.refusals import Doubted, Refused, check_play
from companion.rules.scoring import round_points
from companion.rules.state import OpenRound
from companion.web.device import this_device
from companion.web.games import (
    NotWritten,
    accepted_doubts,
    not_written,
    of_the_round,
    round_seen,
    the_game,
    version_seen,
    write,
    written_before,
)
from companion.web.hand_counted import (
    AGAIN,
    LEAVE,
    NO_CARDS,
    NO_MELDS,
    OWN_PAGE,
    STAY,
    NothingOfMine,
    hand_counted,
    holding_of,
    then,
    what_is_known,
)
from companion.web.hand_form import HandForm, hand_form, likely_rest
from companion.web.history import news_since
from companion.web.live import follows_the_game
from companion.web.phones import phones_at
from companion.web.rights import scorers_only
from companion.web.round_preview import preview_open_round
from companion.web.too_late import too_late
from companion.web.two_hands import two_hands
from companion.web.walk import following_hand, next_place

blueprint = Blueprint("counting", __name__, url_prefix="/g/<token>")
WRITE = "write"


@blueprint.get("/count/")
@scorers_only
def walk(token: str) -> ResponseReturnValue:
    """Go to the first hand that nobody has counted, or to the review when all are."""
    return redirect(next_place(the_game(token), after=-1), 303)


@blueprint.get("/count/<int:seat>")
@scorers_only
@follows_the_game
def page(token: str, seat: int) -> ResponseReturnValue:
    """Count one hand, once the round is over; before that, and gone back to, it is the table."""
    sitting = the_game(token)
    open_round = sitting.state.open
    if open_round is None or not open_round.over or seat not in open_round.deal.players:
        return redirect(phones_at(sitting).place)
    return _page(sitting, open_round, seat, hand_form(holding_of(sitting, open_round, seat)))


@blueprint.post("/count/<int:seat>")
def count(token: str, seat: int) -> ResponseReturnValue:
    """Keep the hand as it stands; then stay, walk on, go to one's own page, or write it down."""
    sitting = the_game(token)
    try:
        written = written_before(sitting) or _write_hand(sitting, hand_counted(sitting, seat))
    except NotWritten as trouble:
        return _count_again(the_game(token), seat, trouble)
    except NothingOfMine:
        return _go_on_from_theirs(sitting, seat)
    except Conflict as both:
        return two_hands(the_game(token), both) or count(token, seat)
    if then() in {STAY, LEAVE}:
        return Response(status=204, headers=what_is_known(written, seat))
    return redirect(_after_counting(written.after, seat), 303)


def _write_hand(sitting: Sitting, mine: HandCounted) -> Written:
    """The last hand can write the round down at once, if there is nothing to ask about it."""
    token, command = sitting.token, of_the_round(mine)
    if then() == WRITE and not phones_at(sitting).still_counting:
        both = replace(command, entries=(mine, RoundScored(accepted_doubts())))
        with suppress(Doubted, NotWritten):
            return write(token, both, put_away=mine.seat)
    stays = then() in {STAY, LEAVE, AGAIN} or "rest" in request.form
    return write(token, command, put_away=None if stays else mine.seat)


def _go_on_from_theirs(sitting: Sitting, seat: int) -> ResponseReturnValue:
    """Nothing was tapped here: who counts here is shown the hand, who is done walks on."""
    if then() == LEAVE:
        return Response(status=204)
    if then() == STAY:
        return redirect(url_for(".page", token=sitting.token, seat=seat), 303)
    if then() != AGAIN:
        stop_counting(sitting.game.id, this_device(), seat)
    if then() == WRITE:
        return _write_down_or_review(sitting.token)
    return redirect(_after_counting(sitting, seat), 303)


def _after_counting(sitting: Sitting, seat: int) -> str:
    """Where to go on; a round that is written down leads to the next one."""
    token, open_round = sitting.token, sitting.state.open
    if then() == AGAIN or _is_half_counted(sitting, seat):
        return url_for(".page", token=token, seat=seat)
    if then() == OWN_PAGE:
        return url_for("seating.page", token=token, seat=seat)
    if then() != WRITE:
        return next_place(sitting, after=seat)
    if open_round and open_round.deal.number == round_seen():
        return url_for(".review", token=token)
    return _after_scoring(sitting)


def _is_half_counted(sitting: Sitting, seat: int) -> bool:
    """Nothing melded, or nothing left, was said, and of the other part nothing yet."""
    open_round = sitting.state.open
    return "rest" in request.form and bool(open_round and open_round.is_uncounted(seat))


@blueprint.post("/count/<int:seat>/open")
def open_hand(token: str, seat: int) -> ResponseReturnValue:
    """Tell the others that this phone is counting this hand now, or has put it away."""
    sitting = the_game(token)
    if "closed" in request.form:
        stop_counting(sitting.game.id, this_device(), seat)
    elif sitting.state.open and seat in sitting.state.open.deal.players:
        begin_counting(sitting.game.id, this_device(), token, seat)
    return Response(status=204)


def _write_down_or_review(token: str) -> ResponseReturnValue:
    """The round as others have counted it can be written down, if there is nothing to ask."""
    if not phones_at(the_game(token)).still_counting:
        with suppress(NotWritten, Doubted):
            return redirect(_after_scoring(_write_round(token).after), 303)
    return redirect(url_for(".review", token=token), 303)


def _write_round(token: str) -> Written:
    return write(token, of_the_round(RoundScored(accepted_doubts())))


def _count_again(sitting: Sitting, seat: int, trouble: NotWritten) -> ResponseReturnValue:
    """The page with all that was typed, and what is the matter with it."""
    open_round, late = sitting.state.open, too_late(sitting, seat, trouble)
    if late or open_round is None:
        return late or redirect(url_for("table.page", token=sitting.token), 303)
    form = hand_form(holding_of(sitting, open_round, seat), request.form)
    form.validate()
    return _page(sitting, open_round, seat, form, trouble.sentence), trouble.status


def _page(
    sitting: Sitting, open_round: OpenRound, seat: int, form: HandForm, error: str = ""
) -> str:
    phones, holding = phones_at(sitting), holding_of(sitting, open_round, seat)
    if holding.down_is_only_shown and phones.counting(seat):
        form.down.data = None  # a few cards there are perhaps the first of many
    following = following_hand(open_round, seat, phones)
    return render_template(
        "counting/count.html",
        sitting=sitting,
        round=open_round,
        seat=seat,
        holding=holding,
        form=form,
        error=error,
        key=new_key(),
        based_on=_based_on(sitting),
        opened=request.form.get("opened", type=int) or sitting.state.version,
        typed_again=bool(request.form),
        phones=phones,
        next_seat=None if following == seat else following,
        likely_rest=likely_rest(open_round.deal),
        no_cards=NO_CARDS,
        no_melds=NO_MELDS,
        own_page=OWN_PAGE,
        preview_points=round_points(sitting.ruleset, open_round.deal, open_round.play),
    )


def _based_on(sitting: Sitting) -> int:
    """The version this page knows: typed over again, it has seen no hand that was kept since."""
    seen = version_seen()
    typed_again = bool(request.form) and not sitting.so_far.rules_changed_since(seen)
    return seen if typed_again else sitting.state.version


@blueprint.get("/review")
@scorers_only
@follows_the_game
def review(token: str) -> ResponseReturnValue:
    """The round as it will be written, with its doubts as questions."""
    sitting = the_game(token)
    if sitting.state.open is None:
        return redirect(url_for("final.page", token=token))
    if not sitting.state.open.over:  # gone back to, or written down on another phone
        return redirect(url_for("table.page", token=token))
    return _review(sitting)


@blueprint.post("/review")
def score(token: str) -> ResponseReturnValue:
    """Write the round down; ask about any doubt that was not answered yet."""
    try:
        written = _write_round(token)
    except NotWritten as trouble:
        return _review(the_game(token), trouble.sentence, trouble.status)
    except Doubted:
        return _review(the_game(token), status=422)
    return redirect(_after_scoring(written.after), 303)


def _after_scoring(sitting: Sitting) -> str:
    """Who has a seat goes on to the contract they are on now."""
    if sitting.state.open is None:
        return url_for("final.page", token=sitting.token)
    return phones_at(sitting).place


def _review(sitting: Sitting, error: str = "", status: int = 200) -> ResponseReturnValue:
    open_round = sitting.state.open
    if open_round is None:
        return redirect(url_for("final.page", token=sitting.token), 303)
    refused = None
    try:
        check_play(sitting.ruleset, open_round.deal, open_round.play)
    except Refused as refusal:
        refused = not_written(sitting, refusal)
    html = render_template(
        "counting/review.html",
        sitting=sitting,
        round=open_round,
        preview=preview_open_round(sitting),
        doubts=() if refused else find_doubts(sitting.ruleset, open_round.deal, open_round.play),
        refused=refused,
        error="" if refused else error,
        news=news_since(sitting, version_seen()) if error else [],
        phones=phones_at(sitting),
        key=new_key(),
        first_hand=next(s for s in open_round.deal.players if s != open_round.play.went_out),
    )
    return html, status

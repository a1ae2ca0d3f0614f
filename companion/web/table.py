"""The table: who is on which contract, who is down; and what can be said of the round."""

from collections.abc import Callable, Sequence

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.records.games import OutOfDate, new_key
from companion.records.sitting import Sitting
from companion.rules.log import Entry, HandCounted, LaidDown, TookBack, WentOut
from companion.rules.refusals import Refused
from companion.rules.state import State
from companion.sentences import N_
from companion.web.device import remember_watching
from companion.web.fields import whole_number
from companion.web.games import NotWritten, same_round, the_game, write
from companion.web.live import follows_the_game
from companion.web.outcome import outcome_words
from companion.web.phones import phones_at
from companion.web.rights import scorers_only
from companion.web.taking_back import taken_back_with
from companion.web.words import say, undo_words

blueprint = Blueprint("table", __name__, url_prefix="/g/<token>")
_TAKEN_BACK = N_("Taken back: %(what)s.")


@blueprint.get("/")
@follows_the_game
def page(token: str) -> ResponseReturnValue:
    """The round being played; a game that is over shows who won."""
    sitting = the_game(token)
    if not sitting.may_score:
        remember_watching(token)
    return _page(sitting)


def _page(sitting: Sitting, error: str = "", status: int = 200) -> ResponseReturnValue:
    if sitting.state.open is None:
        if error:
            flash(error)
        return redirect(url_for("final.page", token=sitting.token), 303)
    html = render_template(
        "table/table.html",
        sitting=sitting,
        key=new_key(),
        error=error,
        outcome=outcome_words(sitting),
        leaders=_leaders(sitting.state),
        phones=phones_at(sitting),
    )
    return html, status


def _leaders(state: State) -> list[int]:
    """Who is ahead; nobody while all are level."""
    first = [standing.seat for standing in state.standings if standing.place == 1]
    return first if len(first) < len(state.active) else []


@blueprint.post("/mark")
def mark(token: str) -> ResponseReturnValue:
    """Somebody laid down, or had not after all."""
    return _write_and_go(token, _mark, _own_page(token) or url_for(".page", token=token))


def _mark(sitting: Sitting) -> Entry | None:
    open_round = same_round(sitting)
    down = request.form.get("down", type=int)
    back = request.form.get("back", type=int)
    if down is not None:
        return None if down in open_round.play.laid_down else LaidDown(down)
    not_down = set(open_round.deal.players) - open_round.play.laid_down
    # Whoever went out is down, marked or not: there is no mark to take back.
    nothing_to_take_back = back in {None, open_round.play.went_out, *not_down}
    return None if back is None or nothing_to_take_back else TookBack(back)


def _own_page(token: str) -> str | None:
    """The player's own page, if the step was tapped there."""
    seat = whole_number(request.form.get("mine"))
    return None if seat is None else url_for("seating.page", token=token, seat=seat)


@blueprint.get("/out")
@scorers_only
def who_went_out(token: str) -> ResponseReturnValue:
    """Ask who went out: those who are down first, then everybody else, then nobody."""
    sitting = the_game(token)
    open_round = sitting.state.open
    if open_round is None:
        return redirect(url_for("final.page", token=token))
    down_first = sorted(open_round.deal.players, key=lambda s: s not in open_round.play.laid_down)
    return render_template("table/out.html", sitting=sitting, seats=down_first, key=new_key())


@blueprint.post("/out")
def out(token: str) -> ResponseReturnValue:
    """The round is over; walk on to the first hand that is not counted."""
    place = _own_page(token) or url_for("counting.walk", token=token)
    return _write_and_go(token, _went_out, place)


def _went_out(sitting: Sitting) -> Entry:
    same_round(sitting)
    who = request.form.get("out", "")
    seat = whole_number(who)
    if who != "nobody" and seat is None:
        raise Refused("unknown_player")
    rummy = seat is not None and sitting.ruleset.rummy_doubles and "rummy" in request.form
    return WentOut(seat, rummy)


@blueprint.post("/undo")
def undo(token: str) -> ResponseReturnValue:
    """Take back the last thing done."""
    before = the_game(token).state
    try:
        state = write(token, _undo)
    except NotWritten as trouble:
        return _page(the_game(token), trouble.sentence, trouble.status)
    if state.version > before.version:
        flash(say(_TAKEN_BACK, {"what": undo_words(before)}))
    return redirect(_place_of(token, before, state), 303)


def _undo(sitting: Sitting) -> Sequence[Entry]:
    last = sitting.state.last
    if last is None or request.form.get("undo", type=int) != last[0]:
        raise OutOfDate
    return taken_back_with(sitting, last[0])


def _place_of(token: str, before: State, after: State) -> str:
    """Where it was tapped, or where the undone step can be done again: its hand, or the table."""
    if tapped_on := _page_it_came_from(token):
        return tapped_on
    undone = before.last[1] if before.last else None
    if isinstance(undone, HandCounted) and after.open and after.open.over:
        return url_for("counting.page", token=token, seat=undone.seat)
    return url_for(".page", token=token)


def _page_it_came_from(token: str) -> str | None:
    """The history, or the own page of the seat that was sent."""
    back = request.form.get("back")
    seat = whole_number(back)
    if seat is not None:
        return url_for("seating.page", token=token, seat=seat)
    return url_for("history.page", token=token) if back == "history" else None


def _write_and_go(
    token: str, entry_for: Callable[[Sitting], Entry | None], place: str
) -> ResponseReturnValue:
    try:
        write(token, entry_for)
    except NotWritten as trouble:
        return _page(the_game(token), trouble.sentence, trouble.status)
    return redirect(place, 303)

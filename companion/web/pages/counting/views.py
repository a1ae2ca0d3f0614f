"""Counting at the end of a round: one hand after another, then the review."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from flask import Blueprint, Response, flash, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.records.log.games import Written
from companion.records.log.stored_game import StoredGame
from companion.records.people.phones import begin_counting, stop_counting
from companion.rules.decide import Conflict
from companion.rules.fold.entries import Entry, EntryUndone, RoundScored
from companion.rules.judging.refusals import Doubted
from companion.rules.model.state import OpenRound
from companion.web.forms.hand_form import HandForm, hand_form
from companion.web.game.gateway import (
    NotWritten,
    accepted_doubts,
    command_for_round,
    repeated_request,
    the_game,
    version_seen,
    write,
)
from companion.web.game.page import live_page
from companion.web.game.phones import Phones, known_device, phones_at, this_device
from companion.web.guard.rights import scorers_only
from companion.web.live import follows_the_game
from companion.web.pages.counting import next_page
from companion.web.pages.counting.conflicts import answered, round_written, two_hands
from companion.web.pages.counting.counting_order import PhonesAround
from companion.web.pages.counting.forms import (
    LEAVE,
    NAMES_OF_STEPS,
    STAY,
    WRITE,
    NothingOfMine,
    StepForm,
    as_typed,
    expected_hand,
    hand_counted,
    sent_hand,
    what_is_known,
)
from companion.web.pages.counting.hand_view import CountView, count_view
from companion.web.view_models.undoing import count_taken_back
from companion.web.words.hands import counted_words

blueprint = Blueprint("counting", __name__, url_prefix="/g/<token>")


@blueprint.get("/count/")
@scorers_only
def next_hand(token: str) -> ResponseReturnValue:
    """Redirect to the first hand that is not counted, or to the review."""
    stored = the_game(token)
    return redirect(next_page.next_hand(stored, after=-1, phones=phones_at(stored)), 303)


@blueprint.get("/count/<int:seat>")
@scorers_only
@follows_the_game
def page(token: str, seat: int) -> ResponseReturnValue:
    """Count one hand, once the round is over; before that, redirect to the table."""
    stored = the_game(token)
    open_round = stored.state.open
    if open_round is None or not open_round.over or seat not in open_round.deal.players:
        return redirect(phones_at(stored).place)
    if stored.ruleset.lost_lives is not None:  # nobody counts cards
        return redirect(url_for("review.page", token=token))
    this_device()  # before the event, or this phone would appear as another one
    return _page(stored, open_round, seat, hand_form(expected_hand(stored, open_round, seat)))


@blueprint.post("/count/<int:seat>")
def count(token: str, seat: int) -> ResponseReturnValue:
    """Store the hand; then stay, go to the next page, or write the round."""
    stored, tapped = the_game(token), StepForm()
    phones = phones_at(stored)
    try:
        written = repeated_request(stored) or _write_hand(stored, seat, tapped, phones)
    except NotWritten as trouble:
        return _count_again(the_game(token), seat, tapped, trouble)
    except NothingOfMine:
        return _go_on_from_theirs(stored, seat, tapped, phones)
    except Conflict as both:
        return two_hands(the_game(token), both, tapped) or count(token, seat)
    if tapped.step in {STAY, LEAVE}:
        return Response(status=204, headers=what_is_known(written, seat))
    return _go_on(written.after, seat, tapped, phones)


@blueprint.post("/count/<int:seat>/both")
def both_counts(token: str, seat: int) -> ResponseReturnValue:
    """The unsent count of a phone beside the stored one; the phone learns which one is valid."""
    stored, tapped = the_game(token), StepForm()
    try:
        mine = as_typed(stored, seat, tapped).settled(stored.ruleset, stored.state)
    except NotWritten:  # its page knows more about it
        return redirect(url_for(".page", token=token, seat=seat), 303)
    shown = two_hands(stored, Conflict("two_hands", mine), tapped)
    return shown or redirect(answered(stored, seat, tapped, "mine"), 303)


def _write_hand(stored: StoredGame, seat: int, tapped: StepForm, phones: Phones) -> Written:
    """Write the round with the last hand if there are no questions."""
    mine = hand_counted(stored, seat, tapped, phones)
    token, command = stored.token, command_for_round(mine)
    if tapped.step == WRITE and not phones.still_counting:
        both = replace(command, entries=(mine, RoundScored(accepted_doubts())))
        with suppress(Doubted, NotWritten):
            return write(token, both, put_away=seat)
    stays = tapped.stays or tapped.fills is not None
    return write(token, command, put_away=None if stays else seat)


def _go_on_from_theirs(
    stored: StoredGame, seat: int, tapped: StepForm, phones: Phones
) -> ResponseReturnValue:
    """Nothing was changed here: show the stored count, or continue as after one's own."""
    if tapped.step == LEAVE:
        return Response(status=204)
    if not tapped.stays:
        stop_counting(stored.row.id, this_device(), seat)
    if tapped.step == WRITE and not phones.still_counting:
        with suppress(Doubted, NotWritten):
            stored = write(stored.token, command_for_round(RoundScored(accepted_doubts()))).after
    return _go_on(stored, seat, tapped, phones)


def _go_on(stored: StoredGame, seat: int, tapped: StepForm, phones: Phones) -> ResponseReturnValue:
    """Redirect to the next page; the next hand shows the total of this one.

    A hand may be filled and left in one tap, so that its total was never visible.
    """
    place, open_round = next_page.after_hand(stored, seat, tapped, phones), stored.state.open
    is_a_hand = place.startswith(url_for(".next_hand", token=stored.token))
    if open_round and is_a_hand and place != url_for(".page", token=stored.token, seat=seat):
        flash(counted_words(stored.state.names[seat], open_round.by(stored.ruleset), seat))
    return redirect(place, 303)


@blueprint.post("/count/<int:seat>/open")
def open_hand(token: str, seat: int) -> ResponseReturnValue:
    """Announce that this phone is counting this hand, or has stopped."""
    stored = the_game(token)
    if StepForm().closed.data:
        stop_counting(stored.row.id, this_device(), seat)
    elif stored.state.open and seat in stored.state.open.deal.players:
        begin_counting(stored.row.id, this_device(), token, seat)
    return Response(status=204)


def _count_again(
    stored: StoredGame, seat: int, tapped: StepForm, trouble: NotWritten
) -> ResponseReturnValue:
    """The page with all input and its errors."""
    open_round, late = stored.state.open, round_written(stored, seat, trouble)
    if late or open_round is None:
        return late or redirect(url_for("table.page", token=stored.token), 303)
    expected, error = expected_hand(stored, open_round, seat), trouble.sentence
    form = sent_hand(stored, open_round, seat)
    if form.validate() and error and form.leaves_down_open(expected):
        form.ask_down(error)
        error = ""
    return _page(stored, open_round, seat, form, error, opened=tapped.opened.number), trouble.status


def _page(
    stored: StoredGame,
    open_round: OpenRound,
    seat: int,
    form: HandForm,
    error: str = "",
    *,
    opened: int | None = None,
) -> str:
    phones = phones_at(stored)
    view = _view(stored, open_round, seat, form, phones)
    return live_page(
        "counting/count.html",
        phones,
        view=view,
        form=form,
        error=error,
        based_on=_based_on(stored),
        opened=opened or stored.state.version,
        typed_again=bool(request.form),
        **NAMES_OF_STEPS,
    )


def _view(
    stored: StoredGame, open_round: OpenRound, seat: int, form: HandForm, phones: Phones
) -> CountView:
    around = PhonesAround(
        counting=phones.still_counting,
        seat=phones.seat,
        counted_here=phones.counted_here(seat),
        wrote_last=phones.wrote_last,
    )
    expected = expected_hand(stored, open_round, seat)
    return count_view(stored.state, open_round, expected, around, form.blank_parts)


def _based_on(stored: StoredGame) -> int:
    """The version of this page; counts stored since then have not been seen."""
    seen = version_seen()
    typed_again = bool(request.form) and not stored.game.rules_changed_since(seen)
    return seen if typed_again else stored.state.version


@blueprint.post("/count/<int:seat>/undo")
def undo(token: str, seat: int) -> ResponseReturnValue:
    """Undo the counts of this hand since its page was opened, and stay there."""
    stored = the_game(token)
    try:
        if not repeated_request(stored):
            write(token, command_for_round(*_taken_back(stored, seat)))
    except NotWritten as trouble:
        late = round_written(the_game(token), seat, trouble)
        return late or redirect(url_for("counting.page", token=token, seat=seat), 303)
    return redirect(url_for("counting.page", token=token, seat=seat), 303)


def _taken_back(stored: StoredGame, seat: int) -> Sequence[Entry]:
    opened, here = StepForm().opened.number, known_device()
    since = stored.state.version if opened is None else opened
    numbers = count_taken_back(stored.game, seat, since, lambda n: stored.device_of(n) == here)
    return [*map(EntryUndone, numbers)]

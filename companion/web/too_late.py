"""A hand that comes too late: the round it belongs to was written down meanwhile."""

from flask import flash, redirect, render_template, request
from flask.typing import ResponseReturnValue

from companion.records.sitting import Sitting
from companion.web.games import NotWritten
from companion.web.phones import phones_at


def too_late(sitting: Sitting, seat: int, trouble: NotWritten) -> ResponseReturnValue | None:
    """What was written for this hand, and where to correct it; None while its round goes on."""
    number = request.form.get("round", type=int) or 0
    open_round = sitting.state.open
    if 1 <= number <= len(sitting.state.rounds):
        return _written_with(sitting, seat, number), trouble.status
    if open_round and number == open_round.deal.number and seat in open_round.deal.players:
        return None
    flash(trouble.sentence)
    return redirect(phones_at(sitting).place, 303)


def _written_with(sitting: Sitting, seat: int, number: int) -> str:
    return render_template(
        "counting/too_late.html",
        sitting=sitting,
        seat=seat,
        scored=sitting.state.rounds[number - 1],
        phones=phones_at(sitting),
    )

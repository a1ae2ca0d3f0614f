"""Correct a round that was written down: first see what changes, then save."""

from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.records.games import new_key
from companion.records.sitting import Sitting
from companion.rules.changes import Changes, changes_between
from companion.rules.doubts import Doubt, find_doubts
from companion.rules.entries import Accepted, RoundCorrected, RoundPlay
from companion.rules.refusals import Doubted, Refused
from companion.rules.state import ScoredRound, State
from companion.web.fields import whole_number
from companion.web.games import (
    NotWritten,
    accepted_doubts,
    digest_of_form,
    not_written,
    of_the_game,
    the_game,
    write,
)
from companion.web.hand_form import HandForm, hand_form
from companion.web.holding import Holding
from companion.web.rights import scorers_only

blueprint = Blueprint("correction", __name__, url_prefix="/g/<token>")
_NO_SEAT = -1


@dataclass(frozen=True, slots=True)
class Correction:
    """A round with the form of every hand in it, as written or as typed anew."""

    sitting: Sitting
    round: ScoredRound
    hands: dict[int, HandForm]
    went_out: int | None
    went_rummy: bool
    adjusted: frozenset[int]

    @property
    def number(self) -> int:
        """Which round it is, from 1."""
        return self.round.deal.number

    def validate(self) -> bool:
        """Whether every hand can be read; looks at all of them, so that all errors show."""
        fits = [form.validate() for form in self.hands.values()]
        return all(fits)

    @property
    def stepped(self) -> int | None:
        """The seat of whom somebody only changed the number of buys."""
        return next((seat for seat, form in self.hands.items() if form.is_stepped), None)

    def play(self) -> RoundPlay:
        """The round as it was typed; whoever went out is down and has no cards left."""
        forms, out = self.hands, self.went_out
        down = {s for s, f in forms.items() if f.is_down(self.holding(s))}
        left = {s: f.hand for s, f in forms.items() if s != out and not f.hand.is_blank}
        return RoundPlay(
            laid_down=frozenset(down if out is None else down | {out}),
            went_out=out,
            hands=left,
            buys={s: f.buys_typed for s, f in forms.items() if f.buys_typed is not None},
            adjustments={s: self.round.play.adjustments[s] for s in self.adjusted},
            melded={s: f.melded_typed for s, f in forms.items() if f.melded_typed is not None},
            went_rummy=self.went_rummy,
        )

    def holding(self, seat: int) -> Holding:
        """What is known of one hand of this round."""
        return Holding(self.sitting.ruleset, self.round.deal, self.round.play, seat)

    def entry(self, accepted: Accepted) -> RoundCorrected:
        """What the log would say."""
        return RoundCorrected(self.number, self.play(), accepted)

    def after(self, accepted: Accepted) -> State:
        """The game with this correction. Raises Refused or Doubted."""
        return self.sitting.so_far.after(self.entry(accepted)).state


@blueprint.get("/correct/<int:number>")
@scorers_only
def page(token: str, number: int) -> ResponseReturnValue:
    """The round as it stands on the sheet, ready to be typed over."""
    return _page(_correction(the_game(token), number))


@blueprint.post("/correct/<int:number>")
def correct(token: str, number: int) -> ResponseReturnValue:
    """Show what the correction changes; once that was seen, save it."""
    correction = _correction(the_game(token), number, request.form)
    if not correction.validate():
        return _page(correction, status=422)
    if correction.stepped is not None:
        return _page(correction, open_seat=correction.stepped)
    doubts = find_doubts(correction.sitting.ruleset, correction.round.deal, correction.play())
    try:
        after = correction.after(frozenset(doubt.key for doubt in doubts))
    except Refused as refused:
        if refused.code == "blank_hand" and refused.seat in correction.hands:
            correction.hands[refused.seat].ask_for_what_is_missing(refused.missing)
        return _page(correction, not_written(correction.sitting, refused), status=422)
    if request.form.get("seen") != _what_was_typed():
        changes = changes_between(correction.sitting.state, after)
        return _page(correction, changes=changes, after=after, doubts=doubts)
    return _save(token, correction)


def _save(token: str, correction: Correction) -> ResponseReturnValue:
    try:
        write(token, of_the_game(correction.entry(accepted_doubts())))
    except NotWritten as trouble:
        return _page(correction, trouble, status=trouble.status)
    except Doubted as doubted:
        return _page(correction, doubts=doubted.doubts, status=422)
    return redirect(url_for("sheet.page", token=token, _anchor=f"round-{correction.number}"), 303)


def _correction(sitting: Sitting, number: int, sent: Any = None) -> Correction:  # noqa: ANN401
    if not 1 <= number <= len(sitting.state.rounds):
        abort(404)
    scored = sitting.state.rounds[number - 1]
    play, adjusted = scored.play, frozenset(scored.play.adjustments)
    correction = Correction(sitting, scored, {}, play.went_out, play.went_rummy, adjusted)
    hands = {s: hand_form(correction.holding(s), sent, f"seat{s}-") for s in scored.deal.players}
    if sent is None:
        return replace(correction, hands=hands)
    return replace(
        correction,
        hands=hands,
        went_out=_out(sent),
        went_rummy=sitting.ruleset.rummy_doubles and "rummy" in sent,
        adjusted=frozenset(seat for seat in adjusted if f"adjusted{seat}" in sent),
    )


def _out(sent: Any) -> int | None:  # noqa: ANN401
    """Who went out, as sent; what is no answer is nobody's seat, and so is refused."""
    if sent.get("out") == "nobody":
        return None
    seat = whole_number(sent.get("out"))
    return _NO_SEAT if seat is None else seat


def _page(
    correction: Correction,
    trouble: NotWritten | None = None,
    *,
    changes: Changes | None = None,
    after: State | None = None,
    doubts: tuple[Doubt, ...] = (),
    open_seat: int | None = None,
    status: int = 200,
) -> ResponseReturnValue:
    html = render_template(
        "correction/correction.html",
        sitting=correction.sitting,
        correction=correction,
        trouble=trouble,
        changes=changes,
        after=after,
        doubts=doubts,
        seen=_what_was_typed() if changes else "",
        open_seat=request.args.get("seat", type=int) if open_seat is None else open_seat,
        key=request.form.get("key") or new_key(),
    )
    return html, status


def _what_was_typed() -> str:
    return digest_of_form("seen", "accept")

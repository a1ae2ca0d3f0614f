"""Conflicts of counting: two phones counted one hand, or the round was written meanwhile."""

from typing import Literal, cast

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.records.games import new_key
from companion.records.kept_game import KeptGame, LogLine
from companion.rules.decide import Conflict
from companion.rules.fold.entries import EntryUndone, HandCounted
from companion.rules.model.state import OpenRound
from companion.web.counting.conflict_view import TwoHandsView, two_hands_view, written_view
from companion.web.counting.forms import AGAIN, LEAVE, STAY, StepForm
from companion.web.counting.next_page import after_hand
from companion.web.http.games import NotWritten, round_seen, version_seen
from companion.web.http.phones import Phones, phones_at

_CONFLICT = 409
_MADE_ANEW = {"csrf_token", "key", "version", "opened", "then"}


def two_hands(kept: KeptGame, both: Conflict, tapped: StepForm) -> ResponseReturnValue | None:
    """My typed count beside the stored one; None if there is no conflict any more."""
    open_round, mine = kept.state.open, cast("HandCounted", both.entry)
    if open_round is None:  # the round was written at this very moment
        return redirect(url_for("table.page", token=kept.token), 303)
    changed = kept.game.hand_changed_since(mine.seat, version_seen())
    if changed is None:  # the other count was undone at this very moment
        return None
    phones = phones_at(kept)
    view = _view(phones, open_round, mine, tapped)
    typed = _typed_again(is_not_down=mine.down is False)
    return _choice(phones, view, tapped, kept.line(changed), typed), _CONFLICT


def _view(
    phones: Phones, open_round: OpenRound, mine: HandCounted, tapped: StepForm
) -> TwoHandsView:
    kept = phones.kept
    return two_hands_view(
        kept.state.names[mine.seat],
        open_round.by(kept.ruleset),
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
    kept = phones.kept
    return render_template(
        "counting/two_hands.html",
        token=kept.token,
        view=view,
        by=phones.name(written.device),
        at=written.at,
        version=kept.state.version,
        taken_back=isinstance(written.entry, EntryUndone),
        typed=typed,
        with_theirs=_with_theirs(phones, view.seat, tapped),
        with_mine=answered(kept, view.seat, tapped, "mine") if tapped.tap.data else None,
        waits=tapped.waits.data,
        is_again=tapped.again.data,
        then=AGAIN if tapped.step in {STAY, LEAVE} else tapped.step,
        key=new_key(),
    )


def _with_theirs(phones: Phones, seat: int, tapped: StepForm) -> str:
    """The next page once their count stands: the same as after one's own."""
    if tapped.tap.data:
        return answered(phones.kept, seat, tapped, "theirs")
    return after_hand(phones.kept, seat, tapped, phones)


def answered(kept: KeptGame, seat: int, tapped: StepForm, choice: Literal["mine", "theirs"]) -> str:
    """The page that asked, with the answer in its address: it has stored the count.

    The version says which counts were shown: later ones are asked about again.
    """
    answer = f"{choice}-{kept.state.version}-{tapped.tap.data}"
    return url_for("counting.page", token=kept.token, seat=seat, _anchor=answer)


def round_written(kept: KeptGame, seat: int, trouble: NotWritten) -> ResponseReturnValue | None:
    """The written points of this hand, and the address of its correction; None in an open round."""
    number, open_round = round_seen(), kept.state.open
    if 1 <= number <= len(kept.state.rounds):
        return _written_with(kept, seat, number), trouble.status
    if open_round and number == open_round.deal.number and seat in open_round.deal.players:
        return None
    flash(trouble.sentence)
    return redirect(phones_at(kept).place, 303)


def _written_with(kept: KeptGame, seat: int, number: int) -> str:
    phones, scored = phones_at(kept), kept.state.rounds[number - 1]
    return render_template(
        "counting/round_written.html",
        token=kept.token,
        view=written_view(kept.state.names[seat], scored, seat),
        place=phones.place,
        has_own_page=phones.seat is not None,
    )

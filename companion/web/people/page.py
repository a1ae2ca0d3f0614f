"""Change the table: one page for who plays, who deals, what the game is called, and its end."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from flask import flash, redirect, render_template
from flask.typing import ResponseReturnValue

from companion.records.games import Written, new_key
from companion.records.kept_game import KeptGame
from companion.rules.entries import Entry, GameEnded, PlayerReturned
from companion.rules.state import State
from companion.web.http.device import known_device
from companion.web.http.games import (
    NotWritten,
    of_the_game,
    of_the_round,
    open_round_seen,
    the_game,
    write,
    written_before,
)
from companion.web.people.forms import ChangeForm, forms_of
from companion.web.words.starts import other_starts

_CONFLICT, UNPROCESSABLE = 409, 422
F = TypeVar("F", bound=ChangeForm)


@dataclass(frozen=True, slots=True)
class Change(Generic[F]):
    """A change of the table: how it is sent, what is written of it, and what is said then.

    `entries` raises NotWritten for what the table cannot want. A change `in_round` is only one of
    the round that its page was made for.
    """

    form: Callable[[KeptGame], F]
    entries: Callable[[KeptGame, F], Sequence[Entry]]
    said: Callable[[State, F], str] | None = None
    in_round: bool = True

    def written(self, kept: KeptGame, form: F) -> Written:
        """Write what was sent. Raises NotWritten; what is wrong in the form stands in it."""
        if self.in_round:
            open_round_seen(kept)
        if not form.validate():
            raise NotWritten("", UNPROCESSABLE)
        command = of_the_round if self.in_round else of_the_game
        return write(kept.token, command(*self.entries(kept, form)))


def make(change: Change[F], token: str, place: str) -> ResponseReturnValue:
    """Write the change and go to that place; or show the page again with what is the matter."""
    kept = the_game(token)
    form = change.form(kept)
    try:
        written = written_before(kept) or change.written(kept, form)
    except NotWritten as trouble:
        return _page_after(the_game(token), form, trouble)
    if change.said:
        flash(change.said(written.after.state, form))
    for sentence in other_starts(written.before.state, written.after.state):
        flash(sentence)
    return redirect(place, 303)


def _page_after(kept: KeptGame, form: ChangeForm, trouble: NotWritten) -> ResponseReturnValue:
    """What the rules refuse is told at the field; that others were faster, above the page."""
    if trouble.status == _CONFLICT:
        return change_page(kept, form, trouble.sentence), _CONFLICT
    if trouble.sentence:
        form.refuse(trouble.sentence)
    return change_page(kept, form), trouble.status


def change_page(kept: KeptGame, sent: ChangeForm | None = None, trouble: str = "") -> str:
    """The page; with all that was typed still there, and above it what has no field on it."""
    forms = forms_of(kept, sent)
    nowhere_to_tell = sent is not None and sent not in [*forms]
    return render_template(
        "people/people.html",
        kept=kept,
        round=kept.state.open,
        forms=forms,
        trouble=trouble or (sent.wrong if sent and nowhere_to_tell else ""),
        back_with=_totals_of_those_away(kept),
        would_win=_winners_as_it_stands(kept),
        keeps=kept.row.device == known_device(),
        key=new_key(),
    )


def _totals_of_those_away(kept: KeptGame) -> dict[int, int]:
    """What everybody who has left would go on with, by seat."""
    state = kept.state
    if state.open is None or state.open.deal.playoff:
        return {}
    back = {seat: kept.game.with_entries(PlayerReturned(seat)) for seat in state.left}
    return {seat: game.state.totals[seat] for seat, game in back.items()}


def _winners_as_it_stands(kept: KeptGame) -> tuple[int, ...]:
    """Who would win if the game ended now; nobody while nothing is written down."""
    if kept.state.open is None or not kept.state.has_scores:
        return ()
    return kept.game.after(GameEnded("")).state.outcome.winners

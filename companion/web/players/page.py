"""Changes of the table, on one page: players, dealer, title, and end of the game."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from flask import flash, redirect, render_template
from flask.typing import ResponseReturnValue

from companion.records.games import Written, new_key
from companion.records.kept_game import KeptGame
from companion.rules.fold.entries import Entry
from companion.rules.judging.refusals import Refused, check_may_come
from companion.rules.model.state import State
from companion.web.http.device import known_device
from companion.web.http.games import (
    NotWritten,
    not_written,
    of_the_game,
    of_the_round,
    open_round_seen,
    the_game,
    write,
    written_before,
)
from companion.web.players.forms import ChangeForm, JoinForm, forms_of, join_form
from companion.web.players.view import join_view, people_view
from companion.web.words.entries import undo_words
from companion.web.words.starts import other_starts

_CONFLICT, UNPROCESSABLE = 409, 422
F = TypeVar("F", bound=ChangeForm)


@dataclass(frozen=True, slots=True)
class Change(Generic[F]):
    """A change of the table: its form, its entries, and the message afterwards.

    `entries` raises NotWritten for invalid input. A change `in_round` applies only to the round of
    its page; `page` is the page of its form, if not the common one.
    """

    form: Callable[[KeptGame], F]
    entries: Callable[[KeptGame, F], Sequence[Entry]]
    said: Callable[[State, F], str] | None = None
    in_round: bool = True
    page: Callable[[KeptGame, ChangeForm | None, str], str] | None = None

    def written(self, kept: KeptGame, form: F) -> Written:
        """Write the change. Raises NotWritten; errors of the form are in it."""
        if self.in_round:
            open_round_seen(kept)
        if not form.validate():
            raise NotWritten("", UNPROCESSABLE)
        command = of_the_round if self.in_round else of_the_game
        return write(kept.token, command(*self.entries(kept, form)))


def make(change: Change[F], token: str, place: str) -> ResponseReturnValue:
    """Write the change and redirect; or show the page again with the errors."""
    kept = the_game(token)
    form = change.form(kept)
    try:
        written = written_before(kept) or change.written(kept, form)
    except NotWritten as trouble:
        return _page_after(change, the_game(token), form, trouble)
    if change.said:
        flash(change.said(written.after.state, form))
    for sentence in other_starts(written.before.state, written.after.state):
        flash(sentence)
    return redirect(place, 303)


def _page_after(
    change: Change[F], kept: KeptGame, form: F, trouble: NotWritten
) -> ResponseReturnValue:
    """The page with a refusal at its field, or a conflict above everything."""
    page = change.page or change_page
    if trouble.status == _CONFLICT:
        return page(kept, form, trouble.sentence), _CONFLICT
    if trouble.sentence:
        form.refuse(trouble.sentence)
    return page(kept, form, ""), trouble.status


def change_page(kept: KeptGame, sent: ChangeForm | None = None, trouble: str = "") -> str:
    """The page with all input; errors without a field are above it."""
    forms = forms_of(kept, sent)
    nowhere_to_tell = sent is not None and sent not in [*forms]
    return render_template(
        "players/people.html",
        token=kept.token,
        game=kept.ruleset.name,
        ruleset=kept.ruleset,
        view=people_view(kept.game),
        forms=forms,
        trouble=trouble or (sent.wrong if sent and nowhere_to_tell else ""),
        is_keeper=kept.row.device == known_device(),
        undo=kept.undoable,
        undone=undo_words(kept.ruleset, kept.state),
        key=new_key(),
    )


def join_page(kept: KeptGame, sent: ChangeForm | None = None, trouble: str = "") -> str:
    """The page of the newcomer's place; if nobody can join, the common page with the reason."""
    view = join_view(kept.game)
    if view is None:
        return change_page(kept, sent, trouble or _why_nobody_comes(kept))
    form = sent if isinstance(sent, JoinForm) else join_form(kept.state, sent=False)
    return render_template(
        "players/join.html", token=kept.token, view=view, form=form, trouble=trouble, key=new_key()
    )


def _why_nobody_comes(kept: KeptGame) -> str:
    try:
        check_may_come(kept.state)
    except Refused as refused:
        return not_written(kept, refused).sentence
    return ""

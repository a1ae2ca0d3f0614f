"""Changes of the table: players, dealer, title, and the end of the game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from flask import Blueprint, flash, redirect, url_for
from flask.typing import ResponseReturnValue
from flask_babel import lazy_gettext
from markupsafe import Markup

from companion.records.log.games import Written
from companion.records.log.stored_game import StoredGame
from companion.rules.fold.entries import (
    DealerChanged,
    Entry,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    PlayerReturned,
    SeatsReordered,
)
from companion.rules.judging.refusals import Refused, check_may_come
from companion.rules.model.state import State
from companion.sentences import N_, NN_, Sentence
from companion.web.game.gateway import (
    NotWritten,
    command_for_game,
    command_for_round,
    not_written,
    open_round_seen,
    repeated_request,
    the_game,
    write,
)
from companion.web.game.page import game_page
from companion.web.game.phones import known_device
from companion.web.guard.rights import scorers_only
from companion.web.pages.players.forms import (
    ChangeForm,
    JoinForm,
    RenameForm,
    SeatForm,
    forms_of,
    join_form,
    rename_form,
    seat_form,
)
from companion.web.pages.players.view import join_view, people_here, people_view
from companion.web.words.doubts import refusal_words
from companion.web.words.entries import undo_words
from companion.web.words.playing import other_starts
from companion.web.words.text import bdi, say

_CONFLICT, UNPROCESSABLE = 409, 422
F = TypeVar("F", bound=ChangeForm)


@dataclass(frozen=True, slots=True)
class Change(Generic[F]):
    """A change of the table: its form, its entries, and the message afterwards.

    `entries` raises NotWritten for invalid input. A change `in_round` applies only to the round of
    its page; `page` is the page of its form, if not the common one, and `place` the next page.
    """

    form: Callable[[StoredGame], F]
    entries: Callable[[StoredGame, F], Sequence[Entry]]
    said: Callable[[State, F], str] | None = None
    in_round: bool = True
    page: Callable[[StoredGame, ChangeForm | None, str], str] | None = None
    place: str = "table.page"
    anchor: str | None = None

    def apply(self, token: str) -> ResponseReturnValue:
        """Write the change and redirect; or show the page again with the errors."""
        stored = the_game(token)
        form = self.form(stored)
        try:
            written = repeated_request(stored) or self._written(stored, form)
        except NotWritten as trouble:
            return self._page_after(the_game(token), form, trouble)
        if self.said:
            flash(self.said(written.after.state, form))
        for sentence in other_starts(written.before.state, written.after.state):
            flash(sentence)
        return redirect(url_for(self.place, token=token, _anchor=self.anchor), 303)

    def _page_after(self, stored: StoredGame, form: F, trouble: NotWritten) -> ResponseReturnValue:
        """The page with a refusal at its field, or a conflict above everything."""
        page = self.page or change_page
        if trouble.status == _CONFLICT:
            return page(stored, form, trouble.sentence), _CONFLICT
        if trouble.sentence:
            form.refuse(trouble.sentence)
        return page(stored, form, ""), trouble.status

    def _written(self, stored: StoredGame, form: F) -> Written:
        """Write the change. Raises NotWritten; errors of the form are in it."""
        if self.in_round:
            open_round_seen(stored)
        if not form.validate():
            raise NotWritten("", UNPROCESSABLE)
        command = command_for_round if self.in_round else command_for_game
        return write(stored.token, command(*self.entries(stored, form)))


def add_routes(blueprint: Blueprint, changes: Mapping[str, Change[Any]]) -> None:
    """A POST route for each change, by the last part of its address."""
    for name, change in changes.items():
        blueprint.add_url_rule(f"/{name}", name, change.apply, methods=["POST"])


def change_page(stored: StoredGame, sent: ChangeForm | None = None, trouble: str = "") -> str:
    """The page with all input; errors without a field are above it."""
    forms = forms_of(stored, sent)
    nowhere_to_tell = sent is not None and sent not in [*forms]
    return game_page(
        "players/people.html",
        stored,
        game=stored.ruleset.name,
        view=people_view(stored.game),
        barred_words=lambda barred: refusal_words(barred, stored.ruleset, stored.state),
        forms=forms,
        trouble=trouble or (sent.wrong if sent and nowhere_to_tell else ""),
        is_keeper=stored.row.device == known_device(),
        undo=stored.undoable,
        undone=undo_words(stored.ruleset, stored.state),
    )


def join_page(stored: StoredGame, sent: ChangeForm | None = None, trouble: str = "") -> str:
    """The page of the newcomer's place; if nobody can join, the common page with the reason."""
    view = join_view(stored.game)
    if view is None:
        return change_page(stored, sent, trouble or _why_nobody_comes(stored))
    form = sent if isinstance(sent, JoinForm) else join_form(stored.state, sent=False)
    return game_page("players/join.html", stored, view=view, form=form, trouble=trouble)


def _why_nobody_comes(stored: StoredGame) -> str:
    try:
        check_may_come(stored.state)
    except Refused as refused:
        return not_written(stored, refused).sentence
    return ""


blueprint = Blueprint("players", __name__, url_prefix="/g/<token>/players")

_HAS_LEFT = N_("%(name)s has left. Undo brings %(name)s back.")
_DEALS = N_("%(name)s deals this round.")
_JOINS = NN_(
    "%(name)s joins with %(points)s point.", "%(name)s joins with %(points)s points.", "points"
)
_JOINS_ON = NN_(
    "%(name)s joins on contract %(contract)s with %(points)s point.",
    "%(name)s joins on contract %(contract)s with %(points)s points.",
    "points",
)
_IS_BACK = NN_(
    "%(name)s is back with %(points)s point.", "%(name)s is back with %(points)s points.", "points"
)
_IS_BACK_ON = NN_(
    "%(name)s is back on contract %(contract)s with %(points)s point.",
    "%(name)s is back on contract %(contract)s with %(points)s points.",
    "points",
)
_HAS_NOT_LEFT = lazy_gettext("That player has not left.")
_NOT_IN_THIS_GAME = lazy_gettext("That player is not in this game.")


@blueprint.get("")
@scorers_only
def page(token: str) -> str:
    """The players, the dealer, newcomers; the title, the note and the end of the game."""
    return change_page(the_game(token))


@blueprint.get("/join")
@scorers_only
def ask_where(token: str) -> str:
    """Ask for the newcomer's place."""
    return join_page(the_game(token))


def _joined(stored: StoredGame, form: JoinForm) -> Sequence[Entry]:
    return (PlayerJoined(form.name.text, _played_before(stored.state, int(form.after.data or 0))),)


def _played_before(state: State, after: int) -> int | None:
    """The next seat, clockwise, after the newcomer; None for the last place."""
    if after == people_here(state)[-1]:
        return None
    return state.order[state.order.index(after) + 1]


def _seat_form(stored: StoredGame) -> SeatForm:
    return seat_form(stored.state.open.deal.players if stored.state.open else ())


def _renamed_form(stored: StoredGame) -> RenameForm | SeatForm:
    """The form of the player concerned; for an unknown one, only the submitted fields."""
    who = seat_form(stored.state.order, _NOT_IN_THIS_GAME)
    return rename_form(stored.state, who.seat.chosen, sent=True) if who.validate() else who


def _renamed(_: StoredGame, form: SeatForm) -> Sequence[Entry]:
    assert isinstance(form, RenameForm)  # anything else is invalid
    return (PlayerRenamed(form.seat.chosen, form.name.text),)


def _moved(stored: StoredGame, form: SeatForm, places: int) -> Sequence[Entry]:
    """The order with this player moved by some places; players who left come last."""
    state, seat = stored.state, form.seat.chosen
    here = people_here(state)
    place = here.index(seat) + places
    if not 0 <= place < len(here):
        return (SeatsReordered(state.order),)
    here.remove(seat)
    here.insert(place, seat)
    return (SeatsReordered((*here, *(s for s in state.order if s not in state.active))),)


def _has_joined(state: State, _: JoinForm) -> Markup:
    return _goes_on(state, len(state.names) - 1, _JOINS, _JOINS_ON)


def _is_back(state: State, form: SeatForm) -> Markup:
    return _goes_on(state, form.seat.chosen, _IS_BACK, _IS_BACK_ON)


def _goes_on(state: State, seat: int, sentence: Sentence, on_contract: Sentence) -> Markup:
    """Points and, if there are any, the contract to continue with."""
    contract = state.open.deal.contracts.get(seat) if state.open else None
    said = {"name": bdi(state.names[seat]), "points": state.totals[seat], "contract": contract}
    return say(on_contract if contract else sentence, said)


def _named(sentence: Sentence, state: State, form: SeatForm) -> Markup:
    return say(sentence, {"name": bdi(state.names[form.seat.chosen])})


add_routes(
    blueprint,
    {
        "join": Change(
            lambda stored: join_form(stored.state, sent=True), _joined, _has_joined, page=join_page
        ),
        "leave": Change(
            _seat_form,
            lambda _, form: (PlayerLeft(form.seat.chosen),),
            lambda state, form: _named(_HAS_LEFT, state, form),
        ),
        "back": Change(
            lambda stored: seat_form(stored.state.left, _HAS_NOT_LEFT),
            lambda _, form: (PlayerReturned(form.seat.chosen),),
            _is_back,
        ),
        "dealer": Change(
            _seat_form,
            lambda _, form: (DealerChanged(form.seat.chosen),),
            lambda state, form: _named(_DEALS, state, form),
        ),
        "rename": Change(_renamed_form, _renamed, in_round=False, place="players.page"),
        "up": Change(
            _seat_form, partial(_moved, places=-1), place="players.page", anchor="players"
        ),
        "down": Change(
            _seat_form, partial(_moved, places=1), place="players.page", anchor="players"
        ),
    },
)

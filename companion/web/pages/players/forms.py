"""The forms of the page that changes the table, one per question."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import time
from typing import Any, TypeVar, cast

from flask_babel import gettext
from flask_babel import lazy_gettext as _
from wtforms import SelectChoice, StringField, ValidationError

from companion.records.log.stored_game import StoredGame
from companion.rules.model.state import State
from companion.web.forms.fields import (
    NAME_LENGTH,
    TITLE_LENGTH,
    ChoiceField,
    PageForm,
    SeatField,
    SentNumber,
    TextField,
)
from companion.web.pages.players.view import people_here
from companion.web.words.text import clock_of

NOTE_LENGTH = 300
_NOT_HERE = _("That player is not at the table now.")
_NO_NAME = _("Enter a name.")
F = TypeVar("F", bound="ChangeForm")
_A_NAME = {"autocapitalize": "words", "spellcheck": "false"}


class ChangeForm(PageForm):
    """One question; its first field shows a refusal of the rules."""

    def refuse(self, sentence: str) -> None:
        """Show a refusal at the first field."""
        first = next(iter(self))
        first.errors = [*first.errors, sentence]

    @property
    def wrong(self) -> str:
        """Its error as a sentence; empty if valid."""
        errors = (error for field in self for error in field.errors)
        return next(errors, "")


class SeatForm(ChangeForm):
    """The player who leaves, returns, deals, or moves one place."""

    seat = SeatField()


class JoinForm(ChangeForm):
    """The newcomer, and the player to their right."""

    name = TextField(NAME_LENGTH, needed=_NO_NAME, render_kw=_A_NAME)
    after = ChoiceField(otherwise=_NOT_HERE)


class RenameForm(SeatForm):
    """A new name."""

    name = TextField(NAME_LENGTH, needed=_NO_NAME, render_kw=_A_NAME)

    def refuse(self, sentence: str) -> None:
        """Show a refusal at the name."""
        self.name.errors = [*self.name.errors, sentence]


class GameForm(ChangeForm):
    """The title and the note of the game, and the time at which the table wants to stop."""

    title = TextField(TITLE_LENGTH)
    note = TextField(NOTE_LENGTH)
    until = StringField(render_kw={"type": "time"})

    @property
    def clock(self) -> time | None:
        """The time of the last round; None for none. Raises ValueError."""
        return time.fromisoformat(self.until.data) if self.until.data else None

    def validate_until(self, until: StringField) -> None:
        """Raises ValidationError for what is no time."""
        try:
            time.fromisoformat(until.data or "00:00")
        except ValueError:
            raise ValidationError(gettext("Enter a time like 22:30.")) from None


class EndForm(ChangeForm):
    """The reason of an early end."""

    reason = TextField(TITLE_LENGTH)


class ReopenForm(ChangeForm):
    """The entry that ended the game, to be undone."""

    ended = SentNumber()


def seat_form(among: Collection[int], wrong: object = _NOT_HERE) -> SeatForm:
    """The submitted form about one of these players."""
    form = SeatForm()
    form.seat.among, form.seat.otherwise = among, wrong
    return form


def join_form(state: State, *, sent: bool) -> JoinForm:
    """The submitted form, or an empty one: by default a newcomer sits last."""
    here = people_here(state)
    form = _form(JoinForm, {"after": str(here[-1])}, sent=sent)
    form.after.choices = [SelectChoice(str(seat), state.names[seat]) for seat in here]
    return form


def rename_form(state: State, seat: int, *, sent: bool) -> RenameForm:
    """The submitted form, or one with the current name; each seat has a field of its own."""
    name = TextField(NAME_LENGTH, needed=_NO_NAME, name=f"name-{seat}", render_kw=_A_NAME)
    one = cast("type[RenameForm]", type("RenameOne", (RenameForm,), {"name": name}))
    form = _form(one, {"name": state.names[seat]}, sent=sent)
    form.seat.among = (seat,)
    return form


def game_form(stored: StoredGame, *, sent: bool) -> GameForm:
    """The submitted form, or one with the current title, note and time."""
    state = stored.state
    until = "" if state.end_time is None else clock_of(state.end_time)
    data = {"title": stored.title, "note": state.note, "until": until}
    return _form(GameForm, data, sent=sent)


def _form(form: type[F], data: dict[str, Any], *, sent: bool) -> F:
    return form(data=data) if sent else form(formdata=None, data=data)


@dataclass(frozen=True, slots=True)
class TableForms:
    """The forms of the page."""

    rename: dict[int, RenameForm]
    game: GameForm
    end: EndForm | None

    def __iter__(self) -> Iterator[ChangeForm]:
        """All of them."""
        some = (*self.rename.values(), self.game, self.end)
        return (form for form in some if form is not None)


def forms_of(stored: StoredGame, sent: ChangeForm | None) -> TableForms:
    """The current forms; a submitted form keeps its input."""
    state = stored.state
    ends = state.open is not None and state.has_scores
    rename = {seat: rename_form(state, seat, sent=False) for seat in state.order}
    if isinstance(sent, RenameForm):
        rename[sent.seat.number or 0] = sent
    return TableForms(
        rename=rename,
        game=_instead(sent, GameForm, game_form(stored, sent=False)),
        end=_instead(sent, EndForm, EndForm(formdata=None)) if ends else None,
    )


def _instead(sent: ChangeForm | None, kind: type, empty: Any) -> Any:  # noqa: ANN401
    return sent if isinstance(sent, kind) else empty

"""What can be asked for on the page that changes the table: a form for each question."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from flask_babel import lazy_gettext as _
from wtforms import SelectChoice

from companion.records.kept_game import KeptGame
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

NOTE_LENGTH = 300
_NOT_HERE = _("That player is not at the table now.")
_NO_NAME = _("Enter a name.")
F = TypeVar("F", bound="ChangeForm")
_A_NAME = {"autocapitalize": "words", "spellcheck": "false"}


class ChangeForm(PageForm):
    """One question; its first field is the one that the rules refuse, if they do."""

    def refuse(self, sentence: str) -> None:
        """Say at the first field what the rules have against it."""
        first = next(iter(self))
        first.errors = [*first.errors, sentence]

    @property
    def wrong(self) -> str:
        """What is wrong with it, in a sentence; empty where nothing is."""
        errors = (error for field in self for error in field.errors)
        return next(errors, "")


class SeatForm(ChangeForm):
    """Who leaves, comes back, deals, or sits one place earlier."""

    seat = SeatField()


class JoinForm(ChangeForm):
    """Who joins, and on whose left they sit."""

    name = TextField(NAME_LENGTH, needed=_NO_NAME, render_kw=_A_NAME)
    after = ChoiceField(otherwise=_NOT_HERE)


class RenameForm(SeatForm):
    """What somebody is called from now on."""

    name = TextField(NAME_LENGTH, needed=_NO_NAME, render_kw=_A_NAME)

    def refuse(self, sentence: str) -> None:
        """Say at the name what the rules have against it."""
        self.name.errors = [*self.name.errors, sentence]


class TitleForm(ChangeForm):
    """What the game is called, and what is to be remembered of it."""

    title = TextField(TITLE_LENGTH)
    note = TextField(NOTE_LENGTH)


class EndForm(ChangeForm):
    """Why the game ends early."""

    reason = TextField(TITLE_LENGTH)


class ReopenForm(ChangeForm):
    """Which entry ended the game, so that it can be undone."""

    ended = SentNumber()


def seat_form(among: Collection[int], wrong: object = _NOT_HERE) -> SeatForm:
    """The form that somebody sent about one of these players."""
    form = SeatForm()
    form.seat.among, form.seat.otherwise = among, wrong
    return form


def join_form(state: State, *, sent: bool) -> JoinForm:
    """The form as it was sent, or an empty one: whoever joins sits last, unless they say."""
    here = people_here(state)
    form = _form(JoinForm, {"after": str(here[-1])}, sent=sent)
    form.after.choices = [SelectChoice(str(seat), state.names[seat]) for seat in here]
    return form


def rename_form(state: State, seat: int, *, sent: bool) -> RenameForm:
    """The form as it was sent, or with the name as it is; each seat has a field of its own."""
    name = TextField(NAME_LENGTH, needed=_NO_NAME, name=f"name-{seat}", render_kw=_A_NAME)
    one = cast("type[RenameForm]", type("RenameOne", (RenameForm,), {"name": name}))
    form = _form(one, {"name": state.names[seat]}, sent=sent)
    form.seat.among = (seat,)
    return form


def title_form(kept: KeptGame, *, sent: bool) -> TitleForm:
    """The form as it was sent, or as the game is called."""
    return _form(TitleForm, {"title": kept.title, "note": kept.state.note}, sent=sent)


def people_here(state: State) -> list[int]:
    """The seats of those at the table, clockwise."""
    return [seat for seat in state.order if seat in state.active]


def _form(form: type[F], data: dict[str, Any], *, sent: bool) -> F:
    return form(data=data) if sent else form(formdata=None, data=data)


@dataclass(frozen=True, slots=True)
class TableForms:
    """The forms that stand on the page now."""

    rename: dict[int, RenameForm]
    title: TitleForm
    end: EndForm | None

    def __iter__(self) -> Iterator[ChangeForm]:
        """All of them."""
        some = (*self.rename.values(), self.title, self.end)
        return (form for form in some if form is not None)


def forms_of(kept: KeptGame, sent: ChangeForm | None) -> TableForms:
    """What can be asked now; the form that was sent stands there as it was typed."""
    state = kept.state
    ends = state.open is not None and state.has_scores
    rename = {seat: rename_form(state, seat, sent=False) for seat in state.order}
    if isinstance(sent, RenameForm):
        rename[sent.seat.number or 0] = sent
    return TableForms(
        rename=rename,
        title=_instead(sent, TitleForm, title_form(kept, sent=False)),
        end=_instead(sent, EndForm, EndForm(formdata=None)) if ends else None,
    )


def _instead(sent: ChangeForm | None, kind: type, empty: Any) -> Any:  # noqa: ANN401
    return sent if isinstance(sent, kind) else empty

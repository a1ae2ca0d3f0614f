"""The position in a log from which a client continues, compared with the server's log.

After a restore of an older backup an open page may have entries that the server lacks: it is ahead.
Nothing that depends on them may be written.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Self

from flask import Flask, g, request
from flask_babel import gettext

from companion.records.log.stored_game import StoredGame
from companion.records.people.colours import COLOURS
from companion.web.forms.fields import whole_number
from companion.web.words.blanks import or_blank

Stray = Literal["ahead", "diverged", "other_book"]
CONFLICT = 409


@dataclass(frozen=True, slots=True)
class Position:
    """The number of entries that a client has, `after`; their `mark`, and the id of the book.

    A mark takes precedence over the id: a restore that lost nothing of this game affects nobody.
    """

    after: int = 0
    mark: str = ""
    book: str = ""

    @classmethod
    def of_query(cls) -> Self:
        """From the query of this request."""
        args = request.args
        after = whole_number(args.get("after")) or 0
        return cls(after, args.get("mark", ""), args.get("book", ""))

    @classmethod
    def of_event(cls, text: str) -> Self:
        """From the id of an event: `12.mark`."""
        after, _, mark = text.partition(".")
        return cls(whole_number(after) or 0, mark)

    def stray_from(self, stored: StoredGame) -> Stray | None:
        """Why a client cannot continue from here in this game; None if it can."""
        if self.after > stored.game.version:
            return "ahead"
        if self.mark:
            return "diverged" if self.mark != stored.mark(self.after) else None
        return "other_book" if self.book and self.book != stored.book else None


def position_now(stored: StoredGame) -> str:
    """The end of the log, as the id of an event."""
    return f"{stored.game.version}.{stored.mark()}"


def restored_book_sentence() -> str:
    """The sentence for a request that depends on another log."""
    said: str = gettext(
        "The score book was restored from an earlier copy, so nothing was saved. Look at the "
        "current state, and try again if you still need to."
    )
    return said


def init_app(app: Flask) -> None:
    """Register the colour of a seat as a template global."""
    app.add_template_global(or_blank(colour_of))


def remember_colours(colours: Sequence[int]) -> None:
    """Set the colours by seat for this request."""
    g.colours = colours


def colour_of(seat: int) -> int:
    """The number of the colour of this seat, from 1, as in stylesheets."""
    colours: Sequence[int] = g.get("colours", ())
    return (colours[seat] if seat < len(colours) else seat % COLOURS) + 1

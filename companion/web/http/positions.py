"""The place in a log from which a client goes on, and whether the log of the server has it.

After an older copy of the score book was put back, an open page may know entries that the server
has no more: it is ahead. Nothing that rests on them may be written.
"""

from dataclasses import dataclass
from typing import Literal, Self

from flask import request
from flask_babel import gettext

from companion.records.kept_game import KeptGame
from companion.web.forms.fields import whole_number

Stray = Literal["ahead", "diverged", "other_book"]
CONFLICT = 409


@dataclass(frozen=True, slots=True)
class Position:
    """How many entries of the log a client has, `after`; their `mark`, and the id of the book.

    Where a mark was sent it decides: a restore that lost nothing of this game stops nobody.
    """

    after: int = 0
    mark: str = ""
    book: str = ""

    @classmethod
    def of_query(cls) -> Self:
        """As the address of this request says it."""
        args = request.args
        after = whole_number(args.get("after")) or 0
        return cls(after, args.get("mark", ""), args.get("book", ""))

    @classmethod
    def of_event(cls, text: str) -> Self:
        """As the id of an event says it: `12.mark`."""
        after, _, mark = text.partition(".")
        return cls(whole_number(after) or 0, mark)

    def stray_from(self, kept: KeptGame) -> Stray | None:
        """What is wrong with going on from here in this game; None where nothing is."""
        if self.after > kept.game.version:
            return "ahead"
        if self.mark:
            return "diverged" if self.mark != kept.mark(self.after) else None
        return "other_book" if self.book and self.book != kept.book else None


def position_now(kept: KeptGame) -> str:
    """The end of the log, as the id of an event."""
    return f"{kept.game.version}.{kept.mark()}"


def is_put_back() -> str:
    """The sentence for whoever sent something that rests on another log."""
    said: str = gettext(
        "The score book was restored from an earlier copy, so nothing was saved. Check the "
        "current state, and try again if you still need to."
    )
    return said

"""Everything done in a game: what, when, from which phone; what was taken back struck through."""

from dataclasses import dataclass
from itertools import groupby

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from companion.records.games import new_key
from companion.records.history import written_between
from companion.records.kept_game import KeptGame
from companion.web.forms.fields import whole_number
from companion.web.history.lines import Line, lines_of
from companion.web.http.games import the_game
from companion.web.http.live import follows_the_game

blueprint = Blueprint("history", __name__, url_prefix="/g/<token>")
_AT_ONCE = 100  # entries: two evenings' worth of scrolling


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of a long log, from the entry `first` to the entry `last`; both count from 1.

    The other stretches end before the entries `older` and `newer`; `older` is None at the
    beginning, `newer` at the end, where what is done next will stand.
    """

    first: int
    last: int
    older: int | None
    newer: int | None


@blueprint.get("/history")
@follows_the_game
def page(token: str) -> ResponseReturnValue:
    """The last thing first, a heading for each round; what was done `before` an entry."""
    kept = the_game(token)
    stretch = _stretch(len(kept.entries), whole_number(request.args.get("before")))
    lines = _lines_in(kept, stretch)[::-1]
    rounds = [(number, [*these]) for number, these in groupby(lines, key=lambda x: x.round)]
    return render_template(
        "history/history.html", kept=kept, rounds=rounds, stretch=stretch, key=new_key()
    )


def _stretch(entries: int, before: int | None) -> Stretch:
    last = entries if before is None else min(max(before - 1, 0), entries)
    first = max(last - _AT_ONCE, 0) + 1
    newer = last + 1 + _AT_ONCE if last < entries else None
    return Stretch(first, last, first if first > 1 else None, newer)


def _lines_in(kept: KeptGame, stretch: Stretch) -> list[Line]:
    """The lines of a stretch; the entry after it tells whether its last one only goes on."""
    one_more = min(stretch.last + 1, len(kept.entries))
    some = written_between(kept.row.id, stretch.first, one_more)
    lines = lines_of(kept, some)
    return [line for line in lines if line.logged.sequence <= stretch.last]

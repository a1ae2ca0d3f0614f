"""Everything done in a game: what, when, from which phone; what was taken back struck through."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, zip_longest

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion.records.games import new_key
from companion.records.history import Written, written_between
from companion.records.sitting import Sitting
from companion.rules.entries import Entry, EntryUndone, HandCounted, RoundScored
from companion.web.fields import whole_number
from companion.web.games import the_game
from companion.web.history_words import Moment, entry_words
from companion.web.live import follows_the_game
from companion.web.phones import phones_at

blueprint = Blueprint("history", __name__, url_prefix="/g/<token>")
_AT_ONCE = 100  # entries: two evenings' worth of scrolling


@dataclass(frozen=True, slots=True)
class Line:
    """One thing done, as it is read; `round` is the round in which it was said."""

    written: Written
    round: int
    words: Markup
    phone: Markup
    undone: bool

    @property
    def wrote_down(self) -> bool:
        """Whether it put a round on the sheet, which can be corrected there."""
        return isinstance(self.written.entry, RoundScored) and not self.undone


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
    sitting = the_game(token)
    stretch = _stretch(len(sitting.entries), whole_number(request.args.get("before")))
    lines = _lines_in(sitting, stretch)[::-1]
    rounds = [(number, [*these]) for number, these in groupby(lines, key=lambda x: x.round)]
    return render_template(
        "history/history.html", sitting=sitting, rounds=rounds, stretch=stretch, key=new_key()
    )


def _stretch(entries: int, before: int | None) -> Stretch:
    last = entries if before is None else min(max(before - 1, 0), entries)
    first = max(last - _AT_ONCE, 0) + 1
    newer = last + 1 + _AT_ONCE if last < entries else None
    return Stretch(first, last, first if first > 1 else None, newer)


def _lines_in(sitting: Sitting, stretch: Stretch) -> list[Line]:
    """The lines of a stretch; the entry after it tells whether its last one only goes on."""
    one_more = min(stretch.last + 1, len(sitting.entries))
    some = written_between(sitting.game.id, stretch.first, one_more)
    lines = lines_of(sitting, some)
    return [line for line in lines if line.written.sequence <= stretch.last]


def news_since(sitting: Sitting, version: int) -> list[Line]:
    """What was written while a page was open, in its order."""
    now = the_game(sitting.token)
    return [*lines_of(now, written_between(now.game.id, version + 1, len(now.entries)))]


def lines_of(sitting: Sitting, some: Sequence[Written]) -> Iterator[Line]:
    """Entries that follow one another, in sentences; of taps that count one hand the last one."""
    phones, undone = phones_at(sitting), _undone(sitting.entries)
    rounds = [*_rounds(sitting.entries)]
    for written, following in zip_longest(some, some[1:]):
        if following is None or not _goes_on(written, following, undone):
            number = rounds[written.sequence - 1]
            words = entry_words(Moment(sitting, number), written.entry)
            is_undone = written.sequence in undone
            yield Line(written, number, words, phones.name(written.device), is_undone)


def _undone(log: Iterable[Entry]) -> set[int]:
    return {entry.sequence for entry in log if isinstance(entry, EntryUndone)}


def _rounds(log: Iterable[Entry]) -> Iterator[int]:
    """The number of the round that was open when each entry was made."""
    scored: set[int] = set()
    for sequence, entry in enumerate(log, 1):
        if isinstance(entry, EntryUndone):
            scored.discard(entry.sequence)
        yield len(scored) + 1
        if isinstance(entry, RoundScored):
            scored.add(sequence)


def _goes_on(written: Written, following: Written, undone: set[int]) -> bool:
    """Whether the next entry only counts the same hand on."""
    one, other = written.entry, following.entry
    if not (isinstance(one, HandCounted) and isinstance(other, HandCounted)):
        return False
    both_stand = not {written.sequence, following.sequence} & undone
    return both_stand and one.seat == other.seat and written.device == following.device

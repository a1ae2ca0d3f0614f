"""Everything done in a game: what, when, from which phone; what was taken back struck through."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby, zip_longest

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion.records.games import new_key
from companion.records.history import Written, history_of, written_since
from companion.records.sitting import Sitting
from companion.rules.log import EntryUndone, HandCounted, RoundScored
from companion.web.games import the_game
from companion.web.history_words import Moment, entry_words
from companion.web.live import follows_the_game
from companion.web.phones import phones_at

blueprint = Blueprint("history", __name__, url_prefix="/g/<token>")


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


@blueprint.get("/history")
@follows_the_game
def page(token: str) -> ResponseReturnValue:
    """The last thing first, a heading for each round."""
    sitting = the_game(token)
    lines = [*lines_of(sitting, history_of(sitting.game.id))][::-1]
    rounds = [(number, [*these]) for number, these in groupby(lines, key=lambda x: x.round)]
    return render_template("history/history.html", sitting=sitting, rounds=rounds, key=new_key())


def news_since(sitting: Sitting, version: int) -> list[Line]:
    """What was written while a page was open, in its order; the log is told from its start."""
    seen = {written.sequence for written in written_since(sitting.game.id, version)}
    lines = lines_of(sitting, history_of(sitting.game.id))
    return [line for line in lines if line.written.sequence in seen]


def lines_of(sitting: Sitting, log: list[Written]) -> Iterator[Line]:
    """The log in sentences; of the taps by which one phone counts one hand, the last one."""
    phones, undone = phones_at(sitting), _undone(log)
    for written, number, following in zip_longest(log, _rounds(log), log[1:]):
        if following is None or not _goes_on(written, following, undone):
            words = entry_words(Moment(sitting, number, log), written.entry)
            is_undone = written.sequence in undone
            yield Line(written, number, words, phones.name(written.device), is_undone)


def _undone(log: Iterable[Written]) -> set[int]:
    return {w.entry.sequence for w in log if isinstance(w.entry, EntryUndone)}


def _rounds(log: Iterable[Written]) -> Iterator[int]:
    """The number of the round that was open when each entry was made."""
    scored: set[int] = set()
    for written in log:
        if isinstance(written.entry, EntryUndone):
            scored.discard(written.entry.sequence)
        yield len(scored) + 1
        if isinstance(written.entry, RoundScored):
            scored.add(written.sequence)


def _goes_on(written: Written, following: Written, undone: set[int]) -> bool:
    """Whether the next entry only counts the same hand on."""
    one, other = written.entry, following.entry
    same = isinstance(one, HandCounted) and isinstance(other, HandCounted)
    if not (same and written.device == following.device):
        return False
    both_stand = not {written.sequence, following.sequence} & undone
    return both_stand and one.seat == other.seat  # type: ignore[union-attr]

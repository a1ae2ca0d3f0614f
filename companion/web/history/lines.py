"""The log in lines to read: what was done, in which round, from which phone."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from markupsafe import Markup

from companion.records.history import LogLine, written_between
from companion.records.kept_game import KeptGame
from companion.rules.entries import Entry, EntryUndone, HandCounted, RoundScored
from companion.web.http.games import the_game
from companion.web.http.phones import phones_at
from companion.web.words.entries import Moment, entry_words


@dataclass(frozen=True, slots=True)
class Line:
    """One thing done, as it is read; `round` is the round in which it was said."""

    logged: LogLine
    round: int
    words: Markup
    phone: Markup
    undone: bool

    @property
    def wrote_down(self) -> bool:
        """Whether it put a round on the sheet, which can be corrected there."""
        return isinstance(self.logged.entry, RoundScored) and not self.undone


def news_since(kept: KeptGame, version: int) -> list[Line]:
    """What was written while a page was open, in its order."""
    now = the_game(kept.token)
    return [*lines_of(now, written_between(now.row.id, version + 1, len(now.entries)))]


def lines_of(kept: KeptGame, some: Sequence[LogLine]) -> Iterator[Line]:
    """Entries that follow one another, in sentences; of taps that count one hand the last one."""
    phones, undone = phones_at(kept), _undone(kept.entries)
    rounds = [*_rounds(kept.entries)]
    for written, following in zip_longest(some, some[1:]):
        if following is None or not _goes_on(written, following, undone):
            number = rounds[written.sequence - 1]
            words = entry_words(Moment(kept, number), written.entry)
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


def _goes_on(written: LogLine, following: LogLine, undone: set[int]) -> bool:
    """Whether the next entry only counts the same hand on."""
    one, other = written.entry, following.entry
    if not (isinstance(one, HandCounted) and isinstance(other, HandCounted)):
        return False
    both_stand = not {written.sequence, following.sequence} & undone
    return both_stand and one.seat == other.seat and written.device == following.device

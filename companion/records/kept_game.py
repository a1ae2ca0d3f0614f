"""A game as it was just read: its row, its log with the taps that wrote it, and the state."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count, takewhile
from typing import Self

from companion.records import resent
from companion.records.colours import colours_of
from companion.records.links import is_watch_link
from companion.records.models import Game as GameRow
from companion.records.tapped import NOT_REPORTED, Tapped
from companion.rules.fold.entries import Entry
from companion.rules.game import Game
from companion.rules.model.house_rules import Switched
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import Seats, State

_AND = "+"  # no key of a press holds one


@dataclass(frozen=True, slots=True)
class Tap:
    """What wrote an entry: its `key` names the press, `device` where it was made, if known.

    `kept_at` is when it was written, in UTC and without a zone, as the tables have it. One press
    may write several entries; those after the first have its key with a number. `tapped` is what
    the phone says of the time.
    """

    key: str
    device: str | None
    kept_at: datetime
    tapped: Tapped = NOT_REPORTED

    @classmethod
    def of(
        cls,
        press: str,
        number: int,
        device: str | None,
        kept_at: datetime,
        tapped: Tapped = NOT_REPORTED,
    ) -> Self:
        """The tap of the entry that is written as this one (from 0) by a press."""
        return cls(cls.key_of(press, number), device, kept_at, tapped)

    @staticmethod
    def key_of(press: str, number: int) -> str:
        """The key of the entry that is written as this one (from 0) by a press."""
        return f"{press}{_AND}{number}" if number else press

    @property
    def name(self) -> str:
        """What every phone may call the entry; it does not tell the key."""
        return resent.name_of(self.key)

    @property
    def press(self) -> str:
        """The name of the press that wrote the entry."""
        return self.key.partition(_AND)[0]

    @property
    def at(self) -> datetime:
        """When it was written."""
        return self.kept_at.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class LogLine:
    """One entry of the log, with its number from 1 and the tap that wrote it."""

    sequence: int
    entry: Entry
    tap: Tap

    @property
    def at(self) -> datetime:
        """When it was written."""
        return self.tap.at

    @property
    def tapped_at(self) -> datetime | None:
        """When it was tapped, where the phone reported that."""
        at = self.tap.tapped.at
        return None if at is None else at.replace(tzinfo=UTC)

    @property
    def clock_ahead(self) -> int | None:
        """By how many seconds the clock of the phone was ahead of ours; None where unknown."""
        return self.tap.tapped.clock_ahead

    @property
    def device(self) -> str | None:
        """Where it was tapped; None where nobody knows, as in an old game."""
        return self.tap.device


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game as it was just read: its row, the game itself, and for each entry its tap.

    `token` is that of the link it was opened by, for every link on its pages: who watches must not
    learn how to keep score. `given_colours` go by seat, None where none was given. `book` is the id
    of the score book it was read from.
    """

    token: str
    row: GameRow
    game: Game
    taps: tuple[Tap, ...] = ()
    given_colours: tuple[int | None, ...] = ()
    book: str = ""
    _marks: dict[int, str] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def colours(self) -> tuple[int, ...]:
        """The colour of everybody who ever sat down, by seat, from 0."""
        return colours_of(self.given_colours, len(self.state.names))

    @property
    def ruleset(self) -> Ruleset:
        """The rules in force."""
        return self.game.ruleset

    @property
    def seats(self) -> Seats:
        """The people who sat down before the first deal."""
        return self.game.seats

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The log."""
        return self.game.entries

    @property
    def state(self) -> State:
        """What follows from the log."""
        return self.game.state

    @property
    def rule_changes(self) -> list[tuple[int, list[Switched]]]:
        """What was switched once a round was written, each with the round it came before."""
        return self.game.rule_changes

    @property
    def may_score(self) -> bool:
        """Whether the link it was opened by is one to keep score by."""
        return not is_watch_link(self.token)

    @property
    def title(self) -> str:
        """What the game is called now."""
        return self.row.title if self.state.title is None else self.state.title

    @property
    def undoable(self) -> int | None:
        """The number of the entry that an undo would take back; None where there is none to."""
        return self.state.last[0] if self.state.last and self.may_score else None

    def line(self, number: int) -> LogLine:
        """The entry with this number, from 1."""
        return LogLine(number, self.entries[number - 1], self.taps[number - 1])

    def lines(self, first: int, last: int) -> Iterator[LogLine]:
        """The entries with these numbers and those between, as far as there are any."""
        return map(self.line, range(max(first, 1), min(last, len(self.entries)) + 1))

    def numbers_of(self, press: str) -> list[int]:
        """The numbers of the entries that this press wrote, or that were resent in its place."""
        if resent.is_resent(press):
            name = resent.name_of(press)
            return [n for n, tap in enumerate(self.taps, 1) if tap.name == name]
        written = {tap.key: number for number, tap in enumerate(self.taps, 1)}
        keys = (Tap.key_of(press, n) for n in count())
        found = (written.get(key) or written.get(resent.resent(key), 0) for key in keys)
        return [*takewhile(bool, found)]

    def mark(self, number: int | None = None) -> str:
        """A digest of the log up to the entry with this number, or of all of it."""
        length = len(self.taps) if number is None else number
        if length not in self._marks:  # each stream of the game asks for the same ones
            self._marks[length] = resent.mark_of(tap.key for tap in self.taps[:length])
        return self._marks[length]

    def written_by(self, press: str) -> int | None:
        """The number of the last entry that this press wrote; None if it wrote none."""
        return max(self.numbers_of(press), default=None)

    def written_on(self, device: str | None, since: int = 0) -> frozenset[int]:
        """The numbers of the entries after number `since` that were tapped on this device."""
        numbered = enumerate(self.taps[since:], since + 1)
        return frozenset(n for n, tap in numbered if device is not None and tap.device == device)

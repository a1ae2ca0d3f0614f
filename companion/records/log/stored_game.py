"""A game as read from the database: its row, its log with the taps, and the state; and the cache.

A log is append-only, so cached entries remain true, and so does the state after them. Without the
cache every tap would read and replay the whole game.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count, takewhile
from threading import Lock
from typing import Generic, Self, TypeVar

from companion.records.log import taps as resent
from companion.records.log.taps import NOT_REPORTED, Tapped
from companion.records.models import Game as GameRow
from companion.records.people.colours import colours_of
from companion.records.people.links import is_watch_link
from companion.rules.fold.entries import Entry, GameEnded, RoundScored
from companion.rules.fold.log import NOBODY, seated, seats_somebody
from companion.rules.game import Game
from companion.rules.model.house_rules import Switched
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import Seats, State

T = TypeVar("T")


class GameCache(Generic[T]):
    """An LRU cache of games by token.

    `size` says how much of the capacity `most` a game takes; a game larger than that is cached
    alone.
    """

    def __init__(self, most: int, size: Callable[[T], int] = lambda _: 1) -> None:
        self._most, self._size, self._taken = most, size, 0
        self._games: OrderedDict[str, T] = OrderedDict()
        self._lock = Lock()

    def recall(self, token: str) -> T | None:
        """The cached game, if any."""
        with self._lock:
            if token in self._games:
                self._games.move_to_end(token)
            return self._games.get(token)

    def forget(self, token: str) -> None:
        """Drop a game: the score book has been replaced."""
        with self._lock:
            self._drop(token)

    def remember(self, token: str, game: T) -> None:
        """Cache a game that was read or committed; never one whose commit may still fail."""
        with self._lock:
            self._drop(token)
            self._games[token] = game
            self._taken += self._size(game)
            while self._taken > self._most and len(self._games) > 1:
                self._drop(next(iter(self._games)))

    def _drop(self, token: str) -> None:
        if (game := self._games.pop(token, None)) is not None:
            self._taken -= self._size(game)


_AND = "+"  # not part of any key
_A_DAY = 24 * 60  # minutes


@dataclass(frozen=True, slots=True)
class Tap:
    """The tap that wrote an entry: its `key`, and its `device`, if known.

    `kept_at` is the time of writing, in UTC and naive, as in the tables. One command may write
    several entries; those after the first have its key with a suffix. `tapped` is the time reported
    by the phone.
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
        """The tap of entry `number` (from 0) of a command."""
        return cls(cls.key_of(press, number), device, kept_at, tapped)

    @staticmethod
    def key_of(press: str, number: int) -> str:
        """The key of entry `number` (from 0) of a command."""
        return f"{press}{_AND}{number}" if number else press

    @property
    def name(self) -> str:
        """The public name of the entry, which does not reveal the key."""
        return resent.name_of(self.key)

    @property
    def press(self) -> str:
        """The key of the command."""
        return self.key.partition(_AND)[0]

    @property
    def at(self) -> datetime:
        """The time of writing."""
        return self.kept_at.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class LogLine:
    """An entry of the log with its number from 1 and its tap."""

    sequence: int
    entry: Entry
    tap: Tap

    @property
    def at(self) -> datetime:
        """The time of writing."""
        return self.tap.at

    @property
    def tapped_at(self) -> datetime | None:
        """The time of the tap, if the phone reported it."""
        at = self.tap.tapped.at
        return None if at is None else at.replace(tzinfo=UTC)

    @property
    def clock_ahead(self) -> int | None:
        """The seconds by which the phone's clock was ahead of ours; None if unknown."""
        return self.tap.tapped.clock_ahead

    @property
    def device(self) -> str | None:
        """The device of the tap; None if unknown, as in old games."""
        return self.tap.device


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as read: its row, the game itself, and the tap of each entry.

    `token` is that of the link by which it was opened, and the only one for links on its pages: a
    watcher must not learn the score link. `given_colours` go by seat, None where none was given.
    `book` is the id of the score book.
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
        """The colours of all players, by seat, from 0."""
        return colours_of(self.given_colours, len(self.state.names))

    @property
    def ruleset(self) -> Ruleset:
        """The rules in force."""
        return self.game.ruleset

    @property
    def seats(self) -> Seats:
        """The players before the first deal."""
        return self.game.seats

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The log."""
        return self.game.entries

    @property
    def state(self) -> State:
        """The state after the log."""
        return self.game.state

    @property
    def rule_changes(self) -> list[tuple[int, list[Switched]]]:
        """The changes of house rules during the game, each with the round it precedes."""
        return self.game.rule_changes

    @property
    def may_score(self) -> bool:
        """Whether the link may keep score."""
        return not is_watch_link(self.token)

    @property
    def title(self) -> str:
        """The current title."""
        return self.row.title if self.state.title is None else self.state.title

    @property
    def undoable(self) -> int | None:
        """The number of the entry that an undo would take back; None if there is none."""
        return self.state.last[0] if self.state.last and self.may_score else None

    @property
    def minutes_played(self) -> int | None:
        """Minutes from the first deal to the last round; None if it took days, or is unknown.

        Imported entries have no device and the time of their import, and come first.
        """
        if self.line(1).device is None:
            return None
        ends = (RoundScored, GameEnded)
        last = [n for n, entry in enumerate(self.entries, 1) if isinstance(entry, ends)]
        line = self.line(max(n for n in last if n not in self.state.undone))
        at = line.tapped_at or line.at  # a phone without a network sends it hours later
        minutes = int((at - self.row.started_at.replace(tzinfo=UTC)).total_seconds() / 60)
        return minutes if 0 < minutes < _A_DAY else None

    def device_of(self, number: int) -> str | None:
        """The device that wrote the entry with this number; None if unknown."""
        return self.taps[number - 1].device

    def line(self, number: int) -> LogLine:
        """The entry with this number, from 1."""
        return LogLine(number, self.entries[number - 1], self.taps[number - 1])

    def lines(self, first: int, last: int) -> Iterator[LogLine]:
        """The entries with these numbers and between them, as far as they exist."""
        return map(self.line, range(max(first, 1), min(last, len(self.entries)) + 1))

    def numbers_of(self, press: str) -> list[int]:
        """The numbers of the entries of this command, also if they were resent."""
        if resent.is_resent(press):
            name = resent.name_of(press)
            return [n for n, tap in enumerate(self.taps, 1) if tap.name == name]
        written = {tap.key: number for number, tap in enumerate(self.taps, 1)}
        keys = (Tap.key_of(press, n) for n in count())
        numbers = (written.get(key) or written.get(resent.resent(key), 0) for key in keys)
        return [*takewhile(bool, numbers)]

    def seated_by(self, keys: Mapping[int, str]) -> dict[int, int]:
        """By seat, the entry that seated the player who was seated by this key.

        `NOBODY` if there is no such entry in the log; the keys are those of entries, or of lost
        ones that are sent again (`records.resent`).
        """
        numbered = zip(self.entries, self.taps, strict=True)
        known = {
            tap.name: number
            for number, (entry, tap) in enumerate(numbered, 1)
            if seats_somebody(entry)
        }
        return {seat: known.get(resent.name_of(key), NOBODY) for seat, key in keys.items()}

    def join_of(self, seat: int | None) -> int | None:
        """The entry by which the player of this seat joined; None for one from the start."""
        return None if seat is None else self._joins()[seat] or None

    def present_seat(self, seat: int | None, join: int | None) -> int | None:
        """The present seat of the player who joined by this entry, None if that was undone.

        Without an entry it is the former `seat`, if there is one with this number.
        """
        if join is None:
            return None if seat is None or seat >= len(self.state.names) else seat
        joins = self._joins()
        return joins.index(join) if join in joins else None

    def _joins(self) -> list[int]:
        """By seat, the entry by which its first player joined; `FIRST` from the start."""
        return [players[0] for players in seated(len(self.seats.names), self.entries)]

    def mark(self, number: int | None = None) -> str:
        """A digest of the log up to the entry with this number, or of all of it."""
        length = len(self.taps) if number is None else number
        if length not in self._marks:  # all streams of a game ask for the same digests
            self._marks[length] = resent.mark_of(tap.key for tap in self.taps[:length])
        return self._marks[length]

    def written_by(self, press: str) -> int | None:
        """The number of the last entry of this command; None if it wrote none."""
        return max(self.numbers_of(press), default=None)

    def written_on(self, device: str | None, since: int = 0) -> frozenset[int]:
        """The numbers of the entries after number `since` from this device."""
        numbered = enumerate(self.taps[since:], since + 1)
        return frozenset(n for n, tap in numbered if device is not None and tap.device == device)

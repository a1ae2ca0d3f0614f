"""The base class of entries: checks, staleness, and the effect on the fold."""

from collections.abc import Iterator
from typing import ClassVar, Self

from companion.rules.fold.events import Events
from companion.rules.model.log_entry import LogEntry
from companion.rules.model.play import RoundPlay
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import State


class Entry(LogEntry):
    """An entry of a log: it states what happened, never what follows from it.

    An entry with `rests_on_log` depends on the whole log that its author saw, and is stale once
    that has grown; one that `goes_back` changes earlier entries, so the whole log is folded again.
    One that `is_of_seats` concerns its seats, whoever takes them over. Only game files write one
    that is no command.
    """

    __slots__ = ()
    rests_on_log: ClassVar[bool] = False
    goes_back: ClassVar[bool] = False
    is_of_seats: ClassVar[bool] = False
    is_command: ClassVar[bool] = True

    def check(self, ruleset: Ruleset, state: State) -> None:
        """Check the entry against the open game. Raises Refused, or Doubted for a round."""
        raise NotImplementedError

    def check_after(self, ruleset: Ruleset, before: State, after: State) -> None:
        """Check the state `after` the entry, by these rules, against that `before`.

        Raises Refused.
        """

    def is_outdated(self, state: State) -> bool:  # noqa: ARG002
        """Whether the entry is stale in this game."""
        return False

    def apply(self, events: Events, sequence: int) -> None:
        """Apply the entry, with this number, to the events."""
        raise NotImplementedError

    def settled(self, ruleset: Ruleset, state: State) -> Self:  # noqa: ARG002
        """The entry as stored: without fields that the game determines."""
        return self

    def unasked(self, ruleset: Ruleset, state: State) -> Self:  # noqa: ARG002
        """The entry with its unanswered doubts marked as not asked."""
        return self

    def is_news(self, state: State) -> bool:  # noqa: ARG002
        """Whether the entry changes anything."""
        return True

    @classmethod
    def from_play(cls, play: RoundPlay) -> Iterator[Self]:  # noqa: ARG003
        """The entries of this kind that describe this round; none for most kinds."""
        return iter(())

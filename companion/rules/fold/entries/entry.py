"""What every entry of a log is: it can be refused, and it changes what has happened."""

from collections.abc import Iterator
from typing import ClassVar, Self

from companion.rules.fold.events import Events
from companion.rules.model.log_entry import LogEntry
from companion.rules.model.play import RoundPlay
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import State


class Entry(LogEntry):
    """One thing that happened at the table: it says what was done, never what follows from it.

    `rests_on_log` says that who wants it written has all of the log
    before their eyes, so that it is out of date once that has grown; `goes_back` that it changes
    what was written before, so that the whole log has to be folded anew.
    """

    __slots__ = ()
    rests_on_log: ClassVar[bool] = False
    goes_back: ClassVar[bool] = False

    def check(self, ruleset: Ruleset, state: State) -> None:
        """Whether the log may take this entry now. Raises Refused, or Doubted for a round."""
        raise NotImplementedError

    def check_after(self, before: State, after: State) -> None:
        """Whether the game can stand `after` it, as it stood `before`. Raises Refused."""

    def is_outdated(self, state: State) -> bool:  # noqa: ARG002
        """Whether it was made for something that is no longer so."""
        return False

    def apply(self, events: Events, sequence: int) -> None:
        """Add to what has happened that this did, as the entry with this number."""
        raise NotImplementedError

    def settled(self, ruleset: Ruleset, state: State) -> Self:  # noqa: ARG002
        """The entry as the log keeps it: what the game itself knows need not be said."""
        return self

    def unasked(self, ruleset: Ruleset, state: State) -> Self:  # noqa: ARG002
        """The same where nobody could be asked about what it contradicts: that is kept with it."""
        return self

    def is_news(self, state: State) -> bool:  # noqa: ARG002
        """Whether it says something that is not so already."""
        return True

    @classmethod
    def telling(cls, play: RoundPlay) -> Iterator[Self]:  # noqa: ARG003
        """The entries of this kind by which a log tells this round; most kinds tell none."""
        return iter(())

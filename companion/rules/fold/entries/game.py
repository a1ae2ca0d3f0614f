"""Entries about the game as a whole: its rules, an undo, an early end, title and note."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from companion.rules.fold.entries.entry import Entry
from companion.rules.fold.events import Events
from companion.rules.fold.recounting import hands_to_recount
from companion.rules.judging.refusals import Refused, open_round
from companion.rules.model.fields import (
    MOST_ROUNDS,
    Fits,
    Options,
    SequenceNumber,
    Text,
    Title,
    kept,
)
from companion.rules.model.play import RoundHand
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import State

_Recounted = Annotated[tuple[RoundHand, ...], Fits({"maxItems": MOST_ROUNDS})]


@dataclass(frozen=True, slots=True)
class RulesChanged(Entry):
    """The table plays by other house rules, and has done so from the first deal on.

    `options` are the choices for all of them. `recounted` are hands of rounds that were counted by
    cards which these rules price apart, and what they really cost by them.
    """

    kind: ClassVar[str] = "rules_changed"
    rests_on_log: ClassVar[bool] = True
    goes_back: ClassVar[bool] = True
    options: Options
    recounted: _Recounted = kept("retold", default=())

    def check(self, _: Ruleset, __: State) -> None:
        """The rules themselves say which choices there are, when they are read."""

    def check_after(self, before: State, after: State) -> None:
        """Every hand has to have a price by these rules."""
        for hand in hands_to_recount(before, after):
            raise Refused("blank_hand", hand.seat)

    def apply(self, events: Events, _: int) -> None:
        """All that was counted is read in the card classes of these rules."""
        events.change_rules(self.options, self.recounted)


@dataclass(frozen=True, slots=True)
class EntryUndone(Entry):
    """The entry with this sequence number (counted from 1) was taken back."""

    kind: ClassVar[str] = "entry_undone"
    goes_back: ClassVar[bool] = True
    sequence: SequenceNumber

    def check(self, _: Ruleset, state: State) -> None:
        """Only what is there, and still stands."""
        if not 1 <= self.sequence <= state.version or self.sequence in state.undone:
            raise Refused("not_to_be_undone", numbers={"entry": self.sequence})

    def is_outdated(self, state: State) -> bool:
        """People undo what was done last, an early end, or the count by which a hand stands.

        What never was there is no conflict: nothing was written meanwhile, and it is refused.
        """
        if not 1 <= self.sequence <= state.version:
            return False
        numbered = {pair[0] for pair in (state.last, state.ended) if pair}
        counts = state.open.counted_at.values() if state.open else ()
        return self.sequence not in {*numbered, *counts}

    def apply(self, events: Events, _: int) -> None:
        """Nothing: what is undone has not happened, and neither has its undo."""


@dataclass(frozen=True, slots=True)
class GameEnded(Entry):
    """The table stopped before the rules end the game, for this reason (blank: nobody said)."""

    kind: ClassVar[str] = "game_ended"
    reason: Title

    def check(self, _: Ruleset, state: State) -> None:
        """Only once something counts."""
        open_round(state)
        if not state.has_scores:
            raise Refused("nothing_scored")

    def apply(self, events: Events, sequence: int) -> None:
        """What is written down counts."""
        events.ended = (sequence, self)


@dataclass(frozen=True, slots=True)
class Titled(Entry):
    """The game is called this: the place, the occasion."""

    kind: ClassVar[str] = "titled"
    title: Title

    def check(self, _: Ruleset, __: State) -> None:
        """A game can always be called something."""

    def apply(self, events: Events, _: int) -> None:
        """Whatever it was called before."""
        events.title = self.title

    def is_news(self, state: State) -> bool:
        """Whether it is called otherwise."""
        return self.title != state.title


@dataclass(frozen=True, slots=True)
class Noted(Entry):
    """What is to be remembered of the game; blank takes the note away."""

    kind: ClassVar[str] = "noted"
    text: Text

    def check(self, _: Ruleset, __: State) -> None:
        """There is always something to remember."""

    def apply(self, events: Events, _: int) -> None:
        """In place of the note before."""
        events.note = self.text

    def is_news(self, state: State) -> bool:
        """Whether the note is another."""
        return self.text != state.note

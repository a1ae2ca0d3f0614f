"""Entries about the whole game: house rules, undo, early end, end time, title and note."""

from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from companion.rules.fold.entries.entry import Entry
from companion.rules.fold.events import Events
from companion.rules.fold.recounting import down_to_tell, hands_to_recount
from companion.rules.judging.refusals import (
    Refused,
    check_all_have_room,
    check_all_sit_once,
    down_or_not,
    open_round,
)
from companion.rules.model.fields import (
    MOST_ROUNDS,
    Fits,
    Minute,
    Options,
    SequenceNumber,
    Text,
    Title,
    json_field,
)
from companion.rules.model.play import RoundDown, RoundHand, RulesBefore
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import State

_Recounted = Annotated[tuple[RoundHand, ...], Fits({"maxItems": MOST_ROUNDS})]
_ToldDown = Annotated[tuple[RoundDown, ...], Fits({"maxItems": MOST_ROUNDS})]


@dataclass(frozen=True, slots=True)
class RulesChanged(Entry):
    """The house rules have changed, from the first deal on.

    `options` are the choices for all of them. `recounted` are counted hands whose cards have
    different prices by these rules, with their totals; `told_down` says who was down in rounds in
    which nobody was asked. `before` are the rules before the change; the app sets it, and a game
    file, whose rounds are as by the last rules, lacks it.
    """

    kind: ClassVar[str] = "rules_changed"
    is_of_seats: ClassVar[bool] = True
    rests_on_log: ClassVar[bool] = True
    goes_back: ClassVar[bool] = True
    options: Options
    recounted: _Recounted = json_field("retold", default=())
    told_down: _ToldDown = json_field(is_sparse=True, default=())
    rules_before: RulesBefore | None = json_field(is_sparse=True, is_hidden=True, default=None)

    def check(self, _: Ruleset, __: State) -> None:
        """Choices are checked when the rules are read."""

    def check_after(self, ruleset: Ruleset, before: State, after: State) -> None:
        """There is room by these rules, and nobody sits at two sides.

        Every hand has a price, and its player is down or not.
        """
        check_all_have_room(ruleset, after)
        check_all_sit_once(ruleset, after.names)
        for hand in hands_to_recount(before, after):
            raise Refused("blank_hand", hand.seat)
        for deal, play, seat in down_to_tell(after):
            raise down_or_not(deal, seat, play.hand(seat))

    def settled(self, ruleset: Ruleset, _: State) -> "RulesChanged":
        """With the rules before."""
        return replace(self, rules_before=ruleset.before_change)

    def apply(self, events: Events, _: int) -> None:
        """Convert all counted hands to the card classes of these rules."""
        events.change_rules(self.options, self.recounted, self.told_down, self.rules_before)


@dataclass(frozen=True, slots=True)
class EntryUndone(Entry):
    """The entry with this sequence number (counted from 1) was undone."""

    kind: ClassVar[str] = "entry_undone"
    goes_back: ClassVar[bool] = True
    sequence: SequenceNumber

    def check(self, _: Ruleset, state: State) -> None:
        """The entry must exist and not be undone yet."""
        if not 1 <= self.sequence <= state.version or self.sequence in state.undone:
            raise Refused("not_to_be_undone", numbers={"entry": self.sequence})

    def is_outdated(self, state: State) -> bool:
        """Only the last step, an early end, a count of a hand, or a meld can be undone.

        An entry that never existed is refused, not a conflict: nothing was written meanwhile.
        """
        if not 1 <= self.sequence <= state.version:
            return False
        numbered = {pair[0] for pair in (state.last, state.ended) if pair}
        counts = state.open.counted_at.values() if state.open else ()
        laid = state.open.melds.values() if state.open else ()
        melds = {meld.number for of_seat in laid for meld in of_seat}
        return self.sequence not in {*numbered, *counts, *melds}

    def apply(self, events: Events, _: int) -> None:
        """No effect: the undone entry and its undo are skipped by the fold."""


@dataclass(frozen=True, slots=True)
class GameEnded(Entry):
    """The table ended the game early, for this reason (blank: none was given)."""

    kind: ClassVar[str] = "game_ended"
    reason: Title

    def check(self, _: Ruleset, state: State) -> None:
        """At least one round must count."""
        open_round(state)
        if not state.has_scores:
            raise Refused("nothing_scored")

    def apply(self, events: Events, sequence: int) -> None:
        """End the game after the last written round."""
        events.ended = (sequence, self)


@dataclass(frozen=True, slots=True)
class EndTimeSet(Entry):
    """The table wants to stop at this time, in minutes since 1970 in UTC; None for no such time.

    Nothing ends by itself.
    """

    kind: ClassVar[str] = "end_time_set"
    until: Minute | None

    def check(self, _: Ruleset, state: State) -> None:
        """The game must not be over."""
        open_round(state)

    def apply(self, events: Events, _: int) -> None:
        """Replace the time."""
        events.end_time = self.until

    def is_news(self, state: State) -> bool:
        """Whether the time differs."""
        return self.until != state.end_time


@dataclass(frozen=True, slots=True)
class Titled(Entry):
    """The title of the game has changed: the place, the occasion."""

    kind: ClassVar[str] = "titled"
    title: Title

    def check(self, _: Ruleset, __: State) -> None:
        """Always allowed."""

    def apply(self, events: Events, _: int) -> None:
        """Replace the title."""
        events.title = self.title

    def is_news(self, state: State) -> bool:
        """Whether the title differs."""
        return self.title != state.title


@dataclass(frozen=True, slots=True)
class Noted(Entry):
    """The note about the game has changed; blank removes it."""

    kind: ClassVar[str] = "noted"
    text: Text

    def check(self, _: Ruleset, __: State) -> None:
        """Always allowed."""

    def apply(self, events: Events, _: int) -> None:
        """Replace the note."""
        events.note = self.text

    def is_news(self, state: State) -> bool:
        """Whether the note differs."""
        return self.text != state.note

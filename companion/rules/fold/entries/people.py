"""Entries about the people: who comes, goes, is called otherwise, sits elsewhere, deals instead."""

from dataclasses import dataclass
from typing import ClassVar

from companion.rules.fold.entries.entry import Entry
from companion.rules.fold.events import Events, Newcomer
from companion.rules.judging.refusals import (
    Refused,
    check_dealt_in,
    check_name,
    check_room,
    open_round,
)
from companion.rules.model.fields import Name, Seat
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import State


@dataclass(frozen=True, slots=True)
class PlayerJoined(Entry):
    """Somebody sat down before the open round.

    They play just before the seat `before`, clockwise; after everybody else where nobody said.
    """

    kind: ClassVar[str] = "player_joined"
    name: Name
    before: Seat | None = None

    def check(self, ruleset: Ruleset, state: State) -> None:
        """A name that nobody else has, at a table with room."""
        open_round(state)
        if self.before is not None and self.before not in state.order:
            raise Refused("unknown_player", self.before)
        check_name(self.name, state.names)
        check_room(ruleset, len(state.active))

    def apply(self, events: Events, _: int) -> None:
        """From the open round on."""
        events.joined.append((len(events.rounds), Newcomer(self.name, self.before)))


@dataclass(frozen=True, slots=True)
class PlayerLeft(Entry):
    """A player left before the open round."""

    kind: ClassVar[str] = "player_left"
    seat: Seat

    def check(self, _: Ruleset, state: State) -> None:
        """Only who is dealt in leaves."""
        check_dealt_in(state, self.seat)

    def apply(self, events: Events, _: int) -> None:
        """What was said of them in the open round goes with them."""
        events.move(self.seat, events.left, events.returned)
        events.draft.forget(self.seat)


@dataclass(frozen=True, slots=True)
class PlayerReturned(Entry):
    """A player who had left came back before the open round."""

    kind: ClassVar[str] = "player_returned"
    seat: Seat

    def check(self, ruleset: Ruleset, state: State) -> None:
        """Only who has left, to a table with room."""
        open_round(state)
        if self.seat not in state.left:
            raise Refused("unknown_player", self.seat)
        check_room(ruleset, len(state.active))

    def apply(self, events: Events, _: int) -> None:
        """From the open round on."""
        events.move(self.seat, events.returned, events.left)


@dataclass(frozen=True, slots=True)
class PlayerRenamed(Entry):
    """A player is called this, on every round of the sheet."""

    kind: ClassVar[str] = "player_renamed"
    seat: Seat
    name: Name

    def check(self, _: Ruleset, state: State) -> None:
        """A name that nobody else has."""
        if self.seat not in state.order:
            raise Refused("unknown_player", self.seat)
        check_name(self.name, state.names, but_for=self.seat)

    def apply(self, events: Events, _: int) -> None:
        """Whatever they were called before."""
        events.renamed[self.seat] = self.name

    def is_news(self, state: State) -> bool:
        """Whether they are called otherwise."""
        return self.seat not in state.order or self.name != state.names[self.seat]


@dataclass(frozen=True, slots=True)
class SeatsReordered(Entry):
    """People changed places before the first round was written down: all seats, clockwise."""

    kind: ClassVar[str] = "seats_reordered"
    order: tuple[Seat, ...]

    def check(self, _: Ruleset, state: State) -> None:
        """Everybody once, while nothing is written down."""
        open_round(state)
        if state.rounds or sorted(self.order) != sorted(state.order):
            raise Refused("order_is_settled")

    def apply(self, events: Events, _: int) -> None:
        """From the first round on."""
        events.order = self.order

    def is_news(self, state: State) -> bool:
        """Whether anybody sits elsewhere."""
        return self.order != state.order


@dataclass(frozen=True, slots=True)
class DealerChanged(Entry):
    """Somebody else deals the open round: this player."""

    kind: ClassVar[str] = "dealer_changed"
    seat: Seat

    def check(self, _: Ruleset, state: State) -> None:
        """Only who is dealt in deals."""
        check_dealt_in(state, self.seat)

    def apply(self, events: Events, _: int) -> None:
        """The deal goes on from them."""
        events.dealers[len(events.rounds)] = self.seat

"""Entries about people: joining, leaving, returning, renaming, takeovers, order and dealer."""

from dataclasses import dataclass, replace
from typing import ClassVar, Self

from companion.rules.fold.entries.entry import Entry
from companion.rules.fold.events import Events, Newcomer
from companion.rules.judging.refusals import (
    Refused,
    check_dealt_in,
    check_may_come,
    check_name,
    check_people,
    check_return,
    check_room,
    check_stay,
    open_round,
    people_at,
)
from companion.rules.model.fields import Name, Seat, json_field
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import State


@dataclass(frozen=True, slots=True)
class PlayerJoined(Entry):
    """A player joined before the open round.

    They sit just before the seat `before`, clockwise; last by default. `deal_stays` says that the
    deal of the open round does not pass to them; the app sets it. Old logs lack it: there the deal
    may pass to the newcomer.
    """

    kind: ClassVar[str] = "player_joined"
    is_of_seats: ClassVar[bool] = True
    name: Name
    before: Seat | None = None
    deal_stays: bool = json_field(is_sparse=True, is_hidden=True, default=False)

    def check(self, ruleset: Ruleset, state: State) -> None:
        """No tie is being decided, the name must be unique, and the table must have room."""
        check_may_come(state)
        if self.before is not None and self.before not in state.order:
            raise Refused("unknown_player", self.before)
        check_name(self.name, state.names)
        check_people(ruleset, self.name, state.names)
        check_room(ruleset, len(people_at(state)))

    def settled(self, _: Ruleset, __: State) -> Self:
        """Without the deal of the open round."""
        return replace(self, deal_stays=True)

    def apply(self, events: Events, _: int) -> None:
        """Seat the player from the open round on."""
        _come(events, deal_stays=self.deal_stays)
        events.joined.append((len(events.rounds), Newcomer(self.name, self.before)))


@dataclass(frozen=True, slots=True)
class PlayerLeft(Entry):
    """A player left before the open round."""

    kind: ClassVar[str] = "player_left"
    seat: Seat

    def check(self, ruleset: Ruleset, state: State) -> None:
        """The player must be dealt in, and enough players must stay."""
        check_dealt_in(state, self.seat)
        check_stay(ruleset, state, self.seat)

    def apply(self, events: Events, _: int) -> None:
        """Remove the player, with their entries of the open round."""
        events.move(self.seat, events.left, events.returned)
        events.dealt_in.pop((len(events.rounds), self.seat), None)
        events.draft.forget(self.seat)


@dataclass(frozen=True, slots=True)
class PlayerReturned(Entry):
    """A player who had left, or was out, returned before the open round.

    `deal_stays` is as for a newcomer.
    """

    kind: ClassVar[str] = "player_returned"
    seat: Seat
    deal_stays: bool = json_field(is_sparse=True, is_hidden=True, default=False)

    def check(self, ruleset: Ruleset, state: State) -> None:
        """As for a newcomer; the player must have left, and must still be below the limit."""
        check_may_come(state)
        check_return(ruleset, state, self.seat)
        check_room(ruleset, len(people_at(state) - {self.seat}))

    def settled(self, _: Ruleset, __: State) -> Self:
        """Without the deal of the open round."""
        return replace(self, deal_stays=True)

    def apply(self, events: Events, _: int) -> None:
        """Seat the player again from the open round on."""
        _come(events, deal_stays=self.deal_stays)
        events.move(self.seat, events.returned, events.left)


@dataclass(frozen=True, slots=True)
class PlayerRenamed(Entry):
    """A player was renamed, on every round of the sheet."""

    kind: ClassVar[str] = "player_renamed"
    seat: Seat
    name: Name

    def check(self, ruleset: Ruleset, state: State) -> None:
        """The name must be unique."""
        if self.seat not in state.order:
            raise Refused("unknown_player", self.seat)
        check_name(self.name, state.names, but_for=self.seat)
        check_people(ruleset, self.name, state.names, but_for=self.seat)

    def apply(self, events: Events, _: int) -> None:
        """Replace the name."""
        events.renamed[self.seat] = self.name

    def is_news(self, state: State) -> bool:
        """Whether the name differs."""
        return self.seat not in state.order or self.name != state.names[self.seat]


@dataclass(frozen=True, slots=True)
class SeatTakenOver(Entry):
    """`name` took the seat over from `former`, with contract and points, before the open round."""

    kind: ClassVar[str] = "seat_taken_over"
    seat: Seat
    name: Name
    former: Name

    def check(self, ruleset: Ruleset, state: State) -> None:
        """The seat must be dealt in, and the name unique; a partner may stay."""
        check_dealt_in(state, self.seat)
        self.check_new_name(ruleset, state)

    def check_new_name(self, ruleset: Ruleset, state: State) -> None:
        """Check only the name, whether or not the seat is dealt in. Raises Refused."""
        check_name(self.name, state.names)
        check_people(ruleset, self.name, state.names, but_for=self.seat)

    def is_outdated(self, state: State) -> bool:
        """Whether somebody else has the seat by now."""
        return self.seat in state.order and state.names[self.seat] != self.former

    def apply(self, events: Events, _: int) -> None:
        """Store the former player, and replace the name."""
        events.handed_over.append((len(events.rounds), self.seat, self.former))
        events.renamed[self.seat] = self.name


@dataclass(frozen=True, slots=True)
class SeatsReordered(Entry):
    """The order of play changed before the first round was written: all seats, clockwise."""

    kind: ClassVar[str] = "seats_reordered"
    is_of_seats: ClassVar[bool] = True
    order: tuple[Seat, ...]

    def check(self, _: Ruleset, state: State) -> None:
        """Each seat exactly once, and no round written yet."""
        open_round(state)
        if state.rounds or sorted(self.order) != sorted(state.order):
            raise Refused("order_is_settled")

    def apply(self, events: Events, _: int) -> None:
        """Set the order of play."""
        events.order = self.order

    def is_news(self, state: State) -> bool:
        """Whether the order differs."""
        return self.order != state.order


@dataclass(frozen=True, slots=True)
class DealerChanged(Entry):
    """The dealer of the open round changed to this player."""

    kind: ClassVar[str] = "dealer_changed"
    seat: Seat

    def check(self, _: Ruleset, state: State) -> None:
        """The player must be dealt in."""
        check_dealt_in(state, self.seat)

    def apply(self, events: Events, _: int) -> None:
        """Set the dealer; the deal passes on from there."""
        events.dealers[len(events.rounds)] = self.seat


@dataclass(frozen=True, slots=True)
class DealtIn(Entry):
    """A player is dealt in to the open round, or is not, whatever follows from the totals.

    Game records say so: a correction, or other house rules, can change later who was out.
    """

    kind: ClassVar[str] = "dealt_in"
    is_command: ClassVar[bool] = False
    seat: Seat
    plays: bool

    def check(self, ruleset: Ruleset, state: State) -> None:
        """The player must have joined, and somebody play; in a tie-break the tie says who plays."""
        deal = open_round(state).deal
        if self.seat not in state.order or (deal.tiebreak and self.is_news(state)):
            raise Refused("unknown_player", self.seat)
        if not self.plays and deal.players == (self.seat,):
            raise Refused("too_few_stay", numbers={"least": ruleset.least_players})

    def apply(self, events: Events, _: int) -> None:
        """Deal the player in, or remove them with their entries of the open round."""
        events.dealt_in[len(events.rounds), self.seat] = self.plays
        if not self.plays:
            events.draft.forget(self.seat)

    def is_news(self, state: State) -> bool:
        """Whether the deal differs."""
        return state.open is None or self.plays != (self.seat in state.open.deal.players)


def _come(events: Events, *, deal_stays: bool) -> None:
    if deal_stays:
        events.deal_stays.add(len(events.rounds))

"""The order of play: seats clockwise, the next player, joins, leaves and takeovers."""

from collections.abc import Container, Mapping, Sequence

from companion.rules.model.ruleset import Direction
from companion.rules.model.state import Return, Seats, State, Takeover


def takeovers_of(
    handed_over: Sequence[tuple[int, int, str]],
    names: Sequence[str],
    joined: Mapping[int, int],
) -> tuple[Takeover, ...]:
    """The takeovers that divide rounds, in order of the rounds.

    `handed_over` has the number of written rounds, the seat and its former player. A player who
    had the seat for no round is left out, and so is one who took it back before the next round.
    """
    candidates: list[Takeover] = []
    for rounds, seat, former in handed_over:
        since = max((t.to_round for t in candidates if t.seat == seat), default=0)
        if rounds > max(since, joined.get(seat, 1) - 1):
            candidates.append(Takeover(seat, former, rounds))
    following = dict(enumerate(names))
    takeovers: list[Takeover] = []
    for takeover in reversed(candidates):
        if following.get(takeover.seat) not in {None, takeover.former}:
            takeovers.append(takeover)
        following[takeover.seat] = takeover.former
    return tuple(reversed(takeovers))


class Seating:
    """The players between two rounds, by seat.

    `order` has all seats clockwise; `joined` is by seat the first round dealt in to, `left` the
    number of rounds played before leaving, for players who are gone.
    """

    def __init__(self, names: Sequence[str], direction: Direction) -> None:
        self.names = list(names)
        self.direction = direction
        self.order: tuple[int, ...] = ()
        self.joined: dict[int, int] = {}
        self.left: dict[int, int] = {}
        self.returns: list[Return] = []
        self._before: dict[int, int | None] = {}
        self._chosen: Sequence[int] = ()
        self.reorder(())

    @property
    def active(self) -> tuple[int, ...]:
        """The seats at the table, clockwise."""
        return tuple(seat for seat in self.order if seat not in self.left)

    def reorder(self, chosen: Sequence[int]) -> None:
        """Set the order of play; without one, the order of joining."""
        self._chosen = chosen
        self.order = order_of_play(len(self.names), chosen, self._before)

    def add(self, name: str, before: int | None, first_round: int) -> None:
        """Add a player just before this seat."""
        seat = len(self.names)
        self.joined[seat], self._before[seat] = first_round, before
        self.names.append(name)
        self.reorder(self._chosen)

    def let_go(self, seat: int, rounds: int) -> None:
        """Remove a player after this number of rounds."""
        if seat < len(self.names):
            self.left.setdefault(seat, rounds)

    def take_back(self, seat: int, first_round: int, total: int) -> None:
        """Deal a former player in again from this round on, with this total."""
        self.returns.append(Return(seat, self.left.pop(seat), first_round, total))

    def after(self, seat: int, players: Container[int]) -> int:
        """The next of these players in the direction of play."""
        return next_after(seat, players, self.order, self.direction)


def order_of_play(
    seats: int, chosen: Sequence[int], before: Mapping[int, int | None]
) -> tuple[int, ...]:
    """Every seat clockwise: the given order, otherwise that of joining.

    A player who joined later sits just before the seat in `before` (RULES 20, 36), or last, also if
    nobody has that seat any more.
    """
    order = [seat for seat in chosen if seat < seats]
    for seat in range(seats):
        if seat not in order:
            follower = before.get(seat)
            order.insert(order.index(follower) if follower in order else len(order), seat)
    return tuple(order)


def first_dealer(seats: Seats, state: State) -> int:
    """The dealer of the first round, also where the table has changed it."""
    if state.rounds:
        return state.rounds[0].deal.dealer
    return seats.first_dealer if state.open is None else state.open.deal.dealer


def next_after(
    seat: int, players: Container[int], order: Sequence[int], direction: Direction
) -> int:
    """The next of these players in the direction of play; the seat itself if all have left."""
    turn = order[::-1] if direction == "right" else order
    start = turn.index(seat) + 1 if seat in turn else 0
    return next((s for s in (*turn[start:], *turn[:start]) if s in players), seat)

"""Who sits where: the order of play, clockwise, and whose turn comes after whose."""

from collections.abc import Container, Mapping, Sequence

from companion.rules.rulesets import Direction


def order_of_play(
    seats: int, said: Sequence[int], before: Mapping[int, int | None]
) -> tuple[int, ...]:
    """Every seat clockwise: as they sat down, or as was `said` when people changed places.

    Whoever sat down since is just before the seat that `before` gives for theirs (RULES 20, 36),
    or last, also where nobody has that seat any more.
    """
    order = [seat for seat in said if seat < seats]
    for seat in range(seats):
        if seat not in order:
            follower = before.get(seat)
            order.insert(order.index(follower) if follower in order else len(order), seat)
    return tuple(order)


def next_after(
    seat: int, players: Container[int], order: Sequence[int], direction: Direction
) -> int:
    """The next of these players in the direction of play; the seat once everybody has left."""
    turn = order[::-1] if direction == "right" else order
    start = turn.index(seat) + 1 if seat in turn else 0
    return next((s for s in (*turn[start:], *turn[:start]) if s in players), seat)

"""Takeovers of seats, from the entries of the log."""

from collections.abc import Mapping, Sequence

from companion.rules.model.state import Takeover


def takeovers_of(
    handed_over: Sequence[tuple[int, int, str]],
    names: Sequence[str],
    joined: Mapping[int, int],
) -> tuple[Takeover, ...]:
    """The takeovers that divide rounds, in order of the rounds.

    `handed_over` has the number of written rounds, the seat and its former player. A player who
    had the seat for no round is left out, and so is one who took it back before the next round.
    """
    found: list[Takeover] = []
    for rounds, seat, former in handed_over:
        since = max((one.to_round for one in found if one.seat == seat), default=0)
        if rounds > max(since, joined.get(seat, 1) - 1):
            found.append(Takeover(seat, former, rounds))
    following = dict(enumerate(names))
    kept: list[Takeover] = []
    for one in reversed(found):
        if following.get(one.seat) not in {None, one.former}:
            kept.append(one)
        following[one.seat] = one.former
    return tuple(reversed(kept))

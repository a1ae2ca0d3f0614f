"""The sequence of hands: the tabs, the next one, and the end."""

from collections.abc import Container
from dataclasses import dataclass
from typing import Literal

from companion.rules.judging.scoring import counted_points
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import OpenRound, PlayedRound, State

TabState = Literal["out", "counting", "to_count", "counted"]
NextStep = Literal["done", "next", "review"]


@dataclass(frozen=True, slots=True)
class PhonesAround:
    """Phones at the table: `counting` are the hands being counted on other phones.

    `seat` is that of this phone, None for none; `counted_here` says that the stored count is from
    this phone, `wrote_last` that the last step is.
    """

    counting: Container[int] = ()
    seat: int | None = None
    counted_here: bool = False
    wrote_last: bool = False


@dataclass(frozen=True, slots=True)
class HandTab:
    """A tab of a hand: its points, and whether its player is down.

    `down` is None without contracts; `is_done` says that nothing is missing.
    """

    seat: int
    name: str
    state: TabState
    points: int
    down: bool | None
    is_here: bool
    is_done: bool


@dataclass(frozen=True, slots=True)
class Walk:
    """The tabs, and what follows this hand: `next_name` is the player of the next one.

    `may_write` says that it is the last one, and nobody else is counting. After one's own hand
    (`is_mine`) the player's own page follows.
    """

    tabs: tuple[HandTab, ...]
    next: NextStep
    next_name: str
    may_write: bool
    is_mine: bool
    has_own_page: bool


@dataclass(frozen=True, slots=True)
class CountingOrder:
    """The hand of `seat` in a round, with the phones at the table."""

    state: State
    played: PlayedRound
    open_round: OpenRound
    seat: int
    phones: PhonesAround

    def view(self) -> Walk:
        """The tabs and what follows."""
        here, counting = self.open_round, self.phones.counting
        following = following_hand(here, self.seat, counting)
        others_count = any(other in counting for other in here.deal.players)
        is_last, is_mine = following in {None, self.seat}, self.phones.seat == self.seat
        is_done = is_mine and (not is_last or others_count)
        leads_to: NextStep = "done" if is_done else "review" if is_last else "next"
        return Walk(
            tabs=tuple(self._tab(one) for one in here.deal.players),
            next=leads_to,
            next_name="" if following is None else self.state.names[following],
            may_write=leads_to == "review" and not others_count,
            is_mine=is_mine,
            has_own_page=self.phones.seat is not None,
        )

    def _tab(self, seat: int) -> HandTab:
        play, is_done = self.open_round.play, not self.open_round.is_uncounted(seat)
        return HandTab(
            seat=seat,
            name=self.state.names[seat],
            state=self._stands(seat, is_done=is_done),
            points=counted_points(self.played, seat),
            down=seat in play.laid_down if self.open_round.deal.down_counts else None,
            is_here=seat == self.seat,
            is_done=is_done and seat not in self.phones.counting,
        )

    def _stands(self, seat: int, *, is_done: bool) -> TabState:
        is_out = self.open_round.play.is_out(seat)
        if is_out and not self.open_round.deal.scoring.melds_score:
            return "out"
        counts_here = seat == self.seat and (not is_done or self.phones.counted_here)
        if counts_here or seat in self.phones.counting:
            return "counting"
        return "counted" if is_done else "to_count"


def next_path(ruleset: Ruleset, state: State, after: int, counting: Container[int]) -> str:
    """The page after this seat, as a path below that of the game.

    The next hand (`count/2`), or the review; `out` if the question who went out is open, and empty
    after the end of the game.
    """
    open_round = state.open
    if open_round is None:
        return ""
    if not open_round.over:
        return "out"
    seat = following_hand(open_round, after, counting)
    is_to_count = seat is not None and not open_round.by(ruleset).needs_no_hands
    return f"count/{seat}" if is_to_count else "review"


def following_hand(open_round: OpenRound, seat: int, counting: Container[int]) -> int | None:
    """The next hand to count here, in order; this one comes last.

    A hand in `counting` is being counted on another phone.
    """
    players = open_round.deal.players
    start = players.index(seat) + 1 if seat in players else 0
    round_the_table = (*players[start:], *players[:start])
    uncounted = (s for s in round_the_table if open_round.is_uncounted(s))
    return next((s for s in uncounted if s not in counting), None)

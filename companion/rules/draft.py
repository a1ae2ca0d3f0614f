"""The open round while the log is read: what was said of it so far."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.rules.log import Adjusted, Adjustment, HandCounted, RoundPlay


@dataclass
class Draft:
    """The open round so far. `over` says the keeper was asked who went out and answered.

    `marked` is who was said to be down at the table; once a hand is counted, its entry says it.
    """

    marked: set[int] = field(default_factory=set)
    went_out: int | None = None
    over: bool = False
    went_rummy: bool = False
    counted: dict[int, HandCounted] = field(default_factory=dict)
    counted_at: dict[int, int] = field(default_factory=dict)
    adjusted: dict[int, Adjusted] = field(default_factory=dict)

    def mark(self, seat: int, sequence: int, *, down: bool) -> None:
        """Somebody was said to be down, or not, by the entry with this number."""
        (self.marked.add if down else self.marked.discard)(seat)
        if seat in self.counted:
            self.counted[seat] = replace(self.counted[seat], down=down)
            self.counted_at[seat] = sequence

    def forget(self, seat: int) -> None:
        """Somebody left, and what was said of them in this round goes with them."""
        self.marked.discard(seat)
        for said in (self.counted, self.counted_at, self.adjusted):
            said.pop(seat, None)
        if self.went_out == seat:
            self.went_out, self.over, self.went_rummy = None, False, False

    def play(self) -> RoundPlay:
        """The open round as a play; whoever went out is down, for nobody can go out otherwise."""
        out = set() if self.went_out is None else {self.went_out}
        down = {s for s, e in self.counted.items() if e.down}
        return RoundPlay(
            laid_down=frozenset((self.marked - self.counted.keys()) | down | out),
            went_out=self.went_out,
            hands={s: e.hand for s, e in self.counted.items() if not e.hand.is_blank},
            buys={s: e.buys for s, e in self.counted.items() if e.buys is not None},
            adjustments=of_points({s: e.adjustment for s, e in self.adjusted.items()}),
            melded={s: e.melded for s, e in self.counted.items() if e.melded is not None},
            went_rummy=self.went_rummy,
        )


def of_points(adjustments: Mapping[int, Adjustment]) -> dict[int, Adjustment]:
    """An adjustment of no points takes back the one before it: there is none."""
    return {seat: adjustment for seat, adjustment in adjustments.items() if adjustment.points}

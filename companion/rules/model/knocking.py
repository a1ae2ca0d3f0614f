"""Knocking, and what is settled after the last round (RULES 18)."""

from dataclasses import dataclass
from typing import Literal

from companion.rules.model.play import Ending

KnockAt = Literal["most", "upcard"]
EqualDeadwood = Literal["undercut", "nobody"]
Shutout = Literal["none", "points", "game"]


@dataclass(frozen=True, slots=True)
class Knocking:
    """Ending a round with deadwood, the cards in no meld. All figures are points.

    `most` is the deadwood with which a player may still knock, where `at` is the upcard at most;
    `gin`, `big_gin` and `undercut` are bonuses, and `big_gin` is 0 where it is not played. `equal`
    says whether equal deadwood is an undercut too.
    """

    most: int
    at: KnockAt
    gin: int
    big_gin: int
    undercut: int
    equal: EqualDeadwood

    def ending(self, said: Ending | None) -> Ending:
        """The end of a round as stored: gin unless said, and big gin only where it is played."""
        return "gin" if said is None or (said == "big_gin" and not self.big_gin) else said


@dataclass(frozen=True, slots=True)
class SettlementRules:
    """Points after the last round: `game` for the winner, `box` for each round won.

    If the others have not won a round, `shutout` counts the winner's points or the game bonus
    twice.
    """

    game: int
    box: int
    shutout: Shutout

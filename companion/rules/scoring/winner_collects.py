"""Winner collects: whoever goes out scores what all the others have left (RULES 17)."""

from typing import TYPE_CHECKING, ClassVar

from companion.rules.scoring.scheme import Scheme

if TYPE_CHECKING:
    from companion.rules.rulesets import Ruleset
    from companion.rules.state import PlayedRound

_DOUBLE = 2


class WinnerCollects(Scheme):
    """For whoever went out; going rummy may double it."""

    key: ClassVar[str] = "winner_collects"
    nobody_out: ClassVar[str] = "nobody_scores"

    def points(self, played: "PlayedRound") -> dict[int, int]:
        """All that is left, for one; nothing for anybody where nobody went out."""
        left, play = self.worths(played), played.play
        factor = _DOUBLE if play.went_rummy and played.ruleset.rummy_doubles else 1
        return {s: factor * sum(left.values()) if s == play.went_out else 0 for s in left}

    def on_the_card(self, ruleset: "Ruleset") -> tuple[str, ...]:
        """Who collects, and when it doubles."""
        return ("winner_collects", *(("rummy_doubles",) if ruleset.rummy_doubles else ()))

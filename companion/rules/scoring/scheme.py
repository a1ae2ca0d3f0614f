"""What every way of scoring is: what cards come to, and what somebody has to count."""

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar

from companion.rules.cards import CardValues
from companion.rules.play import Hand, Missing, RoundPlay
from companion.rules.scoring.cards import hand_points

if TYPE_CHECKING:
    from companion.rules.rulesets import Ruleset
    from companion.rules.state import PlayedRound


class Scheme(ABC):
    """How a round becomes points.

    `key` is its name in a ruleset; `nobody_out` the code of the sentence that says what becomes of
    a round in which nobody went out (`companion.sentences`); `melds_score` says that the cards on
    the table are worth points too, so that they are counted and have to fit the deck.
    """

    key: ClassVar[str]
    nobody_out: ClassVar[str]
    melds_score: ClassVar[bool] = False

    @abstractmethod
    def points(self, played: "PlayedRound") -> dict[int, int]:
        """The points of every player dealt in, before adjustments. Raises UnknownCard."""

    @abstractmethod
    def on_the_card(self, ruleset: "Ruleset") -> tuple[str, ...]:
        """The codes of the sentences for it on the rules card (`companion.sentences`)."""

    def worth(self, values: CardValues, hand: Hand, melded: Hand | None) -> int:  # noqa: ARG002
        """What a player's own cards come to, in points. Raises UnknownCard."""
        return hand_points(values, hand)

    def counted(self, play: RoundPlay, seat: int) -> tuple[Hand, ...]:
        """The cards of this seat that score, and that have to fit the decks in play."""
        return (play.hand(seat),)

    def missing(self, hand: Hand, melded: Hand | None) -> Missing | None:  # noqa: ARG002
        """Which of a player's cards nobody has counted, so that the hand is refused."""
        return "hand" if hand.is_blank else None

    def worths(self, played: "PlayedRound") -> dict[int, int]:
        """The same for everybody dealt in."""
        values, play = played.deal.values, played.play
        return {s: self.worth(values, play.hand(s), play.melds(s)) for s in played.deal.players}

"""The interface of the ways of scoring: the worth of cards, and the cards to be counted."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import ClassVar, Protocol

from companion.rules.model.card_points import hand_points
from companion.rules.model.cards import CardValues
from companion.rules.model.play import Hand, Missing, RoundPlay


class RoundEndRules(Protocol):
    """The keys of a ruleset that a scheme reads."""

    @property
    def last_turns(self) -> bool:
        """Once somebody is out, all others have a turn."""

    @property
    def rummy_doubles(self) -> bool:
        """Going out in one turn counts double."""


class Scheme(ABC):
    """How a round becomes points.

    `key` is its name in a ruleset; `nobody_out` the code of the sentence that says what becomes of
    a round in which nobody went out (`companion.sentences`); `melds_score` says that the cards on
    the table are worth points too, so that they are counted and have to fit the deck.
    """

    key: ClassVar[str]
    nobody_out: ClassVar[str]
    melds_score: ClassVar[bool] = False

    def points(
        self,
        worths: Mapping[int, int],
        play: RoundPlay,  # noqa: ARG002
        rules: RoundEndRules,  # noqa: ARG002
    ) -> dict[int, int]:
        """The points of every player dealt in, before adjustments, from the `worths` of all.

        By default each scores the worth of their own cards.
        """
        return dict(worths)

    @abstractmethod
    def on_the_card(self, rules: RoundEndRules) -> tuple[str, ...]:
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

    def worths(self, values: CardValues, play: RoundPlay, players: Iterable[int]) -> dict[int, int]:
        """The same for everybody dealt in."""
        return {s: self.worth(values, play.hand(s), play.melds(s)) for s in players}

"""The interface of scoring schemes: points of cards, and the cards to count."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar, Protocol

from companion.rules.model.cards import CardValues, hand_points
from companion.rules.model.melding import Closing, Knocking, OpeningRules
from companion.rules.model.play import Drops, Hand, Missing, RoundPlay

Terms = tuple[int, ...]  # numbers that are added up


class RoundEndRules(Protocol):
    """The keys of a ruleset that a scheme reads."""

    @property
    def last_turns(self) -> bool:
        """Whether all others have a turn after somebody went out."""

    @property
    def rummy_doubles(self) -> bool:
        """Whether going out in one turn counts double."""

    @property
    def most_points(self) -> int | None:
        """The most points that a hand costs; None without a limit."""

    @property
    def lost_lives(self) -> int | None:
        """The lives that a beaten player loses; None where cards count."""

    @property
    def declares(self) -> bool:
        """Whether a round ends when somebody declares."""

    @property
    def opening(self) -> OpeningRules:
        """The first melds of a player, and the points of one who has none."""

    @property
    def closing(self) -> Closing:
        """The rewards for ending a round, and the names of the ways to do it."""

    @property
    def drops(self) -> Drops | None:
        """The points of a player who drops; None where nobody can."""

    @property
    def knocking(self) -> Knocking | None:
        """The bonuses of a knock; None where nobody knocks."""


SCORING_KEYS = frozenset(
    {
        "rummy_doubles",
        "most_points",
        "drops",
        "knocking",
        "opening.missed",
        "closing",
        "bonuses",
        "partners",
    }
)


class Scheme(ABC):
    """A scoring scheme.

    `key` is its name in a ruleset; `nobody_out` the code of the sentence for a round in which
    nobody went out (`companion.sentences`); `melds_score` says that melds score too, so they are
    counted and checked against the decks; `counts_deadwood` that hands are counted outside their
    melds, so that several can be empty; `is_zero_sum` that the points of every round add up to 0,
    before adjustments; `pays_knocks` that a knock and gin bring bonuses; `only_points` that there
    are no cards to count: points are typed, may be negative, and nobody goes out;
    `hands_are_points` that the points of a player in a round are those of the hand. `reads` are the
    keys of a ruleset, by their dotted paths, that change the points of a round by this scheme:
    among `SCORING_KEYS`, which not every scheme reads.
    """

    key: ClassVar[str]
    reads: ClassVar[frozenset[str]]
    nobody_out: ClassVar[str]
    melds_score: ClassVar[bool] = False
    counts_deadwood: ClassVar[bool] = False
    is_zero_sum: ClassVar[bool] = False
    pays_knocks: ClassVar[bool] = False
    only_points: ClassVar[bool] = False
    hands_are_points: ClassVar[bool] = False

    def terms(
        self,
        hands: Mapping[int, Terms],
        play: RoundPlay,  # noqa: ARG002
        rules: RoundEndRules,  # noqa: ARG002
    ) -> Mapping[int, Terms]:
        """What the points of players add up from, before adjustments, given that of all hands.

        By default that of their own. A player who is left out has none.
        """
        return hands

    def hand_score(
        self,
        worth: int,
        play: RoundPlay,  # noqa: ARG002
        rules: RoundEndRules,  # noqa: ARG002
        seat: int,  # noqa: ARG002
    ) -> int:
        """The points that a hand brings, also to a winner who collects it: by default its worth."""
        return worth

    @abstractmethod
    def on_the_card(self, rules: RoundEndRules) -> tuple[str, ...]:
        """The codes of its sentences on the rules card (`companion.sentences`)."""

    def figures(self, rules: RoundEndRules) -> Mapping[str, int]:  # noqa: ARG002
        """The numbers in these sentences."""
        return {}

    def parts(self, values: CardValues, hand: Hand, melded: Hand | None) -> Terms:  # noqa: ARG002
        """What the points of a player's own cards add up from. Raises UnknownCard."""
        return (hand_points(values, hand),)

    def worth(self, values: CardValues, hand: Hand, melded: Hand | None) -> int:
        """The points of a player's own cards. Raises UnknownCard."""
        return sum(self.parts(values, hand, melded))

    def missing(self, hand: Hand, melded: Hand | None) -> Missing | None:  # noqa: ARG002
        """The cards of a player that are not counted, so that the round is refused."""
        return "hand" if hand.is_blank else None

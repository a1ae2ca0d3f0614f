"""The state of a game: everything that follows from its ruleset, its seats and its log."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, Protocol

from companion.rules.model.cards import CardValues, Decks
from companion.rules.model.log_entry import LogEntry
from companion.rules.model.play import Accepted, RoundPlay
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.scheme import Scheme

ReasonCode = Literal[
    "in_progress",
    "finished_first",
    "fewest_points",
    "tie_shared",
    "tie_went_out",
    "playoff_needed",
    "lowest_total",
    "highest_total",
    "reached_target",
    "ended_early",
]


@dataclass(frozen=True, slots=True)
class Seats:
    """The people who sit down before the first deal, clockwise, and which seat deals first."""

    names: tuple[str, ...]
    first_dealer: int = 0


@dataclass(frozen=True, slots=True)
class Deal:
    """What one round starts from.

    `number` counts every round from 1; `planned` is its place in the plan of the game, for a void
    round is dealt again under the same. `players` are the seats dealt in; `contracts` is the number
    (from 1) of the contract each of them is on, empty in games without contracts; `cards` is cards
    dealt to each; `values` what cards cost, and `scoring` how they become points; `leads` plays
    first. In a `playoff` only tied players are dealt in, and only who goes out first matters.
    """

    number: int
    planned: int
    dealer: int
    leads: int
    players: tuple[int, ...]
    contracts: Mapping[int, int]
    cards: int
    decks: Decks
    values: CardValues
    scoring: Scheme
    playoff: bool = False


class PlayedRound(NamedTuple):
    """What points, refusals and doubts follow from: what was played in a deal, and by which rules.

    It may be open, written down, or only typed so far.
    """

    ruleset: Ruleset
    deal: Deal
    play: RoundPlay

    @property
    def is_void(self) -> bool:
        """Nobody went out, and the house rule says to deal again: a round or a play-off."""
        return self.play.went_out is None and self.ruleset.end.blocked == "void"

    @property
    def needs_no_hands(self) -> bool:
        """A play-off, and a round that is void, cost nobody points: there is nothing to count."""
        return self.deal.playoff or self.is_void


@dataclass(frozen=True, slots=True)
class ScoredRound:
    """One line of the score sheet.

    `made` are the seats whose contract counts; `points` and `totals` go by seat; `void` is a round
    that nobody finished and that is dealt again; `counted` is False for a round that a correction
    has put after the end of the game; `accepted` are the doubts that were overridden,
    `not_asked` those that nobody was asked about.
    """

    deal: Deal
    play: RoundPlay
    made: frozenset[int]
    points: Mapping[int, int]
    totals: Mapping[int, int]
    next_contracts: Mapping[int, int | None]
    accepted: Accepted
    not_asked: Accepted
    void: bool
    counted: bool
    corrected: bool

    def by(self, ruleset: Ruleset) -> PlayedRound:
        """The round with the rules that are in force."""
        return PlayedRound(ruleset, self.deal, self.play)


@dataclass(frozen=True, slots=True)
class OpenRound:
    """The round being played: its deal, what was said of it so far.

    `over` says that somebody answered who went out; `counted_at` is the sequence number of the
    entry that last changed each seat's hand; `marked` are the seats said to be down at the table.
    """

    deal: Deal
    play: RoundPlay
    over: bool
    counted_at: Mapping[int, int]
    marked: frozenset[int] = frozenset()

    def by(self, ruleset: Ruleset) -> PlayedRound:
        """The round so far with the rules that are in force."""
        return PlayedRound(ruleset, self.deal, self.play)

    @property
    def uncounted(self) -> tuple[int, ...]:
        """The seats whose leftovers nobody has counted yet."""
        return tuple(s for s in self.deal.players if self.is_uncounted(s))

    def is_uncounted(self, seat: int) -> bool:
        """Whether something is still to be said of this seat's cards."""
        hand, melded = self.play.hand(seat), self.play.melds(seat)
        return self.deal.scoring.missing(hand, melded) is not None


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the standings; players who tie share a `place`.

    `contracts` is how many they made themselves; `on` the number of the contract they go for, one
    more than the last once that is finished, None where contracts do not go by finishing them.
    """

    place: int
    seat: int
    contracts: int
    total: int
    on: int | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whether the game is over, who has won it, and why.

    `finishers` made the last contract in the deciding round, `round`, or had come furthest when the
    game was ended early; `tied` were equal after points, also while a tie is played on; `gone` are
    those of them who left before it was decided; `playoff` says that it was decided by a play-off.
    """

    code: ReasonCode = "in_progress"
    winners: tuple[int, ...] = ()
    round: int | None = None
    finishers: tuple[int, ...] = ()
    tied: tuple[int, ...] = ()
    playoff: bool = False
    gone: tuple[int, ...] = ()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.code not in {"in_progress", "playoff_needed"}


@dataclass(frozen=True, slots=True)
class Return:
    """A player was away: left after one round, came back before another, with this total."""

    seat: int
    left_after: int
    back_before: int
    total: int


@dataclass(frozen=True, slots=True)
class NewRules:
    """House rules changed before this round was written down; `options` are all of them."""

    before_round: int
    options: Mapping[str, str | int | bool]


class EarlyEnd(Protocol):
    """The entry by which the table stopped before the rules end the game: `GameEnded`."""

    @property
    def reason(self) -> str:
        """Why; blank where nobody said."""


@dataclass(frozen=True, slots=True)
class State:
    """The game as it stands.

    `names`, `made`, `totals` and `next_contracts` go by seat; `next_contracts` is the number of
    the contract each player is on, None once there is none to play for; `open` is None when the
    game is over; `order` is every seat in order of play, clockwise; `joined` is by seat the first
    round dealt in to, `left` the rounds played before leaving, of those who are gone now; `ended`
    is the entry that ended the game early, with its sequence number; `title` is None until it was
    changed; `new_rules` tells each change of house rules, in order; `last` is the entry that an
    undo would take back, with its sequence number;
    `version` is the number of entries in the log, and `undone` are those of them that hold no
    more, with the undos themselves.
    """

    names: tuple[str, ...]
    order: tuple[int, ...]
    active: frozenset[int]
    joined: Mapping[int, int]
    left: Mapping[int, int]
    returns: tuple[Return, ...]
    rounds: tuple[ScoredRound, ...]
    open: OpenRound | None
    made: tuple[int, ...]
    totals: tuple[int, ...]
    next_contracts: tuple[int | None, ...]
    standings: tuple[Standing, ...]
    outcome: Outcome
    ended: tuple[int, EarlyEnd] | None
    title: str | None
    note: str
    new_rules: tuple[NewRules, ...]
    last: tuple[int, LogEntry] | None
    version: int
    # Two logs that come to the same are the same game.
    undone: frozenset[int] = field(default=frozenset(), compare=False)

    @property
    def after_end(self) -> tuple[ScoredRound, ...]:
        """Rounds that were written down but now lie after the end of the game."""
        return tuple(r for r in self.rounds if not r.counted)

    @property
    def has_scores(self) -> bool:
        """Whether anything written down counts: then the game can be ended early."""
        return any(r.counted and not r.void for r in self.rounds)

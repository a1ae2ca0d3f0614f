"""The state of a game, derived from its ruleset, its seats and its log."""

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple, Protocol

from companion.rules.model.cards import CardValues, Decks
from companion.rules.model.log_entry import LogEntry
from companion.rules.model.play import Accepted, Hand, RoundPlay
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
    "last_left",
    "won_at_once",
    "ended_early",
]


@dataclass(frozen=True, slots=True)
class Seats:
    """The players before the first deal, clockwise, and the seat of the first dealer."""

    names: tuple[str, ...]
    first_dealer: int = 0


@dataclass(frozen=True, slots=True)
class Deal:
    """The start of one round.

    `number` counts every round from 1; `planned` is its place in the plan of the game, because a
    void round is dealt again in the same place. `players` are the seats dealt in; `contracts` is
    the number (from 1) of each player's contract, empty in games without contracts; `cards` is
    cards per player; `values` the values of cards, and `scoring` the scheme; `leads` plays first.
    In a `tiebreak` only tied players are dealt in; in a `playoff`, one without hands, only who goes
    out first matters. `wild` is the moving wild rank, None if there is none. `knock_most` is the
    most deadwood of a knock by the card turned up, None without one. `down_counts` says that it
    matters who is down: for contracts, or for the price of not having opened. Those who `must_play`
    may not drop.
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
    tiebreak: bool = False
    playoff: bool = False
    wild: str | None = None
    knock_most: int | None = None
    down_counts: bool = False
    must_play: tuple[int, ...] = ()

    def sits_out(self, seat: int) -> bool:
        """Whether this player, who is at the table, waits until others have decided a tie."""
        return self.tiebreak and seat not in self.players

    def played(self, ruleset: Ruleset, play: RoundPlay, *, is_over: bool = True) -> "PlayedRound":
        """A play of this deal, in which another card may have been turned up, also one of sides.

        Without a rule for drops, whoever dropped has a hand. Not having opened costs what these
        rules say; where everybody who is beaten loses lives, all hands are known once it `is_over`.
        """
        drops = play.drops if ruleset.drops else {}
        hands = {**play.hands, **_prices(play, ruleset.opening.missed)}
        play = replace(play, partners=ruleset.partners, drops=drops, hands=hands)
        if is_over and ruleset.lost_lives is not None:
            play = replace(play, hands={**hands, **self._lost(play, ruleset.lost_lives)})
        if not ruleset.turns_up:
            return PlayedRound(ruleset, self, play)
        rank = play.turned_up
        deal = replace(
            self,
            values=ruleset.card_values_for(self.cards, rank),
            wild=ruleset.wild_of(self.cards, rank),
            knock_most=ruleset.knock_most_of(rank),
        )
        return PlayedRound(ruleset, deal, play)

    def _lost(self, play: RoundPlay, lives: int) -> dict[int, Hand]:
        """A hand that was counted by other rules, or stored by a correction, costs as much."""
        hands = {seat: play.hand(seat) for seat in self.players}
        return {
            s: Hand(points=lives) for s, hand in hands.items() if hand.is_blank or hand.has_some
        }


def _prices(play: RoundPlay, missed: int | None) -> dict[int, Hand]:
    """The hands of players who have not opened, whose cards nobody counted."""
    return {} if missed is None else dict.fromkeys(play.unopened, Hand(points=missed))


class PlayedRound(NamedTuple):
    """The play of a deal with its rules: the input of points, refusals and doubts.

    It may be open, written, or typed only.
    """

    ruleset: Ruleset
    deal: Deal
    play: RoundPlay

    @property
    def is_void(self) -> bool:
        """Whether nobody went out and the house rule is to deal again, a round or a play-off."""
        return self.play.went_out is None and self.ruleset.end.blocked == "void"

    @property
    def wins_game(self) -> bool:
        """Whether the way in which this round was ended wins the game at once."""
        return self.ruleset.wins(self.play)

    @property
    def needs_no_hands(self) -> bool:
        """Whether there is nothing to count: a play-off, a void round, or one that wins."""
        return self.deal.playoff or self.is_void or self.wins_game


@dataclass(frozen=True, slots=True)
class GameScore:
    """One of the games that are scored at once: `totals` and rounds `won`, by seat.

    The next rounds that a player wins, as many as they `wait`, do not count in it yet.
    """

    totals: tuple[int, ...]
    won: tuple[int, ...]
    wait: tuple[int, ...]

    def after(self, points: Mapping[int, int], winners: Container[int]) -> "GameScore":
        """The game after a round with these points."""
        wins = [seat in winners for seat in range(len(self.totals))]
        counts = [not rounds for rounds in self.wait]
        return GameScore(
            tuple(t + points.get(s, 0) * counts[s] for s, t in enumerate(self.totals)),
            tuple(n + (won and here) for n, won, here in zip(self.won, wins, counts, strict=True)),
            tuple(max(n - won, 0) for n, won in zip(self.wait, wins, strict=True)),
        )

    def sooner_than(self, shut: "GameScore") -> "GameScore":
        """The game in which those who were shut out in an earlier one wait for a round less."""
        pairs = zip(self.wait, shut.won, strict=True)
        return replace(self, wait=tuple(n if won else max(n - 1, 0) for n, won in pairs))

    def with_total(self, seat: int, total: int) -> "GameScore":
        """The game in which this player has another total."""
        return replace(self, totals=(*self.totals[:seat], total, *self.totals[seat + 1 :]))

    def with_newcomer(self, total: int, wait: int) -> "GameScore":
        """The game with one more player."""
        return GameScore((*self.totals, total), (*self.won, 0), (*self.wait, wait))


def in_each_game(games: Sequence[GameScore], seat: int) -> tuple[int, ...]:
    """The totals of a player in the games that are scored at once; empty for a single game."""
    return tuple(game.totals[seat] for game in games) if len(games) > 1 else ()


@dataclass(frozen=True, slots=True)
class ScoredRound:
    """A row of the score sheet.

    `made` are the seats that made their contract, also in a play-off, where it does not count;
    `points` and `totals` go by seat, and `games` are those that are scored at once, whose totals
    they are together; `void` is a round that nobody finished and that is dealt again; one with
    `no_hands` needed none, so nobody may have counted them; `counted` is False for a round after
    the end of the game, moved there by a correction; `accepted` are accepted doubts, `not_asked`
    those that nobody was asked about; `unsaid` are players of whom nobody said whether they were
    down.
    """

    deal: Deal
    play: RoundPlay
    made: frozenset[int]
    points: Mapping[int, int]
    totals: Mapping[int, int]
    games: tuple[GameScore, ...]
    next_contracts: Mapping[int, int | None]
    accepted: Accepted
    not_asked: Accepted
    void: bool
    no_hands: bool
    counted: bool
    corrected: bool
    unsaid: frozenset[int] = frozenset()

    def by(self, ruleset: Ruleset) -> PlayedRound:
        """The round with the rules in force."""
        return PlayedRound(ruleset, self.deal, self.play)

    @property
    def scores(self) -> bool:
        """Whether its points are part of the totals."""
        return self.counted and not self.void and not self.deal.playoff


@dataclass(frozen=True, slots=True)
class LaidMeld:
    """Cards that a player melded during the round, by the entry with this number."""

    number: int
    cards: Mapping[str, int]


def cards_of(melds: Iterable[LaidMeld]) -> Hand:
    """All cards of these melds; blank without melds."""
    cards: Counter[str] = Counter()
    for meld in melds:
        cards.update(meld.cards)
    return Hand(cards=dict(cards)) if cards else Hand()


@dataclass(frozen=True, slots=True)
class OpenRound:
    """The open round: its deal and its entries so far.

    `over` says that the question who went out has been answered, or is not asked; `counted_at` is
    the number of the entry that last changed each seat's hand; `marked` are the seats marked as
    down at the table; `melds` are those of each seat that melded during the round, none once
    they are counted, in games that score them; `unsaid` are as in a written round.
    """

    deal: Deal
    play: RoundPlay
    over: bool
    counted_at: Mapping[int, int]
    marked: frozenset[int] = frozenset()
    melds: Mapping[int, tuple[LaidMeld, ...]] = field(default_factory=dict)
    unsaid: frozenset[int] = frozenset()

    def by(self, ruleset: Ruleset) -> PlayedRound:
        """The round so far with the rules in force."""
        return PlayedRound(ruleset, self.deal, self.play)

    @property
    def has_ended(self) -> bool:
        """Whether the round is over; where only points are typed, once some are."""
        return self.over and (bool(self.play.hands) or not self.deal.scoring.only_points)

    @property
    def uncounted(self) -> tuple[int, ...]:
        """The seats whose leftovers are not counted yet."""
        return tuple(s for s in self.deal.players if self.is_uncounted(s))

    def left_once_dropped(self, seat: int) -> int | None:
        """The player who wins the round if this one drops; None if several others play on."""
        others = [s for s in self.deal.players if s != seat and s not in self.play.drops]
        goes_on = not self.over or seat == self.play.went_out
        return others[0] if len(others) == 1 and goes_on else None

    def melded(self, seat: int) -> Hand:
        """What this seat has melded so far, as counted or during the round; blank if nothing."""
        laid = self.melds.get(seat)
        return cards_of(laid) if laid else self.play.melds(seat)

    def has_counted(self, seat: int) -> bool:
        """Whether somebody has counted the hand of this seat."""
        return seat in self.counted_at and seat in self.play.hands

    def is_uncounted(self, seat: int) -> bool:
        """Whether cards of this seat are still to be counted."""
        hand, melded = self.play.hand(seat), self.play.melds(seat)
        return self.deal.scoring.missing(hand, melded) is not None


@dataclass(frozen=True, slots=True)
class Standing:
    """A row of the standings; tied players share a `place`.

    `contracts` is the number they made themselves; `on` the number of their next contract, one more
    than the last once that is finished, None where contracts are not won by finishing them.
    """

    place: int
    seat: int
    contracts: int
    total: int
    on: int | None


SettlementCode = Literal["game", "boxes", "shutout"]


@dataclass(frozen=True, slots=True)
class SettlementRow:
    """Points by seat that are added after the last round; `games` has those of each game.

    It is empty for a single game.
    """

    code: SettlementCode
    points: Mapping[int, int]
    games: Mapping[int, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Settlement:
    """The points after the last round, and the `totals` with them, by seat.

    `games` has the totals in each game; it is empty for a single game.
    """

    rows: tuple[SettlementRow, ...]
    totals: Mapping[int, int]
    games: Mapping[int, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whether the game is over, the winners, and the reason.

    `finishers` made the last contract in the deciding round, `round`, or were furthest when the
    game was ended early; `tied` were equal in points, also while they play on; `gone` are those of
    them who left before it was decided; `playoff` says that a play-off decided it.
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
        """Whether the game is over."""
        return self.code not in {"in_progress", "playoff_needed"}


@dataclass(frozen=True, slots=True)
class Return:
    """An absence: the player left after one round and returned before another, with this total."""

    seat: int
    left_after: int
    back_before: int
    total: int


@dataclass(frozen=True, slots=True)
class Takeover:
    """Another player took the seat over: `former` had it up to and including round `to_round`."""

    seat: int
    former: str
    to_round: int


@dataclass(frozen=True, slots=True)
class NewRules:
    """A change of house rules before this round; `options` are all choices."""

    before_round: int
    options: Mapping[str, str | int | bool]


class EarlyEnd(Protocol):
    """The entry by which the table ended the game early: `GameEnded`."""

    @property
    def reason(self) -> str:
        """The reason; blank if none was given."""


@dataclass(frozen=True, slots=True)
class State:
    """The state of a game.

    `names` (the current ones), `made`, `totals` and `next_contracts` go by seat; `games` are scored
    at once, and the totals are those of all of them; `next_contracts`
    is the number of each player's next contract, None if there is none; `open` is None after the
    end; `order` is every seat in order of play, clockwise; `joined` is by seat the first round
    dealt in to, `left` the number of rounds played before leaving, for players who are gone;
    `settlement` is None until the game is over, and where nothing is added;
    `takeovers` are in order of the rounds; `ended` is the entry that ended the game early, with its
    number; `end_time`, in minutes since 1970, is when the table wants to stop, None for no such
    time; `title` is None until it is changed; `new_rules` lists the changes of house rules in
    order; `last` is the entry that an undo would take back, with its number; `version` is the
    length of the log, and `undone` are the numbers of undone entries and of their undos.
    """

    names: tuple[str, ...]
    order: tuple[int, ...]
    active: frozenset[int]
    joined: Mapping[int, int]
    left: Mapping[int, int]
    returns: tuple[Return, ...]
    takeovers: tuple[Takeover, ...]
    rounds: tuple[ScoredRound, ...]
    open: OpenRound | None
    made: tuple[int, ...]
    totals: tuple[int, ...]
    games: tuple[GameScore, ...]
    next_contracts: tuple[int | None, ...]
    standings: tuple[Standing, ...]
    outcome: Outcome
    settlement: Settlement | None
    ended: tuple[int, EarlyEnd] | None
    end_time: int | None
    title: str | None
    note: str
    new_rules: tuple[NewRules, ...]
    last: tuple[int, LogEntry] | None
    version: int
    # Logs with equal results have equal states.
    undone: frozenset[int] = field(default=frozenset(), compare=False)

    def name_in(self, seat: int, number: int) -> str:
        """The name of the player who had this seat in the round with this number."""
        mine = (t for t in self.takeovers if t.seat == seat)
        return next((t.former for t in mine if number <= t.to_round), self.names[seat])

    @property
    def final_totals(self) -> Mapping[int, int]:
        """By seat the totals, with the points after the last round if there are any."""
        return self.settlement.totals if self.settlement else dict(enumerate(self.totals))

    def final_games(self, seat: int) -> tuple[int, ...]:
        """The final totals of a player in the games scored at once; empty for a single game."""
        if self.settlement:
            return self.settlement.games.get(seat, ())
        return in_each_game(self.games, seat)

    @property
    def back_now(self) -> frozenset[int]:
        """The players who returned after the last written round."""
        return frozenset(r.seat for r in self.returns if r.back_before > len(self.rounds))

    @property
    def after_end(self) -> tuple[ScoredRound, ...]:
        """The written rounds that are after the end of the game."""
        return tuple(r for r in self.rounds if not r.counted)

    @property
    def counted(self) -> int:
        """The number of written rounds that count."""
        return len(self.rounds) - len(self.after_end)

    @property
    def has_scores(self) -> bool:
        """Whether a written round counts, so that the game can be ended early."""
        return any(r.counted and not r.void for r in self.rounds)

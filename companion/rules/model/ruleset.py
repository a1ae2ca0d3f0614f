"""Rulesets: what the rules of one named game are, with its house rules applied."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from companion.rules.model.cards import CardValues, Decks, Pack, card_values, rank_of_number
from companion.rules.model.contracts import Contract
from companion.rules.model.house_rules import Choice, HouseRule
from companion.rules.model.melding import Melding
from companion.rules.model.play import Adjustment
from companion.rules.model.rulings import rulings
from companion.rules.model.scheme import Scheme

Advancing = Literal["finish", "round", "none"]
Direction = Literal["left", "right"]
FirstDealer = Literal["table", "lowest_card", "highest_card"]
HandSize = Literal["known", "grows", "unknown"]
EndWhen = Literal["contract_finished", "rounds_played", "limit_reached"]
Winner = Literal[
    "first_to_finish", "lowest_points_when_someone_finishes", "lowest_total", "highest_total"
]
Tiebreak = Literal["shared", "went_out_last_round", "playoff", "play_on"]
Blocked = Literal["score_all", "void"]
TiePoints = Literal["with_deciding_round", "before_deciding_round"]
Joining = Literal["lowest_active_contract_and_highest_active_total", "start_at_one"]

MOST_BUYS = 20  # where there is no limit, nobody buys more often in one round
HowToPlay = Mapping[str, tuple[str, ...]]  # paragraphs by part


@dataclass(frozen=True, slots=True)
class DecksFor:
    """The decks in play while there are at most `up_to` players.

    `cards_dealt` is cards a player in every round; None where that does not hang on the players.
    """

    up_to: int
    decks: Decks
    cards_dealt: int | None = None


@dataclass(frozen=True, slots=True)
class Buys:
    """Out-of-turn takes: whether they are allowed, how many in each round, cards added by each.

    `limits` is None where a player may buy as often as they like.
    """

    allowed: bool
    limits: tuple[int, ...] | None
    cards_each: int

    def most(self, number: int) -> int:
        """The most buys one player can make in round `number`."""
        if not self.allowed:
            return 0
        return MOST_BUYS if self.limits is None else _at(self.limits, number)


@dataclass(frozen=True, slots=True)
class End:
    """When the game is over and who has won it; `limit` is the total that ends it, in points.

    `tie_points` says whether the points of the deciding round count between players who finish the
    last contract in it.
    """

    when: EndWhen
    winner: Winner
    tiebreak: Tiebreak
    blocked: Blocked
    limit: int | None = None
    tie_points: TiePoints = "with_deciding_round"

    @property
    def by_contracts(self) -> bool:
        """Whether contracts rank before points."""
        return self.winner == "first_to_finish"

    @property
    def low_wins(self) -> bool:
        """Whether fewer points are better."""
        return self.winner != "highest_total"


@dataclass(frozen=True, slots=True)
class MovingWild:
    """In each round the rank named like the number of cards dealt is wild.

    `value` is points a wild card; None where it costs what it costs anyway.
    """

    value: int | None


@dataclass(frozen=True)
class Ruleset:
    """The rules of one game with its house rules applied.

    `cards_dealt` is cards a player in each round, the last entry standing for all later rounds;
    `hand_size` says what is known of the cards a player can hold: by arithmetic `known`, `grows` as
    players take more than one card in a turn, or `unknown`;
    `values` is points a card left in hand, by rank; `discard_to_go_out` says that the last card of
    a hand is discarded, never melded; `adjustments` are points that the game gives or takes for a
    named reason; `options` holds the choice of every house rule, and of those `rulings` that the
    table has decided;
    the texts (`summary`, `how_to_play` by part, ...) are English sentences for the rules card,
    translated where they are shown.
    """

    key: str
    name: str
    summary: str
    least_players: int
    most_players: int
    pack: Pack
    decks: tuple[DecksFor, ...]
    direction: Direction
    cards_dealt: tuple[int, ...]
    contracts: tuple[Contract, ...]
    advancing: Advancing
    values: Mapping[str, int]
    wild: tuple[str, ...]
    moving_wild: MovingWild | None
    hand_size: HandSize
    last_turns: bool
    discard_to_go_out: bool
    melding: Melding
    scoring: Scheme
    rummy_doubles: bool
    buys: Buys
    adjustments: tuple[Adjustment, ...]
    end: End
    joining: Joining
    only_who_goes_out_lays_down_last: bool
    house_rules: tuple[HouseRule, ...]
    options: Mapping[str, str | int | bool]
    first_dealer: FirstDealer
    how_to_play: HowToPlay
    differences: tuple[str, ...]
    sources: tuple[str, ...]

    def decks_for(self, players: int) -> Decks:
        """The decks in play for so many players; the largest row serves any more than it names."""
        return self._row_for(players).decks

    def dealt(self, number: int, players: int) -> int:
        """How many cards each of so many players is dealt in round `number`."""
        return self._row_for(players).cards_dealt or _at(self.cards_dealt, number)

    def _row_for(self, players: int) -> DecksFor:
        return next((row for row in self.decks if players <= row.up_to), self.decks[-1])

    @property
    def rounds(self) -> int | None:
        """How many rounds are played; None where that is open."""
        planned = max(len(self.contracts), len(self.cards_dealt))
        return planned if self.end.when == "rounds_played" else None

    @property
    def in_force(self) -> list[tuple[HouseRule, Choice]]:
        """Each house rule that matters, with the choice made."""
        rules = [rule for rule in self.house_rules if rule.means_something(self.options)]
        rules += [rule for rule in self.rulings if rule.key in self.options]
        return [(rule, rule.chosen(self.options)) for rule in rules]

    @cached_property
    def rulings(self) -> tuple[HouseRule, ...]:
        """House rules for what the sources leave open of its melds, decided or not."""
        return tuple(rulings(self.melding, self.options))

    @property
    def every_house_rule(self) -> tuple[HouseRule, ...]:
        """What is asked before the first deal, and what the sources leave open."""
        return (*self.house_rules, *self.rulings)

    @property
    def card_values(self) -> CardValues:
        """What the cards cost, but for a wild rank that moves."""
        return self._values_when_wild("")

    def card_values_for(self, cards: int) -> CardValues:
        """What the cards cost when so many are dealt."""
        return self._values_when_wild(rank_of_number(cards) if self.moving_wild else "")

    def _values_when_wild(self, rank: str) -> CardValues:
        if rank not in self._values_by_wild:
            self._values_by_wild[rank] = self._make_values(rank)
        return self._values_by_wild[rank]

    def _make_values(self, rank: str) -> CardValues:
        if self.moving_wild is None or not rank:
            return card_values(self.values, self.wild, self.pack)
        value = self.moving_wild.value
        values = dict(self.values) if value is None else {**self.values, rank: value}
        return card_values(values, (*self.wild, rank), self.pack)

    @cached_property
    def _values_by_wild(self) -> dict[str, CardValues]:
        return {}


def _at(by_round: tuple[int, ...], number: int) -> int:
    return by_round[min(number, len(by_round)) - 1]

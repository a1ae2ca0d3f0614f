"""Rulesets: the rules of one game with its house rules applied."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from companion.rules.model.cards import (
    Bonus,
    CardValues,
    Decks,
    Pack,
    card_values,
    rank_of_number,
)
from companion.rules.model.contracts import Contract
from companion.rules.model.house_rules import Choice, HouseRule
from companion.rules.model.melding import (
    CLOSED,
    Closing,
    Knocking,
    Melding,
    OpeningRules,
    SettlementRules,
)
from companion.rules.model.play import (
    Adjustment,
    Closed,
    Drops,
    Ending,
    Hand,
    RoundPlay,
    RulesBefore,
)
from companion.rules.model.rulings import TELLS_GO_DOWN, rulings
from companion.rules.model.scheme import Scheme

Advancing = Literal["finish", "round", "none"]
CardTerm = Literal["card", "tile"]
ContractTerm = Literal["contract", "phase"]
SuitTerm = Literal["suit", "colour"]
DealerTerm = Literal["dealer", "first player"]
PlayerTerm = Literal["player", "side"]
Direction = Literal["left", "right"]
FirstDealer = Literal["table", "lowest_card", "highest_card"]
HandSize = Literal["known", "grows", "unknown"]
EndWhen = Literal["contract_finished", "rounds_played", "limit_reached", "one_left", "table_ends"]
Winner = Literal[
    "first_to_finish",
    "lowest_points_when_someone_finishes",
    "lowest_total",
    "highest_total",
    "last_left",
]
Tiebreak = Literal["shared", "went_out_last_round", "playoff", "play_on", "tied_play_on"]
Blocked = Literal["score_all", "void"]
TiePoints = Literal["with_deciding_round", "before_deciding_round"]
Rejoin = Literal["no", "one_more", "highest"]
Joining = Literal["lowest_active_contract_and_highest_active_total", "start_at_one"]

MOST_BUYS = 20  # the maximum of buys in one round where there is no limit
HowToPlay = Mapping[str, tuple[str, ...]]  # paragraphs by part


@dataclass(frozen=True, slots=True)
class DecksFor:
    """The decks in play for at most `up_to` players.

    `cards_dealt` is cards per player in every round; None if it does not depend on the players.
    """

    up_to: int
    decks: Decks
    cards_dealt: int | None = None


@dataclass(frozen=True, slots=True)
class Buys:
    """Buying: whether it is allowed, the limit in each round, and cards per buy.

    `limits` is None if buying is unlimited.
    """

    allowed: bool
    limits: tuple[int, ...] | None
    cards_each: int

    def most(self, number: int) -> int:
        """The most buys of one player in round `number`."""
        if not self.allowed:
            return 0
        return MOST_BUYS if self.limits is None else _at(self.limits, number)


@dataclass(frozen=True, slots=True)
class End:
    """The end of the game and the winner; `limit` is the total that ends it, in points.

    Where the last player left wins, it is the total at which a player is out; `rejoin` says whether
    they may come back, with the highest total of the others or one point more, and `rejoins` how
    often, None without a limit. `tie_points` says whether the points of the
    deciding round count between players who finish the last contract in it.
    """

    when: EndWhen
    winner: Winner
    tiebreak: Tiebreak
    blocked: Blocked
    limit: int | None = None
    tie_points: TiePoints = "with_deciding_round"
    rejoin: Rejoin = "no"
    rejoins: int | None = None

    @property
    def rejoin_costs(self) -> int:
        """The points that a player who was out has more than the highest total of the others."""
        return 0 if self.rejoin == "highest" else 1

    @property
    def by_contracts(self) -> bool:
        """Whether contracts rank before points."""
        return self.winner == "first_to_finish"

    @property
    def low_wins(self) -> bool:
        """Whether fewer points are better."""
        return self.winner != "highest_total"

    def is_out(self, total: int) -> bool:
        """Whether a player with this total is not dealt in any more."""
        return self.when == "one_left" and total >= (self.limit or 0)


@dataclass(frozen=True, slots=True)
class MovingWild:
    """Each round has another wild rank: that named like the number of cards dealt.

    If it is `drawn`, a card that is turned up names it; `joker` is the rank that a joker names,
    blank if it names none. `value` is points per wild card; None for its normal price.
    """

    value: int | None
    drawn: bool = False
    joker: str = ""


class Terms(NamedTuple):
    """The terms of a game for a contract, a card, a suit, a dealer and a seat, or general ones."""

    contract: ContractTerm = "contract"
    card: CardTerm = "card"
    suit: SuitTerm = "suit"
    dealer: DealerTerm = "dealer"
    player: PlayerTerm = "player"


@dataclass(frozen=True)
class Ruleset:
    """The rules of one game with its house rules applied.

    `cards_dealt` is cards per player in each round, the last item for all later rounds. `hand_size`
    says whether the size of a hand is `known` by arithmetic, `grows` because players take more than
    one card per turn, or is `unknown`. `values` is points per card left in hand, by rank; without a
    `dealer` the seat called so plays first; `discards` says that a turn ends with a discard, and
    `upcard` that the first one is turned up after the deal, both for texts alone;
    `discard_to_go_out` that the last card must be discarded; `most_points` is the most that a hand
    costs; `bonuses` are counted beside the cards; with `partners` a seat is a side of two, and when
    it goes out the partner may still hold cards; `adjustments` are points for named reasons;
    `options` has the choice of every house rule, and of those `rulings` that the
    table has decided. The texts (`summary`, `how_to_play` by part, ...) are English sentences for
    the rules card, translated where they are shown; `contract_term` and `card_term` are what the
    players call a contract and a card.
    `also_called` are other names, in any language; `played_in` has the place of the game in the
    list of each language, by its code, whose speakers usually play it.
    """

    key: str
    name: str
    summary: str
    also_called: tuple[str, ...]
    played_in: Mapping[str, int]
    least_players: int
    most_players: int
    pack: Pack
    decks: tuple[DecksFor, ...]
    direction: Direction
    cards_dealt: tuple[int, ...]
    contracts: tuple[Contract, ...]
    contract_term: ContractTerm
    card_term: CardTerm
    discards: bool
    upcard: bool
    dealer: bool
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
    most_points: int | None
    drops: Drops | None
    knocking: Knocking | None
    opening: OpeningRules
    closing: Closing
    settlement: SettlementRules | None
    buys: Buys
    bonuses: tuple[Bonus, ...]
    partners: bool
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
        """The decks in play for this number of players; the largest row applies to more."""
        return self._row_for(players).decks

    def dealt(self, number: int, players: int) -> int:
        """Cards per player in round `number`."""
        return self._row_for(players).cards_dealt or _at(self.cards_dealt, number)

    def _row_for(self, players: int) -> DecksFor:
        return next((row for row in self.decks if players <= row.up_to), self.decks[-1])

    @property
    def terms(self) -> Terms:
        """The terms for a contract, a card, a suit, a dealer and a seat."""
        return Terms(
            self.contract_term,
            self.card_term,
            "colour" if self.melding.has_colours else "suit",
            "dealer" if self.dealer else "first player",
            "side" if self.partners else "player",
        )

    @property
    def games(self) -> int:
        """The number of games that are scored at once."""
        return self.settlement.games if self.settlement else 1

    @property
    def endings(self) -> tuple[Ending, ...]:
        """The ways to end a round that players choose from where they knock; otherwise none."""
        if self.knocking is None:
            return ()
        has_big_gin = self.knocking.big_gin or self.closing.big_gin is not None
        knock: tuple[Ending, ...] = ("knock",) if self.knocking.most else ()
        return (*knock, "gin", *(("big_gin",) if has_big_gin else ()))

    def ending(self, ending: Ending | None) -> Ending | None:
        """The end of a round as stored where players knock: gin unless another one is played."""
        return (ending if ending in self.endings else "gin") if self.knocking else None

    def closed(self, play: RoundPlay) -> Closed | None:
        """The way in which a round was ended; None if nobody did."""
        return play.closed and self._by_these(play.closed)

    def _by_these(self, closed: Closed) -> Closed:
        """A stored way to end a round by these rules, whatever rules it was stored by."""
        ending = next((each for each in self.endings if each == closed), None)
        return self.ending(ending) or closed

    @property
    def named_endings(self) -> tuple[Closed, ...]:
        """The ways to end a round that have names, other than plainly going out."""
        return self.endings or (("rummy",) if self.asks_rummy else ())

    def named_ending(self, play: RoundPlay) -> Closed | None:
        """The way in which a round was ended, if it has a name."""
        closed = self.closed(play)
        return closed if closed in self.named_endings else None

    def wins(self, play: RoundPlay) -> bool:
        """Whether the way in which this round was ended wins the game at once."""
        return self.closing.reward(self.closed(play)) == "wins"

    @property
    def before_change(self) -> RulesBefore:
        """These rules, as a change of house rules stores them."""
        won = (way for way in CLOSED if self.closing.reward(self._by_these(way)) == "wins")
        costs = None if self.end.rejoin == "no" else self.end.rejoin_costs
        return RulesBefore(self.down_counts, self.end.blocked == "void", tuple(won), costs)

    @property
    def down_counts(self) -> bool:
        """Whether it matters who is down: for contracts, or for the price of not having opened."""
        return bool(self.contracts) or self.opening.missed is not None

    def is_price(self, hand: Hand) -> bool:
        """Whether the points of a player who is not down are no count.

        They are the price of not having opened, or lives.
        """
        price = self.lost_lives if self.opening.missed is None else self.opening.missed
        return hand.points is not None and hand.points == price

    @property
    def lost_lives(self) -> int | None:
        """The lives that a beaten player loses; None where cards count.

        Where a single card costs as much as a hand may, nobody counts cards.
        """
        has_lives = self.end.when == "one_left" and not self.scoring.is_zero_sum
        most = self.most_points if has_lives and not self.knocking else None
        wild = self.moving_wild.value if self.moving_wild else None
        prices = [*self.values.values(), *([] if wild is None else [wild])]
        return most if most and min(prices, default=0) >= most else None

    @property
    def drops_later(self) -> bool:
        """Whether a drop after the first draw costs anything else than being beaten."""
        return self.drops is not None and self.drops.middle != self.lost_lives

    @property
    def counts_hands(self) -> bool:
        """Whether cards are counted at the end of a round: points are not typed, nor lives lost."""
        return not self.scoring.only_points and self.lost_lives is None

    @property
    def declares(self) -> bool:
        """Whether a round ends when somebody declares: shows a hand that meets conditions."""
        return self.scoring.counts_deadwood and bool(self.melding.least_runs)

    @property
    def asks_rummy(self) -> bool:
        """Whether it matters that the player who went out did so in one turn."""
        return self.rummy_doubles or self.closing.rummy is not None

    @property
    def unread(self) -> tuple[str, ...]:
        """The fields of a round that these rules do not read: nobody is asked, nothing stored."""
        is_read = {
            "drops": self.drops is not None,
            "turned_up": self.turns_up,
            "went_rummy": self.asks_rummy,
            "went_out": not self.scoring.only_points,
            "ending": self.knocking is not None,
            "melded": self.scoring.melds_score,
        }
        return tuple(name for name, is_asked in is_read.items() if not is_asked)

    @property
    def rounds(self) -> int | None:
        """The number of rounds; None if it is open."""
        planned = max(len(self.contracts), len(self.cards_dealt))
        return planned if self.end.when == "rounds_played" else None

    @property
    def in_force(self) -> list[tuple[HouseRule, Choice]]:
        """Each relevant house rule with its choice."""
        rules = [rule for rule in self.house_rules if rule.means_something(self.options)]
        rules += [r for r in (*self.rulings, TELLS_GO_DOWN) if r.key in self.options]
        return [(rule, rule.chosen(self.options)) for rule in rules]

    @cached_property
    def rulings(self) -> tuple[HouseRule, ...]:
        """House rules about its melds, decided or not."""
        return tuple(rulings(self.melding, self.options, self.house_rules))

    @property
    def every_house_rule(self) -> tuple[HouseRule, ...]:
        """The house rules of the game, and the rulings about melds."""
        return (*self.house_rules, *self.rulings, TELLS_GO_DOWN)

    @property
    def starts_behind(self) -> bool:
        """Whether whoever joins or comes back gets the worst total at the table.

        Never where the points of a round add up to 0: that total would be nobody's loss.
        """
        return self.joining != "start_at_one" and not self.scoring.is_zero_sum

    @property
    def card_values(self) -> CardValues:
        """The values of the cards, without a moving wild rank."""
        return self._values_when_wild("")

    @property
    def draws_wild(self) -> bool:
        """Whether a card that is turned up names the wild rank of the round."""
        return self.moving_wild is not None and self.moving_wild.drawn

    @property
    def turns_up(self) -> bool:
        """Whether the rank of a card that is turned up matters: for wild cards, or for a knock."""
        return self.draws_wild or (self.knocking is not None and self.knocking.at == "upcard")

    def knock_most_of(self, rank: str | None) -> int | None:
        """The most deadwood of a knock when a card of this rank is turned up.

        None if it does not matter, or none is named.
        """
        if self.knocking is None or self.knocking.at != "upcard":
            return None
        card = self.card_values.find(rank or "")
        return min(self.knocking.most, card.value) if card else None

    def wild_of(self, cards: int, drawn: str | None = None) -> str | None:
        """The moving wild rank when this number of cards is dealt and this rank is drawn."""
        if self.moving_wild is None or self.moving_wild.drawn:
            return drawn if self.moving_wild else None
        return rank_of_number(cards)

    @property
    def moving_values(self) -> dict[str, CardValues]:
        """The values for each moving wild rank: by number of cards dealt or, if drawn, by rank."""
        if self.moving_wild is None:
            return {}
        if self.draws_wild:
            return {rank: self.card_values_for(0, rank) for rank in self.pack.ranks}
        dealt = {*self.cards_dealt, *(row.cards_dealt for row in self.decks if row.cards_dealt)}
        return {str(cards): self.card_values_for(cards) for cards in sorted(dealt)}

    def card_values_for(self, cards: int, drawn: str | None = None) -> CardValues:
        """The values of the cards when this number is dealt and this rank is drawn as wild."""
        return self._values_when_wild(self.wild_of(cards, drawn) or "")

    def _values_when_wild(self, rank: str) -> CardValues:
        if rank not in self._values_by_wild:
            self._values_by_wild[rank] = self._make_values(rank)
        return self._values_by_wild[rank]

    def _make_values(self, rank: str) -> CardValues:
        if self.moving_wild is None or not rank:
            return card_values(self.values, self.wild, self.pack, self.bonuses)
        value = self.moving_wild.value
        values = dict(self.values) if value is None else {**self.values, rank: value}
        return card_values(values, (*self.wild, rank), self.pack, self.bonuses)

    @cached_property
    def _values_by_wild(self) -> dict[str, CardValues]:
        return {}


def _at(by_round: tuple[int, ...], number: int) -> int:
    return by_round[min(number, len(by_round)) - 1]

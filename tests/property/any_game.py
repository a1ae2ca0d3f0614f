"""Random rounds of any game of the catalogue with any house rules, dealt from a real shoe."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import starmap
from random import Random
from typing import Any, get_args

from hypothesis import strategies as st

from companion.rules.fold import entries as e
from companion.rules.fold.replay import replay
from companion.rules.judging.hand_sizes import most_buys
from companion.rules.judging.refusals import Refused, check_return
from companion.rules.model.cards import Bonus, rank_of_number
from companion.rules.model.play import Drop, Ending
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import Deal, PlayedRound, Seats, State
from companion.rules.reading.catalogue import catalogue, game_data
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.ruleset import read_ruleset
from tests.property.games import NAMES, NOBODY_OUT, a_count, shoe
from tests.unit.table import check

Cards = Mapping[int, list[str]]


@dataclass(frozen=True)
class Dealt:
    """A round as entered, and the actual cards left and melded."""

    ruleset: Ruleset = field(repr=False)
    deal: Deal
    play: e.RoundPlay
    left: Cards
    melded: Cards

    @property
    def played(self) -> PlayedRound:
        """The round by its rules."""
        return self.deal.played(self.ruleset, self.play)


@dataclass(frozen=True, repr=False)
class Evening:
    """A game of some rounds: its ruleset, its players, its entries and the actual cards."""

    data: Mapping[str, Any]
    ruleset: Ruleset
    seats: Seats
    log: tuple[e.Entry, ...]
    rounds: tuple[Dealt, ...]

    def __repr__(self) -> str:
        """Short enough to print: laws are broken in the last round first."""
        told = (self.ruleset.key, dict(self.ruleset.options), self.seats, len(self.rounds))
        return f"Evening{told}: {self.rounds[-1].play if self.rounds else None}"

    @property
    def state(self) -> State:
        """The state of the game."""
        return replay(self.ruleset, self.seats, self.log)


@cache
def rules_by(
    key: str, options: tuple[tuple[str, Any], ...], *, of_ranks: bool = False
) -> tuple[dict[str, Any], Ruleset]:
    """With `of_ranks`, as played by families who ask for three aces instead of a set.

    A pack without aces uses another rank. No house rule is left to choose in a custom game.
    """
    data = apply_house_rules(game_data(key), dict(options))
    if of_ranks:
        ranks = read_ruleset(data).pack.ranks
        rank = "A" if "A" in ranks else next(iter(ranks))
        contracts = [re.sub(r"S(\d+)", rf"\1x{rank}", contract) for contract in data["contracts"]]
        data = {**data, "contracts": contracts, "house_rules": [], "options": {}}
    return data, read_ruleset(data)


@st.composite
def rules(
    draw: st.DrawFn, keys: st.SearchStrategy[str] | None = None
) -> tuple[dict[str, Any], Ruleset]:
    """Any game of the catalogue with any choice of its house rules, as data and read."""
    key = draw(st.sampled_from(sorted(catalogue())) if keys is None else keys)
    luck = Random(draw(st.integers(0, 2**32)))
    rows = game_data(key)["house_rules"]
    chosen = [(row["key"], luck.choice(row["choices"])["value"]) for row in rows]
    picks = tuple(pick for pick in chosen if luck.random() < 0.5)
    return rules_by(key, picks, of_ranks=luck.random() < 0.2)


@st.composite
def dealt_rounds(draw: st.DrawFn, keys: st.SearchStrategy[str] | None = None) -> Dealt:
    """One round of any game: any round of its plan, any contracts in a must-finish game."""
    _, ruleset = draw(rules(keys))
    luck = Random(draw(st.integers(0, 2**32)))
    players = draw(st.integers(ruleset.least_players, ruleset.most_players))
    rounds = max(len(ruleset.contracts), len(ruleset.cards_dealt))
    number = draw(st.integers(1, rounds))
    cards = ruleset.dealt(number, players)
    deal = Deal(
        number=number,
        planned=number,
        dealer=0,
        leads=1,
        players=tuple(range(players)),
        contracts=dict(_contracts(ruleset, number, players, luck)),
        cards=cards,
        decks=ruleset.decks_for(players),
        values=ruleset.card_values_for(cards),
        scoring=ruleset.scoring,
        down_counts=ruleset.down_counts,
    )
    return a_legal_round(ruleset, deal, luck)


def _contracts(
    ruleset: Ruleset, number: int, players: int, luck: Random
) -> Iterator[tuple[int, int]]:
    last = len(ruleset.contracts)
    for seat in range(players if last else 0):
        finish = ruleset.advancing == "finish"
        yield seat, luck.randint(1, last) if finish else min(number, last)


@st.composite
def evenings(
    draw: st.DrawFn, by: st.SearchStrategy[tuple[dict[str, Any], Ruleset]] | None = None
) -> Evening:
    """Some rounds of any game, or of one `by` these rules; players may join and leave in between.

    In a close game everybody lays down and holds one card, so games end and ties are common.
    """
    data, ruleset = draw(rules() if by is None else by)
    luck = Random(draw(st.integers(0, 2**32)))
    players = draw(st.integers(ruleset.least_players, ruleset.most_players))
    seats = Seats(NAMES[:players], draw(st.integers(0, players - 1)))
    close = draw(st.booleans())
    log: list[e.Entry] = []
    rounds: list[Dealt] = []
    state = replay(ruleset, seats, log)
    for _ in range(draw(st.sampled_from((1, 3, 7, 15)))):
        for _ in range(luck.choice((0,) * 8 + (1, 3))):  # three at once join in the same gap
            log += _somebody_comes_or_goes(ruleset, state, luck)
            state = replay(ruleset, seats, log)
        if state.open is None:
            break
        dealt = a_legal_round(ruleset, state.open.deal, luck, close=close)
        dealt = _as_counted(dealt, luck)
        rounds.append(dealt)
        for entry in told(dealt.play):
            check(ruleset, state, entry)
            log.append(entry)
            if isinstance(entry, e.TurnedUp):  # by which cards are named
                state = replay(ruleset, seats, log)
        check(ruleset, replay(ruleset, seats, log), e.RoundScored(NOBODY_OUT))
        log.append(e.RoundScored(NOBODY_OUT))
        state = replay(ruleset, seats, log)
    return Evening(data, ruleset, seats, tuple(log), tuple(rounds))


def _as_counted(dealt: Dealt, luck: Random) -> Dealt:
    """Nobody needs to count hands that do not matter."""
    if not dealt.deal.played(dealt.ruleset, dealt.play).needs_no_hands or luck.random() < 0.4:
        return dealt
    return replace(dealt, play=replace(dealt.play, hands={}, melded={}))


def _somebody_comes_or_goes(ruleset: Ruleset, state: State, luck: Random) -> list[e.Entry]:
    active = sorted(state.active)
    if state.open is None:
        return []
    if state.outcome.tied:
        return [e.PlayerLeft(luck.choice(state.outcome.tied))]
    if not state.rounds and luck.random() < 0.5:
        return [e.SeatsReordered(tuple(luck.sample(state.order, len(state.order))))]
    back = [seat for seat in sorted(state.left) if _may_return(ruleset, state, seat)]
    if back and len(active) < ruleset.most_players and luck.random() < 0.6:
        return [e.PlayerReturned(luck.choice(back))]
    if luck.random() < 0.5:
        return [e.PlayerLeft(luck.choice(active))] if len(active) > ruleset.least_players else []
    full = len(active) == ruleset.most_players or len(state.names) == len(NAMES)
    place = luck.choice((None, *state.order))
    return [] if full else [e.PlayerJoined(NAMES[len(state.names)], place)]


def _may_return(ruleset: Ruleset, state: State, seat: int) -> bool:
    """Whoever is out may come back only below the limit."""
    try:
        check_return(ruleset, state, seat)
    except Refused:
        return False
    return True


def told(play: e.RoundPlay) -> Iterator[e.Entry]:
    for seat in sorted(play.laid_down - {play.went_out}):
        yield e.LaidDown(seat)
    yield e.WentOut(play.went_out, play.went_rummy, play.ending)
    if play.turned_up is not None:
        yield e.TurnedUp(play.turned_up)
    yield from starmap(e.Dropped, play.drops.items())
    for seat, hand in play.hands.items():
        down = seat in play.laid_down
        yield e.HandCounted(seat, hand, down, play.buys.get(seat), play.melded.get(seat))
    for seat, adjustment in play.adjustments.items():
        yield e.Adjusted(seat, adjustment)


class _Shoe:
    """The cards of a deal, shuffled."""

    def __init__(self, deal: Deal, luck: Random) -> None:
        self.cards = luck.sample(shoe(deal.decks), deal.decks.cards)

    def take(self, count: int) -> list[str]:
        """Take so many cards: a legal round never takes more than there are."""
        assert count <= len(self.cards)
        taken, self.cards = self.cards[:count], self.cards[count:]
        return taken


def a_legal_round(ruleset: Ruleset, deal: Deal, luck: Random, *, close: bool = False) -> Dealt:
    """Play one round until a player, or nobody, goes out; in a play-off nothing else counts."""
    out = luck.choice(deal.players) if luck.random() < 0.95 else None
    if deal.playoff:
        down = frozenset(() if out is None else (out,))
        return Dealt(ruleset, deal, e.RoundPlay(laid_down=down, went_out=out), {}, {})
    if deal.contracts:
        return _with_contracts(ruleset, deal, out, luck, close=close)
    if ruleset.scoring.only_points:
        return _typed_round(ruleset, deal, luck)
    return _without_contracts(ruleset, deal, out, luck)


def _typed_round(ruleset: Ruleset, deal: Deal, luck: Random) -> Dealt:
    """Points of everybody, also below zero; there are no cards, and nobody goes out."""
    hands = {seat: e.Hand(points=luck.randint(-30, 60)) for seat in deal.players}
    play = e.RoundPlay(hands=hands, adjustments=_adjustments(ruleset, deal, luck))
    return Dealt(ruleset, deal, play, {}, {})


def _with_contracts(
    ruleset: Ruleset, deal: Deal, out: int | None, luck: Random, *, close: bool
) -> Dealt:
    """Hands are cards dealt and bought; a contract leaves a hand all at once (RULES, section 0)."""
    cards = _Shoe(deal, luck)
    each, limit = ruleset.buys.cards_each, most_buys(ruleset, deal)
    down: set[int] = set()
    buys: dict[int, int] = {}
    left: dict[int, list[str]] = {}
    for seat in deal.players:
        contract = ruleset.contracts[deal.contracts[seat] - 1]
        buys[seat] = luck.randint(0, min(limit, 2))
        if seat == out:
            # One card is drawn in the last turn, and one discarded if the game requires it.
            enough = contract.cards - (0 if ruleset.discard_to_go_out else 1) - deal.cards
            buys[seat] = max(buys[seat], -(-enough // each))
            assert buys[seat] <= limit or enough <= 0
            cards.take(contract.cards + int(ruleset.discard_to_go_out))
            down.add(seat)
            continue
        size = deal.cards + each * buys[seat]
        is_last = deal.contracts[seat] == len(ruleset.contracts)
        alone = is_last and ruleset.only_who_goes_out_lays_down_last
        if (close or luck.random() < 0.6) and size > contract.cards and not alone:
            down.add(seat)
            cards.take(contract.cards)
            size = 1 if close else luck.randint(1, size - contract.cards)
        left[seat] = cards.take(size)
    hands = {seat: a_count(deal, held, luck) for seat, held in left.items()}
    # If buying is allowed, the keeper may not have entered the number.
    said = buys if limit and luck.random() < 0.7 else {}
    play = e.RoundPlay(frozenset(down), out, hands, said, _adjustments(ruleset, deal, luck))
    return Dealt(ruleset, deal, play, left, {})


def _without_contracts(ruleset: Ruleset, deal: Deal, out: int | None, luck: Random) -> Dealt:
    """Any cards may be left; none only for the player who went out, or in last turns for others."""
    rank = luck.choice((None, *deal.decks.pack.ranks)) if ruleset.turns_up else None
    deal = deal.played(ruleset, e.RoundPlay(turned_up=rank)).deal
    drops = _drops(ruleset, deal, out, luck)
    cards = _Shoe(deal, luck)
    scores_melds = ruleset.scoring.key == "melded_minus_hand"
    most = min(deal.cards, deal.decks.cards // (2 * len(deal.players)))
    if _opens(ruleset):
        most = max(1, min(most, deal.cards - 3))  # whoever is open has laid down a meld
    may_be_empty = ruleset.last_turns or ruleset.partners
    no_cards = None if ruleset.partners else out
    left = {
        seat: cards.take(0 if seat == no_cards else luck.randint(0 if may_be_empty else 1, most))
        for seat in deal.players
        if seat not in drops
    }
    not_open = _not_open(ruleset, deal, out, luck) - drops.keys()
    for seat in not_open:  # whoever has not opened has exactly the cards dealt
        left[seat] += cards.take(deal.cards - len(left[seat]))
    ending = _an_ending(ruleset, out, luck)
    if ending == "knock" and out is not None:
        left[out] = _deadwood_to_knock(ruleset, deal, cards)
    melded = {seat: cards.take(luck.randint(0, most)) for seat in deal.players if scores_melds}
    shown: Counter[tuple[str, ...]] = Counter()
    for counts, part in (("held", left), ("melded", melded)):
        for seat in sorted(part):
            if counts == "melded" or seat != no_cards:
                here = [bonus for bonus in deal.values.extras if bonus.counts == counts]
                part[seat] += _some_bonuses(here, deal, len(part[seat]), shown, luck)
    melded = {seat: _with_low_cards(deal, held, luck) for seat, held in melded.items()}
    is_open = {*left} - not_open if ruleset.down_counts else ()  # otherwise nobody is asked
    play = e.RoundPlay(
        laid_down=frozenset(is_open),
        went_out=out,
        hands={seat: _capped(ruleset, a_count(deal, held, luck)) for seat, held in left.items()},
        adjustments=_adjustments(ruleset, deal, luck),
        melded={seat: a_count(deal, held, luck) for seat, held in melded.items()},
        went_rummy=out is not None and ruleset.asks_rummy and luck.random() < 0.3,
        ending=ending if out is None or left[out] or ending != "knock" else "gin",
        drops=drops,
        turned_up=rank,
    )
    return Dealt(ruleset, deal, play, left, melded)


def _opens(ruleset: Ruleset) -> bool:
    """Whether players must open, or a price says so."""
    return ruleset.opening.is_needed or ruleset.opening.missed is not None


def _some_bonuses(
    bonuses: Sequence[Bonus],
    deal: Deal,
    cards: int,
    shown: Counter[tuple[str, ...]],
    luck: Random,
) -> Iterator[str]:
    """Bonuses of a part of a hand with so many cards; `shown` are red threes of everybody."""
    for bonus in bonuses:
        most = len(bonus.by_count) or 3
        if bonus.meld_size:
            most = min(most, cards // bonus.meld_size)
        if bonus.cards:
            most = min(most, bonus.copies(deal.decks) - shown[bonus.cards])
        if most and luck.random() < 0.4:
            number = luck.randint(1, most)
            cards -= number * bonus.meld_size
            shown[bonus.cards] += number
            yield from [bonus.key] * number


def _with_low_cards(deal: Deal, held: list[str], luck: Random) -> list[str]:
    """Some cards are low ones."""
    low = {rank: key for key, rank in deal.values.low_ranks.items()}
    return [low[name] if name in low and luck.random() < 0.4 else name for name in held]


def _not_open(ruleset: Ruleset, deal: Deal, out: int | None, luck: Random) -> set[int]:
    """Some of the others have not opened, where they must."""
    if not _opens(ruleset) or deal.cards * len(deal.players) > deal.decks.cards:
        return set()
    return {seat for seat in deal.players if seat != out and luck.random() < 0.4}


def _an_ending(ruleset: Ruleset, out: int | None, luck: Random) -> Ending | None:
    if ruleset.knocking is None or out is None:
        return None
    return ruleset.ending(luck.choice(("knock", "knock", "gin", "big_gin")))


def _deadwood_to_knock(ruleset: Ruleset, deal: Deal, cards: _Shoe) -> list[str]:
    """One card that is cheap enough; none if there is no such card."""
    usual = ruleset.knocking.most if ruleset.knocking else 0
    most = usual if deal.knock_most is None else deal.knock_most
    cheap = (rank for rank in cards.cards if 0 < card_cost(ruleset, deal, rank) <= most)
    found = next(cheap, None)
    if found is None:
        return []
    cards.cards.remove(found)
    return [found]


def _drops(ruleset: Ruleset, deal: Deal, out: int | None, luck: Random) -> dict[int, Drop]:
    """Some of the others give the round up, where they may."""
    may = {*deal.players} - {*deal.must_play} if ruleset.drops else ()
    return {
        s: luck.choice(get_args(Drop)) for s in sorted(may) if s != out and luck.random() < 0.25
    }


def _capped(ruleset: Ruleset, hand: e.Hand) -> e.Hand:
    """People type what a hand costs at most."""
    most = ruleset.most_points
    return e.Hand(points=most) if most is not None and (hand.points or 0) > most else hand


def _adjustments(ruleset: Ruleset, deal: Deal, luck: Random) -> dict[int, e.Adjustment]:
    """Points of the game itself, and other agreed adjustments."""
    offered = (*ruleset.adjustments, e.Adjustment(luck.randint(1, 20), "agreed"))
    return {seat: luck.choice(offered) for seat in deal.players if luck.random() < 0.1}


def card_cost(ruleset: Ruleset, deal: Deal, rank: str, wild: str | None = None) -> int:
    """The value of a card by the rules alone, without classes and keys."""
    moving, by_number = ruleset.moving_wild, rank_of_number(deal.cards)
    if moving and moving.value is not None and rank == (wild if moving.drawn else by_number):
        return moving.value
    return ruleset.values[rank]


def cost(dealt: Dealt, held: list[str]) -> int:
    """The points of exactly these cards and bonuses."""
    ruleset, deal, wild = dealt.ruleset, dealt.deal, dealt.play.turned_up
    keys = [bonus.key for bonus in ruleset.bonuses]
    cards = sum(card_cost(ruleset, deal, rank, wild) for rank in held if rank not in keys)
    return cards + sum(_bonus_points(bonus, held.count(bonus.key)) for bonus in ruleset.bonuses)


def _bonus_points(bonus: Bonus, count: int) -> int:
    """As told: so many points each, or those in the list for one, two, three."""
    listed = (0, *bonus.by_count)
    return listed[min(count, len(listed) - 1)] if bonus.by_count else bonus.value * count


def counted(held: list[str]) -> e.Hand:
    """The cards by rank."""
    return e.Hand(cards=Counter(held))

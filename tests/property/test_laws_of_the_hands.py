"""Laws of hand sizes and decks: real cards raise no doubt, one card too many always does."""

from collections import Counter
from dataclasses import replace
from itertools import combinations_with_replacement
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from companion.rules.fold.entries import Hand, RoundPlay
from companion.rules.judging.doubts import find_doubts
from companion.rules.judging.hand_sizes import infer_down, points_range, reachable_points
from companion.rules.judging.scoring import SCHEMES
from companion.rules.model.cards import PLAIN_PACK, Decks, card_values
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import Deal, PlayedRound
from tests.property.games import a_legal_round, rulesets

Dealt = tuple[Ruleset, Deal, RoundPlay]

CARDS_LEFT = SCHEMES["leftover_against_holder"]


@st.composite
def dealt_rounds(draw: st.DrawFn) -> Dealt:
    """A round of a real shoe, with players on any contracts."""
    ruleset = draw(rulesets())
    seats = range(draw(st.integers(2, 9)))
    contracts = {seat: draw(st.integers(1, 12)) for seat in seats}
    decks = ruleset.decks_for(len(seats))
    cards = ruleset.dealt(1, len(seats))
    deal = Deal(
        1,
        1,
        0,
        1,
        tuple(seats),
        contracts,
        cards,
        decks,
        ruleset.card_values_for(cards),
        ruleset.scoring,
        down_counts=True,
    )
    luck = Random(draw(st.integers(0, 2**32)))
    return ruleset, deal, a_legal_round(ruleset, deal, luck)


@given(dealt_rounds())
def test_real_cards_raise_no_doubt(dealt: Dealt) -> None:
    ruleset, deal, play = dealt
    found = [
        doubt
        for doubt in find_doubts(PlayedRound(ruleset, deal, play))
        if doubt.code != "nobody_out"
    ]
    assert found == []


@given(dealt_rounds(), st.sampled_from(PLAIN_PACK.names))
def test_one_card_too_many_without_the_contract_is_always_doubted(dealt: Dealt, card: str) -> None:
    ruleset, deal, play = dealt
    if play.went_out is None and ruleset.end.blocked == "void":
        return
    for seat in set(deal.players) - play.laid_down:
        cards = play.hands[seat].cards
        if cards is None:
            continue
        more = Hand(cards=Counter(cards) + Counter([card]))
        found = find_doubts(
            PlayedRound(ruleset, deal, replace(play, hands=play.hands | {seat: more}))
        )
        assert ("wrong_hand_size_without_contract", seat) in {doubt.key for doubt in found}


@given(dealt_rounds())
def test_inferred_down_is_correct(dealt: Dealt) -> None:
    ruleset, deal, play = dealt
    for seat, hand in play.hands.items():
        shown = infer_down(ruleset, deal, seat, hand, play.buys.get(seat, 0))
        assert shown in {None, seat in play.laid_down}
        if hand.cards is not None:
            assert shown is not None


@st.composite
def small_deals(draw: st.DrawFn) -> Deal:
    """A few ranks with any values, and one deck."""
    ranks = draw(st.lists(st.sampled_from(PLAIN_PACK.names), min_size=1, max_size=4, unique=True))
    values = {rank: draw(st.integers(0, 12)) for rank in ranks}
    decks = Decks(decks=1, jokers=draw(st.integers(0, 2)))
    return Deal(1, 1, 0, 1, (0, 1), {}, 1, decks, card_values(values, [], PLAIN_PACK), CARDS_LEFT)


@given(small_deals(), st.sets(st.integers(1, 4), min_size=1))
def test_reachable_points_equal_those_of_all_hands(small: Deal, sizes: set[int]) -> None:
    values = {rank: cls.value for cls in small.values.classes for rank in cls.ranks}
    tried = {
        sum(values[rank] for rank in hand)
        for size in sizes
        for hand in combinations_with_replacement(values, size)
        if all(count <= small.decks.copies(rank) for rank, count in Counter(hand).items())
    }
    bits = reachable_points(small, tuple(sizes))
    assert {points for points in range(bits.bit_length()) if bits >> points & 1} == tried
    if tried:
        assert points_range(small, tuple(sizes)) == (min(tried), max(tried))

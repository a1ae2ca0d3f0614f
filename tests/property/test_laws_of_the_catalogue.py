"""Laws for every game of the catalogue with any house rules and any number of players."""

from dataclasses import replace
from itertools import pairwise
from random import Random

from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.gamefile import read_record, score, write_record
from companion.rules.fold import entries as e
from companion.rules.fold.replay import replay
from companion.rules.judging.doubts import find_doubts
from companion.rules.judging.hand_sizes import (
    cards_to_go_down,
    hand_sizes,
    most_buys,
    most_held,
)
from companion.rules.judging.refusals import check_play
from companion.rules.judging.scoring import round_points
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import PlayedRound, Seats, Standing, State
from tests.gamefile.games import packed
from tests.property.any_game import Dealt, Evening, counted, dealt_rounds, evenings, rules_by
from tests.property.games import NAMES, NOBODY_OUT
from tests.property.scorer import points_of, wins_the_game
from tests.soak import examples

LUCK = st.integers(0, 2**32).map(Random)


def is_void(dealt: Dealt) -> bool:
    return dealt.play.went_out is None and dealt.ruleset.end.blocked == "void"


# --- Points -------------------------------------------------------------------------------------


@settings(max_examples=examples(8, 15))
@given(dealt_rounds(st.just("indian-rummy")))
def test_where_losers_pay_the_points_of_a_round_add_up_to_nothing(dealt: Dealt) -> None:
    extra = sum(row.points for row in dealt.play.adjustments.values())
    points = round_points(dealt.played)
    if dealt.ruleset.end.low_wins:
        assert all(points[s] - _extra(dealt, s) >= 0 for s in dealt.deal.players)
    else:
        assert sum(points.values()) == extra


def _extra(dealt: Dealt, seat: int) -> int:
    row = dealt.play.adjustments.get(seat)
    return row.points if row else 0


@settings(max_examples=examples(8, 15))
@given(dealt_rounds())
def test_points_are_the_sum_of_the_cards_through_the_scoring_of_the_game(dealt: Dealt) -> None:
    assert round_points(dealt.played) == points_of(dealt)


# --- Hands --------------------------------------------------------------------------------------


@settings(max_examples=examples(8, 15))
@given(dealt_rounds())
def test_a_legal_round_is_accepted_without_doubts(dealt: Dealt) -> None:
    check_play(dealt.played)
    doubts = find_doubts(dealt.played)
    assert [doubt.code for doubt in doubts if doubt.code != "nobody_out"] == []


@settings(max_examples=examples(8, 15))
@given(dealt_rounds())
def test_every_hand_of_a_legal_round_keeps_the_limits(dealt: Dealt) -> None:
    for seat, held in dealt.left.items():
        sizes = hand_sizes(dealt.ruleset, dealt.deal, seat, dealt.play.buys.get(seat))
        if dealt.ruleset.hand_size == "unknown":
            assert (sizes, most_held(dealt.ruleset, dealt.deal)) == (None, None)
        elif sizes is None:
            assert not dealt.deal.down_counts
            assert len(held) <= (most_held(dealt.ruleset, dealt.deal) or 0)
        else:
            goes_out = seat == dealt.play.went_out and not held
            assert goes_out or len(held) in sizes.possible(down=seat in dealt.play.laid_down)


def most_left_when_down(dealt: Dealt, seat: int) -> int:
    """Cards dealt and bought, less the contract; the buy limit if the number was not entered."""
    ruleset, deal = dealt.ruleset, dealt.deal
    bought = dealt.play.buys.get(seat, most_buys(ruleset, deal))
    needed = cards_to_go_down(ruleset, deal, seat)
    return deal.cards + ruleset.buys.cards_each * bought - needed


@settings(max_examples=examples(8, 15))
@given(dealt_rounds(), LUCK)
def test_a_card_too_many_is_doubted_where_sizes_are_known(dealt: Dealt, luck: Random) -> None:
    ruleset, deal, play = dealt.ruleset, dealt.deal, dealt.played.play
    is_counted = ruleset.counts_hands and not dealt.played.needs_no_hands
    if not is_counted or ruleset.hand_size == "unknown":
        return
    for seat, held in dealt.left.items():
        if seat == play.went_out:
            continue
        down = seat in play.laid_down
        if not down and ruleset.opening.missed is not None:
            continue  # a price, whatever the cards
        most = most_left_when_down(dealt, seat) if down else len(held)
        code = "too_many_cards_after_contract" if down else "wrong_hand_size_without_contract"
        if not deal.down_counts:
            most, code = most_held(ruleset, deal) or 0, "too_many_cards"
        # The deck has that many of each card: only the size of the hand is wrong.
        more = [rank for rank in deal.decks.pack.ranks for _ in range(deal.decks.copies(rank))]
        hand = counted(luck.sample(more, most + 1))
        found = find_doubts(
            PlayedRound(ruleset, deal, replace(play, hands={**play.hands, seat: hand}))
        )
        assert (code, seat) in {doubt.key for doubt in found}


# --- Games --------------------------------------------------------------------------------------


@settings(max_examples=examples(6, 12))
@given(evenings())
def test_every_round_of_a_game_adds_its_points_and_only_those(evening: Evening) -> None:
    state = evening.state
    assert len(state.rounds) == len(evening.rounds)
    for scored, dealt in zip(state.rounds, evening.rounds, strict=True):
        assert scored.counted
        assert scored.deal == dealt.deal
        assert scored.void == is_void(dealt)
        points = dict.fromkeys(dealt.deal.players, 0) if scored.void else points_of(dealt)
        if evening.ruleset.lost_lives is not None:  # nobody loses more than they have
            left = {
                s: evening.ruleset.end.limit - scored.totals[s] + scored.points[s] for s in points
            }
            points = {seat: min(lives, left[seat]) for seat, lives in points.items()}
        assert scored.points == points
    for before, after in pairwise(state.rounds if evening.ruleset.games == 1 else ()):
        comers = {r.seat for r in state.returns if r.back_before == after.deal.number}
        for seat in before.totals.keys() - comers:
            assert after.totals[seat] == before.totals[seat] + after.points.get(seat, 0)
    if state.rounds:
        assert state.totals == tuple(
            state.rounds[-1].totals.get(seat, state.totals[seat])
            for seat in range(len(state.names))
        )


def is_ahead(ruleset: Ruleset, state: State, one: Standing, other: Standing) -> bool:
    """Whether the rules rank one player before another, without a sort key."""
    for above, below in (
        (one.seat in state.outcome.winners, other.seat in state.outcome.winners),
        (one.seat not in state.left, other.seat not in state.left),
    ):
        if above != below:
            return above
    if ruleset.end.when == "one_left" and one.seat in state.left:
        stayed, went = state.left[one.seat], state.left[other.seat]
        if one.seat not in state.outcome.winners and stayed != went:
            return stayed > went
    mine, theirs = (progress(state, standing) for standing in (one, other))
    if ruleset.end.winner == "first_to_finish" and mine != theirs:
        return mine > theirs
    if ruleset.end.winner == "highest_total":
        return one.total > other.total
    return one.total < other.total


def progress(state: State, standing: Standing) -> int:
    """The number of contracts behind a player, made or granted on joining."""
    first = state.joined.get(standing.seat, 1)
    for scored in state.rounds:
        if scored.deal.number >= first and standing.seat in scored.deal.contracts:
            return scored.deal.contracts[standing.seat] - 1 + standing.contracts
    following = state.next_contracts[standing.seat]
    return following - 1 if following else 0


@settings(max_examples=examples(6, 12))
@given(evenings())
def test_standings_are_one_order_in_the_direction_of_the_game(evening: Evening) -> None:
    state = evening.state
    assert {standing.seat for standing in state.standings} == set(range(len(state.names)))
    for standing in state.standings:
        others = [s for s in state.standings if s.seat != standing.seat]
        ahead = [s for s in others if is_ahead(evening.ruleset, state, s, standing)]
        assert standing.place == 1 + len(ahead)
        for other in others:
            before = is_ahead(evening.ruleset, state, standing, other)
            after = is_ahead(evening.ruleset, state, other, standing)
            assert (before, after).count(True) == (standing.place != other.place)
    assert [s.place for s in state.standings] == sorted(s.place for s in state.standings)


def ends_by_its_plan(ruleset: Ruleset, state: State, played: int) -> None:
    """The last round was played, somebody reached the limit, or at most one player is inside it."""
    if ruleset.end.when == "rounds_played":
        assert played < (ruleset.rounds or 0) or state.outcome.over or state.outcome.tied
        assert not state.outcome.over or played >= (ruleset.rounds or 0)
    if ruleset.end.when == "limit_reached" and state.outcome.over:
        assert max(state.totals) >= (ruleset.end.limit or 0)
    if ruleset.end.when == "one_left":
        inside = [s for s in state.active if state.totals[s] < (ruleset.end.limit or 0)]
        assert state.outcome.over == (len(inside) <= 1) or len(inside) == 1
        assert state.outcome.over or all(
            state.totals[seat] < (ruleset.end.limit or 0) for seat in state.active
        )


@settings(max_examples=examples(6, 12))
@given(evenings())
def test_the_game_ends_when_its_rules_say_and_the_best_win(evening: Evening) -> None:
    ruleset, state = evening.ruleset, evening.state
    played = [scored for scored in state.rounds if not scored.void and not scored.deal.playoff]
    last = evening.rounds[-1] if evening.rounds else None
    won_at_once = last is not None and not last.deal.playoff and wins_the_game(last)
    assert (state.outcome.code == "won_at_once") == won_at_once
    if not won_at_once:
        ends_by_its_plan(ruleset, state, len(played))
    firsts = {standing.seat for standing in state.standings if standing.place == 1}
    assert not state.outcome.over or firsts == set(state.outcome.winners)


def full_table_where_some_get_up(
    *then: e.Entry, gone: tuple[int, int] = (5, 2), before: int = 0
) -> Evening:
    """Six players in a game for six; two leave before the first deal, and Gus joins."""
    data, ruleset = rules_by("carioca", ())
    moves = (*map(e.PlayerLeft, gone), e.PlayerJoined("Gus", before))
    counting = [seat for seat in range(7) if seat not in {3, *gone}]
    hands = (e.HandCounted(seat, e.Hand(points=10), down=True) for seat in counting)
    log = (*moves, e.WentOut(3), *hands, e.RoundScored(NOBODY_OUT), *then)
    return Evening(data, ruleset, Seats(NAMES[:6], 0), log, ())


@settings(max_examples=examples(6, 12))
@given(evenings())
@example(full_table_where_some_get_up())
@example(full_table_where_some_get_up(e.PlayerReturned(5)))
@example(full_table_where_some_get_up(gone=(0, 2), before=3))
def test_the_record_of_any_game_scores_the_same(evening: Evening) -> None:
    state = evening.state
    if state.open and state.has_scores and len(state.rounds) % 2:
        log = (*evening.log, e.GameEnded("late"), e.Noted("It rained."))
        state = replay(evening.ruleset, evening.seats, log)
    record = read_record(packed(write_record(evening.data, evening.seats, state)))
    assert record.ruleset == evening.ruleset
    assert (record.state.ended is None) == (state.ended is None)
    assert record.state.note == state.note
    assert score(record.ruleset, record.state) == score(evening.ruleset, state)

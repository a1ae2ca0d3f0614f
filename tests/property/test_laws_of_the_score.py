"""Laws of the score sheet: contracts, totals, dealers and standings of any game."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from companion.rules.fold import entries as e
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import ScoredRound, Standing, State
from tests.property.games import Game, games


@given(games())
def test_nobody_makes_two_contracts_in_a_round_or_skips_one(game: Game) -> None:
    state = game.after()
    for seat in range(len(state.names)):
        on = [r.deal.contracts[seat] for r in state.rounds if counts_for(r, seat)]
        made = [seat in r.made for r in state.rounds if counts_for(r, seat)]
        for (contract, following), did in zip(pairwise(on), made, strict=False):
            assert following == contract + did


def counts_for(scored: ScoredRound, seat: int) -> bool:
    return seat in scored.deal.players and scored.counted and not scored.deal.playoff


@given(games())
def test_contracts_made_are_the_rounds_in_which_they_were_made(game: Game) -> None:
    state = game.after()
    made = Counter(seat for scored in state.rounds for seat in scored.made)
    assert state.made == tuple(made[seat] for seat in range(len(state.names)))
    assert all(count <= 12 for count in state.made)


def newcomers_start(ruleset: Ruleset, state: State, seat: int) -> int:
    """The highest total at the table when this seat was taken; 0 at the first deal."""
    number = state.joined.get(seat, 1)
    if number == 1 or ruleset.joining == "start_at_one":
        return 0
    came_back = [r.total for r in state.returns if r.back_before == number]
    return max([*stayed(state, number).values(), *came_back], default=0)


def stayed(state: State, number: int) -> dict[int, int]:
    """The totals before this round of players who neither joined nor left then."""
    gone = {left for left, rounds in state.left.items() if rounds < number}
    gone |= {r.seat for r in state.returns if r.left_after < number <= r.back_before}
    before = state.rounds[number - 2].totals if number > 1 else {}
    return {seat: total for seat, total in before.items() if seat not in gone}


def starts(game: Game, state: State, seat: int) -> tuple[int, int]:
    """The round from which this seat was last dealt in, and its total at that time."""
    back = [(r.back_before, r.total) for r in state.returns if r.seat == seat]
    return max(back, default=(1, newcomers_start(game.ruleset, state, seat)))


@given(games())
def test_totals_are_starting_totals_plus_points(game: Game) -> None:
    state = game.after()
    for seat, total in enumerate(state.totals):
        first, start = starts(game, state, seat)
        since = [r for r in state.rounds if r.counted and r.deal.number >= first]
        assert total == start + sum(r.points.get(seat, 0) for r in since)


@given(games())
def test_a_returning_player_never_gains_by_an_absence(game: Game) -> None:
    state = game.after()
    for back in state.returns:
        assert back.back_before > back.left_after + 1
        before = state.rounds[back.left_after - 1].totals if back.left_after else {}
        frozen = before.get(back.seat, 0)  # a player who joined and left in one gap was in no round
        others = stayed(state, back.back_before).values()
        at_one = game.ruleset.joining == "start_at_one"
        assert back.total == (frozen if at_one else max([frozen, *others]))


@given(games())
def test_each_round_adds_its_points_to_the_totals(game: Game) -> None:
    state = game.after()
    for before, after in pairwise(state.rounds):
        comers = {r.seat for r in state.returns if r.back_before == after.deal.number}
        for seat in before.totals.keys() - comers:
            added = after.points.get(seat, 0) if after.counted else 0
            assert after.totals[seat] == before.totals[seat] + added


@given(games())
def test_people_are_dealt_in_clockwise_whatever_their_seats_are_called(game: Game) -> None:
    state = game.after()
    assert sorted(state.order) == list(range(len(state.names)))
    for scored in state.rounds:
        assert list(scored.deal.players) == [s for s in state.order if s in scored.deal.players]


@given(games())
def test_a_game_ended_early_is_over_and_its_winners_are_at_the_table(game: Game) -> None:
    state = game.after()
    if state.outcome.code == "ended_early":
        assert state.ended is not None
        assert state.open is None
        assert set(state.outcome.winners) <= state.active
        reopened = game.after(e.EntryUndone(state.ended[0]))
        assert reopened.open is not None
        assert (reopened.rounds, reopened.totals) == (state.rounds, state.totals)


@given(games())
def test_a_player_who_left_wins_only_if_all_tied_players_left(game: Game) -> None:
    state = game.after()
    winners = set(state.outcome.winners)
    if winners & set(state.left):
        assert state.outcome.code == "tie_shared"
        assert winners == set(state.outcome.tied) == set(state.outcome.gone)


@given(games(), st.integers(0, 2**32).map(Random))
def test_the_order_of_joins_and_leaves_in_a_gap_does_not_matter(game: Game, luck: Random) -> None:
    state = game.after()
    if state.open is None or state.open.deal.playoff:
        return
    gap: list[e.Entry] = [e.PlayerReturned(seat) for seat in state.left]
    gap += [e.PlayerLeft(seat) for seat in luck.sample(state.order, 1) if seat in state.active]
    gap.append(e.PlayerJoined("Zoe", luck.choice((None, *state.order))))
    one, other = (game.after(*luck.sample(gap, len(gap))) for _ in range(2))
    assert replace(one, last=None) == replace(other, last=None, returns=one.returns)
    assert sorted(one.returns, key=str) == sorted(other.returns, key=str)


@given(games())
def test_the_deal_goes_round_the_table_as_people_sit_by_then(game: Game) -> None:
    state = game.after()
    chosen = any(isinstance(entry, e.DealerChanged) for entry in game.log)
    for before, after in pairwise(state.rounds):
        if chosen or before.void:
            continue
        turn = state.order[state.order.index(before.deal.dealer) + 1 :] + state.order
        assert after.deal.dealer == next(s for s in turn if s in after.deal.players)


@given(games())
def test_only_the_players_dealt_in_deal_lead_and_score(game: Game) -> None:
    for scored in game.after().rounds:
        dealt_in = set(scored.deal.players)
        assert {scored.deal.dealer, scored.deal.leads} <= dealt_in
        assert scored.made | set(scored.points) | set(scored.deal.contracts) <= dealt_in
        assert len(dealt_in) == 1 or scored.deal.leads != scored.deal.dealer


@given(games())
def test_standings_put_everybody_in_one_order_with_shared_places(game: Game) -> None:
    state = game.after()
    standings = state.standings
    assert sorted(standing.seat for standing in standings) == list(range(len(state.names)))
    for index, (above, below) in enumerate(pairwise(standings), 2):
        assert below.place in {above.place, index}
        if above.place == below.place:
            assert above.total == below.total
    assert standings[0].place == 1


@given(games())
def test_winners_stand_first_and_alone_at_the_top(game: Game) -> None:
    state = game.after()
    winners = {standing.seat for standing in state.standings if standing.place == 1}
    assert not state.outcome.over or winners == set(state.outcome.winners)
    assert state.outcome.over == (state.open is None)
    assert state.outcome.over == bool(state.outcome.winners)


@given(games())
def test_among_those_who_did_not_win_or_leave_contracts_rank_before_points(game: Game) -> None:
    if game.ruleset.end.winner != "first_to_finish":
        return
    state = game.after()
    stayed = [s for s in state.standings if is_in_the_middle(state, s)]
    ranks = [(-standing.contracts, standing.total) for standing in stayed]
    assert ranks == sorted(ranks)


def is_in_the_middle(state: State, standing: Standing) -> bool:
    away = {*state.outcome.winners, *state.left, *state.joined}
    return standing.seat not in away


@given(games())
def test_once_the_game_is_over_no_round_counts(game: Game) -> None:
    state = game.after()
    end = state.outcome.round if state.outcome.over else None
    for scored in state.rounds:
        assert scored.counted == (end is None or scored.deal.number <= end)

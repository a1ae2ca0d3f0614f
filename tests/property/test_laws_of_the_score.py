"""Laws of the score sheet: contracts, totals, dealers and standings of any game."""

from collections import Counter
from itertools import pairwise

from hypothesis import given

from companion.rules.rulesets import Ruleset
from companion.rules.state import ScoredRound, Standing, State
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
    """The highest total among those who stayed when this seat was taken; 0 at the first deal."""
    number = state.joined.get(seat, 1)
    if number == 1 or ruleset.joining == "start_at_one":
        return 0
    gone = {left for left, rounds in state.left.items() if rounds < number}
    before = state.rounds[number - 2].totals
    return max(total for s, total in before.items() if s not in gone)


@given(games())
def test_totals_are_the_sums_of_points_and_a_newcomers_start(game: Game) -> None:
    state = game.after()
    for seat, total in enumerate(state.totals):
        points = sum(r.points.get(seat, 0) for r in state.rounds if r.counted)
        assert total == newcomers_start(game.ruleset, state, seat) + points


@given(games())
def test_each_round_adds_its_points_to_the_totals(game: Game) -> None:
    for before, after in pairwise(game.after().rounds):
        for seat, total in before.totals.items():
            added = after.points.get(seat, 0) if after.counted else 0
            assert after.totals[seat] == total + added


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

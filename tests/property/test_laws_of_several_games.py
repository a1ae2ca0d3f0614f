"""Several games at once, by an independent scorer that fills in one column after another."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.rules.fold.entries import RoundPlay
from companion.rules.model.state import State
from tests.unit.catalogue.games import played
from tests.unit.table import a_round

Win = tuple[int, int, int]  # the seat, its points, and points that the table adds for seat 0


def wins() -> st.SearchStrategy[list[Win]]:
    seat, points = st.integers(0, 1), st.integers(0, 90)
    added = st.one_of(st.just(0), st.integers(-20, 20))
    return st.lists(st.tuples(seat, points, added), max_size=25)


def after(rounds: list[Win], **options: Any) -> State:
    return played("gin-rummy", *map(play_of, rounds), players=2, **options)


def play_of(won: Win) -> RoundPlay:
    seat, points, added = won
    left = {seat: 0, 1 - seat: points}
    return a_round(seat, left, ending="knock", adjusted={0: added} if added else {})


def columns_of(rounds: list[Win], limit: int) -> list[tuple[list[int], list[int]]]:
    """The points and rounds won in each of three games, as people write them.

    Whoever wins a round starts in the next game that is still open, and scores in all open games
    in which they have started.
    """
    games = [([0, 0], [0, 0]) for _ in range(3)]
    started: list[set[int]] = [set(), set()]

    def written(seat: int) -> list[int]:
        still = [n for n, (totals, _) in enumerate(games) if max(totals) < limit]
        first = [n for n in still if n not in started[seat]][:1]
        return [n for n in still if n in {*started[seat], *first}]

    for seat, points, added in rounds:
        for_ann, here = written(0), written(seat) if points else []
        for n in for_ann:
            games[n][0][0] += added
        for n in here:
            games[n][0][seat] += points
            games[n][1][seat] += 1
        started[seat] |= {*here}
    return games


@given(wins(), st.sampled_from((100, 150)))
def test_every_game_is_the_column_that_people_write(rounds: list[Win], limit: int) -> None:
    state = after(rounds, games=3, target=limit, equal_deadwood="nobody")
    counted = rounds[: state.counted]
    columns = columns_of(counted, limit)
    assert [([*game.totals], [*game.won]) for game in state.games] == columns
    assert state.outcome.over == all(max(totals) >= limit for totals, _ in columns)
    assert list(state.totals) == [sum(of) for of in zip(*(t for t, _ in columns), strict=True)]
    if state.outcome.over:
        final = [sum(scores) for scores in zip(*map(settled, columns), strict=True)]
        assert [*state.settlement.totals.values()] == final
        best = max(final)
        assert state.outcome.winners == tuple(s for s in (0, 1) if final[s] == best)


def settled(game: tuple[list[int], list[int]]) -> list[int]:
    """The points of a game with 100 for winning it, 25 a box, and a shutout."""
    totals, boxes = game
    winners = [seat for seat in (0, 1) if totals[seat] == max(totals)]
    final = [totals[s] + 25 * boxes[s] + 100 * (s in winners) for s in (0, 1)]
    if len(winners) == 1 and boxes[winners[0]] and not boxes[1 - winners[0]]:
        final[winners[0]] += totals[winners[0]]
    return final


@given(wins())
def test_a_single_game_is_the_first_of_several(rounds: list[Win]) -> None:
    alone = after(rounds, equal_deadwood="nobody")
    first = after(rounds[: alone.counted], games=3, equal_deadwood="nobody").games[0]
    assert (alone.totals, alone.games) == (first.totals, (first,))

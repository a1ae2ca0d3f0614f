"""Hollywood gin: three games at once. The rows are those of RULES-NATIONAL E."""

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from companion.rules.fold.entries import (
    Entry,
    GameEnded,
    PlayerJoined,
    PlayerLeft,
    RoundCorrected,
    RoundPlay,
)
from companion.rules.model.state import State
from companion.rules.reading.catalogue import game_data
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.own_games import read_own_game
from companion.rules.reading.sections import RulesetError
from tests.unit.catalogue.games import played
from tests.unit.table import ANN, BEN, CY, a_round

Games = list[tuple[int, ...]]


def wins(seat: int, points: int, adjusted: dict[int, int] | None = None) -> RoundPlay:
    """A knock with nothing, which scores the deadwood of the other player."""
    return a_round(seat, {seat: 0, 1 - seat: points}, ending="knock", adjusted=adjusted)


def hollywood(*rounds: Entry | RoundPlay, **options: Any) -> State:
    return played("gin-rummy", *rounds, players=2, **{"games": 3, "undercut_bonus": 25} | options)


def games(state: State) -> Games:
    """The totals of both players in each game."""
    return [game.totals for game in state.games]


def all_to(points: Iterable[tuple[int, int]]) -> list[RoundPlay]:
    return [wins(seat, scored) for seat, scored in points]


def settled(state: State) -> Mapping[str, list[tuple[int, ...]]]:
    return {row.code: [*zip(*row.games.values(), strict=True)] for row in state.settlement.rows}


# The sheet of tests/games/gin-rummy-hollywood.json, which has the games after each round.
SHEET = [(ANN, 18), (BEN, 12), (ANN, 25), (BEN, 30), (ANN, 15), (ANN, 22)]
SHEET += [(BEN, 20), (ANN, 20), (BEN, 27), (ANN, 30), (ANN, 13)]


def test_the_first_win_of_a_player_who_was_shut_out_counts_in_the_next_game() -> None:
    """By rummy-games.com the next score is the first one of the next game in progress."""
    shut_out = [wins(ANN, 32), wins(ANN, 28), wins(ANN, 45)]
    assert games(hollywood(*shut_out, wins(BEN, 40))) == [(105, 0), (73, 40), (45, 0)]
    assert games(hollywood(*shut_out, wins(BEN, 40), wins(BEN, 5)))[1:] == [(73, 45), (45, 5)]
    twice = hollywood(*shut_out, wins(ANN, 30), wins(BEN, 40))
    assert games(twice) == [(105, 0), (103, 0), (75, 40)]


def test_the_end_waits_until_all_games_have_reached_the_limit() -> None:
    rounds = all_to(SHEET)
    assert not any(hollywood(*rounds[:n]).outcome.over for n in range(len(rounds)))
    state = hollywood(*rounds)
    assert (state.outcome.code, state.outcome.winners) == ("highest_total", (ANN,))
    assert state.totals == (312, 186)


def test_a_game_in_which_a_player_has_won_nothing_is_a_shutout() -> None:
    # Ben wins one round, which counts in game 1 only.
    state = hollywood(*all_to([(BEN, 10), (ANN, 60), (ANN, 60), (ANN, 100)]))
    assert games(state) == [(120, 10), (160, 0), (100, 0)]
    assert settled(state)["shutout"] == [(0, 0), (160, 0), (100, 0)]


def test_the_most_points_in_all_games_win_though_two_of_three_are_lost() -> None:
    # Ann: 99, then 100 in game 1; Ben closes games 2 and 3.
    rounds = [(ANN, 10), (ANN, 89), *[(BEN, 1)] * 12, (ANN, 1), (BEN, 90)]
    state = hollywood(*all_to(rounds), game_bonus=0, boxes=25, shutout="none")
    assert games(state) == [(100, 12), (90, 101), (1, 100)]
    assert settled(state) == {"boxes": [(75, 300), (50, 300), (25, 275)]}
    assert state.outcome.winners == (BEN,)
    without = hollywood(*all_to(rounds), game_bonus=0, boxes=0, shutout="none")
    assert without.settlement is None
    assert (without.totals, without.outcome.winners) == ((191, 213), (BEN,))


def test_whoever_is_ahead_by_boxes_alone_has_won() -> None:
    rounds = [*[(ANN, 2)] * 20, (BEN, 30), (BEN, 70), (BEN, 100)]
    state = hollywood(*all_to(rounds), game_bonus=0, shutout="none")
    assert games(state) == [(40, 100), (38, 170), (36, 100)]
    assert settled(state) == {"boxes": [(500, 50), (475, 50), (450, 25)]}
    assert state.settlement.totals == {ANN: 114 + 1425, BEN: 370 + 125}
    assert state.outcome.winners == (ANN,)


def test_points_that_the_table_adds_win_no_round_and_count_where_the_next_win_would() -> None:
    state = hollywood(wins(ANN, 20, {BEN: 7}), wins(ANN, 20, {ANN: 5, BEN: 2}))
    assert games(state) == [(45, 9), (25, 0), (0, 0)]


def test_a_void_round_is_no_win() -> None:
    nobody = a_round(None, {ANN: 5, BEN: 9})
    assert games(hollywood(wins(ANN, 20), nobody, wins(ANN, 10))) == [(30, 0), (10, 0), (0, 0)]


def test_a_corrected_round_moves_the_points_of_all_games() -> None:
    state = hollywood(wins(ANN, 20), wins(ANN, 10), RoundCorrected(1, wins(BEN, 20)))
    assert games(state) == [(10, 20), (0, 0), (0, 0)]


def test_whoever_comes_for_another_has_no_advantage_in_any_game() -> None:
    rounds = all_to([(ANN, 10), (ANN, 20), (BEN, 40), (BEN, 5)])
    state = hollywood(*rounds, PlayerLeft(BEN), PlayerJoined("Cy"))
    assert games(state) == [(30, 45, 30), (20, 5, 20), (0, 0, 0)]
    won = a_round(CY, {ANN: 20, CY: 0}, ending="knock")
    state = hollywood(*rounds, PlayerLeft(BEN), PlayerJoined("Cy"), won)
    assert games(state) == [(30, 45, 50), (20, 5, 20), (0, 0, 0)]


def test_a_table_that_ends_early_settles_nothing() -> None:
    state = hollywood(wins(ANN, 20), wins(BEN, 10), wins(BEN, 11), GameEnded("late"))
    assert (state.totals, state.outcome.winners) == ((20, 32), (BEN,))
    assert state.settlement is None


@pytest.mark.parametrize(
    "change",
    [
        {"end": {"tiebreak": "play_on"}},
        {"end": {"when": "rounds_played", "limit": None}, "cards_dealt": [10, 10]},
        {"scoring": "winner_collects", "knocking": None, "closing": {"rummy": "wins"}},
    ],
    ids=["play on", "no limit", "wins at once"],
)
def test_several_games_need_a_limit_and_no_other_end(change: dict[str, Any]) -> None:
    data = apply_house_rules(game_data("gin-rummy"), {})
    data |= {"house_rules": [], "settlement": {"games": 3}, **change}
    data["end"] = {**game_data("gin-rummy")["end"], **change.get("end", {})}
    data = {key: value for key, value in data.items() if value is not None and key != "options"}
    data["end"] = {key: value for key, value in data["end"].items() if value is not None}
    with pytest.raises(RulesetError) as refused:
        read_own_game(data)
    assert refused.value.key == "settlement.games"

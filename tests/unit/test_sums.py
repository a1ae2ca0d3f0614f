"""How the points of a round add up."""

import json
from typing import Any

import pytest

from companion.rules.fold.entries import RoundPlay
from companion.rules.game import Game
from companion.rules.model.state import Seats
from companion.rules.reading.catalogue import game_data
from companion.web.view_models.sums import sums_of
from tests.unit.table import ANN, BEN, CY, a_round, log_of


def sums(key: str, *plays: RoundPlay, **options: Any) -> list[str]:
    names = ("Ann", "Ben", "Cy")[: 2 if key == "gin-rummy" else 3]
    snapshot = json.dumps(game_data(key) | {"options": options})
    game = Game.begun(snapshot, Seats(names), log_of(*plays))
    scored = game.state.rounds[-1]
    return list(sums_of(game.ruleset, scored).values())


@pytest.mark.parametrize(
    ("key", "options", "play", "told"),
    [
        (
            "rummy-500",
            {},
            a_round(ANN, {BEN: 15, CY: 40}, melded={ANN: 85, BEN: 24, CY: 0}),
            ["", "24 − 15", ""],
        ),
        ("gin-rummy", {}, a_round(ANN, {ANN: 8, BEN: 20}, ending="knock"), ["20 − 8", ""]),
        ("gin-rummy", {}, a_round(ANN, {ANN: 8, BEN: 7}, ending="knock"), ["", "8 − 7 + 25"]),
        ("gin-rummy", {}, a_round(ANN, {BEN: 20}, ending="gin"), ["20 + 25", ""]),
        (
            "classic-rummy",
            {"scoring": "winner_collects"},
            a_round(ANN, {BEN: 10, CY: 5}, went_rummy=True),
            ["20 + 10", "", ""],
        ),
        ("classic-rummy", {}, a_round(ANN, {BEN: 10, CY: 5}), ["", "", ""]),
        (
            "twelve-step-rummy",
            {},
            a_round(ANN, {BEN: 45, CY: 45}, adjusted={BEN: -10}),
            ["", "45 − 10", ""],
        ),
    ],
)
def test_points_of_several_numbers_have_a_sum(
    key: str, options: dict[str, Any], play: RoundPlay, told: list[str]
) -> None:
    assert sums(key, play, **options) == told


def test_points_that_a_limit_cuts_off_have_no_sum() -> None:
    rounds = [a_round(ANN)] * 3
    last = a_round(ANN, adjusted={BEN: 2})
    lives = {"losing": "folding", "lives": 7}
    assert sums("cacheta", last, **lives) == ["", "2 + 2", ""]
    assert sums("cacheta", *rounds, last, **lives) == ["", "", ""]

"""Random games by rules about opening, closing, doubling, knocking and coming back, all combined.

An independent scorer adds them up (`tests/property/scorer.py`); records of them are read alike.
"""

from itertools import pairwise
from random import Random
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.rules.model.ruleset import Ruleset
from companion.rules.reading.catalogue import game_data
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.own_games import read_own_game
from companion.rules.reading.sections import RulesetError
from tests.property.any_game import Evening, evenings
from tests.property.scorer import points_of, wins_the_game
from tests.property.test_laws_of_the_record import begun, exported_again, told
from tests.soak import examples

SCHEMES = ("leftover_against_holder", "capped_hands", "winner_collects", "losers_pay")
ENDS: tuple[dict[str, Any], ...] = (
    {"when": "table_ends", "winner": "lowest_total"},
    {"when": "limit_reached", "limit": 300, "winner": "highest_total"},
    {"when": "one_left", "limit": 101, "winner": "last_left"},
)


def some_rules(luck: Random) -> dict[str, Any]:
    """A small game with any of these keys; not all go together."""
    reward = lambda: luck.choice((-30, -10, 5, "wins"))  # noqa: E731
    end = {"tiebreak": "shared", "blocked": luck.choice(("score_all", "void")), **luck.choice(ENDS)}
    if end["when"] == "one_left":
        end |= {"rejoin": luck.choice((False, True, "highest"))}
        end |= {"rejoins": luck.randint(1, 2)} if end["rejoin"] and luck.random() < 0.5 else {}
    data = apply_house_rules(game_data("classic-rummy"), {})
    data |= {"house_rules": [], "options": {}, "scoring": luck.choice(SCHEMES), "end": end}
    data |= {"opening": {"missed": luck.choice((0, 60, 100))}} if luck.random() < 0.5 else {}
    data |= {"rummy_doubles": True} if luck.random() < 0.4 else {}
    knocks = data["scoring"] == "capped_hands" and luck.random() < 0.6
    data |= (
        {"knocking": {"most": luck.choice((0, 5, 12)), "at": luck.choice(("most", "upcard"))}}
        if knocks
        else {}
    )
    ways = ("knock", "gin", "big_gin") if knocks else ("out", "rummy")
    data |= {"closing": {w: reward() for w in ways if luck.random() < 0.5}}
    data |= {"most_points": luck.choice((40, 80))} if luck.random() < 0.3 else {}
    drops = {"first": 20, "middle": 40, "wrong": 80}
    data |= {"drops": drops} if luck.random() < 0.2 else {}
    return data


@st.composite
def national_rules(draw: st.DrawFn) -> tuple[dict[str, Any], Ruleset]:
    """Rules of such a game that are accepted."""
    luck = Random(draw(st.integers(0, 2**32)))
    for _ in range(50):
        data = some_rules(luck)
        without = {key: value for key, value in data.items() if key != "options"}
        try:
            return data, read_own_game(without)
        except RulesetError:
            continue
    assume(False)  # noqa: FBT003
    raise AssertionError


@settings(max_examples=examples(20, 40))
@given(evenings(national_rules()))
def test_points_and_ends_are_those_of_an_independent_scorer(evening: Evening) -> None:
    state = evening.state
    for scored, dealt in zip(state.rounds, evening.rounds, strict=True):
        nothing = dict.fromkeys(dealt.deal.players, 0)
        assert scored.points == (nothing if scored.void else points_of(dealt))
    won = [wins_the_game(dealt) for dealt in evening.rounds]
    assert not any(won[:-1])
    if won and won[-1]:
        assert state.outcome.code == "won_at_once"
        assert state.outcome.winners == (evening.rounds[-1].play.went_out,)
    else:
        assert state.outcome.code != "won_at_once"


@settings(max_examples=examples(20, 40))
@given(evenings(national_rules()))
def test_whoever_was_out_comes_back_level_or_one_behind_and_not_too_often(evening: Evening) -> None:
    state, end = evening.state, evening.ruleset.end
    limit = end.limit or 0
    times: dict[int, int] = {}
    for back in state.returns:
        before = state.rounds[back.left_after - 1].totals if back.left_after else {}
        if end.when != "one_left" or before.get(back.seat, 0) < limit:
            continue
        times[back.seat] = times.get(back.seat, 0) + 1
        assert back.total < limit
        earlier = state.rounds[back.back_before - 2].totals
        highest = back.total - (0 if end.rejoin == "highest" else 1)
        assert highest in {0, *(t for s, t in earlier.items() if s != back.seat)}
    assert all(end.rejoins is None or count <= end.rejoins for count in times.values())
    for one, other in pairwise(state.rounds):
        comers = {r.seat for r in state.returns if r.back_before == other.deal.number}
        for seat in one.totals.keys() - comers:
            assert other.totals[seat] == one.totals[seat] + other.points.get(seat, 0)


@settings(max_examples=examples(6, 15))
@given(evenings(national_rules()))
def test_a_record_of_such_a_game_has_the_same_bytes_again(evening: Evening) -> None:
    exported_again(begun(told(evening)))

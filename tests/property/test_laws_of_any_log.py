"""Any log can be replayed: any entries, in any order, with any of them undone."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from companion.rules.fold import entries as e
from companion.rules.fold.replay import replay
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import Seats, State
from tests.property.any_game import rules
from tests.property.games import NAMES, NOBODY_OUT, is_let_through

SEATS = range(10)


@st.composite
def anything(draw: st.DrawFn) -> tuple[Ruleset, Seats, list[e.Entry]]:
    """Any game of the catalogue with arbitrary entries, in an arbitrary order."""
    _, ruleset = draw(rules())
    luck = Random(draw(st.integers(0, 2**32)))
    seats = Seats(NAMES[: draw(st.integers(2, 4))], 0)
    return ruleset, seats, [something(luck) for _ in range(draw(st.integers(0, 60)))]


def something(luck: Random) -> e.Entry:
    seat = luck.choice(SEATS)
    said: list[e.Entry] = [
        e.LaidDown(seat),
        e.TookBack(seat),
        e.Melded(seat, {luck.choice(("K", "3")): luck.randint(0, 3)}),
        e.WentOut(luck.choice((None, *SEATS))),
        e.HandCounted(seat, a_total(luck), luck.random() < 0.5, None, a_total(luck)),
        e.Adjusted(seat, e.Adjustment(-5, "agreed")),
        e.RoundScored(NOBODY_OUT),
        e.RoundCorrected(luck.randint(0, 9), a_play(luck), NOBODY_OUT),
        e.EntryUndone(luck.randint(0, 60)),
        e.EntryUndone(luck.randint(0, 60)),
        e.PlayerJoined(luck.choice(NAMES), luck.choice((None, *SEATS))),
        e.PlayerLeft(seat),
        e.PlayerReturned(seat),
        e.PlayerRenamed(seat, luck.choice(NAMES)),
        e.SeatsReordered(tuple(luck.sample(SEATS, luck.randint(0, 10)))),
        e.DealerChanged(seat),
        e.GameEnded("late"),
    ]
    return luck.choice([*said, *[e.RoundScored(NOBODY_OUT)] * 12])


def a_total(luck: Random) -> e.Hand:
    return e.Hand(points=luck.choice((None, 0, 5, 300)))


def a_play(luck: Random) -> e.RoundPlay:
    everybody = {seat: a_total(luck) for seat in SEATS}
    return e.RoundPlay(frozenset(SEATS), luck.choice((None, *SEATS)), everybody, melded=everybody)


def makes_sense(state: State) -> None:
    """Invariants that every page relies on."""
    seats = set(range(len(state.names)))
    assert sorted(state.order) == sorted(seats)
    assert set(state.left) | state.active == seats
    assert {s.seat for s in state.standings} == seats
    assert state.outcome.over == (state.open is None)


@given(anything())
def test_any_log_can_be_replayed(told: tuple[Ruleset, Seats, list[e.Entry]]) -> None:
    ruleset, seats, log = told
    for length in range(len(log) + 1):
        makes_sense(replay(ruleset, seats, log[:length]))


@given(anything())
def test_any_accepted_log_can_be_replayed(told: tuple[Ruleset, Seats, list[e.Entry]]) -> None:
    ruleset, seats, said = told
    log: list[e.Entry] = []
    state = replay(ruleset, seats, log)
    for entry in said:
        if is_let_through(ruleset, state, entry):
            log.append(entry)
            state = replay(ruleset, seats, log)
            makes_sense(state)

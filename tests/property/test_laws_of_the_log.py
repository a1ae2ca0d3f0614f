"""Laws of the log, for every game that a table could play."""

import json
from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from companion.rules.fold import entries as e
from companion.rules.model.state import State
from tests.property.games import (
    NOBODY_OUT,
    Game,
    a_legal_round,
    between_rounds,
    entries_of,
    fresh_games,
    games,
    open_deal,
    play_on,
    within_a_round,
)
from tests.unit.table import check

LUCK = st.integers(0, 2**32).map(Random)


def through_json(entry: e.Entry) -> e.Entry:
    kind, data = e.write_entry(entry)
    return e.read_entry(kind, json.loads(json.dumps(data)))


def told_once(state: State) -> State:
    """The state without the parts that depend on how the log was entered."""
    rounds = tuple(replace(scored, corrected=False) for scored in state.rounds)
    return replace(state, rounds=rounds, version=0, last=None)


@given(games())
def test_entries_survive_a_round_trip(game: Game) -> None:
    kept = replace(game, log=tuple(through_json(entry) for entry in game.log))
    assert kept.log == game.log
    assert kept.after() == game.after()


@given(games(midway=False), LUCK)
def test_every_entry_of_a_legal_game_is_accepted(game: Game, luck: Random) -> None:
    deal = open_deal(game)
    if not deal:
        return
    told = entries_of(a_legal_round(game.ruleset, deal, luck), luck)
    for entry in (*told, e.RoundScored(NOBODY_OUT)):
        check(game.ruleset, game.after(), entry)
        game = game.told(entry)


@given(games(), LUCK)
def test_undo_after_any_entry_is_the_state_before(game: Game, luck: Random) -> None:
    later = luck.choice([play_on, between_rounds, within_a_round])(game, luck)
    for entry in later.log[len(game.log) :]:
        if not isinstance(entry, e.EntryUndone):
            before = game.after()
            undone = game.after(entry, e.EntryUndone(before.version + 1))
            assert replace(undone, version=before.version) == before
        game = game.told(entry)


@given(games(), LUCK)
def test_the_order_of_counting_hands_does_not_matter(game: Game, luck: Random) -> None:
    deal = open_deal(game)
    if not deal:
        return
    play = a_legal_round(game.ruleset, deal, luck)
    one, other = (game.told(*entries_of(play, luck), e.RoundScored()) for _ in range(2))
    assert told_once(one.after()) == told_once(other.after())


@st.composite
def games_with_a_slip(draw: st.DrawFn) -> tuple[Game, Game]:
    """The same game twice: correct, and with one round that is corrected at the end."""
    right = wrong = draw(fresh_games())
    luck = draw(LUCK)
    rounds = draw(st.integers(1, 16))
    slip = luck.randint(1, rounds)
    correction: list[e.Entry] = []
    for number in range(1, rounds + 1):
        deal = open_deal(right)
        if not deal:
            break
        play = a_legal_round(right.ruleset, deal, luck)
        told = play
        if number == slip:
            told = a_legal_round(right.ruleset, deal, luck)
            correction = [e.RoundCorrected(number, play, NOBODY_OUT)]
        right = right.told(*entries_of(play, luck), e.RoundScored(NOBODY_OUT))
        wrong = wrong.told(*entries_of(told, luck), e.RoundScored(NOBODY_OUT))
    return right, wrong.told(*correction)


@given(games_with_a_slip())
def test_a_corrected_game_equals_one_that_was_right_the_first_time(told: tuple[Game, Game]) -> None:
    right, corrected = (game.after() for game in told)
    assert told_once(corrected) == told_once(right)


@given(games_with_a_slip())
def test_undoing_the_correction_brings_the_slip_back(told: tuple[Game, Game]) -> None:
    _, corrected = told
    if not isinstance(corrected.log[-1], e.RoundCorrected):
        return
    slip = replace(corrected, log=corrected.log[:-1])
    undone = corrected.after(e.EntryUndone(len(corrected.log)))
    assert replace(undone, version=slip.after().version) == slip.after()

"""Folding incrementally equals a replay from the start."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.fold.entries import EntryUndone
from companion.rules.fold.replay import Fold, replay
from tests.property.games import Game, games
from tests.soak import examples


@settings(max_examples=examples(2, 5))  # each replays a whole game once per entry
@given(games(), st.integers(0, 2**32).map(Random), st.booleans())
def test_folding_entry_by_entry_equals_a_replay(
    game: Game,
    luck: Random,
    undoes: bool,  # noqa: FBT001 - set by Hypothesis
) -> None:
    told = Game(game.ruleset, game.seats, ())
    fold = Fold.of(game.ruleset, game.seats)
    assert fold.state == told.after()
    for entry in game.log:
        for said in (entry, *_undone(told.told(entry), luck, undoes=undoes)):
            told, fold = told.told(said), fold.after([said], game.ruleset)
            assert (fold.entries, fold.state) == (told.log, told.after())


@settings(max_examples=examples(4, 7))
@given(games(), st.data())
def test_folding_on_does_not_change_the_previous_fold(game: Game, data: st.DataObject) -> None:
    """Two phones may continue from the same game, and only one of the results is stored."""
    cut = data.draw(st.integers(0, len(game.log)))
    ours = Fold.of(game.ruleset, game.seats, game.log[:cut])
    after = ours.after(game.log[cut:], game.ruleset).state
    assert ours.state == replay(game.ruleset, game.seats, game.log[:cut])
    assert ours.after(game.log[cut:], game.ruleset).state == after == game.after()


def _undone(game: Game, luck: Random, *, undoes: bool) -> list[EntryUndone]:
    """Sometimes the last step is undone."""
    last = game.after().last
    return [EntryUndone(last[0])] if undoes and last and luck.random() < 0.2 else []

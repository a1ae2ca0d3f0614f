"""Going on with a game comes to the same as replaying it from the start."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.entries import EntryUndone, RoundCorrected, RulesChanged
from companion.rules.replay import Fold, go_on
from tests.property.games import Game, games
from tests.soak import examples


@settings(max_examples=examples(15))  # each replays a whole game as often as it has entries
@given(games(), st.integers(0, 2**32).map(Random), st.booleans())
def test_going_on_entry_by_entry_is_replaying_it_all(
    game: Game,
    luck: Random,
    undoes: bool,  # noqa: FBT001 - Hypothesis chooses
) -> None:
    told = Game(game.ruleset, game.seats, ())
    state = told.after()
    for entry in game.log:
        for said in (entry, *_undone(told.told(entry), luck, undoes=undoes)):
            before, told = state, told.told(said)
            state = go_on(game.ruleset, game.seats, before, told.log)
            assert state == told.after()


@given(games())
def test_a_log_that_is_being_written_is_folded_as_it_would_be_replayed(game: Game) -> None:
    fold, told = Fold(game.ruleset, game.seats), Game(game.ruleset, game.seats, ())
    assert fold.state() == told.after()
    for entry in game.log:
        if isinstance(entry, EntryUndone | RoundCorrected | RulesChanged):
            break  # it goes back in the log
        told = told.told(entry)
        fold.tell(entry)
        assert fold.state() == told.after()


def _undone(game: Game, luck: Random, *, undoes: bool) -> list[EntryUndone]:
    """Now and then somebody takes back the last step."""
    last = game.after().last
    return [EntryUndone(last[0])] if undoes and last and luck.random() < 0.2 else []

"""Every game of the catalogue has a worked game, and every one of them is a record as it stands."""

import pytest

from companion.rules.catalogue import catalogue
from tests.gamefile.games import GAMES, load, rewritten, scored
from tests.gamefile.score_sheet import companion_score

RECORDS = sorted(path.stem for path in GAMES.glob("*.json"))


def test_no_game_of_the_catalogue_goes_without() -> None:
    of_the_catalogue = [name for name in RECORDS if "game" in load(name)]
    played_out = {load(name)["game"] for name in of_the_catalogue if companion_score(name)["over"]}
    assert played_out == set(catalogue())


@pytest.mark.parametrize("name", RECORDS)
def test_written_and_read_again_it_scores_the_same(name: str) -> None:
    again = rewritten(load(name))
    assert scored(again) == companion_score(name)
    assert rewritten(again) == again

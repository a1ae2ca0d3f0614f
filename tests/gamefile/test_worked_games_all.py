"""Every game of the catalogue has a worked game with the expected results."""

from typing import Any

import pytest

from companion.gamefile import plain, read_record, score
from companion.rules.reading.catalogue import catalogue
from tests.gamefile.games import RECORDS, a_third_of, expected, load, packed, rewritten
from tests.gamefile.score_sheet import companion_score, doubts_of, standings_of


def test_every_game_of_the_catalogue_has_a_worked_game() -> None:
    of_the_catalogue = [name for name in RECORDS if "game" in load(name)]
    played_out = {load(name)["game"] for name in of_the_catalogue if expected(name)["over"]}
    assert played_out == set(catalogue())


@pytest.mark.parametrize("name", RECORDS)
def test_a_worked_game_has_its_expected_results(name: str) -> None:
    """`tests/js/agree.mjs` checks the same for the browser's fold."""
    worked_out, found = expected(name), companion_score(name)
    rounds = zip(found["rounds"], worked_out["rounds"], strict=True)
    assert [_line(line, row) for line, row in rounds] == worked_out["rounds"]
    assert {str(number): doubts for number, doubts in doubts_of(found).items()} == (
        worked_out["doubts"]
    )
    assert (found["over"], found["reason"]["code"]) == (worked_out["over"], worked_out["reason"])
    assert found["winners"] == worked_out["winners"]
    assert found.get("settlement") == worked_out.get("settlement")
    assert [list(standing) for standing in standings_of(found)] == worked_out["standings"]


def _line(found: dict[str, Any], worked_out: dict[str, Any]) -> dict[str, Any]:
    """The expected figures as a line of the score."""
    line = {
        "dealer": found["dealer"],
        "cards": found["cards_dealt"],
        "points": [*found["points"].values()],
        "totals": [*found["totals"].values()],
        "next_contracts": [*found["next_contract"].values()],
    }
    line |= {"games": [*found["games"].values()]} if "games" in found else {}
    return {key: line.get(key, said) for key, said in worked_out.items()}


@pytest.mark.parametrize("name", a_third_of(RECORDS))
def test_written_and_read_again_it_scores_the_same(name: str) -> None:
    again = rewritten(load(name))
    read = read_record(packed(again))
    assert score(read.ruleset, read.state) == companion_score(name)
    assert plain(read) == again

"""The decision tables that both folds use."""

import json
from pathlib import Path
from typing import get_args

import pytest

from companion.web.pages.counting.hand_view import LimitCode
from companion.web.view_models import decisions
from companion.web.view_models.decisions import as_script, decided
from companion.web.view_models.outcome import WhyCode
from companion.web.view_models.sheet import DoubtMark, NoteCode

TABLES = Path(decisions.__file__).with_suffix(".json")
SCRIPT = Path(__file__).parents[2] / "static" / "js" / "views" / "decisions.js"
BESIDE_THE_REASON = {
    *("ended", "ended_by_table", "ended_because", "ended_by_table_because", "before_that_round"),
}


def test_the_browser_has_the_same_tables() -> None:
    # If this fails after a change of decisions.json, run `make schema`.
    assert SCRIPT.read_text("utf-8") == as_script()


def codes_of(table: str) -> list[str]:
    """Every code of this table."""
    return [code for _, code in json.loads(TABLES.read_text("utf-8"))[table]]


def test_a_table_comes_to_every_code_there_is_and_to_no_other() -> None:
    assert {*codes_of("why")} == {*get_args(WhyCode)} - BESIDE_THE_REASON
    assert {*codes_of("limit")} == {*get_args(LimitCode)}
    assert {*codes_of("doubted")} == {*get_args(DoubtMark)}
    assert {*codes_of("note_of_doubt")} <= {"", *get_args(NoteCode)}


def test_the_first_row_whose_facts_hold_decides() -> None:
    assert decided("doubted", has_not_asked=True, has_accepted=True) == "not_asked"
    assert decided("note_of_doubt", is_accepted=True, is_not_asked=True) == "overridden"


def test_an_error_names_the_table_that_has_no_row_and_the_facts() -> None:
    with pytest.raises(LookupError, match=r"no row of “why” holds for .*'tiebreak': 'nothing'"):
        decided("why", **dict.fromkeys(_FACTS, "nothing"))


_FACTS = (
    *("is_early", "code", "when", "tiebreak", "by_contracts", "low_wins", "playoff"),
    *("finishers", "has_finishers", "has_tied", "has_gone", "all_out", "was_reached"),
)

"""What a phone that was offline shows and sends once it hears what others wrote, in Node."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.rules.fold import entries as e
from companion.rules.reading.catalogue import catalogue
from companion.rules.reading.ruleset import ruleset_data
from tests.js.node import run_in_node
from tests.vectors.state_data import entry_data

ANN, BEN, CY = range(3)


def told(tmp_path: Path, game: str, **scenario: Any) -> dict[str, Any]:
    """The result of `conflicts.mjs` for the entries of this phone (`mine`) and of others."""
    said = {
        key: [entry_data(entry) for entry in value]
        if key in {"before", "mine", "theirs"}
        else value
        for key, value in scenario.items()
    }
    said = {"game": game, "names": ["Ann", "Ben", "Cy"], **said}
    files = tmp_path / "rules.json", tmp_path / "scenarios.json"
    files[0].write_text(json.dumps({game: ruleset_data(catalogue()[game])}), "utf-8")
    files[1].write_text(json.dumps([said]), "utf-8")
    (result,) = run_in_node("conflicts.mjs", *files)
    return dict(result)


def counted(seat: int, points: int, **more: Any) -> e.HandCounted:
    return e.HandCounted(seat, e.Hand(points=points), None, **more)


def lost(*hands: tuple[int, int]) -> list[e.Entry]:
    """A round that Ann won, with the points of the others."""
    return [e.WentOut(ANN), *(counted(*hand) for hand in hands), e.RoundScored()]


def test_a_count_has_not_seen_another_wild_rank(tmp_path: Path) -> None:
    cards = [e.HandCounted(BEN, e.Hand({"7": 1}), None)]
    before = [e.TurnedUp("5"), e.WentOut(ANN)]
    other = told(tmp_path, "indian-rummy", before=before, mine=cards, theirs=[e.TurnedUp("7")])
    assert other["seen"] == [2]
    same = told(tmp_path, "indian-rummy", before=before, mine=cards, theirs=[e.Noted("Rain")])
    assert same["seen"] == [3]


def test_counts_wait_for_the_answer_about_their_wild_rank(tmp_path: Path) -> None:
    mine = [e.TurnedUp("5"), e.WentOut(ANN), e.HandCounted(BEN, e.Hand({"7": 1}), None)]
    theirs = [e.WentOut(ANN), counted(CY, 12)]
    held = told(tmp_path, "indian-rummy", mine=mine, theirs=theirs)["held"]
    assert held == [False, True, True]


def test_a_hand_counted_here_takes_the_place_of_a_drop(tmp_path: Path) -> None:
    theirs = [e.Dropped(BEN, "first"), *lost((CY, 30))]
    rows = told(tmp_path, "indian-rummy", mine=lost((BEN, 52), (CY, 30)), theirs=theirs)["rows"]
    assert [(row["theirs"]["points"], row["mine"]["points"]) for row in rows] == [
        *((0, 0), (20, 52), (30, 30)),
    ]


def test_two_versions_of_a_round_name_its_players(tmp_path: Path) -> None:
    zoe = e.SeatTakenOver(BEN, "Zoe", "Ben")
    theirs = [*lost((BEN, 52), (CY, 30)), zoe]
    rows = told(tmp_path, "indian-rummy", mine=lost((BEN, 25), (CY, 30)), theirs=theirs)["rows"]
    assert [row["name"] for row in rows] == ["Ann", "Ben", "Cy"]


@pytest.mark.parametrize(
    ("game", "names", "mine", "theirs"),
    [
        ("chinchon", 3, "gin", None),
        ("gin-rummy", 2, None, "gin"),
        ("ramino", 3, "out", "big_gin"),
    ],
)
def test_a_round_that_needs_no_hands_lacks_none(
    tmp_path: Path, game: str, names: int, mine: str | None, theirs: str | None
) -> None:
    def ended(how: str | None) -> list[e.Entry]:
        others = range(1, names) if how in {"gin", "out"} else ()
        ending = {} if how in {None, "out"} else {"ending": how}
        out = e.WentOut(None if how is None else ANN, **ending)
        return [out, *(counted(seat, 20) for seat in others), e.RoundScored()]

    found = told(
        tmp_path, game, names=["Ann", "Ben", "Cy"][:names], mine=ended(mine), theirs=ended(theirs)
    )
    shown = {row[side]["shows"] for row in found["rows"] for side in ("mine", "theirs")}
    assert found["rows"]
    assert "missing" not in shown


@pytest.mark.parametrize(
    ("game", "ending", "kept"),
    [("gin-rummy", {"ending": "knock"}, True), ("burraco", {}, True), ("romme", {}, False)],
)
def test_a_count_of_who_is_out_by_theirs_stays_where_they_may_hold_cards(
    tmp_path: Path,
    game: str,
    ending: dict[str, Any],
    kept: bool,  # noqa: FBT001
) -> None:
    melded = {"melded": e.Hand(points=100)} if game == "burraco" else {}
    mine = [e.WentOut(BEN, **ending), counted(ANN, 20, **melded)]
    theirs = [e.WentOut(ANN, **ending)]
    names = ["Ann & Bo", "Cy & Di"] if game == "burraco" else ["Ann", "Ben"]
    found = told(
        tmp_path, game, names=names, mine=mine, theirs=theirs, code="two_out", choice="theirs"
    )
    assert (found["matter"], (["hand_counted", ANN] not in found["left_out"])) == ("two_out", kept)

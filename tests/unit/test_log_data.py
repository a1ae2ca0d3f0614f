"""Entries of the log as plain JSON, and back."""

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from companion.rules.fold import entries as e
from tests.filled import filled
from tests.unit.table import ANN, BEN, CY, a_round

BESIDE_FIELDS = {"kind", "at"}  # in a record; the JSON API nests the entry instead

# Entries of stored logs, verbatim; later fields are missing.
KEPT: list[tuple[str, str, e.Entry]] = [
    ("laid_down", '{"seat": 1}', e.LaidDown(BEN)),
    ("took_back", '{"seat": 1}', e.TookBack(BEN)),
    ("melded", '{"seat": 1, "cards": {"K": 3}}', e.Melded(BEN, {"K": 3})),
    ("went_out", '{"seat": 0}', e.WentOut(ANN)),
    ("went_out", '{"seat": 0, "went_rummy": true}', e.WentOut(ANN, went_rummy=True)),
    (
        "hand_counted",
        '{"seat": 1, "hand": {"cards": {"Joker/2": 1}}, "down": true}',
        e.HandCounted(BEN, e.Hand(cards={"Joker/2": 1}), down=True),
    ),
    (
        "hand_counted",
        '{"seat": 1, "hand": {}, "down": false, "buys": 2, "melded": {"points": 45}}',
        e.HandCounted(BEN, e.Hand(), down=False, buys=2, melded=e.Hand(points=45)),
    ),
    (
        "adjusted",
        '{"seat": 0, "adjustment": {"points": -50, "reason": "exact cut"}}',
        e.Adjusted(ANN, e.Adjustment(-50, "exact cut")),
    ),
    ("round_scored", "{}", e.RoundScored()),
    (
        "round_scored",
        '{"accepted": [["nobody_out", null]]}',
        e.RoundScored(frozenset({("nobody_out", None)})),
    ),
    (
        "round_scored",
        '{"accepted": [], "not_asked": [["nobody_out", null]]}',
        e.RoundScored(not_asked=frozenset({("nobody_out", None)})),
    ),
    (
        "round_corrected",
        (
            '{"number": 3, "play": {"laid_down": [0], "went_out": 0, "hands": {"1": {"points": 5}},'
            ' "buys": {"1": 1}, "adjustments": {"1": {"points": -10, "reason": "agreed"}}},'
            ' "accepted": []}'
        ),
        e.RoundCorrected(3, a_round(ANN, {BEN: 5}, buys={BEN: 1}, adjusted={BEN: -10})),
    ),
    (
        "rules_changed",
        (
            '{"options": {"ten_value": 5},'
            ' "retold": [{"number": 1, "seat": 1, "hand": {"points": 35}, "melded": false}]}'
        ),
        e.RulesChanged({"ten_value": 5}, (e.RoundHand(1, BEN, e.Hand(points=35)),)),
    ),
    ("entry_undone", '{"sequence": 7}', e.EntryUndone(7)),
    ("player_joined", '{"name": "Eve"}', e.PlayerJoined("Eve")),
    ("player_joined", '{"name": "Eve", "before": 0}', e.PlayerJoined("Eve", before=ANN)),
    ("player_left", '{"seat": 2}', e.PlayerLeft(CY)),
    ("player_returned", '{"seat": 2}', e.PlayerReturned(CY)),
    ("player_renamed", '{"seat": 2, "name": "Cyrus"}', e.PlayerRenamed(CY, "Cyrus")),
    ("seats_reordered", '{"order": [2, 0, 1]}', e.SeatsReordered((CY, ANN, BEN))),
    ("dealer_changed", '{"seat": 1}', e.DealerChanged(BEN)),
    ("game_ended", '{"reason": "the last bus"}', e.GameEnded("the last bus")),
    ("titled", '{"title": "At the lake"}', e.Titled("At the lake")),
    ("noted", '{"text": ""}', e.Noted("")),
]
_SAID: list[e.Entry] = [  # by a command, which cannot say that nobody was asked
    *(entry for _, text, entry in KEPT if "not_asked" not in text),
    e.WentOut(None),
    e.HandCounted(BEN, e.Hand(cards={}), down=True),
    e.HandCounted(BEN, e.Hand(points=0), down=False, buys=0),
    e.RoundScored(frozenset({("points_not_reachable", BEN)})),
    e.RoundCorrected(1, a_round(None, {BEN: {"A": 2}, CY: 65}, down={CY})),
    e.RulesChanged({"buys": False}, (e.RoundHand(2, CY, e.Hand(points=0), melded=True),)),
    e.PlayerJoined("Åsa 👑"),
]
_SAID += [filled(cls) for cls in e.KINDS.values() if cls not in {type(entry) for entry in _SAID}]
ENTRIES = [(entry.kind, entry) for entry in _SAID]


@pytest.mark.parametrize(("kind", "entry"), ENTRIES)
def test_an_entry_fits_the_schema_of_its_kind_and_of_no_other(kind: str, entry: e.Entry) -> None:
    data = {"kind": kind} | e.write_entry(entry)[1]
    fitting = [k for k, cls in e.KINDS.items() if Draft202012Validator(cls.schema()).is_valid(data)]
    assert fitting == [kind]
    assert e.read_entry(kind, json.loads(json.dumps(e.write_entry(entry)[1]))) == entry


NOT_ASKED, DEAL = {"not_asked": []}, {"deal_stays": True}


@pytest.mark.parametrize(
    ("entry", "hidden"),
    [
        (e.RoundScored(), NOT_ASKED),
        (e.RoundCorrected(1, e.RoundPlay()), NOT_ASKED),
        (e.PlayerJoined("Cy"), DEAL),
        (e.PlayerReturned(CY), DEAL),
    ],
    ids=str,
)
def test_a_command_cannot_say_what_only_the_app_knows(
    entry: e.Entry, hidden: dict[str, Any]
) -> None:
    data = {"kind": entry.kind} | e.write_entry(entry)[1]
    known = Draft202012Validator(e.KINDS[entry.kind].schema())
    assert known.is_valid(data)
    assert not known.is_valid(data | hidden)


@pytest.mark.parametrize("key", ["laid_down", "went_out", "hands", "buys", "adjustments"])
def test_a_correction_says_all_that_every_round_has(key: str) -> None:
    correction = e.RoundCorrected(1, e.RoundPlay())
    data = {"kind": correction.kind} | e.write_entry(correction)[1]
    del data["play"][key]
    assert not Draft202012Validator(correction.schema()).is_valid(data)


def test_entries_written_twice_look_alike() -> None:
    entry = e.RoundScored(frozenset({("nobody_out", None), ("more_than_one_out", BEN)}))
    assert e.write_entry(entry)[1] == {
        "accepted": [["more_than_one_out", BEN], ["nobody_out", None]]
    }


def test_that_nobody_was_asked_is_written_only_where_it_is_so() -> None:
    scored = e.RoundScored(not_asked=frozenset({("nobody_out", None)}))
    assert e.write_entry(scored)[1] == {"accepted": [], "not_asked": [["nobody_out", None]]}
    assert e.write_entry(e.RoundScored())[1] == {"accepted": []}


@pytest.mark.parametrize(("kind", "text", "entry"), KEPT)
def test_an_entry_of_a_log_that_is_kept_is_read_for_ever(
    kind: str, text: str, entry: e.Entry
) -> None:
    data, written = json.loads(text), e.write_entry(entry)[1]
    assert e.read_entry(kind, data) == entry
    assert data.pop("play", {}).items() <= written.get("play", {}).items()
    assert data.items() <= written.items()


def test_no_kind_of_entry_that_has_been_kept_is_forgotten() -> None:
    assert {kind for kind, _, _ in KEPT} <= e.KINDS.keys()


@pytest.mark.parametrize("entry", [filled(cls) for cls in e.KINDS.values()])
def test_no_field_has_the_name_of_a_neighbouring_one(entry: e.Entry) -> None:
    assert not BESIDE_FIELDS & e.write_entry(entry)[1].keys()

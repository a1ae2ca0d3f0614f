"""Anything sent to any address gets a readable answer, and leaves a log that replays."""

import os
from collections.abc import Callable

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.rules.fold.entries import Hand, HandCounted, LaidDown, WentOut
from tests.soak import examples
from tests.web.phone import Phone
from tests.web.table import NEW_GAME, Table, start_game

ODD = [
    "",
    "0",
    "-1",
    "1",
    "2",
    "99",
    "9" * 5000,
    "²",
    "٣",
    "x",
    "1e9",
    "nobody",
    "\x00",
    "🃏",
    "1+2",
]
HAND = ("card0", "card1", "card3", "total", "down", "buys")
FIELDS = {
    "mark": ["round", "down", "back", "key"],
    "out": ["round", "out", "key"],
    "undo": ["undo", "key"],
    "count/1": [*HAND, "round", "version", "rest", "rest_and_write", "then"],
    "count/1/open": ["closed", "round"],
    "seat": ["seat", "name", "key"],
    "review": ["round", "accept", "key"],
    "players/rename": ["seat", "name-0", "name-1", "key"],
    "players/up": ["round", "seat", "key"],
    "players/leave": ["round", "seat", "key"],
    "players/back": ["round", "seat", "key"],
    "describe": ["title", "note", "key"],
    "end": ["round", "reason", "key"],
    "reopen": ["ended", "key"],
    "rules/change": ["option_ten_value", "option_two_value", "seen", "version", "round1-seat1"],
    "correct/1": ["out", "seen", "version", "accept", *(f"seat1-{name}" for name in HAND)],
}
LIKELY = {
    "down": ["yes", "no"],
    "then": ["stay", "write", "mine", "again", "leave"],
    "rest_and_write": ["A", "3-9"],
    "rest": ["A", "3-9", "10-K", "Joker"],
    "accept": ["nobody_out:", "more_than_one_out:1", "points_below_minimum:1", ":::"],
    "option_ten_value": ["5", "10"],
    "option_two_value": ["20", "50"],
    "step": ["more", "add:Ann", "up:1", "drop:0", "up:x"],
    "names-0": ["Ann", "Ben", " "],
    "names-1": ["Ben", "ann"],
}
PAGES = (
    *("", "sheet", "final", "count/1", "review", "correct/1", "rules", "rules/change"),
    *("history", "seat/1"),
)
NEW_FIELDS = [
    *("names-0", "names-1", "names-7", "names-²", "names-" + "9" * 5000, "names", "names-x-1"),
    *("dealer", "title", "step", "option_ten_value", "option_buys"),
]


def forms(fields: list[str]) -> st.SearchStrategy[list[tuple[str, str]]]:
    """Some of these fields, sometimes repeated, with sensible and absurd values."""
    pairs = [
        st.tuples(
            st.just(name), st.sampled_from([*LIKELY.get(name, []), *ODD]) | st.text(max_size=8)
        )
        for name in fields
    ]
    return st.lists(st.one_of(pairs), max_size=len(fields) + 2)


anything = settings(
    max_examples=examples(4, 6),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


POINTS = ("between rounds", "with buys", "over")
EVERY_FORM = [
    pytest.param(point, where, marks=pytest.mark.soak if (number - also) % len(POINTS) else ())
    for also, point in enumerate(POINTS)
    for number, where in enumerate(FIELDS)
]


@pytest.fixture(scope="module")
def game(request: pytest.FixtureRequest, app: Flask) -> Callable[[], Table]:
    phone = Phone(app)
    rules = {"buys": "True"} if request.param == "with buys" else {}

    def at_this_point() -> Table:
        table = start_game(phone, "Ann", "Ben", **rules)
        table.has_played(12 if request.param == "over" else 1, 0, 90, down=[0])
        if request.param == "with buys":
            table.write(LaidDown(1), WentOut(0), HandCounted(1, Hand(points=5), down=True))
        return table

    return at_this_point


@pytest.mark.parametrize(("game", "where"), EVERY_FORM, indirect=["game"])
def test_no_form_breaks_a_game(game: Callable[[], Table], where: str) -> None:
    table = game()
    token, before = table.phone.csrf_token, table.state.version

    @anything
    @given(forms(FIELDS[where]), st.booleans())
    def whatever_is_sent(form: list[tuple[str, str]], in_round: bool) -> None:  # noqa: FBT001
        rounds = [("round", "2")] if in_round else []
        sent = [("csrf_token", token), *rounds, *form]
        answer = table.phone.answer(table.address(where), sent)
        assert answer.status_code in {200, 204, 303, 302, 409, 422}

    whatever_is_sent()
    log = table.log
    assert [sequence for sequence, *_ in log] == list(range(1, len(log) + 1))
    assert table.state.version == len(log)
    if len(log) > before:  # otherwise they are unchanged
        for page in PAGES if "SOAK" in os.environ else PAGES[[*FIELDS].index(where) // 3 % 3 :: 3]:
            assert table.page(page).status == 200


def test_no_form_breaks_starting_a_game(phone: Phone) -> None:
    token = phone.csrf_token

    @anything
    @given(forms(NEW_FIELDS))
    def whatever_is_sent(form: list[tuple[str, str]]) -> None:
        answer = phone.answer(NEW_GAME, [("csrf_token", token), *form])
        assert answer.status_code in {200, 303, 422}

    whatever_is_sent()
    assert phone.open("/").status == 200

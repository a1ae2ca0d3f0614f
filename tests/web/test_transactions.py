"""The cost of a tap: one write transaction, and few reads of the game."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from flask import Flask
from sqlalchemy import Connection, event

from companion.records.store.database import db
from companion.records.store.transaction_options import BEGIN
from companion.rules.fold.entries import HandCounted, LaidDown, WentOut
from companion.rules.model.play import Hand
from tests.web.phone import Phone
from tests.web.table import Table, start_game

pytestmark = pytest.mark.both_databases

Step = Callable[[Table], object]


@contextmanager
def begun(app: Flask) -> Iterator[list[str]]:
    """The kind of each transaction that began in this block: write or read."""
    said: list[str] = []

    def hear(connection: Connection) -> None:
        said.append("to write" if BEGIN in connection.get_execution_options() else "to read")

    with app.app_context():
        engines = [*db.engines.values()]
    for engine in engines:
        event.listen(engine, "begin", hear)
    try:
        yield said
    finally:
        for engine in engines:
            event.remove(engine, "begin", hear)


def marks_down(table: Table) -> None:
    send(table, "mark", round="1", down="1")


def counts_the_last_hand_and_writes_the_round_down(table: Table) -> None:
    table.write(LaidDown(0), WentOut(0))
    hand = {"round": "1", "version": "2", "card3": "13", "then": "write"}
    send(table, "count/1", **hand)
    assert table.kinds[-2:] == ["hand_counted", "round_scored"]


def writes_the_review_down(table: Table) -> None:
    table.write(LaidDown(0), WentOut(0), HandCounted(1, Hand(cards={"3-9": 13}), down=False))
    send(table, "review", round="1", version="3")
    assert table.kinds[-1] == "round_scored"


def undoes(table: Table) -> None:
    table.write(LaidDown(0))
    send(table, "undo", undo="1")


def says_title_and_note(table: Table) -> None:
    send(table, "describe", title="At the lake", note="Rain")
    assert table.kinds == ["titled", "noted"]


def send(table: Table, where: str, **sent: str) -> None:
    key = {"csrf_token": table.phone.csrf_token}
    with begun(table.phone.app) as transactions:
        assert table.phone.answer(table.address(where), key | sent).status_code == 303
    assert transactions.count("to write") == 1, transactions


@pytest.mark.parametrize(
    "step",
    [
        marks_down,
        counts_the_last_hand_and_writes_the_round_down,
        writes_the_review_down,
        undoes,
        says_title_and_note,
    ],
)
def test_a_tap_is_one_write_transaction(phone: Phone, step: Step) -> None:
    step(start_game(phone, "Ann", "Ben"))

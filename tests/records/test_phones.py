"""Phones of a game: their seats, the hands being counted, and the device of each entry."""

from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy.exc import IntegrityError

from companion.records.log.games import open_game, write
from companion.records.models import Phone
from companion.records.people import phones
from companion.records.people.links import new_key
from companion.records.people.phones import (
    begin_counting,
    is_counting,
    phones_of,
    sit_down,
    stop_counting,
)
from companion.records.store.book_ids import version_of
from companion.records.store.database import write_transaction
from companion.rules.decide import Command
from companion.rules.fold.entries import EntryUndone, LaidDown
from tests.books import happens
from tests.records.book import a_game


def a_table() -> tuple[str, int]:
    token = a_game()
    return token, open_game(token).row.id


def test_every_entry_knows_the_device_it_was_tapped_on(app: Flask) -> None:
    with app.app_context():
        token, _ = a_table()
        happens(token, LaidDown(0), device="ann")
        happens(token, LaidDown(1))
        happens(token, EntryUndone(2), device="ben")
        log = [*open_game(token).lines(1, 9)]
        assert [(w.sequence, w.device) for w in log] == [(1, "ann"), (2, None), (3, "ben")]
        assert [w.entry for w in open_game(token).lines(3, 9)] == [EntryUndone(2)]
        assert open_game(token).line(1) == log[0]
        assert log[0].at.utcoffset() == timedelta(0)


def test_a_phone_sits_down_once_and_may_move(app: Flask) -> None:
    with app.app_context():
        token, game = a_table()
        sit_down(game, "ann", token, 0, "")
        sit_down(game, "ann", token, 1, "Tablet")
        found = phones_of(game)
        assert [(p.device, p.seat, p.name) for p in found] == [("ann", 1, "Tablet")]


def test_a_phone_counts_one_hand_at_a_time(app: Flask) -> None:
    with app.app_context():
        token, game = a_table()
        begin_counting(game, "ann", token, 0)
        begin_counting(game, "ann", token, 1)
        stop_counting(game, "ann", 0)  # a late message: the phone has another hand open by now
        (phone,) = phones_of(game)
        assert (phone.counting, is_counting(phone)) == (1, True)
        stop_counting(game, "ann", 1)
        (phone,) = phones_of(game)
        assert not is_counting(phone)


def test_a_phone_without_renewal_is_no_longer_counting(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    with app.app_context():
        token, game = a_table()
        begin_counting(game, "ann", token, 0)
        later = phones.now() + phones.STILL_COUNTING
        monkeypatch.setattr(phones, "now", lambda: later)
        assert not is_counting(phones_of(game)[0])


def test_the_database_keeps_one_phone_a_device_and_game(app: Flask) -> None:
    with app.app_context():
        token, game = a_table()
        sit_down(game, "ann", token, 0, "")
        with pytest.raises(IntegrityError), write_transaction() as session:
            session.add(Phone(game_id=game, device="ann", token=token, name=""))


def test_finishing_an_unchanged_hand_notifies_the_others(app: Flask) -> None:
    with app.app_context():
        token, game = a_table()
        begin_counting(game, "ann", token, 1)
        before = version_of(game)
        done = write(token, new_key(), Command((), 0), "ann", put_away=1)
        assert done.entries == ()
        assert version_of(game) != before
        assert not is_counting(phones_of(game)[0])

"""Deleted games: kept for a day, then purged; and lists after changes of the table."""

from datetime import timedelta
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import func, select, update

from companion.book import backup
from companion.records.log.deleting import (
    NotYours,
    TooLate,
    delete_game,
    put_back,
    removal_time,
    sweep,
)
from companion.records.log.game_records import game_record
from companion.records.log.games import GameDeleted, NoSuchGame, open_game, summarise
from companion.records.models import Game, LogEntry, Seat
from companion.records.people.links import new_key
from companion.records.people.lists import deleted_games_of, games_of, people_of
from companion.records.store.database import db, write_connection
from companion.rules.fold import entries as e
from companion.server.serving import prepare
from tests.books import happens
from tests.records.book import a_game, summary_of

DEVICE = "x" * 22


def was_deleted(token: str, ago: timedelta) -> None:
    """Mark its row as deleted so long before it would be purged."""
    with write_connection() as connection:
        when = removal_time() + timedelta(days=1) - ago
        connection.execute(update(Game).where(Game.token == token).values(deleted_at=when))


def rows() -> list[int]:
    counts = [select(func.count()).select_from(kind) for kind in (Game, Seat, LogEntry)]
    with db.engine.connect() as connection:
        return [connection.scalar(count) or 0 for count in counts]


def test_a_deleted_game_is_not_read_though_this_process_remembers_it(app: Flask) -> None:
    mine = new_key()
    with app.app_context():
        token = a_game(device=mine)
        happens(token, e.LaidDown(0))
        assert open_game(token).state.version == 1
        delete_game(token, mine)
        with pytest.raises(GameDeleted):
            open_game(token)
        with pytest.raises(GameDeleted):
            happens(token, e.LaidDown(1))
        put_back(token, mine)
        assert open_game(token).state.version == 1


def test_deleted_twice_is_deleted_since_the_first_time(app: Flask) -> None:
    mine = new_key()
    with app.app_context():
        token = a_game(device=mine)
        delete_game(token, mine)
        since = [game.deleted_at for game in deleted_games_of(mine).games]
        delete_game(token, mine)
        db.session.rollback()
        assert [game.deleted_at for game in deleted_games_of(mine).games] == since
        assert list(games_of(mine).games) == []
        assert people_of(mine) == []


@pytest.mark.parametrize("device", [None, "", "y" * 22])
def test_no_other_device_deletes_or_restores_a_game(app: Flask, device: str | None) -> None:
    mine = new_key()
    with app.app_context():
        token = a_game(device=mine)
        with pytest.raises(NotYours):
            delete_game(token, device)
        delete_game(token, mine)
        with pytest.raises(TooLate):
            put_back(token, device)


def test_after_a_day_a_sweep_removes_all_of_it_and_nothing_else(own_book: Flask) -> None:
    with own_book.app_context():
        old, recent, kept = (a_game(device=DEVICE) for _ in range(3))
        for token in (old, recent, kept):
            happens(token, e.LaidDown(0))
        was_deleted(old, timedelta(hours=25))
        was_deleted(recent, timedelta(hours=23))
        assert [game.token for game in deleted_games_of(DEVICE).games] == [recent]
        with pytest.raises(TooLate):
            put_back(old, DEVICE)
        with write_connection() as connection:
            sweep(connection)
        assert rows() == [2, 4, 2]
        with pytest.raises(NoSuchGame) as gone:
            open_game(old)
        assert not isinstance(gone.value, GameDeleted)
        assert open_game(kept).state.version == 1


def test_lists_and_records_speak_of_the_table_as_it_is_now(app: Flask) -> None:
    mine = new_key()
    with app.app_context():
        token = a_game("Ann", "Ben", device=mine)
        happens(
            token, e.PlayerRenamed(0, "Anna"), e.SeatsReordered((1, 0)), e.Titled("At the lake")
        )
        kept = open_game(token)
        assert summary_of(token) == summarise(kept.ruleset, kept.state)
        assert people_of(mine) == ["Ben", "Anna"]
        assert games_of(mine).games[0].called == "At the lake"
        record = game_record(token)
        assert record["title"] == "At the lake"
        assert [player["name"] for player in record["players"]] == ["Ben", "Anna"]
        happens(token, e.EntryUndone(3))
        db.session.rollback()
        assert games_of(mine).games[0].called == ""
        assert "title" not in game_record(token)


def test_every_start_of_the_server_removes_what_was_deleted_long_ago(
    own_book: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_DATABASE", own_book.config["SQLALCHEMY_DATABASE_URI"])
    with own_book.app_context():
        old, recent = a_game(device=DEVICE), a_game(device=DEVICE)
        was_deleted(old, timedelta(days=2))
        was_deleted(recent, timedelta(hours=2))
    prepare(backup.open_book(instance=Path(own_book.instance_path)))
    with own_book.app_context():
        assert rows()[0] == 1
        put_back(recent, DEVICE)

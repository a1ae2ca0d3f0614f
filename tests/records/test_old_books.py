"""Books of every earlier revision are migrated completely, even after a killed migration."""

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory
from flask import Flask
from flask_migrate import upgrade
from sqlalchemy import event, text

from companion.book.backup import MIGRATIONS
from companion.records.log.games import open_game
from companion.records.people.links import is_watch_link
from companion.records.store.database import close_database, db
from companion.rules.fold import entries as e
from companion.rules.fold.replay import replay
from companion.rules.model.state import Seats
from tests.books import close_book, open_book
from tests.databases import Database
from tests.forking import own_process
from tests.records.book import resolved

SHAPES = [script.revision for script in ScriptDirectory(MIGRATIONS).walk_revisions()][::-1]
OLD, NEWEST = SHAPES[:-1], SHAPES[-1]
NEW_COLUMNS = {"0001", "0003", "0004", "0005", "0008", "0013"}
TOKEN, PATIENCE = "t" * 22, 120
ENTRIES = (
    e.LaidDown(0),
    e.WentOut(0),
    e.HandCounted(1, e.Hand(points=45), down=False),
    e.RoundScored(),
    e.LaidDown(1),
)
_FIRST_SHAPE = """
INSERT INTO game (id, token, device, title, ruleset, first_dealer, started_at, changed_at, summary)
VALUES (1, :token, 'device', '', :ruleset, 0, '2026-01-01', '2026-01-01', '{}');
INSERT INTO seat (id, game_id, position, name) VALUES (1, 1, 0, 'Ann');
INSERT INTO seat (id, game_id, position, name) VALUES (2, 1, 1, 'Ben')
"""
_ENTRY = """
INSERT INTO log_entry (id, game_id, sequence, key, kind, data, recorded_at)
VALUES (:n, 1, :n, :key, :kind, :data, '2026-01-01')
"""


@pytest.fixture
def old_book(tmp_path: Path, database: Database) -> Iterator[Flask]:
    """A book of the first revision with a game."""
    app = open_book(tmp_path, database.make_blank(tmp_path))
    with app.app_context():
        upgrade(revision=SHAPES[0])
        keep_a_game()
        yield app
    close_book(app)
    database.drop(tmp_path)


def keep_a_game() -> None:
    """Store a game as the first version did."""
    with db.engine.begin() as book:
        for statement in _FIRST_SHAPE.split(";"):
            told = {"token": TOKEN, "ruleset": json.dumps(resolved())}
            names = {name: said for name, said in told.items() if f":{name}" in statement}
            book.execute(text(statement), names)
        for n, entry in enumerate(ENTRIES, 1):
            kind, data = e.write_entry(entry)
            row = {"n": n, "key": f"key {n}", "kind": kind, "data": json.dumps(data)}
            book.execute(text(_ENTRY), row)


def check_the_game() -> None:
    """Its state is unchanged, and it has all fields of a current game."""
    kept = open_game(TOKEN)
    assert kept.entries == ENTRIES
    assert kept.state == replay(kept.ruleset, Seats(("Ann", "Ben")), ENTRIES)
    assert kept.state.totals[1] == 45
    assert is_watch_link(kept.row.watch_token)


@pytest.mark.only_on("sqlite", pytest.param("postgresql", marks=pytest.mark.soak))
@pytest.mark.usefixtures("old_book")
@pytest.mark.parametrize(
    "shape",
    [pytest.param(one, marks=() if one in NEW_COLUMNS else pytest.mark.soak) for one in OLD],
)
def test_a_book_of_every_earlier_shape_replays_the_same(shape: str) -> None:
    upgrade(revision=shape)
    close_database()
    upgrade()
    check_the_game()


def upgrade_and_die(folder: Path, address: str, after: int) -> None:
    """Migrate the book in a process that is killed after so many steps."""
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        return
    app = open_book(folder, address)
    steps = iter(range(1, len(SHAPES)))

    def look(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if "alembic_version" in statement and "UPDATE" in statement and next(steps) == after:
            os.kill(os.getpid(), signal.SIGKILL)

    with app.app_context():
        event.listen(db.engine, "after_cursor_execute", look)
        upgrade()
    os._exit(1)


@pytest.mark.only_on("sqlite", pytest.param("postgresql", marks=pytest.mark.soak))
@pytest.mark.parametrize(
    "after", [1, *(pytest.param(n, marks=pytest.mark.soak) for n in range(2, len(OLD))), len(OLD)]
)
def test_an_interrupted_migration_can_be_repeated(
    old_book: Flask, tmp_path: Path, after: int
) -> None:
    address = old_book.config["SQLALCHEMY_DATABASE_URI"]
    close_database()
    process = own_process(upgrade_and_die, tmp_path, address, after)
    process.join(PATIENCE)
    with db.engine.connect() as book:
        assert book.scalar(text("SELECT version_num FROM alembic_version")) == SHAPES[0]
        assert book.scalar(text("SELECT count(*) FROM log_entry")) == len(ENTRIES)
    upgrade()
    check_the_game()

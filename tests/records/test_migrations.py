"""The database matches the models, and every migration works up and down."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask_migrate import downgrade, migrate, upgrade
from sqlalchemy import inspect, text

from companion.book import backup
from companion.records.people.links import is_watch_link
from companion.records.store.database import db
from companion.rules.fold.entries import LaidDown
from companion.server.serving import prepare
from tests.books import close_book, happens, open_book
from tests.databases import Database
from tests.forking import own_processes
from tests.records.book import a_game, differences_from_models


@pytest.fixture
def blank(tmp_path: Path, database: Database) -> Iterator[Flask]:
    """A database without tables."""
    app = open_book(tmp_path, database.make_blank(tmp_path))
    with app.app_context():
        yield app
    close_book(app)
    database.drop(tmp_path)


def tables() -> set[str]:
    return set(inspect(db.engine).get_table_names()) - {"alembic_version"}


@pytest.mark.usefixtures("blank")
def test_the_newest_database_is_what_the_models_say() -> None:
    upgrade()
    of_games = {"game", "seat", "log_entry", "own_game", "ended_link", "phone"}
    of_phones = {"archived_game", "known_name", "named_group"}
    assert tables() == of_games | of_phones | {"join_code", "counted", "book"}
    assert differences_from_models() == []


@pytest.mark.usefixtures("blank")
def test_every_constraint_is_named_as_the_models_name_it() -> None:
    upgrade()
    found = inspect(db.engine)
    for table in db.metadata.sorted_tables:
        uniques = {c["name"] for c in found.get_unique_constraints(table.name)}
        foreign = {c["name"] for c in found.get_foreign_keys(table.name)}
        indexes = {i["name"] for i in found.get_indexes(table.name)}
        named = {c.name for c in table.constraints} | {i.name for i in table.indexes}
        primary = {found.get_pk_constraint(table.name)["name"]}
        assert uniques | foreign | indexes | primary == named


@pytest.mark.usefixtures("blank")
def test_down_to_nothing_and_up_again() -> None:
    upgrade()
    downgrade(revision="base")
    assert tables() == set()
    upgrade()
    assert differences_from_models() == []


@pytest.mark.usefixtures("blank")
def test_upgrading_a_book_that_is_up_to_date_keeps_its_games() -> None:
    upgrade()
    a_game()
    upgrade()
    with db.engine.connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM game")) == 1


def test_two_who_start_at_once_make_the_tables_once(blank: Flask, tmp_path: Path) -> None:
    address = blank.config["SQLALCHEMY_DATABASE_URI"]
    with own_processes(2) as pool:
        pool.starmap(start, [(address, tmp_path / "one"), (address, tmp_path / "two")])
    assert differences_from_models() == []


def start(address: str, folder: Path) -> None:
    """As `companion run` does before it serves."""
    os.environ["COMPANION_DATABASE"] = address
    prepare(backup.open_book(instance=folder))


_OLD_GAME = """
INSERT INTO game VALUES (1, 'tok', 'dev', '', '{}', 0, '2026-01-01', '2026-01-01', '{}');
INSERT INTO seat VALUES (1, 1, 0, 'Ann');
INSERT INTO log_entry VALUES (1, 1, 1, 'key', 'laid_down', '{"seat": 0}', '2026-01-01')
"""


@pytest.mark.usefixtures("blank")
def test_a_game_from_before_links_to_watch_keeps_its_log_and_gets_one() -> None:
    upgrade(revision="0001")
    with db.engine.begin() as connection:
        for statement in _OLD_GAME.split(";"):
            connection.execute(text(statement))
    upgrade()
    with db.engine.connect() as connection:
        for table in ("seat", "log_entry"):
            assert connection.scalar(text(f"SELECT count(*) FROM {table}")) == 1
        link = connection.scalar(text("SELECT watch_token FROM game"))
        assert is_watch_link(link)
        assert len(link) == 24


@pytest.mark.any_database
def test_a_drafted_migration_leads_to_the_models_and_back_and_drops_no_log(
    own_book: Flask, tmp_path: Path
) -> None:
    """As in CONTRIBUTING.md; here the models have a column that the book lacks."""
    drafts = shutil.copytree(backup.MIGRATIONS, tmp_path / "migrations")
    with own_book.app_context():
        happens(a_game(), LaidDown(0))
        with db.engine.begin() as connection:
            connection.execute(text("ALTER TABLE game DROP COLUMN found_by"))
        migrate(str(drafts), message="What games are found by", rev_id="9999")
        assert (drafts / "versions" / "9999_what_games_are_found_by.py").is_file()
        upgrade(str(drafts))
        assert differences_from_models() == []
        downgrade(str(drafts))
        with db.engine.connect() as connection:
            assert connection.scalar(text("SELECT count(*) FROM log_entry")) == 1


PRAGMAS = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 15_000}


@pytest.mark.only_on("sqlite")
@pytest.mark.parametrize(("pragma", "value"), PRAGMAS.items())
@pytest.mark.usefixtures("blank")
def test_every_connection_is_set_up_as_it_was_measured(pragma: str, value: object) -> None:
    """DESIGN section 5: WAL, synchronous=FULL, foreign_keys=ON, timeout 15 s."""
    for _ in range(2):
        with db.engine.connect() as connection:
            assert connection.exec_driver_sql(f"PRAGMA {pragma}").scalar() == value
        db.engine.dispose()

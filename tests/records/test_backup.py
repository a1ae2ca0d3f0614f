"""Backup and restore of the score book: complete, and devices are recognised."""

import json
import os
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from alembic.script import ScriptDirectory
from click.testing import CliRunner, Result
from flask import Flask
from flask_migrate import downgrade
from sqlalchemy import delete, insert, select, text

from companion.book import backup, daily_copies
from companion.book.backup import MIGRATIONS, BackupRefused, back_up, restore
from companion.book.daily_copies import make_copy_of
from companion.cli.commands import main
from companion.records.log.games import NewGame, open_game, start_game, write
from companion.records.models import Attempt, Game, OwnGame
from companion.records.people.known_people import call_them
from companion.records.people.links import new_key
from companion.records.people.own_games import keep_own_game, own_games_of
from companion.records.store.book_ids import book_id
from companion.records.store.database import Base, close_database, now, reading, write_connection
from companion.rules.decide import Command
from companion.rules.fold.entries import LaidDown, TookBack
from companion.rules.reading.catalogue import game_data
from tests.books import new_book, open_book
from tests.databases import Database, Sqlite
from tests.gamefile.games import load
from tests.records.book import a_game
from tests.records.writers import TURN_OVER
from tests.soak import examples
from tests.vectors.walks import Walk
from tests.workers.ports import free_port

GAMES = examples(4, 10)
DEVICE = "x" * 22
NEWEST = ScriptDirectory(MIGRATIONS).get_current_head()
DRILL = Path(__file__).parents[2] / "docs" / "how-to" / "backup.md"


@pytest.fixture
def other_book(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[Flask]:
    """An empty book, as on another machine."""
    where: Database = getattr(request, "param", None) or Sqlite()
    yield from new_book(tmp_path_factory.mktemp("elsewhere"), where)


def every_row(book: Flask) -> dict[str, list[Any]]:
    with book.app_context(), reading() as connection:
        return {
            table.name: [*map(tuple, connection.execute(select(table).order_by(table.c.id)))]
            for table in Base.metadata.sorted_tables
            if table.name not in {"counted", "book"}
        }


def a_book_in(folder: Path) -> str:
    """A book with one game; returns its token."""
    with open_book(folder, Sqlite().make(folder)).app_context():
        token = a_game()
        close_database()
    return token


def played(book: Flask, games: int) -> None:
    """Random games with all kinds of rules, and a custom game."""
    with book.app_context():
        for seed in range(games):
            walk = Walk(seed)
            game = walk.games[-1]
            rules = json.loads(walk.snapshot)
            start_game(NewGame(rules, game.seats, entries=game.entries), DEVICE)
        keep_own_game(game_data("five-crowns"), DEVICE, new_key())


def test_a_restored_book_equals_the_original_row_by_row(
    own_book: Flask, other_book: Flask, tmp_path: Path
) -> None:
    played(own_book, GAMES)
    seen: list[tuple[int, int]] = []
    back_up(own_book, tmp_path / "copy", lambda *at: seen.append(at))
    restore(other_book, tmp_path / "copy")
    assert every_row(other_book) == every_row(own_book)
    assert seen[-1][0] == seen[-1][1] == sum(map(len, every_row(own_book).values()))


def test_a_backup_of_one_kind_of_database_goes_into_the_other(
    own_book: Flask, other_book: Flask, tmp_path: Path
) -> None:
    played(other_book, 3)
    back_up(other_book, tmp_path / "copy")
    restore(own_book, tmp_path / "copy")
    assert every_row(own_book) == every_row(other_book)


def test_games_continue_in_a_restored_book(
    own_book: Flask, other_book: Flask, tmp_path: Path
) -> None:
    with other_book.app_context():
        token = a_game(device=DEVICE)
    back_up(other_book, tmp_path / "copy")
    restore(own_book, tmp_path / "copy")
    with own_book.app_context():
        assert open_game(token).row.device == DEVICE, "the phone that started it"
        write(token, new_key(), Command((LaidDown(0),), seen=0))
        assert open_game(a_game()).state.version == 0
        assert len(own_games_of(DEVICE)) == 0


def test_phones_are_known_by_a_restored_book(other_book: Flask, tmp_path: Path) -> None:
    home = tmp_path / "home"
    at_home = ("--instance", str(home))
    a_book_in(home)
    assert companion("backup", str(tmp_path / "copy"), *at_home).exit_code == 0
    key = (home / "secret_key").read_text()
    again = tmp_path / "again"
    assert companion("restore", str(tmp_path / "copy"), "--instance", str(again)).exit_code == 0
    assert (again / "secret_key").read_text() == key
    assert (again / "secret_key").stat().st_mode & 0o777 == 0o600
    restore(other_book, tmp_path / "copy")
    assert other_book.config["SECRET_KEY"] != key


def test_a_key_from_the_settings_is_not_in_the_backup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    production = {
        "COMPANION_ENV": "production",
        "COMPANION_SECRET_KEY": "0123456789abcdef" * 2,
        "COMPANION_DATABASE": Sqlite().address(tmp_path),
    }
    a_book_in(tmp_path)
    for name, value in production.items():
        monkeypatch.setenv(name, value)
    done = companion("backup", str(tmp_path / "copy"), "--instance", str(tmp_path))
    assert done.exit_code == 0, done.output
    assert b"0123456789abcdef" not in (tmp_path / "copy").read_bytes()


@pytest.mark.parametrize("writers", [4, pytest.param(16, marks=pytest.mark.soak)])
def test_a_backup_during_writes_has_every_acknowledged_entry(
    own_book: Flask, other_book: Flask, tmp_path: Path, writers: int
) -> None:
    with own_book.app_context():
        tokens = [a_game() for _ in range(writers)]
    acknowledged: list[tuple[str, str]] = []

    copying, copied = Event(), Event()

    def play(token: str) -> None:
        with own_book.app_context():
            while not copied.is_set():
                write(token, key := new_key(), TURN_OVER)
                acknowledged.append((token, key))
                has_each = {at for at, _ in acknowledged} == {*tokens}
                if has_each and len(acknowledged) > 4 * len(tokens):
                    copying.set()

    with ThreadPoolExecutor(len(tokens)) as threads:
        playing = [threads.submit(play, token) for token in tokens]
        assert copying.wait(60)
        before = [*acknowledged]
        back_up(own_book, tmp_path / "copy")
        copied.set()
        for player in playing:
            player.result()
    restore(other_book, tmp_path / "copy")
    with other_book.app_context():
        for token in tokens:
            kept = open_game(token)
            pressed = {tap.key for tap in kept.taps}
            assert {key for at, key in before if at == token} <= pressed
            halves = [type(entry) for entry in kept.entries]
            assert halves == ([LaidDown, TookBack] * len(halves))[: len(halves)]
            assert isinstance(kept.entries[-1], LaidDown), "a press is there whole"


def test_a_book_with_games_in_it_is_left_as_it_is(
    own_book: Flask, other_book: Flask, tmp_path: Path
) -> None:
    played(own_book, 1)
    played(other_book, 2)
    back_up(other_book, tmp_path / "copy")
    before = every_row(own_book)
    with pytest.raises(BackupRefused, match="There are games in this score book"):
        restore(own_book, tmp_path / "copy")
    assert every_row(own_book) == before


def test_a_book_with_people_of_deleted_games_is_left_as_it_is(
    own_book: Flask, other_book: Flask, tmp_path: Path
) -> None:
    for book in (own_book, other_book):
        played(book, 1)
        with book.app_context():
            call_them(DEVICE, ["Ann"], "Annie", 3)
    back_up(other_book, tmp_path / "copy")
    with own_book.app_context(), write_connection() as connection:
        connection.execute(delete(Game))
        connection.execute(delete(OwnGame))
    before = every_row(own_book)
    with pytest.raises(BackupRefused, match="a restore would mix the two"):
        restore(own_book, tmp_path / "copy")
    assert every_row(own_book) == before


def test_a_copy_of_an_earlier_shape_is_brought_to_the_newest(
    other_book: Flask, tmp_path: Path
) -> None:
    from_then = open_book(tmp_path, f"sqlite:///{tmp_path / 'then.sqlite'}")
    Sqlite().make(tmp_path)
    shutil.copy(tmp_path / "companion.sqlite", tmp_path / "then.sqlite")
    with from_then.app_context():
        token = a_game(device=DEVICE)
        downgrade(revision="-2")
        close_database()
    restore(other_book, tmp_path / "then.sqlite")
    with other_book.app_context():
        assert open_game(token).seats.names == ("Ann", "Ben")


def from_the_future(copy: Path) -> None:
    with closing(sqlite3.connect(copy)) as book, book:
        book.execute("UPDATE alembic_version SET version_num = '9999'")


def without_a_shape(copy: Path) -> None:
    with closing(sqlite3.connect(copy)) as book, book:
        book.execute("DELETE FROM alembic_version")


def torn(copy: Path) -> None:
    content = copy.read_bytes()
    copy.write_bytes(content[: len(content) // 2])


def of_something_else(copy: Path) -> None:
    copy.unlink()
    with closing(sqlite3.connect(copy)) as book, book:
        book.execute("CREATE TABLE birds (name TEXT)")


SPOILT: tuple[tuple[Callable[[Path], object], str], ...] = (
    (from_the_future, "was made by a newer version of this program"),
    (torn, "is no whole score book"),
    (without_a_shape, "is no whole score book"),
    (of_something_else, "is no whole score book"),
    (lambda copy: copy.write_text("Ann 5, Ben 7"), "is no whole score book"),
    (Path.unlink, "cannot be read (No such file or directory)"),
)


def test_an_invalid_backup_is_refused_without_writing(other_book: Flask, tmp_path: Path) -> None:
    sound, copy, empty = tmp_path / "sound", tmp_path / "copy", every_row(other_book)
    back_up(other_book, sound)
    for spoil, sentence in SPOILT:
        shutil.copy(sound, copy)
        spoil(copy)
        with pytest.raises(BackupRefused, match=re.escape(sentence)):
            restore(other_book, copy)
        assert every_row(other_book) == empty
    refused = companion("restore", str(copy), "--instance", str(tmp_path / "home"))
    assert refused.exit_code == 1
    assert sentence in refused.output


def test_an_empty_book_is_not_backed_up_by_mistake(tmp_path: Path) -> None:
    refused = companion("backup", str(tmp_path / "copy"), "--instance", str(tmp_path / "home"))
    assert refused.exit_code == 1
    assert f"no games in the score book sqlite:///{tmp_path / 'home'}" in refused.output
    assert not (tmp_path / "copy").exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_files_restored_by_root_belong_to_the_owner_of_the_folder(
    other_book: Flask, tmp_path: Path
) -> None:
    played(other_book, 1)
    back_up(other_book, tmp_path / "copy")
    (home := tmp_path / "home").mkdir()
    os.chown(home, 65534, 65534)
    assert companion("restore", str(tmp_path / "copy"), "--instance", str(home)).exit_code == 0
    assert {file.stat().st_uid for file in home.iterdir()} == {65534}


@pytest.mark.parametrize("setting", [{}, {"COMPANION_DATABASE": "sqlite:///{}/companion.sqlite"}])
def test_a_dangling_symlink_is_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, setting: dict[str, str]
) -> None:
    """Otherwise the owner of the folder could make root create files anywhere."""
    (home := tmp_path / "home").mkdir()
    (home / "companion.sqlite").symlink_to(tmp_path / "elsewhere")
    for name, value in setting.items():
        monkeypatch.setenv(name, value.format(home))
    for command in ("backup", "restore"):
        refused = companion(command, str(tmp_path / "copy"), "--instance", str(home))
        assert refused.exit_code == 1
        assert "is a link to a file that is not there" in refused.output
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_root_changes_no_permissions_behind_a_symlink(tmp_path: Path) -> None:
    (of_all := tmp_path / "of all").touch(mode=0o644)
    (home := tmp_path / "home").mkdir()
    (home / "companion.sqlite").symlink_to(of_all)
    os.chown(home, 65534, 65534)
    assert companion("restore", str(tmp_path / "copy"), "--instance", str(home)).exit_code == 1
    assert of_all.stat().st_mode & 0o777 == 0o644


def test_no_file_is_overwritten_and_none_is_left_half(tmp_path: Path) -> None:
    at_home = ("--instance", str(tmp_path / "home"))
    copy = tmp_path / "copy"
    copy.write_text("dear")
    a_book_in(tmp_path / "home")
    refused = companion("backup", str(copy), *at_home)
    assert "is there already. Choose another name." in refused.output
    assert copy.read_text() == "dear"
    nowhere = companion("backup", str(tmp_path / "no" / "copy"), *at_home)
    assert "cannot be written (No such file or directory). Choose another folder." in nowhere.output
    too_long = companion("backup", "x" * 300, *at_home)
    assert "cannot be written (File name too long). Choose another folder." in too_long.output
    assert {file.name for file in tmp_path.iterdir()} == {"home", "copy"}


def test_a_backup_works_on_a_file_system_without_links(
    other_book: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = os.link

    def cannot_link(source: Path, target: Path) -> None:
        if Path(target).parent == tmp_path:
            raise PermissionError(1, "Operation not permitted")
        link(source, target)

    monkeypatch.setattr("os.link", cannot_link)
    back_up(other_book, tmp_path / "copy")
    assert [file.name for file in tmp_path.iterdir()] == ["copy"]
    with pytest.raises(BackupRefused, match="is there already"):
        back_up(other_book, tmp_path / "copy")


def test_a_full_disk_is_named_and_leaves_nothing(
    other_book: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def is_full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("companion.book.backup._finish", is_full)
    with pytest.raises(BackupRefused, match=r"cannot be written \(database or disk is full\)"):
        back_up(other_book, tmp_path / "copy")
    assert [*tmp_path.iterdir()] == []


def test_a_book_in_which_somebody_only_guessed_is_empty(
    own_book: Flask, other_book: Flask, tmp_path: Path
) -> None:
    guess = {"what": "signs", "source": "g" * 22, "counted_at": now()}
    for book in (own_book, other_book):
        with book.app_context(), write_connection() as connection:
            connection.execute(insert(Attempt), guess)
    played(own_book, 1)
    back_up(own_book, tmp_path / "copy")
    restore(other_book, tmp_path / "copy")
    assert every_row(other_book) == every_row(own_book)


def test_a_backup_has_the_shape_of_a_book_that_was_migrated(
    other_book: Flask, tmp_path: Path
) -> None:
    back_up(other_book, tmp_path / "copy")
    with closing(sqlite3.connect(tmp_path / "copy")) as copy:
        (shape,) = copy.execute("SELECT version_num FROM alembic_version").fetchone()
    with other_book.app_context(), reading() as connection:
        assert connection.scalar(text("SELECT version_num FROM alembic_version")) == shape


def test_a_backup_is_readable_by_its_owner_only(other_book: Flask, tmp_path: Path) -> None:
    back_up(other_book, tmp_path / "copy")
    assert (tmp_path / "copy").stat().st_mode & 0o777 == 0o600


def companion(*arguments: str) -> Result:
    return CliRunner().invoke(main, [*arguments])


def test_the_drill_of_the_documentation_works_as_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path / "played"))
    token = a_book_in(tmp_path / "played")
    drill = DRILL.read_text("utf-8").split("## The drill")[1].split("```sh")[1].split("```")[0]
    *copying, serving = (line.split("#")[0].split()[1:] for line in drill.splitlines()[1:])
    assert [command[0] for command in (*copying, serving)] == ["backup", "restore", "run"]
    for command in copying:
        done = companion(*command)
        assert done.exit_code == 0, done.output
    record = companion("export", token, *serving[1:3]).stdout
    assert [player["name"] for player in json.loads(record)["players"]] == ["Ann", "Ben"]


@pytest.fixture
def with_copies(other_book: Flask, tmp_path: Path) -> Flask:
    other_book.config["DAILY_COPIES"] = tmp_path / "copies"
    return other_book


def test_there_is_a_copy_of_each_day_and_the_oldest_make_room(
    with_copies: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daily_copies, "KEPT", 3)
    mine = tmp_path / "copies" / "companion-of-mine.sqlite"
    first = date(2026, 11, 22)
    make_copy_of(first, with_copies)
    mine.write_text("kept")
    made = (tmp_path / "copies" / f"companion-{first}.sqlite").stat()
    make_copy_of(first, with_copies)
    assert (tmp_path / "copies" / f"companion-{first}.sqlite").stat() == made
    days = [first + timedelta(days=n) for n in range(4)]
    for day in days:
        make_copy_of(day, with_copies)
    kept = {file.name for file in mine.parent.glob("*.sqlite")} - {mine.name}
    assert kept == {f"companion-{day}.sqlite" for day in days[1:]}
    assert mine.read_text() == "kept"


def test_the_copy_of_a_day_is_renewed_after_an_hour_in_which_somebody_played(
    with_copies: Flask, tmp_path: Path
) -> None:
    today = date(2026, 11, 22)
    copy = tmp_path / "copies" / f"companion-{today}.sqlite"
    make_copy_of(today, with_copies)
    made = copy.read_bytes()
    with with_copies.app_context():
        a_game()
    make_copy_of(today, with_copies)
    assert copy.read_bytes() == made, "an hour has not gone by"
    two_hours_ago = copy.stat().st_mtime - 7200
    os.utime(copy, (two_hours_ago, two_hours_ago))
    make_copy_of(today, with_copies)
    assert copy.read_bytes() != made


def test_the_copy_of_a_day_is_renewed_if_somebody_played_while_it_was_made(
    with_copies: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    today = date(2026, 11, 22)
    copy = tmp_path / "copies" / f"companion-{today}.sqlite"
    finish = backup._finish

    def finish_after_a_deal(draft: Path, key: str) -> None:
        with with_copies.app_context():
            a_game()
        finish(draft, key)

    monkeypatch.setattr(backup, "_finish", finish_after_a_deal)
    make_copy_of(today, with_copies)
    monkeypatch.undo()
    assert games_in(copy) == 0
    monkeypatch.setattr(daily_copies, "_RENEWED_SECONDS", 0)
    make_copy_of(today, with_copies)
    assert games_in(copy) == 1


def test_a_copy_is_not_renewed_while_nobody_plays(
    with_copies: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daily_copies, "_RENEWED_SECONDS", 0)
    monkeypatch.setattr(daily_copies, "_LONGEST_WRITE", timedelta())
    today = date(2026, 11, 22)
    copy = tmp_path / "copies" / f"companion-{today}.sqlite"
    with with_copies.app_context():
        a_game()
    make_copy_of(today, with_copies)
    made = copy.stat()
    make_copy_of(today, with_copies)
    assert copy.stat() == made


def games_in(copy: Path) -> int:
    with closing(sqlite3.connect(copy)) as book:
        [(games,)] = book.execute("SELECT count(*) FROM game")
    return games


def test_a_failed_copy_is_logged(
    with_copies: Flask, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "copies").write_text("a file, and no folder")
    make_copy_of(date(2026, 11, 22), with_copies)
    assert "No copy of the score book was made" in caplog.text


def id_of(book: Flask) -> str:
    with book.app_context(), reading() as connection:
        return book_id(connection)


def test_a_restored_book_has_an_id_of_its_own_and_a_backup_that_of_its_book(
    other_book: Flask, tmp_path: Path
) -> None:
    """Open pages detect the restored book by it."""
    own_book = open_book(tmp_path, Sqlite().make(tmp_path))
    played(own_book, 1)
    back_up(own_book, tmp_path / "copy")
    with closing(sqlite3.connect(tmp_path / "copy")) as copy:
        assert copy.execute("SELECT id, key FROM book").fetchall() == [(1, id_of(own_book))]
    restore(other_book, tmp_path / "copy")
    assert len(id_of(own_book)) == len(id_of(other_book)) == 22
    assert id_of(own_book) != id_of(other_book)
    with own_book.app_context():
        close_database()


OLDER = ["0001", "0004", pytest.param("0011", marks=pytest.mark.soak)]


@pytest.mark.parametrize("shape", OLDER)
def test_a_backup_by_a_newer_version_does_not_migrate_the_book(
    tmp_path: Path, shape: str, other_book: Flask
) -> None:
    """Otherwise the previous version could neither open it nor restore the backup."""
    token = a_book_in(home := tmp_path / "home")
    with open_book(home, Sqlite().address(home)).app_context():
        downgrade(revision=shape)
        close_database()
    before = tables_of(home / "companion.sqlite")
    done = companion("backup", str(tmp_path / "copy"), "--instance", str(home))
    assert done.exit_code == 0, done.output
    assert before == tables_of(home / "companion.sqlite")
    assert tables_of(tmp_path / "copy") - before == {"cookie_key"}
    for file in (home / "companion.sqlite", tmp_path / "copy"):
        assert shape_of(file) == shape
    restore(other_book, tmp_path / "copy")
    with other_book.app_context():
        assert open_game(token).seats.names == ("Ann", "Ben")


def tables_of(file: Path) -> set[str]:
    with closing(sqlite3.connect(file)) as book:
        return {name for (name,) in book.execute("SELECT name FROM sqlite_master")}


def shape_of(file: Path) -> str:
    with closing(sqlite3.connect(file)) as book:
        return str(book.execute("SELECT version_num FROM alembic_version").fetchone()[0])


COMMANDS: tuple[tuple[str, ...], ...] = (
    ("run", "--port", "0"),
    ("backup", "copy"),
    ("restore", "copy"),
    ("export", "t" * 22),
    ("import", "game.json"),
)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_book_of_a_newer_version_is_refused_with_a_sentence(
    tmp_path: Path, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    a_book_in(home := tmp_path / "home")
    from_the_future(home / "companion.sqlite")
    refused = refused_by(command, home, monkeypatch)
    assert "was used by a newer version of Rummy Companion" in refused.output
    assert "shape 9999" in refused.output
    assert "companion restore FILE --instance FOLDER" in refused.output
    assert shape_of(home / "companion.sqlite") == "9999"


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_an_empty_file_is_no_new_book(
    tmp_path: Path, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    (home := tmp_path / "home").mkdir()
    (home / "companion.sqlite").touch()
    refused = refused_by(command, home, monkeypatch)
    assert "is empty: it has no bytes" in refused.output
    assert "Move it away, and restore a backup into its place" in refused.output
    assert (home / "companion.sqlite").stat().st_size == 0


def refused_by(command: tuple[str, ...], home: Path, monkeypatch: pytest.MonkeyPatch) -> Result:
    """The command prints one sentence, and no traceback."""
    monkeypatch.chdir(home.parent)
    (home.parent / "game.json").write_text(json.dumps(load("carioca")))
    port = ("--port", str(free_port())) if command[0] == "run" else command[1:]
    refused = companion(command[0], *port, "--instance", str(home))
    assert refused.exit_code == 1
    assert isinstance(refused.exception, SystemExit)
    assert "Traceback" not in refused.output
    assert not (home.parent / "copy").exists()
    return refused


def test_a_daily_copy_of_a_newer_book_is_not_made(own_book: Flask, tmp_path: Path) -> None:
    with own_book.app_context(), write_connection() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(BackupRefused, match="was used by a newer version"):
        back_up(own_book, tmp_path / "copy")
    with own_book.app_context(), write_connection() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = :n"), {"n": NEWEST})

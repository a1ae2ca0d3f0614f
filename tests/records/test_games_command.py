"""`companion games`, `export --all` and `import`: all games of a score book."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from flask import Flask

from companion.cli.commands import main
from companion.gamefile.exports import to_file
from companion.records.log.games import NewGame, open_game, start_game
from companion.rules.model.state import Seats
from tests.books import new_book
from tests.databases import Database
from tests.records.book import resolved
from tests.records.test_export_command import a_game, export


@pytest.fixture
def app(tmp_path: Path, database: Database) -> Iterator[Flask]:
    """A book of its own, without games."""
    yield from new_book(tmp_path / "book", database)


def run(book: Flask, *command: str, input: str | None = None) -> Result:  # noqa: A002 - a parameter of click
    at_home = {"COMPANION_DATABASE": book.config["SQLALCHEMY_DATABASE_URI"]}
    place = ("--instance", book.instance_path)
    return CliRunner(env=at_home).invoke(main, [*command, *place], input=input)


def links(result: Result) -> list[str]:
    assert result.exit_code == 0, result.output
    return result.stdout.split()


def test_games_are_listed_with_link_rules_state_and_players(app: Flask) -> None:
    with app.app_context():
        token = a_game()
        day = open_game(token).row.started_at.replace(tzinfo=UTC).astimezone().date()
    listed = run(app, "games").stdout
    assert listed == f"{day}  /g/{token}/  12-Step Rummy  Round 1  Ann, Ben\n"
    (game,) = json.loads(run(app, "games", "--json").stdout)
    assert game.pop("started_at").endswith("+00:00")
    assert game == {
        "link": f"/g/{token}/",
        "title": "",
        "game": "12-Step Rummy",
        "players": ["Ann", "Ben"],
        "round": 1,
        "over": False,
        "winners": [],
    }


def test_all_games_go_into_a_folder_and_come_back_from_it(app: Flask, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    with app.app_context():
        before = [export(app, a_game()).stdout for _ in range(2)]
    assert run(app, "export", "--all", str(folder)).stdout == f"Games in {folder}: 2.\n"
    files = sorted(map(str, folder.iterdir()))
    assert [Path(file).read_text() + "\n" for file in files] == before
    assert [export(app, link).stdout for link in links(run(app, "import", *files))] == before


@pytest.mark.parametrize(
    ("zone", "day"), [("America/Los_Angeles", "2026-11-13"), ("Asia/Kathmandu", "2026-11-14")]
)
def test_commands_have_the_days_of_the_zone_in_the_settings(
    app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, zone: str, day: str
) -> None:
    began = datetime(2026, 11, 14, 4, 10, tzinfo=UTC)
    with app.app_context():
        start_game(NewGame(resolved(), Seats(("Ann", "Ben")), started_at=began), "device")
    monkeypatch.setenv("COMPANION_TIMEZONE", zone)
    assert run(app, "games").stdout.startswith(f"{day}  /g/")
    run(app, "export", "--all", str(tmp_path / "mine"))
    assert [file.name for file in (tmp_path / "mine").iterdir()] == [f"{day}-1.json"]


def test_a_folder_that_is_there_already_is_left_as_it_is(app: Flask, tmp_path: Path) -> None:
    refused = run(app, "export", "--all", str(tmp_path))
    assert refused.exit_code == 1
    assert "cannot be used (File exists). Choose another." in refused.stderr


def test_one_game_or_all_have_to_be_named(app: Flask, tmp_path: Path) -> None:
    for both in ((), ("a-token", "--all", str(tmp_path / "new"))):
        refused = run(app, "export", *both)
        assert refused.exit_code == 2
        assert "Name one game, or use --all with a new folder." in refused.stderr


def test_a_file_that_a_phone_saved_with_several_games_is_imported(app: Flask) -> None:
    with app.app_context():
        records = [json.loads(export(app, a_game()).stdout) for _ in range(3)]
    assert len(links(run(app, "import", "-", input=to_file(records)))) == 3


def test_of_several_files_nothing_is_kept_if_one_is_wrong(app: Flask, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    with app.app_context():
        good.write_text(export(app, a_game()).stdout)
    bad.write_text("{}")
    refused = run(app, "import", str(good), str(bad))
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert refused.stderr == "Error: The record: the key “format” is missing. Add it.\n"
    assert len(run(app, "games").stdout.splitlines()) == 1

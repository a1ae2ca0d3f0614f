"""`companion export`: a game by its token (which may begin with a hyphen), or by its link."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from flask import Flask

from companion.cli.commands import main
from companion.records.log.games import NewGame, open_game, start_game
from companion.records.people.links import new_key, renew_links
from companion.rules.fold import entries as e
from companion.rules.model.state import Seats
from tests.books import happens
from tests.records.book import resolved

TOKENS = [
    "-KcN3vAq0xT8mR2LwZ5yPd",
    "--cN3vAq0xT8mR2LwZ5yPd",
    "-hcN3vAq0xT8mR2LwZ5yPd",
    "_KcN3vAq0xT8mR2LwZ5yPd",
    "w-cN3vAq0xT8mR2LwZ5yPd",
]


def export(book: Flask, *arguments: str) -> Result:
    at_home = {"COMPANION_DATABASE": book.config["SQLALCHEMY_DATABASE_URI"]}
    command = ["export", *arguments, "--instance", book.instance_path]
    return CliRunner(env=at_home).invoke(main, command)


def a_game(token: str = "", device: str = "") -> str:
    seats = Seats(("Ann", "Ben"))
    return start_game(NewGame(resolved(), seats), device or new_key(), token)


def players(result: Result) -> list[str]:
    assert result.exit_code == 0, result.output
    return [player["name"] for player in json.loads(result.stdout)["players"]]


@pytest.mark.any_database
@pytest.mark.parametrize("token", TOKENS)
def test_a_token_may_begin_with_anything_a_token_holds(app: Flask, token: str) -> None:
    with app.app_context():
        assert a_game(token) == token
    assert players(export(app, token)) == ["Ann", "Ben"]


LINKS = [
    "https://cards.example/rummy/g/{}/",
    "http://192.168.1.20:8000/g/{}/seat",
    "http://192.168.1.20:8000/g/{}/correct/1?seat=2#hand-2",
    "/g/{}/",
    " {}\n",
]


@pytest.mark.any_database
@pytest.mark.parametrize("link", LINKS)
def test_a_whole_link_is_as_good_as_its_token(app: Flask, link: str) -> None:
    with app.app_context():
        token = a_game()
    assert players(export(app, link.format(token))) == ["Ann", "Ben"]


def test_the_link_to_watch_by_exports_the_game_too(app: Flask) -> None:
    with app.app_context():
        watch = open_game(a_game()).row.watch_token
    assert players(export(app, f"https://cards.example/g/{watch}/")) == ["Ann", "Ben"]


@pytest.mark.parametrize("wrong", ["-nobody", "--instanc", "https://cards.example/", ""])
def test_an_unknown_link_is_answered_with_a_sentence(app: Flask, wrong: str) -> None:
    assert app
    refused = export(app, wrong)
    assert refused.exit_code == 1
    assert refused.stderr == "Error: No game has this link or token. Copy it from the share page.\n"


def test_a_link_that_was_replaced_names_the_new_one(app: Flask) -> None:
    with app.app_context():
        old = a_game("-RcN3vAq0xT8mR2LwZ5yPd", device="mine")
        new = renew_links(old, "mine")
    refused = export(app, f"https://cards.example/g/{old}/")
    assert refused.exit_code == 1
    assert f"now {new}." in refused.stderr


def test_a_finished_game_is_printed_as_a_play_for_bg_stats(app: Flask) -> None:
    with app.app_context():
        token = a_game()
    refused = export(app, token, "--bgstats")
    assert refused.exit_code == 1
    assert refused.stderr == "Error: BG Stats takes finished games only, and there is none yet.\n"
    with app.app_context():
        hand = e.HandCounted(1, e.Hand(points=90), down=False)
        happens(token, e.LaidDown(0), e.WentOut(0), hand, e.RoundScored())
        happens(token, e.GameEnded(""))
    printed = export(app, token, "--bgstats")
    assert printed.exit_code == 0, printed.output
    (play,) = json.loads(printed.stdout)["plays"]
    assert [(one["score"], one["winner"]) for one in play["playerScores"]] == [
        ("0", True),
        ("90", False),
    ]


@pytest.mark.parametrize("other", [("--history", "a token"), ("--all", "folder")])
def test_a_play_for_bg_stats_is_one_game_without_history(
    app: Flask, tmp_path: Path, other: tuple[str, str]
) -> None:
    refused = export(app, "--bgstats", other[0], str(tmp_path / other[1]))
    assert refused.exit_code == 2
    assert "Use --bgstats with one game, and without --history." in refused.stderr


def test_an_export_can_be_imported(app: Flask) -> None:
    with app.app_context():
        token = a_game()
    record = export(app, token).stdout
    at_home = {"COMPANION_DATABASE": app.config["SQLALCHEMY_DATABASE_URI"]}
    command = ["import", "-", "--instance", app.instance_path]
    kept = CliRunner(env=at_home).invoke(main, command, input=record)
    link = kept.stdout.strip()
    assert players(export(app, link)) == ["Ann", "Ben"]
    assert token not in link

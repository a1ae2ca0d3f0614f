"""Commands speak the language of the terminal."""

from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from click.testing import CliRunner

from companion.cli import words as command_words
from companion.cli.commands import main
from companion.cli.judge import verdict_text


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    catalogue = Catalog(locale="de")
    catalogue.add("Legal.", "Erlaubt.")
    place = tmp_path / "de" / "LC_MESSAGES"
    place.mkdir(parents=True)
    with (place / "messages.mo").open("wb") as file:
        write_mo(file, catalogue)
    monkeypatch.setattr(command_words, "_FOLDER", tmp_path)
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    command_words._catalogue.cache_clear()
    yield
    command_words._catalogue.cache_clear()


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("LANG", "de_AT.UTF-8", "Erlaubt."),
        ("LANGUAGE", "nl:de", "Erlaubt."),
        ("LC_ALL", "C", "Legal."),
        ("LANG", "nl_NL.UTF-8", "Legal."),
    ],
)
def test_the_environment_tells_the_language(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, words: str
) -> None:
    monkeypatch.setenv(name, value)
    assert verdict_text("twelve-step-rummy", "any", ["5H 5C 5D"]).splitlines()[0] == words


def test_every_command_and_option_has_a_whole_line_of_help() -> None:
    listed = CliRunner().invoke(main, ["--help"]).output
    assert "..." not in listed.partition("Commands:")[2]
    for name, command in main.commands.items():
        options = [one for one in command.params if isinstance(one, click.Option)]
        assert [one.name for one in options if not one.help] == [], name

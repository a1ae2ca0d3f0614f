"""The catalogue: one file per game; rules that need neither web nor database."""

import subprocess
import sys
from pathlib import Path

import pytest

from companion.rules.reading.catalogue import FOLDER, UnknownGame, catalogue, game_data, read_game
from companion.rules.reading.sections import RulesetError
from tests.unit.table import TWELVE_STEP, rules


def a_file(folder: Path, text: str, name: str = "house-game.toml") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def test_every_file_of_the_catalogue_is_a_game_under_its_own_name() -> None:
    assert set(catalogue()) == {path.stem for path in FOLDER.glob("*.toml")}


def test_the_catalogue_plays_with_the_default_house_rules() -> None:
    assert catalogue()[TWELVE_STEP] == rules()


def test_games_are_listed_by_their_names(tmp_path: Path) -> None:
    text = (FOLDER / f"{TWELVE_STEP}.toml").read_text("utf-8")
    for key, name in [("a", "Zioncheck"), ("z", "Arlington")]:
        changed = text.replace(TWELVE_STEP, key, 1).replace("12-Step Rummy", name)
        a_file(tmp_path, changed, f"{key}.toml")
    assert [game.name for game in catalogue(tmp_path).values()] == ["Arlington", "Zioncheck"]


def test_a_game_that_is_not_in_the_catalogue_is_unknown() -> None:
    with pytest.raises(UnknownGame, match="bridge"):
        game_data("bridge")


@pytest.mark.parametrize("text", ["key = ", "[players\nleast = 2", "a = 1\na = 2", "key: x"])
def test_a_file_that_is_no_toml_is_named(tmp_path: Path, text: str) -> None:
    with pytest.raises(RulesetError, match=r"house-game\.toml: the file: expected a game in TOML"):
        read_game(a_file(tmp_path, text))


def test_a_file_in_another_encoding_is_named(tmp_path: Path) -> None:
    path = tmp_path / "house-game.toml"
    path.write_bytes('name = "Königsrommé"'.encode("latin-1"))
    with pytest.raises(RulesetError, match=r"house-game\.toml: the file: expected a text in UTF-8"):
        read_game(path)


def test_a_broken_game_spoils_the_catalogue_with_its_name(tmp_path: Path) -> None:
    a_file(tmp_path, "house_rules = []\nkey = 'x'")
    with pytest.raises(RulesetError, match=r"house-game\.toml: players: expected a table"):
        catalogue(tmp_path)


def test_the_rules_load_without_web_or_database() -> None:
    program = (
        "import sys\n"
        "import companion.rules.fold.replay, companion.rules.fold.entries\n"
        "import companion.rules.judging.refusals\n"
        "from companion.rules.reading.catalogue import catalogue\n"
        "assert catalogue()\n"
        "heavy = {'flask', 'sqlalchemy', 'wtforms', 'jinja2', 'werkzeug'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        cwd=FOLDER.parents[2],
    )
    assert ran.stdout.strip() == "[]"

"""`flask --app companion`: the commands that Flask programmers expect."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

COMMANDS = {
    "routes": "table.page",
    "db upgrade": "",
    "db current": "(head)",
}


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The output of each command, executed in order on one book."""
    environ = os.environ | {"COMPANION_INSTANCE": str(tmp_path_factory.mktemp("book"))}
    return {words: printed_by(words, environ) for words in COMMANDS}


def printed_by(words: str, environ: dict[str, str]) -> str:
    command = [sys.executable, "-m", "flask", "--app", "companion", *words.split()]
    ran = subprocess.run(
        command, capture_output=True, text=True, check=True, env=environ, timeout=60
    )
    return ran.stdout


@pytest.mark.soak
@pytest.mark.parametrize("words", COMMANDS)
def test_the_command_works(answers: dict[str, str], words: str) -> None:
    assert COMMANDS[words] in answers[words]


@pytest.mark.soak
def test_the_shell_has_the_app(tmp_path: Path) -> None:
    environ = os.environ | {"COMPANION_INSTANCE": str(tmp_path)}
    ran = subprocess.run(
        [sys.executable, "-m", "flask", "--app", "companion", "shell"],
        input="print(app.name, app.config['SESSION_COOKIE_NAME'])",
        capture_output=True,
        text=True,
        check=True,
        env=environ,
        timeout=60,
    )
    assert "companion companion" in ran.stdout

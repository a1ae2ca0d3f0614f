"""An installed wheel serves pages and stylesheets like a checkout."""

import os
import re
import subprocess
import sys
import tarfile
import zipfile
from importlib.metadata import distributions
from pathlib import Path

import pytest
from trove_classifiers import classifiers

from tests.gamefile.games import as_file

pytestmark = pytest.mark.soak
ROOT = Path(__file__).parents[2]
INSIDE = {
    "companion/py.typed",
    "companion/rules/catalogue/twelve-step-rummy.toml",
    "companion/records/migrations/env.py",
    "companion/records/migrations/script.py.mako",
    "companion/records/migrations/versions/0001_games_seats_and_the_log.py",
    "companion/gamefile/companion-game-1.schema.json",
    "companion/templates/base.html",
    "companion/translations/de/LC_MESSAGES/messages.mo",
    "companion/templates/components/page.html",
    "companion/templates/paper/pdf/besley-pad.ttf",
    "companion/templates/paper/pdf/parts.typ",
    "companion/templates/paper/pdf/result.typ",
    "companion/templates/paper/pdf/sheet.typ",
    "companion/static/css/companion.css",
    "companion/static/js/places/hand/counting.js",
}
ASK_FOR_PAGES = """
from pathlib import Path
import companion
from companion.app import create_app
from companion.book.backup import default_instance
from flask_migrate import upgrade
from companion.rules.reading.catalogue import catalogue
app = create_app()
with app.app_context():
    upgrade()
client = app.test_client()
files = ("/static/now/css/companion.css", "/static/now/page/live.js")
for address in ("/", "/new/twelve-step-rummy", *files):
    with client.get(address) as answer:
        print(answer.status_code, address)
print("12-Step is known:", "twelve-step-rummy" in catalogue())
print("at", Path(companion.__file__).parent)
print("keeps", default_instance())
"""


def run(*command: str, folder: Path, **environ: str) -> str:
    """The output of a command, run without this checkout on the path."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith("COMPANION")}
    done = subprocess.run(
        command, cwd=folder, env=ours | environ, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An sdist, and the wheel built from it."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "-o", str(folder), ".", folder=ROOT)
    return folder


@pytest.fixture(scope="module")
def installed(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel in a folder of its own, unpacked as by pip.

    Its dependencies are those of this environment.
    """
    folder = tmp_path_factory.mktemp("installed")
    (wheel,) = dist.glob("*.whl")
    with zipfile.ZipFile(wheel) as files:
        assert not [name for name in files.namelist() if ".data/" in name], "lies elsewhere then"
        files.extractall(folder)
    return folder


def test_the_wheel_holds_pages_styles_games_migrations_and_the_schema(dist: Path) -> None:
    (wheel,) = dist.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    assert names >= INSIDE
    assert not [name for name in names if name.startswith(("tests/", "instance/", "bench/"))]


def test_the_source_archive_holds_what_the_wheel_is_built_from_and_no_games(dist: Path) -> None:
    (archive,) = dist.glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        names = {name.split("/", 1)[1] for name in tar.getnames() if "/" in name}
    assert {"templates/base.html", "static/css/companion.css", "pyproject.toml"} <= names
    assert not [name for name in names if name.startswith("instance/")]


def test_an_installed_wheel_serves_pages_and_styles_from_another_folder(
    installed: Path, tmp_path: Path
) -> None:
    printed = run(
        *(sys.executable, "-c", ASK_FOR_PAGES),
        folder=tmp_path,
        PYTHONPATH=str(installed),
        XDG_DATA_HOME=str(tmp_path / "data"),
    ).splitlines()
    assert printed == [
        "200 /",
        "200 /new/twelve-step-rummy",
        "200 /static/now/css/companion.css",
        "200 /static/now/page/live.js",
        "12-Step is known: True",
        f"at {installed / 'companion'}",
        f"keeps {tmp_path / 'data' / 'rummy-companion'}",
    ]
    assert (tmp_path / "data" / "rummy-companion" / "companion.sqlite").is_file()
    assert not (tmp_path / "instance").exists()


def test_a_package_index_can_show_all_that_the_wheel_says_of_itself(installed: Path) -> None:
    (wheel,) = distributions(path=[str(installed)])
    said = wheel.metadata
    assert said["Author"] == "Rummy Companion contributors"
    assert said["Description-Content-Type"] == "text/markdown"
    assert "companion run" in said["Description"]
    assert not re.search(r"<img|\]\((?!https:)", said["Description"]), "leads to a file"
    assert {*said.get_all("Classifier", [])} <= classifiers


def test_an_installed_wheel_has_the_command(installed: Path, tmp_path: Path) -> None:
    (wheel,) = distributions(path=[str(installed)])
    (command,) = wheel.entry_points.select(group="console_scripts", name="companion")
    record = as_file("friday-at-the-lake", tmp_path)
    script = f"import sys; from {command.module} import {command.attr}; sys.exit({command.attr}())"
    environ = {"PYTHONPATH": str(installed)}
    printed = run(sys.executable, "-c", script, "score", str(record), folder=tmp_path, **environ)
    assert '"winners"' in printed
    assert not (tmp_path / "instance").exists()

"""Documents: links resolve, commands run, and lengths are limited."""

import os
import re
import shutil
import subprocess
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

from companion.gamefile import read_record
from companion.records.log.game_records import keep_records
from companion.records.store.database import close_database
from tests.books import open_book
from tests.databases import Sqlite
from tests.gamefile.games import as_file
from tests.packaging.documents import DOCUMENTS, ROOT, Document, tracked

# Blocks of other languages are read; other tests run the client in Python and the sensor in YAML.
LANGUAGES = {"sh", "text", "json", "toml", "ini", "nginx", "caddyfile", "mermaid", "python", "yaml"}
TUTORIAL = DOCUMENTS["docs/tutorial/first-evening.md"]
SETTING = re.compile(r"\bCOMPANION_[A-Z_]+\b")
INTERNAL = {"COMPANION_UNPREPARED"}  # set by `companion run` for its own workers

EVERY_DOCUMENT = pytest.mark.parametrize("document", DOCUMENTS.values(), ids=str)


@pytest.fixture(scope="module")
def files_and_folders() -> set[str]:
    return {*tracked(), *(str(parent) for name in tracked() for parent in Path(name).parents)}


@EVERY_DOCUMENT
def test_every_link_leads_to_a_file_and_a_heading(
    document: Document, files_and_folders: set[str]
) -> None:
    for path, fragment in document.leads_to():
        assert path in files_and_folders, path
        if fragment:
            assert fragment in DOCUMENTS[path].anchors, f"{path}#{fragment}"


@EVERY_DOCUMENT
def test_links_to_elsewhere_are_https(document: Document) -> None:
    schemes = {found[1] for link in document.links if (found := re.match(r"([a-z]+):", link))}
    assert schemes <= {"https"}


NOT_MODULES = {"db", "rules", "silent", "write_entry"}
PACKAGES = [name for name in tracked() if re.fullmatch(r"companion/.*__init__\.py", name)]
SCRIPTS = [name for name in tracked() if re.fullmatch(r"static/js/.*\.[jt]s", name)]


@pytest.mark.parametrize("package", PACKAGES)
def test_the_docstring_of_a_package_names_modules_that_exist(package: str) -> None:
    folder = ROOT / package.removesuffix("__init__.py")
    named = {*re.findall(r"`([a-z_]+)`", folder.joinpath("__init__.py").read_text())}
    there = {path.stem for path in folder.iterdir()}
    assert named - there <= NOT_MODULES


def test_comments_of_scripts_name_scripts_that_exist() -> None:
    ends = tuple(SCRIPTS)
    for script in SCRIPTS:
        comments = re.findall(r"^ *//.*", (ROOT / script).read_text(), re.MULTILINE)
        for named in re.findall(r"[\w./]+\.js", " ".join(comments)):
            assert any(end.endswith("/" + named.lstrip("./")) for end in ends), f"{script}: {named}"


def test_the_readme_leads_to_every_document() -> None:
    found, ahead = set[str](), ["README.md"]
    while ahead:
        path = ahead.pop()
        if path in DOCUMENTS and path not in found:
            found.add(path)
            targets = [target for target, _ in DOCUMENTS[path].leads_to()]
            ahead += [*targets, *(name for target in targets for name in in_folder(target))]
    assert found == DOCUMENTS.keys()


def in_folder(target: str) -> list[str]:
    """The documents in a folder that a link leads to."""
    return [name for name in DOCUMENTS if str(Path(name).parent) == target]


def test_every_picture_is_shown_by_a_document() -> None:
    shown = {path for document in DOCUMENTS.values() for path, _ in document.leads_to()}
    assert {*tracked("docs/screens")} == {path for path in shown if path.endswith(".png")}


PLAYERS_GUIDES = [
    *(document for path, document in DOCUMENTS.items() if path.startswith("docs/tutorial/")),
    *(
        DOCUMENTS[f"docs/how-to/{name}.md"]
        for name in (
            *("corrections", "custom-games", "house-rules", "import-and-export", "printing"),
            "several-phones",
        )
    ),
]
IN_CONTEXT = r"""(?:pgettext|NC_)\(\s*["'][^"']+["'],"""
SENTENCE = re.compile(rf"""(?:{IN_CONTEXT}|(?:_|gettext|N_|name =)[( ])\s*["']([^"']+)["']""")
PLACE = re.compile(r"%\(\w+\)s")
OF_THE_CARDS = {"10 J Q K", "3 – 9", "×6", "×7", "…"}  # labels made of figures


@pytest.mark.parametrize("guide", PLAYERS_GUIDES, ids=str)
def test_every_label_that_a_guide_names_is_on_a_page(guide: Document) -> None:
    bold = re.findall(r"\*\*(.+?)\*\*", guide.text, re.DOTALL)
    labels = {" ".join(label.split()) for label in bold if not label.endswith(".")}
    assert {label for label in labels - OF_THE_CARDS if not is_said(label)} == set()


def is_said(label: str) -> bool:
    """Whether a page has a sentence like this, once its placeholders are filled."""
    return any(sentence.fullmatch(label) for sentence in sentences())


@cache
def sentences() -> list[re.Pattern[str]]:
    """The sentences of templates, code and catalogue, as patterns; without mere placeholders."""
    files = (ROOT / name for name in tracked("*.html", "companion/*.py", "companion/*.toml"))
    found = {text for file in files for text in SENTENCE.findall(file.read_text("utf-8"))}
    parts = ([re.escape(part) for part in PLACE.split(text)] for text in found)
    worded = (one for one in parts if any(re.search("[A-Za-z]{2}", part) for part in one))
    return [re.compile(".+".join(one)) for one in worded]


def test_every_document_that_the_code_names_is_there() -> None:
    for name in tracked("companion", "static", "templates", "tests", "bench", "deploy", ".ci", "*"):
        if Path(name).suffix not in {".png", ".woff2", ".json", ".md", ".pot"}:
            text = (ROOT / name).read_text("utf-8", errors="ignore").replace("\\.", ".")
            for path in re.findall(r"\bdocs/[\w./-]*\w", text):
                assert [*ROOT.glob(path), *ROOT.glob(f"{path}-*.md")], f"{name}: {path}"


CODE_PATH = re.compile(
    r"(?<![\w./-])(?:companion|static|templates|tests|bench|deploy|docs)/[\w./-]*\w"
)
GENERATED = {"companion/web/messages.pot", "static/js/types/generated.d.ts"}  # not tracked


MODULE = r"companion(?!\.(?:css|sqlite)$)(?:\.\w+)+"


@EVERY_DOCUMENT
def test_every_path_of_the_code_that_a_document_names_is_there(document: Document) -> None:
    paths = {path for code in document.code for path in CODE_PATH.findall(code)}
    assert {path for path in paths - GENERATED if not (ROOT / path).exists()} == set()


@EVERY_DOCUMENT
def test_every_module_that_a_document_names_is_there(document: Document) -> None:
    modules = {found for code in document.code for found in re.findall(r"-m ([\w.]+)", code)}
    named = {code for code in document.code if re.fullmatch(MODULE, code)}
    ours = {one for one in modules | named if one.split(".")[0] in {"companion", "bench", "tests"}}
    assert {one for one in ours if find_spec(one) is None} == set()


@EVERY_DOCUMENT
def test_every_make_target_that_a_document_names_is_there(document: Document) -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    known = {*re.findall(r"^([a-z-]+):", makefile, re.MULTILINE)}
    known |= {f"soak-{part}" for part in re.findall(r"^SOAK_([a-z-]+) =", makefile, re.MULTILINE)}
    named = {one for code in document.code for one in re.findall(r"^make ([a-z-]+)", code)}
    assert named <= known


@EVERY_DOCUMENT
def test_a_block_that_is_not_run_says_why(document: Document) -> None:
    assert {block.language for block in document.blocks} <= LANGUAGES
    assert all(block.not_run != "" for block in document.blocks)
    marks = re.findall(r"^<!-- not run", document.text, re.MULTILINE)
    assert len(marks) == sum(block.not_run is not None for block in document.blocks)


@pytest.fixture
def shell(tmp_path: Path) -> dict[str, str]:
    """The environment of a reader: a checkout, a game record and a ruleset."""
    shutil.copy(as_file("five-crowns", tmp_path), tmp_path / "game.json")
    shutil.copy(ROOT / "companion/rules/catalogue/five-crowns.toml", tmp_path / "my-game.toml")
    programs = tmp_path / ".venv" / "bin"
    programs.parent.mkdir()
    programs.symlink_to(ROOT / "tests" / "packaging" / "programs")
    kept = {name: value for name, value in os.environ.items() if not SETTING.match(name)}
    return kept | {
        "PATH": f"{programs}:{kept['PATH']}",
        "PYTHONPATH": str(ROOT),
        "PYTHON": sys.executable,
        "ROOT": str(ROOT),
        "COMPANION_INSTANCE": str(tmp_path / "book"),
    }


def with_a_game(folder: Path) -> str:
    """The link of a game in the score book of this folder."""
    with open_book(folder / "book", Sqlite().make(folder / "book")).app_context():
        token = keep_records([read_record((folder / "game.json").read_bytes())])[0]
        close_database()
    return f"https://rummy.example/g/{token}/"


# Its seven commands are eight programs, and tests/records and tests/gamefile run each in this one.
LONG = {"docs/how-to/import-and-export.md"}
RUNNABLE = [
    pytest.param(document, marks=pytest.mark.soak if path in LONG else ())
    for path, document in DOCUMENTS.items()
    if document.commands
]


@pytest.mark.parametrize("document", RUNNABLE, ids=str)
def test_every_command_works(document: Document, shell: dict[str, str], tmp_path: Path) -> None:
    commands = document.commands
    if "LINK" in commands:
        commands = commands.replace("LINK", with_a_game(tmp_path))
    done = subprocess.run(
        ["bash", "-euxo", "pipefail", "-c", commands],
        cwd=tmp_path,
        env=shell,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr


SETTINGS = [
    pytest.param(block.text, id=f"{document}-{number}")
    for document in DOCUMENTS.values()
    for number, block in enumerate(document.blocks)
    if block.language == "ini" and block.text.startswith("COMPANION_")
]


@pytest.mark.parametrize("text", SETTINGS)
def test_a_shell_reads_settings_as_systemd_does(text: str, tmp_path: Path) -> None:
    """A `&` without quotes would end the command there, as docs/reference/commands.md has some."""
    file = tmp_path / "settings.env"
    file.write_text(text)
    printed = f"set -a; . {file}; exec env -0"
    done = subprocess.run(["sh", "-eu", "-c", printed], env={}, capture_output=True, check=True)
    read = dict(line.split("=", 1) for line in done.stdout.decode().split("\0") if line)
    lines = (line.split("=", 1) for line in text.splitlines())
    meant = {name: value.strip("'\"") for name, value in lines}
    assert {name: read.get(name) for name in meant} == meant


def test_the_reference_has_every_setting_and_no_other() -> None:
    read = subprocess.run(
        ["git", "grep", "-ohE", SETTING.pattern, "--", "companion", "deploy", "compose.yaml"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    rows = re.findall(r"^\| `(\w+)`", DOCUMENTS["docs/reference/settings.md"].text, re.MULTILINE)
    assert {one for one in rows if SETTING.match(one)} == {*read.stdout.split()} - INTERNAL


def test_the_reference_has_every_command_and_option() -> None:
    from companion.cli.commands import main  # noqa: PLC0415

    text = DOCUMENTS["docs/reference/commands.md"].text
    for name, command in main.commands.items():
        (section,) = re.findall(
            rf"^## `companion {name}\b.*?(?=^## |\Z)", text, re.MULTILINE | re.DOTALL
        )
        words = (word for one in command.params for word in (*one.opts, *one.secondary_opts))
        options = {word for word in words if word.startswith("--")}
        assert {*re.findall(r"--[a-z-]+\b", section)} == options, name


MOST_WORDS = {"README.md": 700, "ARCHITECTURE.md": 1000}


@pytest.mark.parametrize(("path", "most"), MOST_WORDS.items())
def test_a_newcomer_reads_it_in_a_few_minutes(path: str, most: int) -> None:
    assert len(DOCUMENTS[path].text.split()) <= most


def test_the_changelog_of_a_release_fits_one_screen() -> None:
    first = re.split(r"^## \[0\.1\.0\].*\n", DOCUMENTS["CHANGELOG.md"].text, flags=re.MULTILINE)[1]
    assert len(first.split("\n## ")[0].strip().splitlines()) <= 50

"""No import cycles, including type-only imports; scripts import in one direction.

Directions are between directories.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPTS = ROOT / "static" / "js"
# A script imports from its own directory and from later ones.
DIRECTION = ("pages", "places", "offline", "drawing", "sync", "views", "rules", "browser")
Graph = Mapping[str, set[str]]


def python_imports() -> Graph:
    """The imports of each module, by dotted name."""
    paths = {_module(path): path for path in (ROOT / "companion").rglob("*.py")}
    return {name: set(_imported(path, set(paths))) - {name} for name, path in paths.items()}


def _module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def _imported(path: Path, modules: set[str]) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from modules & {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module in modules:
            for alias in node.names:
                module = f"{node.module}.{alias.name}"
                yield module if module in modules else node.module


def script_imports() -> Graph:
    """The imports of each script, including JSDoc, by path below static/js."""
    return {
        path.relative_to(SCRIPTS).as_posix(): {
            (path.parent / found).resolve().relative_to(SCRIPTS).as_posix()
            for found in re.findall(r'(?:from |import |import\()"(\.[^"]+)"', path.read_text())
        }
        for path in SCRIPTS.rglob("*.js")
    }


@pytest.mark.parametrize("imports", [python_imports, script_imports])
def test_no_modules_import_each_other_in_a_cycle(imports: Callable[[], Graph]) -> None:
    try:
        TopologicalSorter(imports()).prepare()
    except CycleError as found:
        pytest.fail(" -> ".join(found.args[1]))


def test_scripts_import_only_from_directories_below_their_own() -> None:
    upwards = [
        f"{script} imports {other}"
        for script, others in script_imports().items()
        for other in others
        if _level(other) < _level(script)
    ]
    assert upwards == []


def _level(script: str) -> int:
    return DIRECTION.index(script.partition("/")[0])


def test_lines_of_scripts_are_shorter_than_120_characters() -> None:
    long = [
        f"{path.relative_to(SCRIPTS)}:{number}"
        for path in SCRIPTS.rglob("*.js")
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if len(line) >= 120
    ]
    assert long == []


def test_a_server_starts_without_the_extras() -> None:
    missing = dict.fromkeys(("cryptography", "prometheus_client", "typst", "psycopg"))
    code = f"import sys; sys.modules |= {missing}; import companion.server.process, companion.app"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)

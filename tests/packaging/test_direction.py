"""The rules import neither web nor database, and scoring a record needs neither."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion

PACKAGE = Path(companion.__file__).parent
OF_A_REQUEST = {"request", "session", "g", "url_for", "render_template", "abort", "flash"}
HEAVY = "{'flask', 'sqlalchemy', 'wtforms', 'flask_babel', 'jinja2', 'alembic'}"


@pytest.mark.parametrize(
    "module",
    [
        "companion",
        "companion.rules.fold.replay",
        "companion.rules.reading.catalogue",
        "companion.gamefile",
    ],
)
def test_a_module_below_the_web_can_be_imported_without_it(module: str) -> None:
    ask = f"import sys, {module}; print(sorted({HEAVY} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("layer", ["rules", "gamefile", "records"])
def test_no_module_below_the_web_uses_the_request(layer: str) -> None:
    imported = {
        f"{path.relative_to(PACKAGE)}: {name}"
        for path in (PACKAGE / layer).rglob("*.py")
        for name in names_from_flask(ast.parse(path.read_text()))
        if name in OF_A_REQUEST
    }
    assert imported == set()


def names_from_flask(module: ast.Module) -> Iterator[str]:
    """Names used from flask, imported or as attributes of the module."""
    for node in ast.walk(module):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "flask":
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.Attribute) and ast.unparse(node.value) == "flask":
            yield node.attr

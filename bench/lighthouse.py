"""Lighthouse on five pages: `make lighthouse`. Exits with 1 unless every category is 100.

Its times are simulated for a slow phone, and measured on this machine: it has to be quiet.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.browser import chromium
from tests.browser.evenings import FRIENDS, GAME, MIDGAME, WHOLE_GAME, Evening
from tests.browser.serving import LiveServer, serving

CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
FULL = 100
_ROOT = Path(__file__).parents[1]
_NODE = _ROOT / ".venv" / "bin" / "node"
_LIGHTHOUSE = _ROOT / "build" / "lighthouse" / "node_modules" / "lighthouse" / "cli" / "index.js"
_PATIENCE_SECONDS = 180


def main() -> None:
    """Print the four scores of each page."""
    short = False
    with TemporaryDirectory() as folder, serving(Path(folder)) as server:
        for name, address in _pages(server):
            scores = _scores(address)
            told = "  ".join(f"{category} {score:3}" for category, score in scores.items())
            print(f"{name:<10}  {told}", flush=True)
            short |= min(scores.values()) < FULL
    sys.exit(short)


def _pages(server: LiveServer) -> Iterator[tuple[str, str]]:
    midgame, over = Evening(server, FRIENDS, MIDGAME), Evening(server, FRIENDS, WHOLE_GAME)
    yield "home", f"{server.url}/"
    yield "table", midgame.page()
    yield "sheet", midgame.page("sheet")
    yield "final", over.page("final")
    yield "rules card", f"{server.url}/games/{GAME}"


def _scores(address: str) -> dict[str, int]:
    """The scores of the page, 0 to 100, by category."""
    found = (chromium.launch_options() or sys.exit(chromium.MISSING))["executable_path"]
    asked = [f"--only-categories={','.join(CATEGORIES)}", "--output=json", "--quiet"]
    done = subprocess.run(
        [_NODE, _LIGHTHOUSE, address, *asked, "--chrome-flags=--no-sandbox --headless=old"],
        env=os.environ | {"CHROME_PATH": found},
        capture_output=True,
        check=True,
        timeout=_PATIENCE_SECONDS,
    )
    categories = json.loads(done.stdout)["categories"]
    return {name: round(categories[name]["score"] * FULL) for name in CATEGORIES}


if __name__ == "__main__":
    main()

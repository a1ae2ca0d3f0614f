"""The browser's fold agrees with the rules after every entry, over worked games and random ones.

A rule that no vector meets is held to nothing, so that fails too: a new key of the rules, a new
kind of entry and a new code have to come up. `tests/vectors` writes the games.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.serving import LiveServer
from tests.once import MADE, made_once
from tests.soak import examples
from tests.vectors.coverage import Coverage
from tests.vectors.vectors import random_games, worked_games

_WALKS, _AT_ONCE = 40, 50
# The next that come upon hands of no known size, what nobody who wins went out with, who came
# furthest and had the fewest points there, a last round that one is down in, buys of a card each.
_RARE = [45, 51, 72, 88, 90, 182]
# Of the worked games; what they show of the hands goes by the step, and so comes round to each.
_VIEWS_EVERY = 1 if "SOAK" in os.environ else 3
_AGREEING = (Path(__file__).parents[1] / "vectors" / "agree.mjs").read_text("utf-8")
_IN_THE_BROWSER = f"""async address => {{
  {_AGREEING.replace("export ", "")}
  const vectors = await (await fetch(address)).json();
  return disagreements(name => import(`/static/now/js/${{name}}`), vectors);
}}"""


def _vectors() -> Iterator[dict[str, Any]]:
    """No more games at once than a phone can hold."""
    yield worked_games(_VIEWS_EVERY).as_data()
    walks = examples(_WALKS)
    for first in range(0, walks, _AT_ONCE):
        yield random_games(range(first, min(first + _AT_ONCE, walks))).as_data()
    yield random_games(_RARE).as_data()


@pytest.fixture
def written() -> Iterator[Path]:
    """A file that pages can fetch: what is sent into them goes a longer way, and costs as much."""
    with NamedTemporaryFile(dir=made_once(), suffix=".json") as file:
        yield Path(file.name)


@pytest.mark.long
def test_the_browser_folds_as_the_rules_do(page: Page, server: LiveServer, written: Path) -> None:
    page.goto(f"{server.url}/")
    met = Coverage()
    for vectors in _vectors():
        met.meet(vectors)
        written.write_text(json.dumps(vectors), "utf-8")
        assert page.evaluate(_IN_THE_BROWSER, MADE + written.name) == []
    assert met.missed() == []

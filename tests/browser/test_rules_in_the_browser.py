"""The browser's fold agrees with the rules in a real browser, as pages load it.

All vectors run in Node, with branch coverage (`tests/js/test_rules_in_node.py`); a few run here to
show that the engine of a page makes no difference.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from tempfile import NamedTemporaryFile

import pytest
from playwright.sync_api import Page

from tests.browser.serving import LiveServer
from tests.js.node import HERE
from tests.once import MADE, made_once
from tests.vectors.scenes import scenes

_AGREEING = (HERE / "agree.mjs").read_text("utf-8")
_IN_THE_BROWSER = f"""async address => {{
  {_AGREEING.replace("export ", "")}
  const vectors = await (await fetch(address)).json();
  return disagreements(name => import(`/static/now/js/${{name}}`), vectors);
}}"""


@pytest.fixture
def written() -> Iterator[Path]:
    """Write a file for pages to fetch: passing the data through Playwright is slower."""
    with NamedTemporaryFile(dir=made_once(), suffix=".json") as file:
        yield Path(file.name)


@pytest.mark.soak
def test_the_browser_folds_as_the_rules_do(page: Page, server: LiveServer, written: Path) -> None:
    page.goto(f"{server.url}/")
    written.write_text(json.dumps(scenes().as_data()), "utf-8")
    assert page.evaluate(_IN_THE_BROWSER, MADE + written.name) == []

"""A game in an open page: what is tapped is shown at once, waits, and arrives once and in order.

The cases are in `tests/outbox`, against a server that is played in the page itself.
"""

from pathlib import Path

from playwright.sync_api import Page

from tests.browser.evenings import Evening
from tests.browser.serving import LiveServer

_FOLDER = Path(__file__).parents[1] / "outbox"
_PARTS = [(_FOLDER / name).read_text("utf-8") for name in ("book.mjs", "cases.mjs")]
_IN_THE_BROWSER = f"""async () => {{
  {"".join(_PARTS).replace("export ", "")}
  return run(name => import(`/static/now/js/${{name}}`), makeBook);
}}"""


def test_what_is_tapped_is_neither_lost_nor_doubled(page: Page, server: LiveServer) -> None:
    evening = Evening(server, ("Ann", "Ben", "Cy", "Dee"))
    page.context.add_cookies([server.cookie_of(evening.device)])
    page.goto(f"{server.url}/g/{evening.token}/")
    faults = page.evaluate(_IN_THE_BROWSER)
    assert not faults, "\n".join(faults)

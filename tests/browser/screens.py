"""Pictures of every page: `python -m tests.browser.screens docs/screens`."""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser import chromium
from tests.browser.evenings import FRIENDS, WHOLE_GAME, Evening
from tests.browser.places import PLACES
from tests.browser.serving import LiveServer, serving

SHARPNESS = 2  # device pixels to a CSS pixel
PAPER_DPI = 80
PICTURES = {
    "home": "home with games",
    "home-empty": "home empty",
    "choose": "choosing a game",
    "new-game": "new game",
    "house-rules": "new game with house rules open",
    "table": "table",
    "out": "who went out",
    "count": "count by cards",
    "count-total": "count by total",
    "review": "review",
    "review-doubts": "review with doubts",
    "correction": "correction",
    "correction-preview": "correction preview",
    "sheet": "sheet",
    "across": "across the table",
    "final": "final",
    "rules": "rules of the game",
    "changing": "changing the table",
    "ended-early": "ended early",
    "rules-changed": "what other rules change",
    "people-join": "somebody joins",
    "share": "share",
    "share-watch": "share to watch",
    "join": "joining by six signs",
    "choose-seat": "which seat is yours",
    "own-page": "my own page",
    "own-page-over": "my own page when the round is over",
    "two-counts": "two counts of one hand",
    "history": "history",
    "nothing-here": "nothing here",
    "link-replaced": "link replaced",
    "own-1": "own game how many rounds",
    "own-2": "own game what a round needs",
    "own-2-rank": "own game which rank",
    "own-4": "own game stay or move on",
    "own-done": "own game as answered",
}


def main(folder: Path) -> None:
    """Take all pictures anew."""
    options = chromium.launch_options()
    if options is None:
        sys.exit(chromium.MISSING)
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as instance,
        serving(Path(instance)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(**options)
        for light in ("light", "dark"):
            for name, place in PICTURES.items():
                _picture(browser, server, place, light, folder / f"{name}-{light}.png")
        _paper(browser, server, folder / "print.png")
        browser.close()


def _picture(
    browser: Browser, server: LiveServer, place: str, light: Literal["light", "dark"], to: Path
) -> None:
    with _phone(browser, light) as page:
        PLACES[place](page, server)
        page.wait_for_timeout(400)  # the shade of the last tap fades
        page.screenshot(path=to)
    _make_small(to)


def _paper(browser: Browser, server: LiveServer, to: Path) -> None:
    """The sheet as it comes out of the printer."""
    evening = Evening(server, FRIENDS, WHOLE_GAME, dealer=3, title="Saturday at Bo’s")
    with _phone(browser, "light") as page, tempfile.TemporaryDirectory() as folder:
        page.goto(evening.page("sheet"))
        pdf = Path(folder) / "sheet.pdf"
        page.pdf(path=pdf, format="A4", prefer_css_page_size=True)
        how = ["-png", "-singlefile", "-r", str(PAPER_DPI)]
        subprocess.run(["pdftoppm", *how, pdf, to.with_suffix("")], check=True)
    _make_small(to)


@contextmanager
def _phone(browser: Browser, light: Literal["light", "dark"]) -> Iterator[Page]:
    context = browser.new_context(
        **chromium.PHONE, device_scale_factor=SHARPNESS, color_scheme=light
    )
    yield context.new_page()
    context.close()


def _make_small(picture: Path) -> None:
    """64 colours are plenty for paper and ink."""
    if shutil.which("convert"):
        how = ["-strip", "+dither", "-colors", "64", "-define", "png:compression-level=9"]
        subprocess.run(["convert", picture, *how, f"PNG8:{picture}"], check=True)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/screens"))

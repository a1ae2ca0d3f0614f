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

from companion.rules.fold.entries import GameEnded
from tests.browser import chromium
from tests.browser.evenings import (
    FRIENDS,
    GAME,
    MIDGAME,
    NINE,
    WHOLE_GAME,
    Evening,
    sixteen,
)
from tests.browser.places import PLACES
from tests.browser.serving import LiveServer, serving

SHARPNESS = 2  # device pixels to a CSS pixel
PAPER_DPI = 80
A_HOST = "rummy.example"  # phones find it, so that the paper has its code
PICTURES = {
    "home": "home with games",
    "home-empty": "home empty",
    "choose": "choosing a game",
    "new-game": "new game",
    "blank-sheet": "blank sheet",
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
    "two-out": "who was out first",
    "two-rounds": "a round that two phones have",
    "history-left-out": "history with what was left out",
    "history": "history",
    "played": "played before",
    "person": "a person",
    "person-change": "changing a person",
    "people": "people who play",
    "season": "a season",
    "share-result": "share the result",
    "take-along": "take games along",
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
        known = [*options["args"], f"--host-resolver-rules=MAP {A_HOST} 127.0.0.1"]
        browser = playwright.chromium.launch(**options | {"args": known})
        for light in ("light", "dark"):
            for name, place in PICTURES.items():
                _picture(browser, server, place, light, folder / f"{name}-{light}.png")
        _papers(browser, server, folder)
        browser.close()


def _picture(
    browser: Browser, server: LiveServer, place: str, light: Literal["light", "dark"], to: Path
) -> None:
    with _phone(browser, light) as page:
        PLACES[place](page, server)
        page.wait_for_timeout(400)  # the shade of the last tap fades
        page.screenshot(path=to)
    _make_small(to)


def _papers(browser: Browser, server: LiveServer, folder: Path) -> None:
    """Sheets as they come out of the printer: of games that are over, that go on, and a blank."""
    at, dealer = "Saturday at Bo’s", 3
    eight = Evening(server, NINE[:8], sixteen(8), title="New Year at the lake")
    papers = {
        "print": Evening(server, FRIENDS, WHOLE_GAME, dealer=dealer, title=at).page("sheet"),
        "print-across": eight.happens(GameEnded("the fireworks")).page("sheet"),
        "print-half": Evening(server, FRIENDS, MIDGAME, dealer=dealer, title=at).page("sheet"),
        "print-blank": f"{server.url}/games/{GAME}/sheet",
    }
    for name, address in papers.items():
        with _phone(browser, "light") as page:
            page.goto(address.replace("127.0.0.1", A_HOST))
            _picture_of(page.pdf(format="A4", prefer_css_page_size=True), folder / f"{name}.png")
            if name == "print":
                _picture_of(page.request.get(f"{address}.pdf").body(), folder / "pdf.png")


def _picture_of(pdf: bytes, to: Path) -> None:
    how = ["-png", "-singlefile", "-r", str(PAPER_DPI), "-", str(to.with_suffix(""))]
    subprocess.run(["pdftoppm", *how], input=pdf, check=True)
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

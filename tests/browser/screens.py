"""Pictures of every page, and those of the documents: `python -m tests.browser.screens --help`."""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from companion.rules.fold.entries import GameEnded
from tests.browser import chromium
from tests.browser.evenings import FRIENDS, GAME, MIDGAME, NINE, WHOLE_GAME, Evening, sixteen
from tests.browser.first_evening import first_evening
from tests.browser.places import PLACES
from tests.browser.serving import LiveServer, serving

SHARPNESS = 2  # device pixels to a CSS pixel
PAPER_DPI = 80
A_HOST = "rummy.example"  # an address that phones can reach, so that paper has its QR code
README = "table-light"  # the picture in the README


def main(every_page: Path, documents: Path, *, only_documents: bool) -> None:
    """Take the pictures of every page, and those of the documents."""
    options = chromium.launch_options()
    if options is None:
        sys.exit(chromium.MISSING)
    with (
        tempfile.TemporaryDirectory() as instance,
        serving(Path(instance)) as server,
        sync_playwright() as playwright,
    ):
        known = [*options["args"], f"--host-resolver-rules=MAP {A_HOST} 127.0.0.1"]
        browser = playwright.chromium.launch(**options | {"args": known})
        _of_documents(browser, server, documents)
        if not only_documents:
            _of_every_page(browser, server, every_page)
        browser.close()


def _of_documents(browser: Browser, server: LiveServer, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    _picture(browser, server, "table", "light", folder / f"{README}.png")
    with _phone(browser, "light", server.url) as page:
        first_evening(page, server, lambda step: _shot(page, folder / f"first-evening-{step}.png"))


def _of_every_page(browser: Browser, server: LiveServer, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for light in ("light", "dark"):
        for place in PLACES:
            name = place.replace(" ", "-")
            _picture(browser, server, place, light, folder / f"{name}-{light}.png")
    _papers(browser, server, folder)


def _picture(
    browser: Browser, server: LiveServer, place: str, light: Literal["light", "dark"], to: Path
) -> None:
    with _phone(browser, light) as page:
        PLACES[place](page, server)
        _shot(page, to)


def _shot(page: Page, to: Path) -> None:
    page.wait_for_timeout(400)  # until the highlight of the last tap has faded
    page.screenshot(path=to)
    _make_small(to)


def _papers(browser: Browser, server: LiveServer, folder: Path) -> None:
    """Printed sheets: of finished games, of a game in play, and a blank one."""
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
def _phone(
    browser: Browser, light: Literal["light", "dark"], base_url: str | None = None
) -> Iterator[Page]:
    context = browser.new_context(
        **chromium.PHONE, device_scale_factor=SHARPNESS, color_scheme=light, base_url=base_url
    )
    yield context.new_page()
    context.close()


def _make_small(picture: Path) -> None:
    """Reduce to 64 colours, enough for paper and ink."""
    with Image.open(picture) as image:
        few = image.convert("RGB").quantize(64, dither=Image.Dither.NONE)
    few.save(picture, optimize=True)


if __name__ == "__main__":
    reader = argparse.ArgumentParser(description="Take the pictures of pages anew.")
    reader.add_argument("every_page", type=Path, help="folder for a picture of every page")
    reader.add_argument("documents", type=Path, help="folder for those that documents show")
    reader.add_argument("--only-documents", action="store_true", help="leave the others out")
    given = reader.parse_args()
    main(given.every_page, given.documents, only_documents=given.only_documents)

"""Renders the icons of the app in all sizes: `python -m tests.browser.icons`."""

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser import chromium

FOLDER = Path(__file__).parents[2] / "static" / "icons"
SIZES = {"app": (192, 512), "maskable": (180, 512), "monochrome": (512,)}  # CSS pixels


def main() -> None:
    """Render all icons."""
    options = chromium.launch_options()
    if options is None:
        sys.exit(chromium.MISSING)
    with sync_playwright() as playwright:
        page = playwright.chromium.launch(**options).new_page()
        for name, sizes in SIZES.items():
            drawing = (FOLDER / f"{name}.svg").read_text()
            for size in sizes:
                page.set_viewport_size({"width": size, "height": size})
                page.set_content(
                    f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{drawing}"
                )
                page.screenshot(path=FOLDER / f"{name}-{size}.png", omit_background=True)


if __name__ == "__main__":
    main()

"""A phone: Chromium at 390x844 with touch, and nothing in its cache."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, BrowserContext, sync_playwright

_PATIENCE_MS = 20_000  # on a busy machine
_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser of this machine."""
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if path is None:
        raise RuntimeError("Chromium is not installed. Install it: apt install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(_ARGUMENTS))
        try:
            yield browser
        finally:
            browser.close()


def new_phone(browser: Browser) -> BrowserContext:
    """A phone that is new to the app."""
    size = {"width": 390, "height": 844}
    phone = browser.new_context(
        viewport=size, is_mobile=True, has_touch=True, locale="en-GB", service_workers="block"
    )
    phone.set_default_timeout(_PATIENCE_MS)
    return phone

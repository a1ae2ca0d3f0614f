"""The shared phone: a browser context that tests reuse, reset after each.

Opening a new one costs as much as opening two pages.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from unittest.mock import Mock, patch

from playwright.sync_api import Browser, BrowserContext, Error, Page

from tests.browser import chromium
from tests.browser.watching import Complaints

PATIENCE = 30_000  # ms: a busy machine is no failure
# The storage of the page; whether its clock or its appearance differs from the usual. Without
# cookies it sends nothing while unloading.
_FORGET = """() => {
  globalThis.fetch = () => new Promise(() => {});
  navigator.sendBeacon = () => true;
  const isOurs = location.protocol.startsWith("http");
  for (const kept of isOurs ? [localStorage, sessionStorage] : []) kept.clear();
  const looks = ["print", "(prefers-color-scheme: dark)", "(forced-colors: active)"];
  return ["__pwClock" in globalThis, looks.some(look => matchMedia(look).matches)];
}"""


@dataclass
class PhoneOnTheTable:
    """One browser context with one page, created on demand."""

    browser: Browser
    options: dict[str, Any]
    page: Page | None = None

    @contextmanager
    def lent(self, complaints: Complaints) -> Iterator[Page]:
        """The phone for one test, which may inspect its console errors."""
        page = self.page or self._new()
        with complaints.listening(page.context), _watched(page) as (of_page, of_context):
            yield page
            if not self._is_wiped(page, is_scripted=of_context.called):
                self.page = None
            elif of_page.called:
                self.page = page.context.new_page()
                page.close()
            else:
                self.page = page

    def put_away(self) -> None:
        """Close it for good."""
        if self.page:
            self.page.context.close()

    def _new(self) -> Page:
        context = self.browser.new_context(**self.options)
        context.set_default_timeout(PATIENCE)
        return context.new_page()

    def _is_wiped(self, page: Page, *, is_scripted: bool) -> bool:
        """Whether nothing is left of the last test; else the phone is discarded."""
        try:
            has_other_clock, looks_unusual = page.evaluate(_FORGET)
            is_as_new = not (has_other_clock or is_scripted)
            if is_as_new:
                _wipe(page, page.context)
            if looks_unusual:  # the check costs as much as all others
                page.emulate_media(media="null", color_scheme="light", forced_colors="null")
        except Error:
            is_as_new = False
        if not is_as_new:
            page.context.close()
        return is_as_new


@contextmanager
def _watched(page: Page) -> Iterator[tuple[Mock, Mock]]:
    """Whether it has an init script, which cannot be removed."""
    name = "add_init_script"
    with (
        patch.object(page, name, wraps=page.add_init_script) as of_page,
        patch.object(page.context, name, wraps=page.context.add_init_script) as of_context,
    ):
        yield of_page, of_context


def _wipe(page: Page, context: BrowserContext) -> None:
    for other in context.pages:
        if other is not page:
            other.close()
    context.set_offline(False)
    page.unroute_all(behavior="ignoreErrors")
    page.goto("about:blank")
    context.clear_cookies()
    context.clear_permissions()
    if page.viewport_size != chromium.PHONE["viewport"]:
        page.set_viewport_size(chromium.PHONE["viewport"])

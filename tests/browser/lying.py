"""The shared phone: a browser context that tests reuse, reset after each.

Taking out a new one costs as much as opening two pages.
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
# What it has kept; whether its clock is another, and whether it looks unusual. It sends
# nothing more as it goes, for its cookies are gone by then.
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
    """One browser context with one page, made when it is first asked for."""

    browser: Browser
    options: dict[str, Any]
    page: Page | None = None

    @contextmanager
    def lent(self, complaints: Complaints) -> Iterator[Page]:
        """The phone for one test, which may look at whatever it complains of."""
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
        """Done with for good."""
        if self.page:
            self.page.context.close()

    def _new(self) -> Page:
        context = self.browser.new_context(**self.options)
        context.set_default_timeout(PATIENCE)
        return context.new_page()

    def _is_wiped(self, page: Page, *, is_scripted: bool) -> bool:
        """Whether nothing is left of what was done; where that cannot be, the phone is broken."""
        try:
            has_other_clock, looks_unusual = page.evaluate(_FORGET)
            is_as_new = not (has_other_clock or is_scripted)
            if is_as_new:
                _wipe(page, page.context)
            if looks_unusual:  # to ask for it costs as much as all the rest
                page.emulate_media(media="null", color_scheme="light", forced_colors="null")
        except Error:
            is_as_new = False
        if not is_as_new:
            page.context.close()
        return is_as_new


@contextmanager
def _watched(page: Page) -> Iterator[tuple[Mock, Mock]]:
    """Whether it is given a script for every page from now on, which nobody can take back."""
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

"""Console messages of pages fail the test that opened them."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, WebError

_NOT_OF_A_PAGE = "Service Worker registration blocked by Playwright"
# Chromium reports unused preloads after some seconds, which a busy machine exceeds.
_TOO_SOON = "/drawings was preloaded using link preload but not used within a few seconds"
# Without a network, which only a test takes away.
_OFFLINE = ("net::ERR_INTERNET_DISCONNECTED", "net::ERR_NETWORK_CHANGED")
_PATIENCE = 30_000  # ms
_OFTEN = 50  # ms between checks


class Complaints:
    """The console errors of the pages of a test, except expected ones."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self._expected: list[str] = []

    def expect(self, *words: str) -> None:
        """Expect a complaint that contains one of these words."""
        self._expected += words

    def listen(self, context: BrowserContext) -> None:
        """Record the complaints of every page of this browser context."""
        context.on("console", self._console)
        context.on("weberror", self._uncaught)

    @contextmanager
    def listening(self, context: BrowserContext) -> Iterator[None]:
        """Record the complaints of every page of this browser context until the block ends."""
        self.listen(context)
        yield
        context.remove_listener("console", self._console)
        context.remove_listener("weberror", self._uncaught)

    @property
    def unexpected(self) -> list[str]:
        """Unexpected complaints; servers differ in the capitalisation of a reason phrase."""
        known = [word.lower() for word in self._expected]
        return [text for text in self.heard if not any(word in text.lower() for word in known)]

    def _uncaught(self, error: WebError) -> None:
        self.heard.append(f"uncaught: {error.error}")

    def _console(self, message: ConsoleMessage) -> None:
        known = (_NOT_OF_A_PAGE, _TOO_SOON, *_OFFLINE)
        is_ours = not any(words in message.text for words in known)
        if message.type in {"error", "warning"} and is_ours:
            self.heard.append(f"{message.type}: {message.text} ({message.location['url']})")


_SERVER_SAYS = r"""async ([selector, text, patience]) => {
  const says = async () => {
    const signal = AbortSignal.timeout(patience);
    const answer = fetch(location.href, { signal }).then(came => came.text());
    const page = new DOMParser().parseFromString(await answer.catch(() => ""), "text/html");
    return page.querySelector(selector)?.textContent.replace(/\s+/g, " ").trim();
  };
  const until = performance.now() + patience;
  for (let said; (said = await says()) !== text;) {
    if (performance.now() > until) throw new Error(`it says "${said}", not "${text}"`);
    await new Promise(done => setTimeout(done, 100));
  }
}"""


def server_says(page: Page, selector: str, text: str) -> None:
    """Reload this page until it says so: all taps have arrived.

    Fails with the last text of the page.
    """
    page.evaluate(_SERVER_SAYS, [selector, text, _PATIENCE])


def comes_to(page: Page, look: Callable[[], object], told: object) -> None:
    """Poll the score book, where a page may not have sent its entries, or measures of a page."""
    for _ in range(_PATIENCE // _OFTEN):
        if (seen := look()) == told:
            return
        page.wait_for_timeout(_OFTEN)
    raise AssertionError(f"{seen!r}, not {told!r}")


_TIME_PASSES = """by => {
  const { now } = performance;
  performance.now = () => now.call(performance) + by;
}"""
_HESITATES = 450  # ms: a target that has just appeared ignores taps for a moment


def time_passes(page: Page, milliseconds: int) -> None:
    """Advance the monotonic clock of this page, without running its timers."""
    page.evaluate(_TIME_PASSES, milliseconds)


def hesitates(page: Page) -> None:
    """Wait until a target that has just appeared accepts taps."""
    time_passes(page, _HESITATES)


def is_told_nothing(page: Page) -> None:
    """Block the event stream of this page, so that it keeps showing the old state."""
    page.route(re.compile(r"/live(\?|$)"), lambda _route: None)


def can_turn_to(page: Page, place: str) -> None:
    """The page has all data for this place: navigating there needs no request."""
    come = f"[...document.styleSheets].some(({{ href }}) => href.endsWith('/{place}.css'))"
    page.wait_for_function(f"() => {come}")

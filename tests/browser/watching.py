"""Whatever a page complains of in its console is heard, and fails the test that opened it."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, WebError

_NOT_OF_A_PAGE = "Service Worker registration blocked by Playwright"
# Said after some seconds, in which a busy machine has not come to what asks for them.
_TOO_SOON = "/drawings was preloaded using link preload but not used within a few seconds"
_PATIENCE = 30_000  # ms, as for all that these tests wait for
_OFTEN = 50  # ms from one look to the next


class Complaints:
    """The errors of a test's pages, except expected ones."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self._expected: list[str] = []

    def expect(self, *words: str) -> None:
        """A complaint with one of these words in it is what this test is about."""
        self._expected += words

    def listen(self, context: BrowserContext) -> None:
        """Hear every page of this browser context."""
        context.on("console", self._console)
        context.on("weberror", self._uncaught)

    @contextmanager
    def listening(self, context: BrowserContext) -> Iterator[None]:
        """Hear every page of this browser context until the block ends."""
        self.listen(context)
        yield
        context.remove_listener("console", self._console)
        context.remove_listener("weberror", self._uncaught)

    @property
    def unexpected(self) -> list[str]:
        """The complaints that nobody expected; servers differ in the capitals of a reason."""
        known = [word.lower() for word in self._expected]
        return [text for text in self.heard if not any(word in text.lower() for word in known)]

    def _uncaught(self, error: WebError) -> None:
        self.heard.append(f"uncaught: {error.error}")

    def _console(self, message: ConsoleMessage) -> None:
        is_ours = message.text != _NOT_OF_A_PAGE and _TOO_SOON not in message.text
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
    """Wait until this very page, opened anew, says so there: all that was tapped has arrived.

    It fails with what the page said last.
    """
    page.evaluate(_SERVER_SAYS, [selector, text, _PATIENCE])


def comes_to(page: Page, look: Callable[[], object], told: object) -> None:
    """Wait until the score book, looked up, says this: a page shows more than it has sent."""
    for _ in range(_PATIENCE // _OFTEN):
        if look() == told:
            return
        page.wait_for_timeout(_OFTEN)
    assert look() == told


_TIME_PASSES = """by => {
  const { now } = performance;
  performance.now = () => now.call(performance) + by;
}"""
_HESITATES = 450  # ms: what comes to stand under a thumb by itself takes no tap for a moment


def time_passes(page: Page, milliseconds: int) -> None:
    """So much later by the monotonic clock of this page; its timers are not."""
    page.evaluate(_TIME_PASSES, milliseconds)


def hesitates(page: Page) -> None:
    """Look at what has just come before tapping it."""
    time_passes(page, _HESITATES)


def is_told_nothing(page: Page) -> None:
    """The stream of this page stays silent, so that it shows the game as it was."""
    page.route(re.compile(r"/live(\?|$)"), lambda _route: None)


def can_turn_to(page: Page, place: str) -> None:
    """The page has all that it draws this place from: it is turned to without a request."""
    come = f"[...document.styleSheets].some(({{ href }}) => href.endsWith('/{place}.css'))"
    page.wait_for_function(f"() => {come}")

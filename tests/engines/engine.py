"""The common interface of other browser engines.

It never waits for a page load: callers wait for its content.
"""

from abc import ABC, abstractmethod
from typing import Any


class Engine(ABC):
    """One page in a browser of another make, as wide as a phone."""

    WIDE = (390, 430)  # an ordinary phone and, where keys are counted on, a large one
    HIGH = 844
    # Raised where the page changed between a look and a tap: nothing was done, so it may be again.
    passing: tuple[type[Exception], ...]

    @abstractmethod
    def goes_to(self, address: str) -> None:
        """Open this page."""

    @abstractmethod
    def resizes(self, width: int) -> None:
        """Ask for this width; `innerWidth` of the page says when it is there."""

    @abstractmethod
    def evaluate(self, function: str, argument: Any = None) -> Any:
        """Call this function of JavaScript in the page, as Playwright's pages do."""

    @abstractmethod
    def name_of(self, element: Any) -> str:
        """The accessible name, as this engine works it out."""

    def taps(self, element: Any) -> None:
        """Scroll there and tap; raises if another element covers it."""
        element.click()

    def types(self, element: Any, words: str) -> None:
        """Type these words into a field."""
        element.clear()
        element.send_keys(words)

    @abstractmethod
    def picture(self) -> bytes:
        """A screenshot as PNG."""

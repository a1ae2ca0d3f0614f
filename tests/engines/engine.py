"""The common interface of other browser engines.

It never waits for a page load: callers wait for its content.
"""

from abc import ABC, abstractmethod
from typing import Any


class Engine(ABC):
    """One page in another browser engine, as wide as a phone."""

    WIDE = (390, 430)  # an ordinary phone and, where keys are counted on, a large one
    HIGH = 844
    # Raised if the page changed between finding and tapping an element: no tap was made, so retry.
    passing: tuple[type[Exception], ...]

    @abstractmethod
    def goes_to(self, address: str) -> None:
        """Open this page."""

    @abstractmethod
    def resizes(self, width: int) -> None:
        """Request this width; poll `innerWidth` of the page to know when it applies."""

    @abstractmethod
    def evaluate(self, function: str, argument: Any = None) -> Any:
        """Call this JavaScript function in the page, as Playwright does."""

    @abstractmethod
    def name_of(self, element: Any) -> str:
        """The accessible name, computed by this engine."""

    @abstractmethod
    def taps(self, element: Any) -> None:
        """Scroll there and tap; raises if another element covers it."""

    @abstractmethod
    def types(self, element: Any, words: str) -> None:
        """Type these words into a field."""

    @abstractmethod
    def picture(self) -> bytes:
        """A screenshot as PNG."""

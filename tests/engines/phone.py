"""A phone in any engine: actions and observations."""

import re
from collections.abc import Callable, Sequence
from typing import Any, Self

from tests.browser.table import ACE, COURT, LOW, WILD
from tests.engines.engine import Engine
from tests.engines.waiting import comes_true

KEYS = {WILD: "wild, 50 each", ACE: "20 each", COURT: "10 each", LOW: "5 each"}
_ROLES = {
    "button": "button",
    "link": "a[href]",
    "radio": "[type=radio]",
    "field": "input:not([type=hidden], [type=radio], [type=checkbox])",
}
# Visible elements with these words in or about them; the engine then computes their names.
_WITH_WORDS = """
([css, words]) => {
  const close = text => (text ?? "").replace(/\\s/g, "");
  const target = e => e.type === "radio" ? e.closest("label") : e;
  const told = e => [e.ariaLabel, e.textContent, ...[...e.labels ?? []].map(l => l.textContent)];
  return [...document.querySelectorAll(css)]
    .filter(e => target(e).checkVisibility({ visibilityProperty: true }))
    .filter(e => !e.disabled && e.ariaDisabled !== "true")  // deaf: nobody taps so fast
    .filter(e => told(e).some(text => close(text).includes(close(words))));
}
"""
_LABEL = "e => e.closest('label')"
_TEXTS = """
css => [...document.querySelectorAll(css)].map(e => e.textContent.replace(/\\s+/g, " ").trim())
"""


class Phone:
    """Every method is a tap on a visible element, retried until it exists."""

    def __init__(self, engine: Engine, address: str) -> None:
        self.engine = engine
        self.address = address

    # Starting a game

    def starts_a_game(self, *names: str, dealer: str) -> Self:
        """Type the names in seat order, say who deals, deal."""
        self.engine.resizes(self.engine.WIDE[0])
        self.engine.goes_to(f"{self.address}/new/twelve-step-rummy")
        self.sees("12-Step Rummy")
        self.comes_to(lambda: self.engine.evaluate("() => innerWidth"), self.engine.WIDE[0])
        for number, name in enumerate(names, start=1):
            self._does(self.engine.types, "field", f"Player {number}", name)
        self.taps("radio", f"deals first: player {names.index(dealer) + 1}")
        return self.taps("button", "Deal the first round").sees("Round 1")

    def opens_the_sheet_of_the_server(self) -> Self:
        """Open the history, which links to the sheet once all is sent."""
        self.taps("link", "History").sees("History")
        game, _history = self.engine.evaluate("() => location.href").rsplit("/", 1)
        self.engine.goes_to(f"{game}/sheet")
        return self.sees("12-Step Rummy")

    # During a round

    def lays_down(self, *names: str) -> Self:
        """These players lay down their contracts, one after another."""
        for name in names:
            self.taps("button", f"Lay down: {name}")
            self._does(lambda _found: None, "button", f"Down: clear for {name}")
        return self

    def goes_out(self, name: str) -> Self:
        """Tap “Out” in this player's row."""
        return self.taps("button", f"Out: {name} went out").sees("Cards left: ")

    # Counting

    def counts(self, *keys: str) -> Self:
        """Tap these keys of the hand one after another."""
        for key in keys:
            self.taps("button", f"{key}, {KEYS[key]}")
        return self

    def next_hand(self, name: str) -> Self:
        """Tap the button in the dock that names the next hand."""
        return self.taps("button", f"Next: {name}").sees(f"Cards left: {name}")

    def shows_hand(self, points: int, down: str = "") -> Self:
        """The points of the hand being counted; `yes` or `no` is ticked for Down, or neither."""
        self.reads("#points", str(points))
        ticked = "() => document.querySelector('[name=down]:checked')?.value ?? ''"
        return self.comes_to(lambda: self.engine.evaluate(ticked), down)

    # Displayed values

    def sees(self, words: str) -> Self:
        """The heading of the page begins with these words."""
        return self.comes_to(lambda: [title[: len(words)] for title in self._texts("h1")], [words])

    def reads(self, css: str, *words: str) -> Self:
        """These elements of the page have these texts."""
        return self.comes_to(lambda: self._texts(css), list(words))

    def shows_totals(
        self, names: Sequence[str], totals: Sequence[int], contracts: Sequence[int]
    ) -> Self:
        """The rows of the table in order: name, total, and current contract."""
        told = [
            (name, str(total), str(contract))
            for name, total, contract in zip(names, totals, contracts, strict=True)
        ]
        return self.comes_to(lambda: list(map(_row, self._texts("li.seat"))), told)

    def comes_to(self, look: Callable[[], Any], told: Any) -> Self:
        """Look until this is seen."""
        seen: Any = None

        def is_so() -> bool:
            nonlocal seen
            seen = look()
            return seen == told

        assert comes_true(is_so, self.engine.passing), f"{seen!r} instead of {told!r}"
        return self

    # Tapping

    def taps(self, role: str, name: str) -> Self:
        """Tap the element with this name."""
        return self._does(self.engine.taps, role, name)

    def undoes(self, what: str) -> Self:
        """Undo the last step: the button names it, and the page confirms it."""
        return self.taps("button", f"Undo: {what}").reads("#said", f"Undone: {what}.")

    def _does(self, deed: Callable[..., None], role: str, name: str, *more: str) -> Self:
        """Act on the element with this name, as soon as it exists and accepts it."""

        def is_done() -> bool:
            found = self._find(role, name)
            if found:
                deed(found, *more)
            return bool(found)

        assert comes_true(is_done, self.engine.passing), f"no {role} “{name}”"
        return self

    def _find(self, role: str, name: str) -> Any:
        for element in self.engine.evaluate(_WITH_WORDS, [_ROLES[role], name]) or []:
            if _tidy(self.engine.name_of(element)) == name:
                return self.engine.evaluate(_LABEL, element) if role == "radio" else element
        return None

    def _texts(self, css: str) -> list[str]:
        return self.engine.evaluate(_TEXTS, css) or []  # nothing during navigation


def _tidy(words: str) -> str:
    """Normalised: engines differ in the spaces between elements."""
    return " ".join(words.split()).replace(" :", ":")


def _row(text: str) -> tuple[str, ...]:
    """Name, total and contract of a row of the table."""
    found = re.match(r"(\w+) .*Total: (−?\d+)\b.*Contract (\d+)", text)
    return found.groups() if found else (text,)

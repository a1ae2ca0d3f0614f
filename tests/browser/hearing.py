"""Two people at the same table: one taps what they see, one has a keyboard and a screen reader.

Both find a control by its role and its name in the accessibility tree, and nothing by its place or
its looks. An action is one activation of a control, or one value in a field, for both: a total of
two digits is one action, and so is a card tapped on its key. The way to a control is none: a thumb
goes there by itself, and a screen reader lists the controls of a page by name. The keyboard walks
there all the same, with Tab from where it is, so that a control out of its reach fails the test.
"""

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Literal, Self

from playwright.sync_api import Locator, Page, expect

# A screen reader announces a region of messages when something in it changes, an alert also when
# it appears, and a heading when it gets the focus; not a message that appears with its region.
_EAR = r"""(() => {
  const REGION = "[role=status], [role=alert], output:not([aria-live=off])";
  const heard = { said: [], arrived: [] };
  const plain = text => text.replace(/\s+/g, " ").trim();
  const regionOf = node => (node.closest ? node : node.parentElement)?.closest(REGION);
  const alertsIn = node =>
    node.matches?.("[role=alert]") ? [node] : [...(node.querySelectorAll?.("[role=alert]") ?? [])];
  const changed = ({ type, target, addedNodes }) => [
    ...[...addedNodes].flatMap(alertsIn),
    ...(type === "characterData" || addedNodes.length ? [regionOf(target)] : []),
  ];
  const listen = changes => {
    for (const region of new Set(changes.flatMap(changed))) {
      const words = region?.checkVisibility() ? plain(region.innerText) : "";
      if (words) heard.said.push(words);
    }
  };
  new MutationObserver(listen).observe(document, {
    childList: true, characterData: true, subtree: true,
  });
  addEventListener("focusin", ({ target }) => {
    if (target.matches("h1, h2")) heard.arrived.push(plain(target.textContent));
  });
  globalThis.heard = heard;
})()"""
# The shorter way to a control, which may lead over the end of the page.
_WAY = """control => {
  const { activeElement: here } = document;
  const stops = [...document.querySelectorAll("a[href], button, input, summary, [tabindex]")]
    .filter(one => one.tabIndex >= 0 && !one.disabled && one.checkVisibility());
  const passed = stops.filter(one => one.compareDocumentPosition(here) & 4).length;
  const ahead = (stops.indexOf(control) - passed + stops.length) % stops.length;
  return ahead <= stops.length / 2 ? "Tab" : "Shift+Tab";
}"""
_IS_THERE = "control => control === document.activeElement"
_IS_AWAKE = "control => !control.closest('[inert]')"  # the buttons below wait for a moment
_FAR = 25  # presses of Tab

Role = Literal["link", "button", "textbox"]


@dataclass
class Keeper(ABC):
    """Somebody who keeps score, and the number of their actions."""

    page: Page
    actions: int = 0

    def visits(self, address: str) -> Self:
        """Open the page at this address, which is no action."""
        self.page.goto(address)
        return self

    def presses(
        self, button: str, role: Role = "button", *, says: str = "", comes_to: str = ""
    ) -> Self:
        """Activate the control whose name begins so.

        What is announced then: `says` by a message, `comes_to` by the heading of another place.
        """
        self.actions += 1
        self._activate(self._control(role, button))
        return self.hears(says, comes_to)

    def follows(self, link: str, *, says: str = "", comes_to: str = "") -> Self:
        """The same for a link."""
        return self.presses(link, "link", says=says, comes_to=comes_to)

    def opens(self, name: str, title: str, role: Role = "link") -> Self:
        """Activate a control that leads to another page, which is announced by its title."""
        self.actions += 1
        self._activate(self._control(role, name))
        expect(self.page).to_have_title(f"{title} · Rummy Companion")
        return self

    def sees(self, tree: str) -> Self:
        """The accessibility tree has these nodes, in this order, and perhaps others."""
        expect(self.page.locator("body")).to_match_aria_snapshot(tree)
        return self

    def writes(self, name: str, text: str, *, says: str = "") -> Self:
        """Type into the field of this name."""
        self.actions += 1
        self._type(self._control("textbox", name), text)
        return self.hears(says)

    @abstractmethod
    def hears(self, says: str = "", comes_to: str = "") -> Self:
        """What was announced since the last action, and nothing else."""

    @abstractmethod
    def counts(self, points: int, key: str, says: str) -> Self:
        """Count a hand of one card: its points, and its key."""

    @abstractmethod
    def _activate(self, control: Locator) -> None: ...

    @abstractmethod
    def _type(self, control: Locator, text: str) -> None: ...

    def _control(self, role: Role, name: str) -> Locator:
        words = re.escape(name).replace(":", " ?:")
        return self.page.get_by_role(role, name=re.compile(f"^{words}"))


class Thumb(Keeper):
    """Taps what is in sight."""

    def hears(self, says: str = "", comes_to: str = "") -> Self:  # noqa: ARG002 - is not listened to
        """Sees the other place."""
        if comes_to:
            expect(self.page.get_by_role("heading", name=comes_to, exact=True)).to_be_visible()
        return self

    def counts(self, points: int, key: str, says: str) -> Self:  # noqa: ARG002 - the key says it
        """With the key of the card: no count of a hand takes fewer taps."""
        return self.presses(f"{key}, ", says=says)

    def _activate(self, control: Locator) -> None:
        control.tap()

    def _type(self, control: Locator, text: str) -> None:
        control.fill(text)


@dataclass
class Listener(Keeper):
    """Has the keyboard and the screen reader."""

    expected: tuple[list[str], list[str]] = ([], [])  # messages and headings after the last action

    def __post_init__(self) -> None:
        self.page.add_init_script(_EAR)

    def hears(self, says: str = "", comes_to: str = "") -> Self:
        """Each once; what comes late is noticed before the next action."""
        self.expected = ([says] if says else [], [comes_to] if comes_to else [])
        count = "([n, m]) => heard.said.length >= n && heard.arrived.length >= m"
        self.page.wait_for_function(count, arg=[*map(len, self.expected)])
        assert self._heard() == self.expected
        assert self.page.evaluate("document.activeElement !== document.body"), "lost the focus"
        return self

    def counts(self, points: int, key: str, says: str) -> Self:  # noqa: ARG002 - types instead
        """With a typed total, for which the page remembers the choice."""
        field = self._control("textbox", "Total, or a sum such as 10+15")
        if not field.is_visible():
            self.presses("Total", says="points 0 typed")
        return self.writes(
            "Total, or a sum such as 10+15", str(points), says=f"points {points} {says}"
        )

    def visits(self, address: str) -> Self:
        """A new page is read from its top."""
        self.expected = ([], [])
        return super().visits(address)

    def opens(self, name: str, title: str, role: Role = "link") -> Self:
        """So is one that a control leads to."""
        super().opens(name, title, role)
        self.expected = ([], [])
        return self

    def _heard(self) -> tuple[list[str], list[str]]:
        said, arrived = self.page.evaluate("[heard.said, heard.arrived]")
        return said, arrived

    def _activate(self, control: Locator) -> None:
        self._walk_to(control)
        self.page.keyboard.press("Enter")

    def _type(self, control: Locator, text: str) -> None:
        self._walk_to(control)
        self.page.keyboard.type(text)

    def _walk_to(self, control: Locator) -> None:
        expect(control).to_be_enabled()
        self.page.wait_for_function(_IS_AWAKE, arg=control.element_handle())
        way, steps = control.evaluate(_WAY), 0
        while not control.evaluate(_IS_THERE):
            assert steps < _FAR, f"{control} is out of reach of the keyboard"
            self.page.keyboard.press(way)
            steps += 1
        assert self._heard() == self.expected
        self.page.evaluate("heard.said = []; heard.arrived = []")

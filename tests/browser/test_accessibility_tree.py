"""A round kept by what a screen reader is told, and by nothing else: roles, names and states.

No selector, no position and no colour: a page is read as its accessibility tree, and what is
activated is found by role and name.
"""

import re
from typing import Self

from playwright.sync_api import Page, expect

from tests.browser.serving import LiveServer

ANN, BO, CHLOE = "Ann", "Bo", "Chloé"
ROWS = """
- list:
  - listitem:
    - heading "Ann" [level=2]
    - paragraph: "/Total: 0/"
    - text: /Contract 2/
  - listitem:
    - heading "Bo" [level=2]
    - paragraph: "/Total: 20/"
    - text: /Contract 2/
  - listitem:
    - heading "Chloé" [level=2]
    - paragraph: "/Total: 85/"
    - text: /Contract 1/
"""
SHEET = """
- table "Points by round and player":
  - rowgroup:
    - row "# dealer Ann Bo Chloé"
  - rowgroup:
    - row /1 dealer Ann contract 1 made out .* contract 1 made 20 .* contract 1 not made 85 .*/
  - rowgroup:
    - row "Total 0 20 85"
"""


class Listener:
    """Somebody who knows the page by its accessibility tree alone."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def reads(self, tree: str) -> Self:
        """The tree has these nodes, in this order; between them there may be others."""
        expect(self.page.locator("body")).to_match_aria_snapshot(tree)
        return self

    def hears(self, *nodes: str) -> Self:
        """The same for nodes beside each other."""
        return self.reads("\n".join(f"- '{node}'" for node in nodes))

    def comes_to(self, heading: str) -> Self:
        """A page says first what it is about."""
        return self.hears(f'heading "{heading}" [level=1]')

    def presses(self, button: str) -> Self:
        """Activate the button whose name begins so."""
        self.page.get_by_role("button", name=_beginning(button)).click()
        return self

    def chooses(self, option: str) -> Self:
        """Activate the option of this name."""
        self.page.get_by_role("radio", name=option, exact=True).check()
        return self

    def follows(self, link: str) -> Self:
        """Activate the link of this name."""
        self.page.get_by_role("link", name=link, exact=True).click()
        return self

    def writes(self, field: str, text: str) -> Self:
        """Type into the field of this name."""
        self.page.get_by_role("textbox", name=field, exact=True).fill(text)
        return self


def _beginning(name: str) -> re.Pattern[str]:
    return re.compile("^" + re.escape(name).replace(":", " ?:"))


def test_a_round_is_kept_by_the_accessibility_tree_alone(page: Page, server: LiveServer) -> None:
    page.goto(server.url)
    listener = Listener(page).comes_to("Rummy Companion").follows("New game")
    listener.comes_to("What do you play?")
    page.get_by_role("link", name=re.compile("^12-Step Rummy")).click()
    listener.comes_to("12-Step Rummy")
    for number, name in enumerate((ANN, BO, CHLOE), start=1):
        listener.writes(f"Player {number}", name)
    listener.chooses("deals first: player 1").presses("Deal the first round")

    listener.comes_to("Round 1").reads("- paragraph: /Ann deals 13 cards Bo plays first/")
    listener.presses("Lay down: Bo").hears('button "Down : clear for Bo"')
    listener.follows("Round over").comes_to("Who went out?")
    listener.hears('button "Bo Down"', 'button "Ann Not down"').presses("Ann Not down")

    # Bo is down with two court cards left; Chloé is not: nine low cards and four court cards.
    listener.comes_to("Cards left: Bo").hears('radio "Down" [checked]')
    listener.presses("10 J Q K, 10 each").presses("10 J Q K, 10 each")
    listener.reads("- paragraph: points 20").presses("Next: Chloé")
    listener.comes_to("Cards left: Chloé").hears('link "Bo 20 · down"')
    listener.presses("3 – 9, 5 each").presses("×9").reads("- paragraph: points 45")
    listener.presses("The other 4 are… 10 J Q K (saves the round)")

    listener.comes_to("Round 2").reads(ROWS).hears('button "Undo : Round 1 written down"')
    listener.follows("Sheet").comes_to("12-Step Rummy").reads(SHEET)

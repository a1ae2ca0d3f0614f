"""A game by the keyboard and the accessibility tree, as with a screen reader, and by touch.

Each step is announced once: by a message, or by the heading of the place that it leads to, where
the keyboard then is. It takes hardly more actions than by touch (tests/browser/hearing.py says
what an action is).
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.evenings import Evening
from tests.browser.hearing import Keeper, Listener, Thumb
from tests.browser.serving import LiveServer
from tests.browser.watching import can_turn_to

ANN, BO, CHLOE = "Ann", "Bo", "Chloé"
AT_MOST = 1.5  # times the actions of a thumb
MARKED, SHOWN = "Down, as marked.", "Down (13 cards would be at least 65)"
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
ONE_ROUND = """
- table "Points by round and player":
  - rowgroup:
    - row "# dealer Ann Bo Chloé"
  - rowgroup:
    - row /1 dealer Ann contract 1 made out .* contract 1 made 20 .* contract 1 not made 85 .*/
  - rowgroup:
    - row "Total 0 20 85"
"""
SHEET = """
- table "Points by round and player":
  - rowgroup:
    - row "# dealer Ann Bo Chloé"
  - rowgroup:
    - row /1 dealer Ann contract 1 made out .* contract 1 made 20 .* contract 1 made 10 .*/
    - row /12 dealer Chloé contract 12 made out .* contract 12 made 20 .* contract 12 made 10 .*/
  - rowgroup:
    - row "Total 0 240 120"
"""


@pytest.mark.soak
def test_a_game_takes_hardly_more_actions_without_looking(
    new_phone: Callable[..., BrowserContext], server: LiveServer
) -> None:
    thumb, listener = Thumb(new_phone().new_page()), Listener(new_phone().new_page())
    for keeper in (thumb, listener):
        starts_a_game(keeper, server)
        plays_the_first_round(keeper)
        plays_to_the_end(keeper)
    assert listener.actions <= AT_MOST * thumb.actions, (listener.actions, thumb.actions)


def starts_a_game(keeper: Keeper, server: LiveServer) -> None:
    keeper.visits(server.url).opens("New game", "New game").opens("12-Step Rummy", "New game")
    for number, name in enumerate((ANN, BO, CHLOE), start=1):
        keeper.writes(f"Player {number}", name)
    keeper.opens("Deal the first round", "Round 1", "button")


def plays_to_the_end(keeper: Keeper) -> None:
    """From round 2 to the winner and the sheet; all make their contract in every round."""
    for following in range(3, 13):
        goes_out_and_counts(keeper, SHOWN)
        keeper.presses("Write it down", comes_to=f"Round {following}")
    goes_out_and_counts(keeper, SHOWN)
    keeper.opens("Write it down", "Ann wins", "button")
    keeper.sees('- heading "Ann wins" [level=2]')
    keeper.opens("Sheet", "Score sheet").sees(SHEET)


def plays_the_first_round(keeper: Keeper) -> None:
    """With a mark too many, and a look at the review."""
    keeper.presses("Lay down: Ann", says="Ann laid down")
    keeper.presses("Undo", says="Undone: Ann laid down.", comes_to="Round 1")
    keeper.presses("Lay down: Bo", says="Bo laid down")
    keeper.presses("Lay down: Chloé", says="Chloé laid down")
    goes_out_and_counts(keeper, MARKED)
    keeper.presses("Review", comes_to="Is round 1 right?")
    keeper.presses("Write it down", comes_to="Round 2")


def goes_out_and_counts(keeper: Keeper, down: str) -> None:
    """Ann goes out, Bo has an ace left, Chloé a ten."""
    keeper.presses("Out: Ann went out", says="Ann went out", comes_to="Cards left: Bo")
    keeper.counts(20, "A", down)
    keeper.presses("Next: Chloé", says="Bo: 20 points, down.", comes_to="Cards left: Chloé")
    keeper.counts(10, "10 J Q K", down)


def test_a_round_is_kept_with_the_keyboard_by_what_is_announced(
    page: Page, server: LiveServer
) -> None:
    """Bo is down with two court cards left; Chloé is not: nine low cards and four court cards."""
    listener = Listener(page)
    starts_a_game(listener, server)
    listener.sees("- paragraph: /Ann deals 13 cards Bo plays first/")
    listener.presses("Lay down: Bo", says="Bo laid down")
    expect(page.get_by_role("button", name="Down : clear for Bo")).to_be_focused()
    listener.follows("Round over", comes_to="Who went out?")
    listener.sees("- 'button \"Bo Down\"'\n- 'button \"Ann Not down\"'")
    listener.presses("Ann Not down", says="Ann went out", comes_to="Cards left: Bo")
    listener.sees("- 'radio \"Down\" [checked]'")
    for count in (1, 2):
        listener.presses("10 J Q K, 10 each", says=f"points {count}0 {count} of 7 cards")
    listener.presses("Next: Chloé", says="Bo: 20 points, down.", comes_to="Cards left: Chloé")
    listener.sees("- 'link \"Bo 20 · down\"'")
    few = "1 of 13 cards 12 cards still to count, or down?"
    listener.presses("3 – 9, 5 each", says=f"points 5 {few}")
    listener.presses("×9", says="points 45 9 of 13 cards")
    listener.presses("The other 4 are… 10 J Q K (saves the round)", comes_to="Round 2").sees(ROWS)
    listener.sees("- 'button \"Undo : Round 1 written down\"'")
    listener.opens("Sheet", "Score sheet").sees(ONE_ROUND)


@pytest.mark.soak
def test_a_slip_is_announced_once_and_keeps_the_place(page: Page, server: LiveServer) -> None:
    listener = Listener(page)
    page.goto(Evening(server, (ANN, BO)).page())
    listener.presses("Lay down: Bo", says="Bo laid down")
    listener.presses("Down: clear for Bo", says="Bo is not down")
    listener.follows("Round over", comes_to="Who went out?")
    listener.presses("Ann", says="Ann went out", comes_to="Cards left: Bo")
    listener.counts(45, "", SHOWN)
    listener.presses("Undo", says="Undone: Bo’s hand.", comes_to="Cards left: Bo")
    listener.presses("Review")
    total = page.get_by_role("textbox", name="Total, or a sum such as 10+15")
    expect(total).to_be_focused()
    expect(total).to_have_accessible_description("Enter the total first.")
    listener.counts(45, "", SHOWN)
    listener.presses("Write it down", comes_to="Round 2")
    listener.presses("Undo", says="Undone: Round 1 written down.")
    listener.follows("Review", comes_to="Is round 1 right?")
    listener.follows("Bo", comes_to="Cards left: Bo")


def test_the_menu_gives_the_focus_back(page: Page, server: LiveServer) -> None:
    page.goto(Evening(server, (ANN, BO)).page())
    can_turn_to(page, "counting")  # its scripts come after the first paint, and with them Escape
    first = page.get_by_role("link", name="Is this legal?")
    page.get_by_role("link", name="Sheet").focus()
    for key in ("Tab", "Enter", "Tab"):
        page.keyboard.press(key)
    expect(first).to_be_focused()
    page.keyboard.press("Escape")
    expect(first).to_be_hidden()
    page.keyboard.press("Enter")
    expect(first).to_be_visible()

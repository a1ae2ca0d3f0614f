"""A round with undo, one offline, and the sheet: the same in every engine.

All figures were written out by hand; none is computed by the app's own code.
"""

from tests.browser.table import ACE, COURT, LOW, WILD
from tests.engines.looks import look
from tests.engines.phone import Phone
from tests.engines.wire import Wire

FRIENDS = ("Ann", "Bo", "Chloé", "Dev")
BEFORE = ((0, 0, 0, 0), (1, 1, 1, 1))
AFTER = ((0, 15, 45, 120), (2, 2, 2, 1))
AFTER_TWO = ((0, 30, 65, 125), (3, 3, 3, 2))
_ONLINE = "() => dispatchEvent(new Event('online'))"


def a_round_and_the_sheet(phone: Phone, wire: Wire) -> None:
    """Ann goes out; undo while counting, and of a round written too early.

    Another round offline, and the sheet has both.
    """
    phone.starts_a_game(*FRIENDS, dealer="Dev")
    phone.shows_totals(FRIENDS, *BEFORE)
    phone.lays_down("Ann", "Bo")
    look(phone)

    phone.goes_out("Ann").sees("Cards left: Bo")
    phone.counts(WILD, ACE, COURT, LOW).shows_hand(85, "yes")
    look(phone, WILD, ACE, COURT, LOW)
    phone.undoes("Bo’s hand").shows_hand(0, "yes")
    phone.counts(COURT, LOW).shows_hand(15, "yes")
    phone.next_hand("Chloé").counts(ACE, COURT, COURT, LOW).shows_hand(45)
    phone.next_hand("Dev").counts(COURT).taps("button", "×8").counts(LOW).taps("button", "×4")
    phone.counts(ACE).shows_hand(120, "no")
    phone.taps("button", "Write it down").sees("Round 2")
    phone.shows_totals(FRIENDS, *AFTER)

    phone.undoes("Round 1 written down").taps("link", "Review").sees("Is round 1 right?")
    look(phone)
    phone.taps("button", "Write it down").sees("Round 2")

    wire.is_cut()
    _another_round(phone)
    assert wire.turned_away
    phone.taps("link", "Sheet").sees("12-Step Rummy")
    made, missed = "contract 1 made", "contract 1 not made"
    phone.reads(
        "#round-1 td",
        f"{made} out total 0",
        f"{made} 15 total 15",
        f"{made} 45 total 45",
        f"{missed} 120 total 120",
    )
    phone.reads(
        "#round-2 td",
        "contract 2 made out total 0",
        "contract 2 made 15 total 30",
        "contract 2 made 20 total 65",
        f"{made} 5 total 125",
    )
    phone.reads(".scores tfoot td", "0", "30", "65", "125")
    look(phone)
    wire.is_whole()
    phone.engine.evaluate(_ONLINE)
    phone.opens_the_sheet_of_the_server()
    phone.reads(".scores tfoot td", "0", "30", "65", "125")
    phone.reads(".leaf .title", "After 2 rounds")


def _another_round(phone: Phone) -> None:
    """Fewer cards are left in the next round."""
    phone.lays_down("Bo").goes_out("Ann").sees("Cards left: Bo")
    phone.counts(COURT, LOW).shows_hand(15, "yes")
    phone.next_hand("Chloé").counts(ACE).shows_hand(20)
    phone.next_hand("Dev").counts(LOW).shows_hand(5)
    phone.taps("button", "Write it down").sees("Round 3")
    phone.shows_totals(FRIENDS, *AFTER_TWO)

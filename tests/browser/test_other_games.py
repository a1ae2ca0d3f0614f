"""The other games on a phone: their special rules, and the last round to the winner.

Rounds without new kinds of taps are written directly into the book, and the results are read from
it; a page shows them once, before the last round. All totals were added up by hand; none is
computed by the app's own code.
"""

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from companion.records.log.games import open_game
from companion.rules.fold.entries import (
    Entry,
    Hand,
    HandCounted,
    RoundScored,
    RulesChanged,
    WentOut,
)
from companion.rules.model.cards import PLAIN_RANKS
from companion.rules.model.state import State
from tests.browser.evenings import Evening, Round
from tests.browser.serving import LiveServer
from tests.browser.table import Table
from tests.browser.watching import Complaints, can_turn_to, comes_to
from tests.unit.catalogue.games import game

ANN, BO, CLEO = FRIENDS = ("Ann", "Bo", "Cleo")
COURT, COURTS = "10 J Q K", "10-K"
MELDED, LEFT = "Melded on the table", "Left in hand"


class AtTheTable:
    """A game started on the shared phone, with its rounds so far and its page."""

    def __init__(self, table: Table, evening: Evening) -> None:
        self.table, self.evening = table, evening
        table.page.context.add_cookies([evening.server.cookie_of(evening.device)])

    def comes_to_round(self, number: int, *totals: int, on: Sequence[int] = ()) -> "AtTheTable":
        """The previous round is written down, displayed here, and sent."""
        self.table.sees(f"Round {number}").shows_totals(self.evening.names, totals, on)
        comes_to(self.table.page, lambda: len(self._state().rounds), number - 1)
        return self

    def plays(self, *rounds: Round | Sequence[Entry]) -> "AtTheTable":
        """Rounds written without this phone."""
        for one in rounds:
            self.evening.happens(*(one.entries() if isinstance(one, Round) else one))
        return self

    def comes_to(self, *totals: int, on: Sequence[int] = ()) -> "AtTheTable":
        """The totals and current contracts in the score book."""
        state = self._state()
        assert [*state.totals] == [*totals]
        if on:
            assert [*state.next_contracts] == [*on]
        return self

    def is_shown(self, heading: str, *totals: int, on: Sequence[int] = ()) -> Table:
        """The page shows the expected totals."""
        self.table.page.goto(self.evening.page())
        self.table.sees(heading)
        return self.table.shows_totals(self.evening.names, totals, on)

    def _state(self) -> State:
        with self.evening.server.app.app_context():
            return open_game(self.evening.token).state


def _missed(*seats: int) -> frozenset[int]:
    return frozenset(seats)


def _held(seat: int, points: int, *, down: bool) -> HandCounted:
    """A hand counted on another phone."""
    return HandCounted(seat, Hand(points=points), down=down)


def _ends(page: Page, table: Table, winner: str, why: str, standings: list[str]) -> None:
    """The last page names the winner and the reason, and the sheet has the same totals."""
    expect(page.get_by_role("heading", name=f"{winner} wins")).to_be_visible()
    expect(page.get_by_text(why, exact=True).filter(visible=True)).to_have_count(1)
    table.shows_standings(*standings).taps_link("Sheet")
    last = {row.split()[1]: int(row.split()[-1]) for row in standings}
    table.shows_sheet_totals(*[last[name] for name in sorted(last)])


@pytest.mark.soak
def test_five_crowns_has_another_wild_rank_in_each_of_its_eleven_rounds(
    table: Table, page: Page, server: LiveServer
) -> None:
    def wild_is(rank: str) -> None:
        wild = page.get_by_role("button", name="wild, 20 each")
        expect(wild).to_have_accessible_name(f"{rank}, wild, 20 each")

    evening = Evening(server, FRIENDS, game="five-crowns")
    game = AtTheTable(table, evening)
    game.is_shown("Round 1 of 11", 0, 0, 0)
    expect(page.get_by_text("Threes are wild")).to_be_visible()

    # All others have one more turn: Bo has no cards left either. Cleo holds 3 (wild) and K.
    table.goes_out_before_last_turns(ANN)
    wild_is("3")
    none = page.get_by_role("button", name="No cards left")
    table.holds_nothing(BO).taps_keys(CLEO, "3", "K")
    table.shows_hand(33)
    expect(none).to_be_hidden()
    for key in ("3", "K"):
        page.get_by_role("button", name=f"One fewer: {key}", exact=True).tap()
    expect(none).to_be_visible()
    table.taps_keys(CLEO, "3", "K")
    table.shows_hand(33)
    table.writes_it_down()
    game.comes_to_round(2, 0, 0, 33)

    # Fours are wild: Ann holds one and a 3.
    game.plays(
        Round(1, {0: {"3": 1, "4": 1}, 2: 0}),
        Round(2, {0: 17, 1: 9}),
        Round(0, {1: 0, 2: 0}),
        Round(1, {0: 25, 2: 41}),
        Round(2, {0: 0, 1: 30}),
        Round(0, {1: 12, 2: 22}),
        Round(1, {0: 18, 2: {"Joker": 1, "10": 1}}),
    ).comes_to(83, 51, 166)
    expect(page.get_by_text("Jacks are wild")).to_be_visible()
    game.plays(Round(2, {0: {"J": 1, "Q": 1}, 1: 44}), Round(0, {1: 7, 2: 0}), [WentOut(1)])
    page.goto(evening.page("count/0"))
    wild_is("K")
    table.taps_keys(ANN, "K", "3").shows_hand(23)
    game.plays([_held(0, 23, down=False), _held(2, 10, down=False), RoundScored()])
    page.goto(evening.page("final"))
    _ends(
        page,
        table,
        BO,
        "Round 11 was the last. Bo has the fewest points, 102; next best: 138.",
        ["1 Bo 102", "2 Ann 138", "3 Cleo 176"],
    )


def _melded(out: int, *hands: tuple[int, int]) -> list[Entry]:
    """A round of Rummy 500: the melds and the leftovers of each player."""
    counted = [
        HandCounted(seat, Hand(points=left), down=False, melded=Hand(points=melded))
        for seat, (melded, left) in enumerate(hands)
    ]
    return [WentOut(out), *counted, RoundScored()]


@pytest.mark.soak
def test_an_ace_tapped_with_two_and_three_is_drawn_and_counted_as_a_low_one(
    page: Page, server: LiveServer
) -> None:
    page.goto(Evening(server, FRIENDS, game="rummy-500").page("meld/0"))
    for key in ("3, 3 each", "A, 15 each", "2, 2 each"):
        page.get_by_role("button", name=key, exact=True).tap()
    expect(page.locator("#points")).to_have_text("6")
    expect(page.locator("#tapped text")).to_have_text(["A", "2", "3"])
    page.get_by_role("button", name="One fewer: Low ace").tap()
    page.get_by_role("button", name="A, 15 each", exact=True).tap()
    expect(page.locator("#points")).to_have_text("20")
    for key in ("2", "3", "A"):
        page.get_by_role("button", name=f"One fewer: {key}", exact=True).tap()
    for key in ("A, 15 each", "2, 2 each", "3, 3 each"):
        page.get_by_role("button", name=key, exact=True).tap()
    expect(page.locator("#points")).to_have_text("6")


@pytest.mark.soak
def test_three_aces_tapped_after_a_run_without_one_are_no_low_aces(
    page: Page, server: LiveServer
) -> None:
    page.goto(Evening(server, FRIENDS, game="rummy-500").page("meld/0"))
    for key in ("2, 2 each", "3, 3 each", "4, 4 each", *["A, 15 each"] * 3):
        page.get_by_role("button", name=key, exact=True).tap()
    expect(page.locator("#points")).to_have_text("54")
    expect(page.locator("#tapped text")).to_have_text(["2", "3", "4", "A", "A", "A"])


@pytest.mark.soak
def test_cards_stay_tapped_while_another_phone_changes_the_rules(
    page: Page, server: LiveServer
) -> None:
    evening = Evening(server, FRIENDS, game="rummy-500")
    page.goto(evening.page("meld/0"))
    for key in ("A, 15 each", "2, 2 each", "3, 3 each"):
        page.get_by_role("button", name=key, exact=True).tap()
    expect(page.locator("#points")).to_have_text("6")
    options = dict(game("rummy-500", low_ace=15, jokers="both_per_deck").options)
    evening.happens(RulesChanged(options))
    expect(page.locator("#points")).to_have_text("20")
    expect(page.locator(".key b")).to_have_text(["Joker", *PLAIN_RANKS])
    page.get_by_role("button", name=re.compile("^Joker")).tap()
    expect(page.locator("#points")).to_have_text("35")
    page.get_by_role("button", name="Meld", exact=True).tap()
    expect(page.locator("#seat-0 .laid")).to_contain_text("35")


def test_rummy_500_counts_melds_and_takes_off_hands_until_the_target(
    table: Table, page: Page, server: LiveServer
) -> None:
    evening = Evening(server, FRIENDS, dealer=2, game="rummy-500")
    game = AtTheTable(table, evening)
    game.is_shown("Round 1", 0, 0, 0)

    # Bo melds 9 9 9 during the round and finally holds K A. Ann went out and melded 85, of these
    # three aces and two kings during the round; Cleo melded nothing.
    table.melds(ANN, "A", "A", "A").melds(BO, "9", "9", "9").melds(ANN, "K", "K", "K")
    table.shows_melds(ANN, re.compile("A\\s*A\\s*A\\s*K\\s*K\\s*K\\s*75\\s*melded"))
    table.undoes("Ann melded").melds(ANN, "K", "K")
    table.shows_melds(ANN, re.compile("65\\s*melded")).shows_melds(CLEO, "nothing melded yet")
    table.goes_out(ANN).shows_hand(65)
    table.taps_keys(ANN, COURT, COURT, part=MELDED)
    table.shows_hand(85)
    table.next_hand(BO).shows_hand(27)
    table.taps_keys(BO, COURT, "A", part=LEFT)
    table.shows_hand(27 - 25)
    table.next_hand(CLEO)
    table.types(CLEO, "0", MELDED).types(CLEO, "40", LEFT)
    table.shows_hand(-40)
    table.writes_it_down()
    game.comes_to_round(2, 85, 2, -40)

    game.plays(
        _melded(1, (60, 15), (120, 0), (75, 5)),
        _melded(2, (30, 50), (90, 10), (150, 0)),
        _melded(1, (165, 5), (140, 0), (100, 20)),
        _melded(0, (125, 0), (100, 5), (145, 15)),
    ).comes_to(395, 437, 390)

    # Ann had melded 80 in round 3, not 30: plus 30 points instead of minus 20.
    page.goto(evening.page("correct/3?seat=0"))
    page.locator("#hand-0").get_by_label("Total").first.fill("80")
    table.taps("See what changes")
    expect(table.changes(ANN)).to_have_text("Ann Round 3 −20 30 Total 395 445")
    expect(table.changes(BO)).to_have_count(0)
    table.taps("Save").sees("Rummy 500").taps_link("Round 6")
    table.sees("Round 6").shows_totals(FRIENDS, [445, 437, 390])

    # Ann and Bo are both past 500: the higher total wins.
    game.plays(_melded(0, (55, 0), (98, 10), (140, 40)))
    expect(page).to_have_url(evening.page("final"))
    _ends(
        page,
        table,
        BO,
        "Bo reached 500 points in round 6 with 525; next best: 500.",
        ["1 Bo 525", "2 Ann 500", "3 Cleo 490"],
    )


@pytest.mark.soak
def test_the_winner_collects_in_classic_rummy_and_twice_for_going_rummy(
    table: Table, page: Page, server: LiveServer
) -> None:
    rules = {"scoring": "winner_collects", "jokers": "both_per_deck"}
    first = Round(0, {1: 23, 2: 14})
    evening = Evening(server, FRIENDS, [first], dealer=2, game="classic-rummy", house_rules=rules)
    game = AtTheTable(table, evening)
    game.is_shown("Round 2", 37, 0, 0)

    # Bo goes rummy. Ann holds Joker K A, Cleo 19: twice 45.
    table.round_is_over(BO, rummy=True)
    table.taps_keys(ANN, "Joker", COURT, "A")
    table.shows_hand(52)
    table.next_hand(CLEO).types(CLEO, "19").writes_it_down()
    game.comes_to_round(3, 37, 90, 0)
    game.plays(Round(2, {0: 12, 1: 30}, _missed(0, 1)))
    game.is_shown("Round 4", 37, 90, 42)
    game.plays(Round(1, {0: 6, 2: 5}))
    expect(page).to_have_url(evening.page("final"))
    _ends(
        page,
        table,
        BO,
        "Bo reached 100 points in round 4 with 101; next best: 42.",
        ["1 Bo 101", "2 Cleo 42", "3 Ann 37"],
    )


@pytest.mark.soak
def test_points_are_added_and_taken_off_for_a_reason_in_liverpool_rummy(
    table: Table, page: Page, server: LiveServer
) -> None:
    evening = Evening(server, FRIENDS, game="liverpool-rummy")
    game = AtTheTable(table, evening)
    game.plays([WentOut(0), _held(1, 11, down=True), _held(2, 74, down=False)])

    # Bo cut exactly the cards for the deal: 11 left in hand, 50 off.
    page.goto(evening.page("review"))
    table.sees("Is round 1 right?")
    table.adjusts(BO, "Cut exactly the cards for the deal")
    expect(page.get_by_role("link", name="Bo contract 1, made Cut exactly")).to_be_visible()
    table.writes_it_down()
    game.comes_to_round(2, 0, -39, 74)
    game.plays(Round(1, {0: 60, 2: 15}, _missed(0))).comes_to(60, -39, 89)

    # A reason of this table's own: late players pay ten.
    game.plays([WentOut(2), _held(0, 18, down=True), _held(1, 80, down=False)])
    page.goto(evening.page("review"))
    table.sees("Is round 3 right?")
    table.adjusts(ANN, "Another reason", points="10", reason="Late again").writes_it_down()
    game.comes_to_round(4, 88, 41, 89)
    game.plays(Round(0, {1: 9, 2: 55}, _missed(2)), Round(1, {0: 72, 2: 66}, _missed(0, 2)))
    game.comes_to(160, 50, 210).plays(Round(0, {1: 90, 2: 101}, _missed(1, 2)))
    expect(page).to_have_url(evening.page("final"))
    _ends(
        page,
        table,
        BO,
        "Round 6 was the last. Bo has the fewest points, 140; next best: 160.",
        ["1 Bo 4 contracts 140", "2 Ann 4 contracts 160", "3 Cleo 2 contracts 311"],
    )
    for reason in ("Cut exactly the cards for the deal", "Late again"):
        expect(page.get_by_text(reason).filter(visible=True)).to_have_count(1)


def test_out_beside_a_name_asks_only_how_and_without_a_network_too(
    page: Page, server: LiveServer, complaints: Complaints
) -> None:
    complaints.expect("ERR_INTERNET_DISCONNECTED")
    evening = Evening(server, FRIENDS, game="hand")
    page.context.add_cookies([server.cookie_of(evening.device)])
    page.goto(evening.page())
    can_turn_to(page, "counting")
    page.context.set_offline(True)
    page.get_by_role("link", name=re.compile("Bo went out")).tap()
    expect(page.get_by_role("heading", name="How did the round end?")).to_be_visible()
    expect(page.locator("button.pick")).to_have_count(2)
    page.get_by_role("button", name="Hand: out in one turn").tap()
    expect(page.locator("#round-note")).to_contain_text("Hand")
    expect(page.locator(".facts[inert]")).to_have_count(0)
    page.get_by_role("radio", name="Not down", exact=True).tap(force=True)
    expect(page.locator("#points")).to_have_text("200")


_STYLES = """[...document.styleSheets].filter(({ media }) => media.mediaText !== "not all")
  .map(({ href }) => href.split("/").at(-1)).join(" ")"""


def test_a_table_that_follows_the_page_of_melds_has_its_stylesheets_in_the_same_order(
    page: Page, server: LiveServer
) -> None:
    """Of two equal rules the later one wins."""
    evening = Evening(server, FRIENDS, game="rummy-500")
    page.goto(evening.page())
    own = page.evaluate(_STYLES)
    page.goto(evening.page("meld/0"))
    can_turn_to(page, "table")
    page.locator("header .back").tap()
    expect(page.locator("#table")).to_be_visible()
    page.wait_for_function(f"own => ({_STYLES}) === own", arg=own)

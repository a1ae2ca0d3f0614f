"""The other games of the family by tapping, each from the first deal to the one who wins.

Rounds in the middle that show nothing new are told to the app behind the pages.

All totals were added up by hand; none is computed by the app's own code.
"""

from collections.abc import Callable, Sequence
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from companion.rules.entries import Entry, Hand, HandCounted, RoundScored, WentOut
from tests.browser.evenings import Round, happens_at
from tests.browser.serving import LiveServer
from tests.browser.table import Table

ANN, BO, CLEO = FRIENDS = ("Ann", "Bo", "Cleo")
COURT, COURTS = "10 J Q K", "10-K"
MELDED, LEFT = "Melded on the table", "Left in hand"
Stands = Callable[..., None]
Meanwhile = Callable[..., None]


@pytest.fixture
def stands(table: Table) -> Stands:
    """Check the table after a round against the figures of a paper sheet."""

    def stands(round_number: int, *totals: int, on: Sequence[int] = ()) -> None:
        names = FRIENDS[: len(totals)]
        table.sees(f"Round {round_number}")
        table.shows_totals(names, totals, on)

    return stands


@pytest.fixture
def meanwhile(page: Page, server: LiveServer) -> Meanwhile:
    """Some rounds are played that nobody taps on this phone, which then opens its page anew.

    It would follow by itself, but what has just changed takes no tap for a moment.
    """

    def meanwhile(*rounds: Round) -> None:
        token = urlsplit(page.url).path.split("/")[2]
        happens_at(server, token, *(entry for one in rounds for entry in one.entries()))
        page.reload()

    return meanwhile


def _missed(*seats: int) -> frozenset[int]:
    return frozenset(seats)


def _counted_by_total(table: Table, **totals: str) -> Table:
    """Type what these players hold, one after another, and write the round down."""
    names = list(totals)
    for name, following in zip(names, [*names[1:], ""], strict=True):
        table.types(name, totals[name])
        if following:
            table.next_hand(following)
    return table.writes_it_down()


def _ends(page: Page, table: Table, winner: str, why: str, standings: list[str]) -> None:
    """The last page names the winner and the reason, and the sheet has the same totals."""
    expect(page.get_by_role("heading", name=f"{winner} wins")).to_be_visible()
    expect(page.get_by_text(why, exact=True).filter(visible=True)).to_have_count(1)
    table.shows_standings(*standings).taps_link("Sheet")
    last = {row.split()[1]: int(row.split()[-1]) for row in standings}
    table.shows_sheet_totals(*[last[name] for name in sorted(last)])


def test_contract_rummy_goes_through_its_seven_rounds(
    table: Table, page: Page, stands: Stands, meanwhile: Meanwhile
) -> None:
    table.starts_a_game(*FRIENDS, dealer=CLEO, game="Contract Rummy")
    table.sees("Round 1 of 7")

    # Two sets of three, ten cards. Ann 0, Bo 7+4, Cleo all ten: K Q 10 9 8 8 7 5 4 3.
    table.goes_out(ANN)
    _counted_by_total(table, Bo="7+4", Cleo="30+9+16+7+5+4+3")
    stands(2, 0, 11, 74, on=[2, 2, 2])

    # Ann holds Joker A K Q J 9 7 6 3 2: 97. Then Bo bought once: K Q J A 9 9 8 7 6 5 4 2.
    joker, few = {"Joker": 1, "A": 1, COURTS: 3}, ("9", "7", "6", "3", "2")
    bought = {COURTS: 3, "A": 1, "9": 2} | dict.fromkeys(("8", "7", "6", "5", "4", "2"), 1)
    meanwhile(
        Round(1, {0: joker | dict.fromkeys(few, 1), 2: 15}, _missed(0)),
        Round(2, {0: 8, 1: bought}, _missed(1)),
        Round(0, {1: 10, 2: 20 + 30 + 18}, _missed(2)),
        Round(0, {1: 81, 2: 3}, _missed(1)),
        Round(1, {0: 90, 2: 55}, _missed(0, 2)),
    )
    stands(7, 195, 197, 215, on=[7, 7, 7])

    # Only who goes out lays down the last contract, so nobody else is asked whether they did.
    expect(page.get_by_text("whoever lays it down goes out")).to_have_count(3)
    expect(page.get_by_role("button", name="Lay down")).to_have_count(0)
    table.goes_out(CLEO)
    table.types(ANN, "62").next_hand(BO).types(BO, "4").bought(1)
    expect(page.get_by_role("radio", name="Down", exact=True)).to_have_count(0)
    table.looks_it_over(7)
    table.asks("Bo")
    table.taps("Score anyway")
    _ends(
        page,
        table,
        BO,
        "Round 7 was the last. Bo has the fewest points, 201 against 215.",
        ["1 Bo 4 contracts 201", "2 Cleo 4 contracts 215", "3 Ann 4 contracts 257"],
    )


def test_progressive_rummy_takes_the_whole_hand_in_every_deal(
    table: Table, page: Page, stands: Stands, meanwhile: Meanwhile
) -> None:
    table.starts_a_game(*FRIENDS, dealer=ANN, game="Progressive Rummy")
    table.sees("Round 1 of 7")
    expect(page.get_by_text("Ann deals 6 cards")).to_be_visible()
    table.goes_out(ANN)
    _counted_by_total(table, Bo="40", Cleo="23")
    stands(2, 0, 40, 23, on=[2, 2, 2])

    # Seven cards: A K Q 9 5 4 2. In round 4 Cleo keeps K 7 of what she bought.
    seven = {"A": 1, COURTS: 2} | dict.fromkeys(("9", "5", "4", "2"), 1)
    meanwhile(
        Round(1, {0: seven, 2: 31}, _missed(0, 2)),
        Round(2, {0: 48, 1: 52}, _missed(0, 1)),
    )
    stands(4, 103, 92, 54)
    meanwhile(
        Round(0, {1: 60, 2: {COURTS: 1, "7": 1}}, _missed(1), buys={2: 1}),
        Round(1, {0: 70, 2: 66}, _missed(0, 2)),
    )
    stands(6, 173, 152, 137)

    # Laying down without a buy is going out: Bo cannot be down with cards left.
    table.lays_down(BO).goes_out(CLEO)
    table.types(ANN, "81").next_hand(BO).types(BO, "45").bought(1)
    page.get_by_role("button", name="One buy fewer").tap()
    table.bought(0).looks_it_over(6)
    table.asks("Bo")
    table.taps_link("Count again").sees("Cards left: Bo")
    table.says_down("Not down").writes_it_down()
    stands(7, 254, 197, 137, on=[7, 7, 7])
    table.goes_out(ANN)
    _counted_by_total(table, Bo="90", Cleo="102")
    _ends(
        page,
        table,
        CLEO,
        "Round 7 was the last. Cleo has the fewest points, 239 against 254.",
        ["1 Cleo 3 contracts 239", "2 Ann 3 contracts 254", "3 Bo 2 contracts 287"],
    )


def test_phase_10_is_played_until_somebody_has_made_the_tenth(
    table: Table, page: Page, stands: Stands, meanwhile: Meanwhile
) -> None:
    table.starts_a_game(ANN, BO, dealer=BO, game="Phase 10")
    table.goes_out(ANN)
    _counted_by_total(table, Bo="25")
    stands(2, 0, 25, on=[2, 2])

    # Ann missed phase 2 with ten cards. More than fifty is a whole hand, and the phase is missed.
    meanwhile(
        Round(1, {0: {"Wild": 1, "Skip": 1, "10-12": 3, "1-9": 5}}, _missed(0)),
        Round(0, {1: 70}, _missed(1)),
        Round(0, {1: 15}),
        Round(1, {0: 5}),
        Round(1, {0: 80}, _missed(0)),
        Round(0, {1: 10}),
        Round(0, {1: 55}, _missed(1)),
        Round(0, {1: 10}),
        Round(1, {0: 15}),
        Round(0, {1: 65}, _missed(1)),
        Round(1, {0: 90}, _missed(0)),
    )
    stands(13, 285, 250, on=[10, 10])

    # Ann goes out with phase 10, but Bo is down with it too and has fewer points.
    table.goes_out(ANN)
    _counted_by_total(table, Bo="20")
    _ends(
        page,
        table,
        BO,
        "Ann and Bo both finished contract 10 in round 13; Bo has fewer points, 270 against 285.",
        ["1 Bo finished contract 10 270", "2 Ann finished contract 10 285"],
    )


def test_five_crowns_has_another_wild_rank_in_each_of_its_eleven_rounds(
    table: Table, page: Page, stands: Stands, meanwhile: Meanwhile
) -> None:
    def wild_is(rank: str) -> None:
        wild = page.get_by_role("button", name="wild, 20 each")
        expect(wild).to_have_accessible_name(f"{rank}, wild, 20 each")

    table.starts_a_game(*FRIENDS, dealer=ANN, game="Five Crowns").sees("Round 1 of 11")
    expect(page.get_by_text("wild: 3")).to_be_visible()

    # Everybody has one more turn: Bo has no cards left either. Cleo holds 3 (wild) and K.
    table.goes_out(ANN)
    wild_is("3")
    table.holds_nothing(BO).taps_keys(CLEO, "3", "K")
    table.shows_hand(33)
    table.writes_it_down()
    stands(2, 0, 0, 33)

    # The 4 is wild now: Ann holds it and a 3.
    meanwhile(
        Round(1, {0: {"3": 1, "4": 1}, 2: 0}),
        Round(2, {0: 17, 1: 9}),
        Round(0, {1: 0, 2: 0}),
        Round(1, {0: 25, 2: 41}),
        Round(2, {0: 0, 1: 30}),
        Round(0, {1: 12, 2: 22}),
        Round(1, {0: 18, 2: {"Joker": 1, "10": 1}}),
    )
    stands(9, 83, 51, 166)
    expect(page.get_by_text("wild: J")).to_be_visible()
    meanwhile(Round(2, {0: {"J": 1, "Q": 1}, 1: 44}), Round(0, {1: 7, 2: 0}))
    stands(11, 115, 102, 166)
    table.goes_out(BO).taps_keys(ANN, "K", "3")
    wild_is("K")
    table.shows_hand(23)
    table.next_hand(CLEO).types(CLEO, "10").writes_it_down()
    _ends(
        page,
        table,
        BO,
        "Round 11 was the last. Bo has the fewest points, 102 against 138.",
        ["1 Bo 102", "2 Ann 138", "3 Cleo 176"],
    )


class FiveHundred:
    """Rummy 500 at this table: what each player melded and still holds, by typed totals."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def plays(self, out: str, **hands: tuple[str, str]) -> None:
        """Somebody goes out; then (melded, left in hand) of everybody; written down."""
        self.table.goes_out(out)
        for number, (name, (melded, left)) in enumerate(hands.items()):
            if number:
                self.table.next_hand(name)
            self.types(name, melded, left)
        self.table.writes_it_down()

    def types(self, name: str, melded: str, left: str) -> None:
        self.table.types(name, melded, MELDED)
        self.table.types(name, left, LEFT)


def _melded(out: int, *hands: tuple[int, int]) -> list[Entry]:
    """A round of Rummy 500: what everybody melded, and what they were left with."""
    counted = [
        HandCounted(seat, Hand(points=left), down=False, melded=Hand(points=melded))
        for seat, (melded, left) in enumerate(hands)
    ]
    return [WentOut(out), *counted, RoundScored()]


def test_rummy_500_counts_melds_and_takes_off_hands_until_the_target(
    table: Table, page: Page, server: LiveServer, stands: Stands
) -> None:
    game = FiveHundred(table)
    table.starts_a_game(*FRIENDS, dealer=CLEO, game="Rummy 500")

    # Ann went out and melded 85; Bo melded 9 9 9 and holds K A; Cleo melded nothing.
    table.goes_out(ANN).types(ANN, "85", MELDED)
    table.shows_hand(85)
    table.next_hand(BO)
    table.taps_keys(BO, "9", "9", "9", part=MELDED).taps_keys(BO, COURT, "A", part=LEFT)
    table.shows_hand(27 - 25)
    table.next_hand(CLEO)
    game.types(CLEO, "0", "40")
    table.shows_hand(-40)
    table.writes_it_down()
    stands(2, 85, 2, -40)

    token = urlsplit(page.url).path.split("/")[2]
    for out, *hands in (
        (1, (60, 15), (120, 0), (75, 5)),
        (2, (30, 50), (90, 10), (150, 0)),
        (1, (165, 5), (140, 0), (100, 20)),
        (0, (125, 0), (100, 5), (145, 15)),
    ):
        happens_at(server, token, *_melded(out, *hands))
    page.reload()
    stands(6, 395, 437, 390)

    # Ann had melded 80 in round 3, not 30: 30 points for her instead of 20 off.
    table.taps_link("Sheet").sees("Rummy 500").taps_the_cell(round_number=3, player=ANN)
    page.locator("#hand-0").get_by_label("Total").first.fill("80")
    table.taps("See what changes")
    expect(table.changes(ANN)).to_have_text("Ann Round 3 −20 30 Total 395 445")
    expect(table.changes(BO)).to_have_count(0)
    table.taps("Save it").sees("Rummy 500").taps_link("Round 6")
    stands(6, 445, 437, 390)

    # Ann and Bo are both past 500: the higher total wins.
    game.plays(ANN, Ann=("55", ""), Bo=("98", "10"), Cleo=("140", "40"))
    _ends(
        page,
        table,
        BO,
        "Bo reached 500 points in round 6 with 525, ahead of everybody else: 500.",
        ["1 Bo 525", "2 Ann 500", "3 Cleo 490"],
    )


def test_the_winner_collects_in_classic_rummy_and_twice_for_going_rummy(
    table: Table, page: Page, stands: Stands, meanwhile: Meanwhile
) -> None:
    collects = "Whoever went out collects them all: most points win"
    jokers = "Yes, two; a joker left in hand costs 15"
    table.starts_a_game(*FRIENDS, dealer=CLEO, game="Classic Rummy", house_rules=[collects, jokers])
    table.round_is_over(ANN)
    _counted_by_total(table, Bo="23", Cleo="14")
    stands(2, 37, 0, 0)

    # Bo goes rummy. Ann holds Joker K A, Cleo 19: twice 45.
    table.round_is_over(BO, rummy=True)
    table.taps_keys(ANN, "Joker", COURT, "A")
    table.shows_hand(26)
    table.next_hand(CLEO).types(CLEO, "19").writes_it_down()
    stands(3, 37, 90, 0)
    meanwhile(Round(2, {0: 12, 1: 30}, _missed(0, 1)))
    stands(4, 37, 90, 42)
    table.round_is_over(BO)
    _counted_by_total(table, Ann="6", Cleo="5")
    _ends(
        page,
        table,
        BO,
        "Bo reached 100 points in round 4 with 101, ahead of everybody else: 42.",
        ["1 Bo 101", "2 Cleo 42", "3 Ann 37"],
    )


def test_points_are_added_and_taken_off_for_a_reason_in_liverpool_rummy(
    table: Table, page: Page, stands: Stands, meanwhile: Meanwhile
) -> None:
    table.starts_a_game(*FRIENDS, dealer=ANN, game="Liverpool Rummy").sees("Round 1 of 6")

    # Bo cut exactly the cards for the deal: 11 left in hand, 50 off.
    table.goes_out(ANN)
    table.types(BO, "11").next_hand(CLEO).types(CLEO, "74").looks_it_over(1)
    table.adjusts(BO, "Cut exactly the cards for the deal")
    expect(page.get_by_role("link", name="Bo contract 1, made −50 for Cut exactly")).to_be_visible()
    table.writes_it_down()
    stands(2, 0, -39, 74)
    meanwhile(Round(1, {0: 60, 2: 15}, _missed(0)))
    stands(3, 60, -39, 89)

    # At this table whoever comes late pays ten.
    table.goes_out(CLEO)
    table.types(ANN, "18").next_hand(BO).types(BO, "80").looks_it_over(3)
    table.adjusts(ANN, "Something else", points="10", reason="Late again").writes_it_down()
    stands(4, 88, 41, 89)
    meanwhile(Round(0, {1: 9, 2: 55}, _missed(2)), Round(1, {0: 72, 2: 66}, _missed(0, 2)))
    stands(6, 160, 50, 210)
    table.goes_out(ANN)
    _counted_by_total(table, Bo="90", Cleo="101")
    _ends(
        page,
        table,
        BO,
        "Round 6 was the last. Bo has the fewest points, 140 against 160.",
        ["1 Bo 4 contracts 140", "2 Ann 4 contracts 160", "3 Cleo 2 contracts 311"],
    )
    for reason in ("Cut exactly the cards for the deal", "Late again"):
        expect(page.get_by_text(reason).filter(visible=True)).to_have_count(1)

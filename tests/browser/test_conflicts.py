"""Two phones disagree about a round: both versions are shown, and a player chooses."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, Route, expect

from companion.rules.fold.entries import Entry, Hand, HandCounted, LaidDown, RoundCorrected, WentOut
from tests.browser.evenings import ACE, COURT, FRIENDS, LOW, WHOLE_GAME, Evening, Round, happens_at
from tests.browser.keeping import opens
from tests.browser.phones import Phones
from tests.browser.serving import LiveServer
from tests.browser.table import Table
from tests.browser.watching import Complaints, can_turn_to, comes_to, hesitates

ANN, BO, CHLOE, DEV = range(4)
# Ann went out; Bo is not down with 20 + 60, Chloé and Dev as on the other phone.
THEIRS = Round(
    ANN,
    {BO: {ACE: 1, COURT: 4, LOW: 8}, CHLOE: {COURT: 2, LOW: 1}, DEV: {COURT: 1}},
    frozenset({BO}),
)


@pytest.fixture
def evening(page: Page, server: LiveServer, complaints: Complaints) -> Evening:
    complaints.expect("409 (CONFLICT)", "422 (")
    evening = Evening(server, FRIENDS)
    page.context.add_cookies([server.cookie_of(evening.device)])
    evening.has_phone_of(ANN, "anns-phone")
    page.goto(evening.page())
    can_turn_to(page, "counting")
    can_turn_to(page, "conflict")
    return evening


@contextmanager
def offline(page: Page) -> Iterator[Table]:
    page.context.set_offline(True)
    yield Table(page)
    page.context.set_offline(False)


def writes(evening: Evening, *entries: Entry) -> None:
    """Write these entries from Ann's phone."""
    happens_at(evening.server, evening.token, *entries, device="anns-phone")


def counts_bo_out(table: Table) -> None:
    """Bo is down and goes out, and the other three hands are counted."""
    table.lays_down("Bo").goes_out("Bo")
    table.is_counting("Ann").counts("Ann", court=3).next_hand("Chloé")
    table.counts("Chloé", court=2, low=1).next_hand("Dev").counts("Dev", court=1)
    table.page.get_by_role("link", name="Back to the table").tap()
    expect(table.page).to_have_url(re.compile(r"/g/[^/]+/$"))
    expect(table.page.get_by_text("To send")).to_be_visible()


@pytest.fixture
def twice(page: Page, evening: Evening) -> Table:
    """Ann's phone has written the round; this one, without knowing it, has Bo going out."""
    with offline(page) as table:
        counts_bo_out(table)
        writes(evening, *THEIRS.entries())
    return is_asked(table, "Round 1, twice")


def is_asked(table: Table, heading: str) -> Table:
    """The question is displayed and accepts taps."""
    table.sees(heading)
    hesitates(table.page)
    return table


def like(*lines: str) -> list[re.Pattern[str]]:
    """A number and its noun have a space that does not break."""
    return [re.compile(line.replace(" ", r"\s"), re.DOTALL) for line in lines]


def shows(page: Page, theirs: list[re.Pattern[str]], mine: list[re.Pattern[str]]) -> None:
    """Both versions of the round, all players in order."""
    for column, cells in enumerate((theirs, mine), 1):
        expect(page.locator(f".versus tbody td:nth-of-type({column})")).to_have_text(cells)


THEIRS_SHOWN = like("out.*1 made", "100.*1 not made", "25.*1 made", "10.*1 made")
MINE_SHOWN = like("30.*1 made", "out.*1 made", "25.*1 made", "10.*1 made")
TAPS = like("Bo laid down", "Bo went out", "Ann’s hand.*30", "Chloé’s hand.*25", "Dev’s hand.*10")


def totals_are(page: Page, evening: Evening, *totals: int) -> None:
    comes_to(page, lambda: list(evening.stored.state.totals), list(totals))


def opens_history(table: Table) -> Page:
    table.page.locator("#more summary").tap()
    table.taps_link("History").sees("History")
    return table.page


@pytest.fixture
def kept_evening(keeping: Page, server: LiveServer) -> Evening:
    """A game whose table is cached on this phone."""
    evening = Evening(server, FRIENDS)
    keeping.context.add_cookies([server.cookie_of(evening.device)])
    opens(keeping, evening)
    return evening


@pytest.mark.soak
def test_the_question_can_be_loaded_again_without_a_network(
    keeping: Page, kept_evening: Evening
) -> None:
    with offline(keeping) as table:
        table.lays_down("Bo")
        writes(kept_evening, *THEIRS.entries())
    table.sees("Round 1, twice")
    keeping.context.set_offline(True)
    keeping.reload()
    table.sees("Round 1, twice")


@pytest.mark.soak
@pytest.mark.parametrize("place", ["out/twice", "twice/1"])
def test_without_a_network_a_settled_question_leads_to_the_table(
    keeping: Page, kept_evening: Evening, place: str
) -> None:
    keeping.context.set_offline(True)
    keeping.goto(kept_evening.page(place))
    Table(keeping).lays_down("Bo")


@pytest.mark.soak
def test_commands_left_out_are_in_the_history_and_can_be_brought_back(
    page: Page, evening: Evening, twice: Table
) -> None:
    twice.taps("Keep theirs").sees("Round 2").shows_totals(FRIENDS, [0, 100, 25, 10])
    opens_history(twice)
    expect(page.locator(".left-out del")).to_have_text(
        ["Bo laid down", "Bo went out", "Ann’s hand", "Chloé’s hand", "Dev’s hand"]
    )
    expect(page.locator(".left-out")).to_contain_text("Only this phone has this list.")
    expect(page.locator(".left-out li", has_text="the same on both")).to_have_text(
        like("Chloé", "Dev")
    )
    is_asked(twice.taps_link("Bring back"), "Round 1, twice")
    shows(page, THEIRS_SHOWN, MINE_SHOWN)
    totals_are(page, evening, 0, 100, 25, 10)
    twice.taps("Correct the round with mine").sees("Round 2")
    totals_are(page, evening, 30, 0, 25, 10)
    assert isinstance(evening.stored.entries[-1], RoundCorrected)
    twice.shows_totals(FRIENDS, [30, 0, 25, 10])
    expect(opens_history(twice).locator(".left-out")).to_have_count(0)


def test_with_two_versions_of_a_round_mine_continues_with_the_next(
    page: Page, evening: Evening
) -> None:
    with offline(page) as table:
        counts_bo_out(table)
        table.taps_link("Review").taps("Write it down").sees("Round 2")
        table.lays_down("Dev")
        writes(evening, *THEIRS.entries())
    is_asked(table, "Round 1, twice")
    expect(page.locator("main")).to_contain_text("written down first on Ann’s phone.")
    shows(page, THEIRS_SHOWN, MINE_SHOWN)
    expect(page.locator(".versus .differs th")).to_have_text(like("Ann", "Bo"))
    written = like("Round 1 written down")
    expect(page.locator("[aria-labelledby=waits] li")).to_have_text([*TAPS, *written])
    table.taps("Correct the round with mine").sees("Round 2")
    totals_are(page, evening, 30, 0, 25, 10)
    comes_to(page, lambda: set(evening.stored.state.open.play.laid_down), {DEV})


@pytest.mark.soak
def test_two_equal_versions_of_a_round_raise_no_question(page: Page, evening: Evening) -> None:
    with offline(page) as table:
        counts_bo_out(table)
        mine = Round(BO, {ANN: {COURT: 3}, CHLOE: {COURT: 2, LOW: 1}, DEV: {COURT: 1}})
        writes(evening, LaidDown(BO), *mine.entries())
    table.sees("Round 2").shows_totals(FRIENDS, [30, 0, 25, 10])
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_text("To send")).to_be_hidden()


@pytest.mark.soak
def test_the_correction_asks_for_uncounted_hands(page: Page, evening: Evening) -> None:
    with offline(page) as table:
        table.lays_down("Bo").goes_out("Bo").is_counting("Ann")
        table.page.get_by_role("link", name="Back to the table").tap()
        writes(evening, *THEIRS.entries())
    is_asked(table, "Round 1, twice")
    shows(page, THEIRS_SHOWN, like(r"\?.*not counted.*1 made", "out", "25", "10"))
    table.taps("Correct the round with mine").sees("Correct round 1")
    expect(page.locator("[name=out][value='1']")).to_be_checked()
    expect(page.get_by_role("alert").first).to_contain_text("Ann")
    totals_are(page, evening, 0, 100, 25, 10)


@pytest.mark.soak
def test_a_hand_of_the_next_round_is_not_left_for_the_question(
    page: Page, evening: Evening
) -> None:
    """Counting continues; a notice links to the question."""
    with offline(page) as table:
        counts_bo_out(table)
        table.taps_link("Review").taps("Write it down").sees("Round 2")
        table.goes_out("Bo").is_counting("Ann")
        writes(evening, *THEIRS.entries())
    page.get_by_role("link", name="Look at both").tap()
    is_asked(table, "Round 1, twice")


def test_two_phones_that_differ_on_who_went_out_raise_a_question(
    page: Page, evening: Evening
) -> None:
    with offline(page) as table:
        table.lays_down("Bo").goes_out("Bo").is_counting("Ann")
        writes(evening, WentOut(ANN))
    is_asked(table, "Who was out first?")
    expect(page.locator(".pick b")).to_have_text(["Ann", "Bo", "Neither"])
    expect(page.locator(".pick .stands")).to_have_text(
        like("contract 1 Said on Ann’s phone", "contract 1 Said on this phone", "undone")
    )
    expect(page.locator("#waits")).to_have_count(0)
    page.get_by_role("button", name="Bo Down").tap()
    table.is_counting("Ann")
    comes_to(page, lambda: _out_and_down(evening), (BO, {ANN, BO}))


@pytest.mark.soak
def test_with_the_other_claim_chosen_the_counted_hands_remain(page: Page, evening: Evening) -> None:
    with offline(page) as table:
        counts_bo_out(table)
        writes(evening, WentOut(ANN))
    is_asked(table, "Who was out first?")
    page.get_by_role("button", name="Ann Down").tap()
    table.is_counting("Bo")
    comes_to(page, lambda: _out_and_down(evening), (ANN, {ANN, BO, CHLOE, DEV}))
    page.goto(evening.page("history"))
    expect(page.locator(".left-out del")).to_have_text(["Bo went out", "Ann’s hand"])


@pytest.mark.soak
def test_neither_takes_back_both_taps(page: Page, evening: Evening) -> None:
    with offline(page) as table:
        table.lays_down("Bo").goes_out("Bo").is_counting("Ann")
        writes(evening, WentOut(ANN))
    is_asked(table, "Who was out first?")
    page.get_by_role("button", name="Neither").tap()
    table.sees("Round 1")
    comes_to(page, lambda: evening.stored.state.open.over, told=False)


@pytest.mark.soak
def test_simultaneous_equal_claims_raise_no_question(page: Page, evening: Evening) -> None:
    with offline(page) as table:
        table.lays_down("Bo").goes_out("Bo").is_counting("Ann")
        writes(evening, WentOut(BO))
    expect(page.get_by_text("To send")).to_be_hidden()
    table.is_counting("Ann")
    expect(page.get_by_role("alert")).to_have_count(0)


def _out_and_down(evening: Evening) -> tuple[int | None, set[int]]:
    play = evening.stored.state.open.play
    return play.went_out, set(play.laid_down)


@pytest.mark.soak
def test_a_count_that_was_given_up_for_another_one_can_be_brought_back(
    page: Page, evening: Evening
) -> None:
    evening.happens(LaidDown(BO), WentOut(ANN))
    page.goto(evening.page("count/1"))
    can_turn_to(page, "counting")
    with offline(page) as table:
        table.counts("Bo", court=1)
        expect(page.get_by_text("To send")).to_be_visible()
        writes(evening, HandCounted(BO, Hand(cards={COURT: 3}), down=True))
    table.sees("Two counts of Bo’s hand").taps_link("Keep theirs 30 points").sees("Cards left: Bo")
    page.goto(evening.page("history"))
    expect(page.locator(".left-out li")).to_have_text(like("Bo’s hand.*10"))
    table.taps_link("Bring back").sees("Two counts of Bo’s hand")
    table.taps_link("Keep mine 10 points").sees("Cards left: Bo").shows_hand(10)


@pytest.mark.soak
def test_every_command_left_out_by_an_answer_is_listed(page: Page, evening: Evening) -> None:
    """An undo on the other phone removed a player: no tap that depends on the player fits."""
    evening.happens(WentOut(ANN))
    page.goto(evening.page("count/1"))
    can_turn_to(page, "counting")
    with offline(page) as table:
        table.counts("Bo", court=1).next_hand("Chloé").counts("Chloé", court=2)
        table.page.get_by_role("link", name="Back to the table").tap()
        evening.undoes()
    expect(page.locator(".doubt .taps li")).to_have_text(["Bo’s hand", "Chloé’s hand"])
    table.taps("Leave out all 2")
    page.goto(evening.page("history"))
    expect(page.locator(".left-out del")).to_have_text(["Bo’s hand", "Chloé’s hand"])


@pytest.mark.soak
@pytest.mark.parametrize("place", ["review", "counting", "table", "sheet"])
def test_the_question_appears_on_any_place_of_the_page(
    page: Page, evening: Evening, place: str
) -> None:
    with offline(page) as table:
        counts_bo_out(table)
        if place == "sheet":
            table.taps_link("Sheet")
        elif place == "review":
            table.taps_link("Review").sees("Is round 1 right?")
        elif place == "counting":
            table.taps_link("Review").sees("Is round 1 right?")
            page.go_back()
            expect(page).to_have_url(evening.page())
            page.go_back()
            table.is_counting("Dev")
        writes(evening, *THEIRS.entries())
    is_asked(table, "Round 1, twice")
    expect(page.locator(".waits li")).to_have_text(TAPS)


@pytest.mark.soak
def test_two_conflicting_rounds_are_asked_about_in_order(page: Page, evening: Evening) -> None:
    with offline(page) as table:
        for number in (1, 2):
            table.goes_out("Bo").is_counting("Ann").counts("Ann", court=3).next_hand("Chloé")
            table.counts("Chloé", court=2).next_hand("Dev").counts("Dev", court=1)
            table.writes_it_down().sees(f"Round {number + 1}")
        writes(evening, *THEIRS.entries(), *THEIRS.entries())
    is_asked(table, "Round 1, twice")
    behind = ["Bo went out", "Ann’s hand", "Chloé’s hand", "Dev’s hand", "Round 2 written down"]
    expect(page.locator("[aria-labelledby=behind] li")).to_have_text(like(*behind))
    table.taps("Correct the round with mine")
    is_asked(table, "Round 2, twice").taps("Keep theirs").sees("Round 3")
    totals_are(page, evening, 30, 100, 20 + 25, 10 + 10)


@pytest.mark.soak
def test_a_player_counted_as_not_down_elsewhere_does_not_stay_down(
    page: Page, evening: Evening
) -> None:
    with offline(page) as table:
        table.goes_out("Bo").is_counting("Ann").counts("Ann", court=3).next_hand("Chloé")
        writes(evening, WentOut(ANN), HandCounted(BO, Hand(cards={COURT: 13}), down=False))
    is_asked(table, "Who was out first?")
    expect(page.locator(".waits li")).to_have_text(like("Bo went out", "Ann’s hand"))
    expect(page.locator(".keepnote")).not_to_contain_text("stays down")
    page.get_by_role("button", name="Ann").first.tap()
    comes_to(page, lambda: _out_and_down(evening), (ANN, {ANN}))


@pytest.mark.soak
def test_simultaneous_claims_of_who_went_out_raise_a_question(page: Page, evening: Evening) -> None:
    held: list[Route] = []
    page.route(re.compile("/log$"), lambda route: held.append(route), times=1)  # noqa: PLW0108
    table = Table(page)
    with page.expect_request(re.compile("/log$")):
        table.goes_out("Bo")
    writes(evening, WentOut(ANN))
    comes_to(page, lambda: len(held), told=1)  # reported before its route is called
    held[0].continue_()
    is_asked(table, "Who was out first?")
    page.get_by_role("button", name="Bo Contract").tap()
    comes_to(page, lambda: _out_and_down(evening), (BO, {ANN, BO}))


@pytest.mark.soak
def test_the_round_that_ends_the_game_is_asked_about_before_the_winner_is_shown(
    page: Page, server: LiveServer, complaints: Complaints
) -> None:
    complaints.expect("409 (CONFLICT)")
    evening = Evening(server, FRIENDS, WHOLE_GAME[:-1], dealer=3)
    page.context.add_cookies([server.cookie_of(evening.device)])
    page.goto(evening.page())
    can_turn_to(page, "counting")
    can_turn_to(page, "conflict")
    number = len(WHOLE_GAME)
    with offline(page) as table:
        table.goes_out("Bo")
        writes(evening, *WHOLE_GAME[-1].entries())
    is_asked(table, f"Round {number}, twice").taps("Keep theirs")
    expect(page).to_have_url(re.compile("/final$"))
    # The open page shows the winner first; only the page of the server can be shared.
    expect(page.get_by_role("link", name="Share the result")).to_be_visible()
    page.goto(evening.page("history"))
    is_asked(table.taps_link("Bring back"), f"Round {number}, twice")


LEFT_OUT = """() => Object.keys(localStorage).filter(key => key.startsWith("companion-left-out-"))
  .flatMap(key => JSON.parse(localStorage.getItem(key)).lines)
  .map(({ code, name }) => `${name} ${code}`)"""


@pytest.mark.soak
def test_entries_that_do_not_fit_the_corrected_round_are_left_out(phones: Phones) -> None:
    """This phone has counted a hand for the player who now went out."""
    game, phone = phones.deal(*FRIENDS), phones.take()
    tab = phone.opens(game)
    tab.taps({"kind": "went_out", "seat": BO, "went_rummy": False})
    phones.converge()
    phone.network.offline = True
    for seat, courts in ((ANN, 3), (DEV, 2)):
        hand = {"cards": {COURT: courts}}
        counted = {"kind": "hand_counted", "seat": seat, "hand": hand, "down": True}
        tab.taps(counted | {"buys": None, "melded": None})
    phones.happens(game, *THEIRS.entries())
    phones.converge()
    [question] = tab.questions
    tab.answers(question, "mine")
    phones.converge()
    assert list(phones.kept(game).state.totals) == [0, 100, 25, 20]
    assert tab.page.evaluate(LEFT_OUT) == ["Ann hand_counted"]


@pytest.mark.soak
def test_an_answer_that_the_question_does_not_offer_any_more_changes_nothing(
    two_phones: Phones,
) -> None:
    """The offering page is stale: the question is another one by now."""
    game, phone = two_phones.deal(*FRIENDS), two_phones.phones[0]
    tab = phone.opens(game)
    phone.network.offline = True
    tab.taps({"kind": "laid_down", "seat": BO})
    two_phones.happens(game, *THEIRS.entries())
    two_phones.converge()
    [question] = tab.questions
    assert tab.answers(question, "neither") == {"conflict": "out_of_date"}
    assert [one["tap"] for one in tab.questions] == [question["tap"]]

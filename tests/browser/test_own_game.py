"""A table's own game by tapping: made from another, shown as a rules card, played to its end."""

from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.evenings import Round, happens_at
from tests.browser.faces import set_in
from tests.browser.serving import LiveServer
from tests.browser.table import Table
from tests.browser.watching import Complaints, server_says

GRANDMAS_FIRST = (("Set", "Set"), ("Set", "Run", "A"))


def test_grandma_makes_her_game_in_five_questions(table: Table, page: Page) -> None:
    page.goto("/")
    for link in ("Your own game", "Make a new game"):
        table.taps_link(link)
    _fits(page, "How many rounds?")
    expect(page.get_by_label("Rounds", exact=True)).to_have_value("7")
    page.get_by_role("button", name="+ Rounds").tap()
    page.get_by_role("button", name="− Rounds").tap()
    table.taps("Next")
    for number, melds in enumerate(GRANDMAS_FIRST, 1):
        _needs(page, number, melds)
        table.taps(f"Next: round {number + 1}")
    _fits(page, "What does round 3 need?")
    answered = ("S3 S3", "S3 R4 2xA", "S3 R4", "R4 R4", "S3 S3 S3", "S3 R4")
    address = "&".join(f"contracts-{row}={words}" for row, words in enumerate(answered))
    page.goto(f"/own/new/2?rounds=7&{address}&round=7")  # four more, as they stand in the address
    _needs(page, 7, ("Set", "Run"))
    for _ in range(3):
        page.get_by_role("button", name="a card more").last.tap()
    expect(page.get_by_text("Set of 3, run of 7", exact=True)).to_be_visible()
    table.taps("Next")
    _fits(page, "What do cards cost?")
    table.taps("12-Step Rummy")
    ace = page.get_by_label("A: points")
    expect(ace).to_have_value("20")
    page.get_by_role("button", name="− A: points").tap()
    expect(ace).to_have_value("15")
    table.taps("Next")
    _fits(page, "If somebody does not make it?")
    page.get_by_text("They stay on it").tap()
    table.taps("Next")
    _fits(page, "Who wins?")
    page.get_by_text("Fewest points, once it is made").tap()
    table.taps("See the rules card")
    card = page.locator(".contracts")
    expect(card.get_by_text("Set of 3, run of 4, 2 aces")).to_be_visible()
    page.reload()  # everything stands in the address
    expect(card.get_by_text("Set of 3, run of 7")).to_be_visible()
    page.get_by_label("Its name").fill("Grandma’s Seven")
    table.taps("Keep it")
    expect(page.get_by_role("heading", name="Grandma’s Seven")).to_be_visible()
    expect(
        page.get_by_text("7 contracts, each until it is made; fewest points win.")
    ).to_be_visible()


def test_what_was_tapped_before_the_next_question_goes_along(
    table: Table, page: Page, complaints: Complaints
) -> None:
    complaints.expect("422 (UNPROCESSABLE ENTITY)")
    page.goto("/own/new/2?rounds=2&contracts-0=S3&contracts-1=")
    quick = ["[value='0:set']", "[value='0:run']", ".dock [value=next]"]
    # All in one go: faster than any answer comes.
    page.evaluate("all => all.forEach((one) => document.querySelector(one).click())", quick)
    expect(page.get_by_role("heading", name="What does round 2 need?")).to_be_visible()
    table.taps("Back")
    words = page.locator(".in-words")
    expect(words).to_have_text("2 sets of 3, run of 4")
    page.get_by_role("button", name="Without the").first.tap()
    expect(page.locator(".needed li")).to_have_count(2)
    expect(page.get_by_role("button", name="Without the").first).to_be_focused()
    page.goto("/own/new/2?contracts-0=S3 R27")
    page.get_by_role("button", name="a card more").last.tap()
    error = page.get_by_text("A round needs 30 cards at most.")
    expect(error).to_be_visible()
    expect(words).to_have_text("Set of 3, run of 27")
    page.get_by_role("button", name="a card fewer").last.tap()
    expect(error).to_be_hidden()


def _fits(page: Page, question: str) -> None:
    """Everything of a question is in one sight: what it asks, what answers it, the way on."""
    expect(page.get_by_role("heading", name=question)).to_be_visible()
    page.wait_for_function("document.documentElement.scrollHeight <= innerHeight")


def _needs(page: Page, number: int, melds: tuple[str, ...]) -> None:
    """Tap what the round needs: each tap is drawn on the felt at once, on the same page."""
    _fits(page, f"What does round {number} need?")
    rows = page.locator(".needed li")
    for count, meld in enumerate(melds, 1):
        if meld == "A":
            page.get_by_role("button", name="+ A rank").tap()
            page.get_by_role("button", name="A", exact=True).tap()
        else:
            page.get_by_role("button", name=f"+ {meld}", exact=True).tap()
        expect(rows).to_have_count(count)


def test_an_own_game_from_its_rules_to_the_one_who_wins(
    table: Table, page: Page, server: LiveServer
) -> None:
    _makes_cabin_rummy(table, page)

    # Two rounds: S3 R4 with 8 cards, then S3 S3 R4 with 11; kings cost 13, Jokers 40.
    table.starts_a_game("Ann", "Bo", "Cleo", dealer="Ann", game="Cabin Rummy")
    table.sees("Round 1 of 2")
    expect(page.get_by_text("Ann deals 8 cards")).to_be_visible()
    table.goes_out("Ann")
    # Bo holds all eight: Joker K K Q 9 5 4 3 is 40+26+10+9+5+4+3 = 97. Cleo is down with K: 13.
    table.taps_keys("Bo", "Joker", "K", "K", "10 J Q", "9", "5", "4", "3")
    table.shows_hand(97, "no")
    table.next_hand("Cleo").taps_keys("Cleo", "K")
    table.shows_hand(13, "")
    table.says_down("Down").writes_it_down()
    table.shows_totals(("Ann", "Bo", "Cleo"), [0, 97, 13])

    # The round after it is known to the tests of any game: here it is written without a tap.
    table.sees("Round 2 of 2")
    server_says(page, "h1", "Round 2 of 2")
    last = Round(1, {0: 26, 2: 9}, frozenset({0}))
    happens_at(server, page.url.split("/")[-2], *last.entries())
    expect(page.get_by_role("heading", name="Cleo wins")).to_be_visible()
    table.shows_standings(
        "1 Cleo 2 contracts 22",
        "2 Ann 1 contract 26",
        "3 Bo 1 contract 97",
    )


def _makes_cabin_rummy(table: Table, page: Page) -> None:
    page.goto("/own/from/contract-rummy")
    page.get_by_label("Name", exact=True).fill("Cabin Rummy")
    _builds_contracts(page)
    page.get_by_label("Cards dealt: one number").fill("8 11")
    page.get_by_label("K: points").fill("13")
    page.get_by_label("Joker: points").fill("40")
    last_round = page.get_by_label("The last contract is laid down only by going out with it")
    expect(last_round).not_to_be_checked()  # another contract comes last than R4 R4 R4
    table.taps("Rules card")
    card = page.locator("#preview")
    expect(card.get_by_text("2 sets of 3, run of 4")).to_be_visible()
    expect(card.get_by_text("13 points")).to_be_visible()
    table.taps("Keep this game")
    expect(page.get_by_role("heading", name="Cabin Rummy")).to_be_visible()


def _builds_contracts(page: Page) -> None:
    """From seven contracts to S3 R4 and S3 S3 R4, each tap drawn at once."""
    _unfolds(page, 2).get_by_role("button", name="Take it out").tap()
    expect(page.locator(".builder > li")).to_have_count(6)
    for left in range(5, 1, -1):  # whoever taps it again need not look for it
        page.locator("#contract-2").get_by_text("Take it out").dispatch_event("click")
        expect(page.locator(".builder > li")).to_have_count(left)
    first = _unfolds(page, 0)
    first.get_by_role("button", name="Contract 1: without the set of 3").first.tap()
    expect(first.locator("rect")).to_have_count(3)
    first.get_by_role("button", name="+ Run").tap()
    expect(first.get_by_text("Set of 3, run of 4")).to_be_visible()
    second = _unfolds(page, 1)
    second.get_by_role("button", name="+ Set").tap()
    expect(second.locator("summary").first).to_contain_text("Set of 3, run of 4, set of 3")
    second.get_by_role("button", name="Contract 2: without the run of 4").tap()
    second.get_by_role("button", name="+ Run").tap()
    expect(second.locator("summary").first).to_contain_text("2 sets of 3, run of 4")
    second.get_by_role("button", name="Contract 2, run of 4: a card more").tap()
    expect(second.locator("rect")).to_have_count(11)
    second.get_by_role("button", name="Contract 2, run of 5: a card fewer").tap()
    expect(second.locator("rect")).to_have_count(10)


def _unfolds(page: Page, number: int) -> Locator:
    contract = page.locator(f"#contract-{number}")
    folded = contract.locator("details").first
    expect(folded).to_be_visible()
    if folded.get_attribute("open") is None:
        contract.locator("summary").first.tap()
    expect(folded).to_have_attribute("open", "")
    return contract


def test_what_was_put_right_is_no_longer_red(
    table: Table, page: Page, complaints: Complaints
) -> None:
    complaints.expect("422 (UNPROCESSABLE ENTITY)")
    page.goto("/own/from/contract-rummy")
    sent = []
    page.on("request", lambda request: sent.append(request.method))
    page.get_by_label("K: points").fill("lots")
    table.taps("Rules card")
    expect(page.get_by_text("Nothing is kept yet")).to_be_focused()
    expect(page.get_by_text("Enter a whole number from 0 to 1000.")).to_be_visible()
    assert sent.count("POST") == 1
    page.get_by_label("K: points").fill("13")
    table.taps("Rules card")
    expect(page.locator("#preview").get_by_text("13 points")).to_be_visible()
    expect(page.locator("#own-game .trouble, #own-game .error")).to_have_count(0)
    expect(page.get_by_role("button", name="Rules card")).not_to_have_attribute("aria-busy", "true")


def test_a_contract_taken_out_takes_its_cards_dealt_along(table: Table, page: Page) -> None:
    page.goto("/own/from/contract-rummy")
    _unfolds(page, 6).get_by_role("button", name="Take it out").tap()
    expect(page.get_by_label("Cards dealt: one number")).to_have_value("10 10 10 10 12 12")
    table.taps("Keep this game")
    expect(page.get_by_role("heading", name="Our Contract Rummy")).to_be_visible()


def test_a_game_given_to_a_friend_as_a_file(table: Table, page: Page, tmp_path: Path) -> None:
    page.goto("/own/from/phase-10")
    page.get_by_label("Name", exact=True).fill("Phase Ten at the Cabin")
    table.taps("Keep this game")
    with page.expect_download() as download:
        table.taps_link("File for a friend")
    assert download.value.suggested_filename == "phase-ten-at-the-cabin.toml"
    file = tmp_path / "friend.toml"
    download.value.save_as(file)
    table.taps("Remove from this phone")
    page.get_by_label("File of a game").set_input_files(file)
    table.taps("Take it in")
    expect(page.get_by_role("heading", name="Phase Ten at the Cabin")).to_be_visible()
    expect(page.get_by_text("7 of one colour")).to_be_visible()


def test_the_editor_keeps_its_margin_with_large_letters(page: Page, faces: tuple[str, ...]) -> None:
    page.goto("/own/from/twelve-step-rummy")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    inside = page.locator("main :is(.card, .toggle)")
    margin = 24
    for face in faces:
        set_in(page, face)
        edges = inside.evaluate_all("all => all.map(e => e.getBoundingClientRect().right)")
        assert max(edges) <= 390 - margin, face

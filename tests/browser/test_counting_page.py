"""The page for counting a hand, for games and names with special needs."""

from time import monotonic

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from companion.rules.fold.entries import Hand, HandCounted, LaidDown, TurnedUp, WentOut
from companion.rules.reading.catalogue import catalogue
from tests.browser import chromium
from tests.browser.evenings import FRIENDS, Evening, Round
from tests.browser.faces import set_in
from tests.browser.places import PLACES
from tests.browser.serving import LiveServer
from tests.browser.table import Table
from tests.browser.watching import Complaints, can_turn_to, comes_to

MELDED, LEFT = "Melded on the table", "Left in hand"
_LOW_TOO = {"twelve-step-rummy", "contract-rummy"}  # four keys, and eleven
_EACH_KIND = {"contract-rummy", "rummy-500"}  # the most keys, and melds


def counts_at_rummy_500(page: Page, server: LiveServer) -> None:
    evening = Evening(server, FRIENDS, game="rummy-500").happens(WentOut(2))
    page.goto(evening.page("count/1"))
    can_turn_to(page, "review")


def part(page: Page, title: str) -> Locator:
    return page.locator("details").filter(has=page.get_by_role("heading", name=title))


@pytest.mark.soak
def test_melds_and_hand_are_counted_one_after_the_other_and_next_asks_for_both(
    page: Page, server: LiveServer
) -> None:
    counts_at_rummy_500(page, server)
    expect(part(page, LEFT).locator("summary b")).to_have_text("to count")
    seven = page.get_by_role("button", name="7, 7 each")
    asked = page.get_by_text("Still to count: the cards left in hand.")
    expect(seven).to_have_count(1)
    for _ in range(3):
        seven.tap()
    page.get_by_role("button", name="Next: Chloé").tap()
    expect(asked).to_be_visible()
    expect(part(page, LEFT)).to_have_attribute("open", "")
    expect(seven).to_have_count(1)
    seven.tap()
    expect(asked).to_be_hidden()
    expect(part(page, MELDED).locator("summary b")).to_have_text("21")
    expect(part(page, LEFT).locator("summary b")).to_have_text("7")
    page.get_by_text("Saved", exact=True).wait_for()
    page.reload()
    expect(part(page, LEFT)).to_have_attribute("open", "")
    Table(page).shows_hand(21 - 7)
    part(page, MELDED).locator("summary").tap()
    expect(part(page, MELDED)).to_have_attribute("open", "")
    expect(seven).to_have_count(1)
    Table(page).next_hand("Chloé")


def test_a_low_ace_cannot_be_left_in_a_hand_after_one_that_has_only_melds(
    page: Page, server: LiveServer
) -> None:
    evening = Evening(server, FRIENDS, game="rummy-500").happens(WentOut(1))
    page.goto(evening.page("count/1"))
    can_turn_to(page, "review")
    page.get_by_role("button", name="7, 7 each").tap()
    page.get_by_role("button", name="Next: Chloé").tap()
    expect(part(page, LEFT)).to_be_visible()
    expect(part(page, MELDED).locator(".key", has_text="A\u20112\u20113")).to_have_count(1)
    expect(part(page, LEFT).locator(".key", has_text="A\u20112\u20113")).to_have_count(0)


@pytest.mark.soak
def test_nothing_melded_is_said_by_a_key_and_leads_to_the_cards_in_hand(
    page: Page, server: LiveServer
) -> None:
    counts_at_rummy_500(page, server)
    page.get_by_role("button", name="Nothing melded").tap()
    expect(page.get_by_text("Still to count: the cards left in hand.")).to_be_visible()
    page.get_by_role("button", name="7, 7 each").tap()
    expect(page.locator("#points")).to_have_text("−7")
    page.get_by_role("heading", name=MELDED).tap()
    page.get_by_role("button", name="Nothing melded").tap()  # a second tap has no effect
    expect(part(page, LEFT)).to_have_attribute("open", "")
    Table(page).next_hand("Chloé")


@pytest.mark.soak
def test_no_cards_left_can_be_said_while_totals_are_typed(page: Page, server: LiveServer) -> None:
    counts_at_rummy_500(page, server)
    page.get_by_role("button", name="Total", exact=True).tap()
    part(page, MELDED).get_by_role("button", name="9", exact=True).tap()
    page.get_by_role("button", name="No cards left").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Melded: Chloé")
    expect(page.get_by_role("link", name="Bo")).to_contain_text("9")


def test_neither_down_nor_not_down_is_ticked_before_it_is_known(
    page: Page, server: LiveServer
) -> None:
    phone = Table(page)
    page.goto(Evening(server, FRIENDS).happens(WentOut(0)).page("count/1"))
    ticked = page.locator("[name=down]:checked")
    phone.counts("Bo", low=1)
    expect(ticked).to_have_count(0)
    page.get_by_role("button", name="×11", exact=True).tap()
    phone.counts("Bo", ace=1)
    expect(page.locator("#counted")).to_have_text("12 of 13 cards")
    expect(ticked).to_have_count(0)
    phone.counts("Bo", low=1)
    expect(page.get_by_role("radio", name="Not down", exact=True)).to_be_checked()
    page.get_by_role("button", name="Total", exact=True).tap()
    page.get_by_role("button", name="4", exact=True).tap()
    expect(ticked).to_have_count(0)


def counts_written(evening: Evening) -> list[Hand]:
    """The hands in the log, in order, whether they count or not."""
    return [entry.hand for entry in evening.entries if isinstance(entry, HandCounted)]


def test_cards_replace_a_typed_total_and_it_them_but_switching_the_keypad_writes_nothing(
    page: Page, server: LiveServer
) -> None:
    evening = Evening(server, FRIENDS).happens(WentOut(0))
    page.goto(evening.page("count/1"))
    table, switch = Table(page), page.locator("#mode")
    aces, total = page.locator(".key .n").nth(1), page.locator(".total-field input")
    written = [Hand(points=45), Hand(cards={"A": 1}), Hand(points=5)]
    table.types("Bo", "4")
    page.get_by_role("button", name="5", exact=True).tap()
    comes_to(page, lambda: counts_written(evening)[-1:], written[:1])
    table.counts("Bo", ace=1)
    comes_to(page, lambda: counts_written(evening)[-1:], written[1:2])
    before = counts_written(evening)
    switch.tap()
    table.shows_hand(20)
    expect(total).to_have_value("")
    switch.tap()
    table.shows_hand(20)
    switch.tap()
    table.next_hand("Chloé")
    page.get_by_role("link", name="Bo").tap()
    table.is_counting("Bo").types("Bo", "5")
    comes_to(page, lambda: counts_written(evening)[-1:], written[2:])
    assert counts_written(evening) == [*before, written[2]]
    switch.tap()
    table.shows_hand(5)
    expect(aces).to_have_value("")


@pytest.mark.parametrize(
    ("width", "height"), [(320, 568), pytest.param(390, 844, marks=pytest.mark.soak)]
)
def test_an_ambiguous_total_raises_a_question_and_nothing_moves(
    page: Page, server: LiveServer, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    evening = Evening(server, FRIENDS, game="contract-rummy").happens(WentOut(0))
    page.goto(evening.page("count/1"))
    page.locator("#mode").tap()
    digits = page.locator(".digits")
    expect(digits).to_be_visible()
    can_turn_to(page, "review")  # the page has its scripts, and refuses the tap itself
    before = pytest.approx(digits.bounding_box(), abs=0.5)  # pixels
    page.get_by_role("button", name="Next: Chloé").tap()
    expect(page.get_by_text("Enter the total first.", exact=True)).to_be_in_viewport()
    assert digits.bounding_box() == before
    for digit, taken in (("1", ["Down"]), ("0", ["Down"]), ("0", [])):
        page.get_by_role("button", name=digit, exact=True).tap()
        expect(page.locator(".taken")).to_have_text(taken)
    expect(page.locator("#typed > :visible")).to_have_text("Down, or not?")
    page.get_by_role("button", name="Next: Chloé").tap()
    choice = page.get_by_role("group", name="Contract 1")
    expect(choice.get_by_text("First choose: down or not down?")).to_be_visible()
    expect(choice.get_by_role("radio", name="Down", exact=True)).to_be_focused()
    expect(choice).to_have_attribute("aria-invalid", "true")
    expect(choice).to_have_accessible_description("First choose: down or not down?")
    expect(page.locator(".total-field [aria-invalid]")).to_have_count(0)
    assert digits.bounding_box() == before
    assert page.evaluate(_TOO_LOW) == []
    choice.get_by_role("radio", name="Down", exact=True).tap()
    Table(page).is_counting("Chloé")
    expect(choice).not_to_have_attribute("aria-invalid", "true")
    expect(page.locator(".person small").nth(1)).to_have_text("100 · down")
    page.get_by_role("link", name="Bo").tap()
    page.locator("#mode").tap()
    waits = "Typed. Tap a card to count cards instead."
    expect(page.locator("#typed > :visible")).to_have_text(waits)
    page.evaluate("localStorage.clear()")


@pytest.mark.parametrize("answer", ["Down", "Not down"])
def test_a_chosen_answer_remains_chosen_after_another_hand_and_a_reload(
    page: Page, server: LiveServer, answer: str
) -> None:
    evening = Evening(server, FRIENDS).happens(WentOut(0))
    page.goto(evening.page("count/1"))
    can_turn_to(page, "review")  # so that this page renders the next hand, without a request
    table = Table(page).counts("Bo", low=3).says_down(answer)
    chosen = page.get_by_role("radio", name=answer, exact=True)
    for name in ("Chloé", "Bo"):
        page.get_by_role("link", name=name).tap()
        table.is_counting(name)
    expect(chosen).to_be_checked()
    table.counts("Bo", low=1)
    expect(chosen).to_be_checked()
    comes_to(page, lambda: evening.stored.state.open.play.hands[1].size, 4)
    page.reload()
    expect(chosen).to_be_checked()
    table.counts("Bo", low=1)
    expect(chosen).to_be_checked()
    comes_to(page, lambda: 1 in evening.stored.state.open.play.laid_down, answer == "Down")
    table.counts("Bo", low=8)
    expect(page.get_by_role("radio", name="Not down", exact=True)).to_be_checked()


_STORES_NOTHING = """Object.defineProperty(window, "sessionStorage", {
  get() { throw new DOMException("no", "SecurityError"); }
})"""


@pytest.mark.soak
@pytest.mark.parametrize("before", ["", _STORES_NOTHING], ids=["usual", "stores nothing"])
def test_a_total_that_waits_for_its_answer_is_still_there_after_another_hand(
    page: Page, server: LiveServer, before: str
) -> None:
    page.add_init_script(before)
    page.goto(Evening(server, FRIENDS).happens(WentOut(0)).page("count/1"))
    can_turn_to(page, "review")  # so that this page renders the next hand, without a request
    table = Table(page).types("Bo", "100")
    expect(page.locator("#typed > :visible")).to_have_text("Down, or not?")
    page.get_by_role("link", name="Chloé").tap()
    table.is_counting("Chloé")
    page.get_by_role("link", name="Bo").tap()
    table.is_counting("Bo").shows_hand(100).says_down("Not down").is_counting("Chloé")
    expect(page.locator(".person small").nth(1)).to_have_text("100 · not down")
    page.evaluate("localStorage.clear()")


@pytest.mark.soak
def test_a_total_remains_although_its_first_digits_were_stored(
    page: Page, server: LiveServer
) -> None:
    evening = Evening(server, FRIENDS).happens(WentOut(0))
    page.goto(evening.page("count/1"))
    table = Table(page).types("Bo", "10")
    expect(page.locator("#kept")).not_to_be_empty()
    page.get_by_role("button", name="0", exact=True).tap()
    expect(page.locator("#typed > :visible")).to_have_text("Down, or not?")
    page.get_by_role("link", name="Chloé").tap()
    table.is_counting("Chloé")
    page.get_by_role("link", name="Bo").tap()
    table.is_counting("Bo").shows_hand(100)
    page.evaluate("localStorage.clear()")


def test_a_low_phone_asks_as_well_whether_so_few_cards_are_all(
    page: Page, server: LiveServer
) -> None:
    """With eleven keys."""
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto(Evening(server, FRIENDS, game="contract-rummy").happens(WentOut(0)).page("count/1"))
    expect(page.locator("#mode")).to_be_visible()
    page.locator(".key .add").last.tap()
    question = page.locator("#still-low")
    expect(question).to_contain_text("cards still to count, or down?")
    expect(question).to_be_in_viewport(ratio=1)
    expect(page.locator(".key").last).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollHeight") <= 568


_WITH_KEYS = [key for key, rules in catalogue().items() if rules.counts_hands]
# The keypad with the most drawn minus signs; the soak tries those of all games.
_EACH_KEYPAD = {"indian-rummy"}
_SIZES = [(320, 568), *(pytest.param(s, marks=pytest.mark.soak) for s in ((360, 740), (390, 844)))]


@pytest.mark.parametrize("size", _SIZES)
@pytest.mark.parametrize(
    "game",
    [
        pytest.param(key, marks=() if key in _EACH_KEYPAD else pytest.mark.soak)
        for key in _WITH_KEYS
    ],
)
def test_a_key_takes_a_card_off_only_where_its_minus_is_drawn(
    page: Page, server: LiveServer, game: str, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(_is_counted(server, game).page("count/1"))
    expect(page.locator("#mode")).to_be_visible()
    page.evaluate("document.fonts.ready.then(() => true)")
    assert page.locator(".part").first.evaluate(_AS_DRAWN) == []


def test_melds_minus_hand_are_shown_while_they_are_corrected(
    page: Page, server: LiveServer
) -> None:
    PLACES["correction of melds"](page, server)
    expect(page.get_by_role("heading", name="Correct round 1")).to_be_in_viewport()
    hand = page.locator("#hand-1")
    now, heads = hand.locator(".now"), hand.locator(".part-of-two summary")
    expect(now).to_be_hidden()  # as written, beside the name
    expect(heads).to_have_text(["Melded on the table 27", "Left in hand 25"])
    heads.first.tap()
    hand.get_by_role("button", name="K, 10 each").first.tap()
    expect(now).to_contain_text("10 − 25 = −15")
    expect(heads.first).to_contain_text("10")


@pytest.mark.parametrize("field", ["total", pytest.param("down", marks=pytest.mark.soak)])
def test_an_error_of_a_correction_is_in_sight(
    page: Page, server: LiveServer, complaints: Complaints, field: str
) -> None:
    complaints.expect("422")
    left = {seat: {"10-K": 2} for seat in (1, 2, 3)}
    page.goto(Evening(server, FRIENDS, [Round(0, left)]).page("correct/1?seat=2"))
    hand = page.locator("#hand-2")
    if field == "down":
        hand.get_by_role("radio", name="Down", exact=True).evaluate("radio => radio.value = 'x'")
        hand.get_by_role("radio", name="Down", exact=True).check(force=True)
    else:
        hand.get_by_role("textbox", name="Total").fill("12+")
    page.get_by_role("button", name="See what changes").tap()
    expect(page.locator(f"#seat2-{field}-error")).to_be_in_viewport()
    expect(hand.locator(":focus")).to_have_count(1)


def test_the_request_to_count_a_blank_hand_moves_no_key(page: Page, server: LiveServer) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    evening = Evening(server, FRIENDS, game="contract-rummy").happens(WentOut(0))
    page.goto(evening.page("count/1"))
    can_turn_to(page, "review")
    key = page.get_by_role("button", name="7, 7 each", exact=True)
    expect(key).to_be_visible()
    before = key.bounding_box()
    page.get_by_role("button", name="Next: Chloé").tap()
    asked = "Bo’s hand is not counted yet. Count the cards that are left."
    expect(page.get_by_text(asked, exact=True)).to_be_in_viewport()
    assert key.bounding_box() == before
    assert page.evaluate(_TOO_LOW) == []


@pytest.mark.soak
def test_nothing_moves_when_undo_or_a_message_comes_or_goes(page: Page, server: LiveServer) -> None:
    evening = Evening(server, FRIENDS, game="contract-rummy").happens(
        WentOut(0), *(HandCounted(seat, Hand(points=5), down=True) for seat in (1, 2))
    )
    page.goto(evening.page("count/3"))
    expect(page.locator("#mode")).to_be_visible()
    page.evaluate("document.fonts.ready.then(() => true)")
    last = page.get_by_role("button", name="2, 2 each", exact=True)
    for width, height in ((390, 844), (320, 568)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(f"() => !({_TOO_LOW})().length")
        before = page.evaluate(_PLACES)
        last.tap()
        page.get_by_role("button", name="Undo : Dev’s hand").tap()
        page.locator("#said").get_by_text("Undone: Dev’s hand.").wait_for(state="attached")
        page.wait_for_function(f"before => ({_PLACES})() === before", arg=before)
        last.tap()
        expect(page.locator("#said").get_by_text("Undone: Dev’s hand.")).to_have_count(0)
        page.wait_for_function(f"before => ({_PLACES})() === before", arg=before)
        page.get_by_role("button", name="Undo : Dev’s hand").tap()
        expect(page.locator("#undo-count")).to_be_disabled()


@pytest.mark.soak
def test_a_fixed_error_disappears_and_the_answer_settles_few_cards(
    page: Page, server: LiveServer, complaints: Complaints
) -> None:
    complaints.expect("422")
    phone = Table(page)
    page.goto(Evening(server, FRIENDS).happens(WentOut(0)).page("count/1"))
    page.get_by_role("button", name="Next: Chloé").tap()
    said = page.get_by_text("Bo’s hand is not counted yet.")
    expect(said).to_be_visible()
    phone.counts("Bo", low=1)
    expect(said).to_be_hidden()
    phone.counts("Bo", low=1).next_hand("Chloé")
    expect(page.locator(".person small").nth(1)).to_have_text("10 · down")


_NO_TOTALS = {
    **dict.fromkeys(
        ("10++5", "-5", "12.5"), "Enter a number such as 45, or a sum such as 10+15+20."
    ),
    **dict.fromkeys(("60000+40000", "999999999"), "No more than 99999 points."),
}


def test_an_unreadable_total_has_another_error_than_one_too_large(
    page: Page, server: LiveServer
) -> None:
    page.goto(Evening(server, FRIENDS).happens(WentOut(0)).page("count/1"))
    page.locator("#mode").tap()
    typed = page.locator(".total-field input")
    told = page.locator(".total-field .error:not(.settled)")
    for total, sentence in _NO_TOTALS.items():
        typed.fill("10+15+")
        expect(page.locator("#points")).to_have_text("25")
        expect(told).to_have_count(0)
        typed.fill(total)
        expect(page.locator("#points")).to_have_text("–")
        page.get_by_role("button", name="Next: Chloé").tap()
        expect(told).to_have_text(sentence)
        expect(typed).to_have_value(total)


@pytest.mark.soak
def test_requests_for_failing_templates_back_off(
    page: Page, server: LiveServer, complaints: Complaints
) -> None:
    complaints.expect("500")
    page.route("**/drawings", lambda route: route.fulfill(status=500))
    asked: list[float] = []

    def heard(request: Request) -> None:
        if request.url.endswith("/drawings"):
            asked.append(monotonic())

    page.on("request", heard)
    page.goto(Evening(server, FRIENDS).page(""))
    while len(asked) < 4:  # twice at once, then with growing delays
        page.wait_for_event("request", lambda one: one.url.endswith("/drawings"))
    *_, before, at, after = asked
    assert after - at > at - before


@pytest.mark.soak
def test_eight_hands_are_one_tap_apart_on_the_narrowest_phone(
    page: Page, server: LiveServer, faces: tuple[str, ...]
) -> None:
    names = ("Maximiliana", "Bartholomew", "Konstantina", "Anne", "عبد الرحمن", "Zoë", "Bo", "Eve")
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(Evening(server, names).happens(WentOut(0)).page("count/7"))
    for face in faces:
        set_in(page, face)
        page.wait_for_function(_ARE_UNDER_A_THUMB, arg=8)  # rendered again now and then
    page.locator(".person").nth(3).tap()
    Table(page).sees("Cards left: Anne")


@pytest.mark.soak
def test_the_hand_beside_this_one_is_a_swipe_across_the_name_away(
    page: Page, server: LiveServer
) -> None:
    page.goto(Evening(server, FRIENDS).happens(WentOut(0)).page("count/1"))
    expect(page.locator("#mode")).to_be_visible()
    page.evaluate(_SWIPE, [300, 120])
    Table(page).sees("Cards left: Chloé")
    expect(page.locator("#mode")).to_be_visible()
    page.evaluate(_SWIPE, [120, 300])
    Table(page).sees("Cards left: Bo")


@pytest.mark.parametrize(
    "game",
    [pytest.param(key, marks=() if key in _EACH_KIND else pytest.mark.soak) for key in _WITH_KEYS],
)
def test_in_every_game_the_keys_are_all_in_sight_and_nothing_moves(
    page: Page, server: LiveServer, faces: tuple[str, ...], game: str
) -> None:
    assert _moved_or_too_low(page, _is_counted(server, game), faces) == {}


def _is_counted(server: LiveServer, game: str) -> Evening:
    rules = catalogue()[game]
    opened = [LaidDown(1)] if rules.opening.missed is not None else []  # only then cards count
    players = FRIENDS[: rules.most_players]
    return Evening(server, players, game=game).happens(*opened, WentOut(0))


_ON_ITS_NAME = """() => [...document.querySelectorAll(".key.has")].filter(key => {
  const text = new Range();
  text.selectNodeContents([...key.querySelectorAll("b, i")].find(e => e.clientWidth > 2));
  const [name, figure] = [text, key.querySelector(".n")].map(e => e.getBoundingClientRect());
  return name.bottom > figure.top + 2; // above the figures of either there are two pixels
}).map(key => key.textContent.trim())"""


def test_a_figure_lies_on_no_name_of_its_key(page: Page, server: LiveServer) -> None:
    """Ten keys, of which two names are too long for one cell."""
    evening = Evening(server, FRIENDS, game="indian-rummy").happens(TurnedUp("Q"), WentOut(0))
    page.goto(evening.page("count/1"))
    keys = page.locator(".key .add")
    expect(keys).to_have_count(10)  # the script adds them
    for key in keys.all():
        key.tap()
    expect(page.locator(".key.has")).to_have_count(10)
    for width, height in ((390, 844), (390, 568), (320, 568), (320, 480), (667, 375)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(_ON_ITS_NAME) == [], (width, height)


# Indian Rummy has two jokers, too few for a multiplier.
_MULTIPLIED = '.part .key:not([data-most="1"], [data-most="2"]):visible .add'


def _moved_or_too_low(page: Page, evening: Evening, faces: tuple[str, ...]) -> dict[str, list[str]]:
    """Elements below the dock after two keys, if the keys did not move."""
    page.set_viewport_size(chromium.PHONE["viewport"])
    page.goto(evening.page("count/1"))
    keys = page.locator(".part .key:visible .add")
    expect(keys.first).to_be_visible()
    page.evaluate("document.fonts.ready.then(() => true)")  # fonts could move it before that
    before = page.evaluate(_PLACES)
    page.locator(_MULTIPLIED).last.tap()
    page.locator(".times:visible button:enabled").first.tap()
    keys.first.tap()
    expect(page.locator(".part .key.has:visible")).to_have_count(2)
    page.wait_for_function(f"before => ({_PLACES})() === before", arg=before)
    found = {"": page.evaluate(_TOO_LOW)}
    for face in faces if evening.game in _LOW_TOO else ():
        set_in(page, face)
        for width, height in ((390, 844), (320, 568), (844, 390)):
            page.set_viewport_size({"width": width, "height": height})
            found[f"{face} {width}"] = page.evaluate(_TOO_LOW)
    return {where: what for where, what in found.items() if what}


@pytest.mark.parametrize(
    "game", ["contract-rummy", pytest.param("rummy-500", marks=pytest.mark.soak)]
)
def test_a_key_tapped_thrice_counts_three_wherever_the_thumb_lands(
    page: Page, server: LiveServer, complaints: Complaints, game: str
) -> None:
    complaints.expect("422")  # an autosave in between, with six jokers: too many
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto(Evening(server, FRIENDS, game=game).happens(WentOut(0)).page("count/1"))
    expect(page.locator("#mode")).to_be_visible()
    can_turn_to(page, "review")  # sentences above the keys can appear from now on
    found = page.locator(".part").first.evaluate(_TAPPED_THRICE)
    assert found == [["3", "3"]] * page.locator(".part").first.locator(".key").count()
    fewer = page.get_by_role("button", name="One fewer: 2", exact=True).first
    for _ in range(6):
        fewer.tap()
    expect(fewer).to_be_hidden()
    expect(page.locator(".part .key .n").last).to_have_value("")


@pytest.mark.soak
def test_neither_the_connection_message_nor_five_digits_cover_a_key(
    page: Page, server: LiveServer
) -> None:
    for game in ("twelve-step-rummy", "contract-rummy"):
        page.goto(Evening(server, FRIENDS, game=game).happens(WentOut(0)).page("count/1"))
        expect(page.locator("#mode")).to_be_visible()
        for width, height in ((390, 844), (320, 568)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(_COVERED_BY, "live") == []
            if game == "contract-rummy":
                assert page.evaluate(_COVERED_BY, "kept") == []
        page.locator("#mode").tap()
        expect(page.locator(".digits")).to_be_visible()
        before = page.locator(".digits").bounding_box()
        for digit in "675555":
            page.get_by_role("button", name=digit, exact=True).tap()
        expect(page.locator("#points")).to_have_text("67555")
        assert page.locator(".digits").bounding_box() == before
        assert page.evaluate(_TOO_LOW) == []
        page.evaluate("localStorage.clear()")


# Targets, or elements in the dock, below this line while the offline notice is shown.
_COVERED_BY = """id => {
  const line = document.getElementById(id);
  const before = line.textContent;
  line.textContent = line.dataset[id === "kept" ? "kept" : "lost"];
  const { left, top, right, bottom } = line.getBoundingClientRect();
  const meets = box => box.left < right - 1 && box.right > left + 1
    && box.top < bottom - 1 && box.bottom > top + 1;
  const found = [...document.querySelectorAll("#hand :is(button, .key, .segments label), .dock")]
    .filter(e => !e.matches(".sr") && e.checkVisibility({ visibilityProperty: true }))
    .filter(e => meets(e.getBoundingClientRect()))
    .map(e => e.outerHTML.slice(0, 80));
  line.textContent = before;
  return right - left > 20 ? found : ["it is not in sight"];
}"""
# Taps on a grid over every key that meet something else than what is drawn there; and a minus that
# is too small, has no edge, takes the middle of its key, or covers its name or its count.
_AS_DRAWN = """part => {
  const STEP = 3, LEAST = 44; // px
  const found = [];
  const isIn = ([x, y], { left, right, top, bottom }) =>
    x > left && x < right && y > top && y < bottom;
  const meets = (one, other) => one.left < other.right - 1 && one.right > other.left + 1
    && one.top < other.bottom - 1 && one.bottom > other.top + 1;
  const shown = key => [...key.querySelectorAll("label :is(b, i)")]
    .filter(e => e.checkVisibility() && getComputedStyle(e).clipPath === "none");
  function textOf(element) {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect();
  }
  for (const key of part.querySelectorAll(".key")) {
    const [add, minus, field] = [".add", ".minus", "input"].map(css => key.querySelector(css));
    const told = words => found.push(`${key.querySelector("b").textContent}: ${words}`);
    add.click();
    add.click();
    const [whole, box] = [key.getBoundingClientRect(), minus.getBoundingClientRect()];
    if (Math.min(box.width, box.height) < LEAST) told("a small minus");
    if (!parseFloat(getComputedStyle(minus).borderInlineStartWidth)) told("no edge");
    if (isIn([whole.left + whole.width / 2, box.top + box.height / 2], box)) told("the middle");
    for (const name of shown(key)) if (meets(textOf(name), box)) told("its name is covered");
    if (meets(field.getBoundingClientRect(), box)) told("its count is covered");
    minus.classList.remove("resting"); // the thumb has paused
    for (let y = whole.top + 2; y < whole.bottom - 1; y += STEP)
      for (let x = whole.left + 2; x < whole.right - 1; x += STEP) {
        const [across, along] = [[x, whole.left, whole.right, box.left, box.right],
          [y, whole.top, whole.bottom, box.top, box.bottom]]
          .map(([at, ...edges]) => Math.min(...edges.map(edge => Math.abs(at - edge))));
        // Corners are round.
        const isEdge = Math.min(across, along) < 1 || (across < 9 && along < 9);
        const tapped = document.elementFromPoint(x, y).closest("button");
        if (tapped !== (isIn([x, y], box) ? minus : add) && !isEdge)
          told([tapped?.className, "at", Math.round(x - whole.left), Math.round(y - whole.top)]);
      }
    minus.click();
    if (field.value !== "1") told(`${field.value} after a minus`);
    minus.click();
  }
  return found;
}"""
# The counts of each key after three taps at its left and three at its right.
_TAPPED_THRICE = """part => [...part.querySelectorAll(".key")].map(key => [0.3, 0.7].map(share => {
  const { left, top, width, height } = key.getBoundingClientRect();
  const field = key.querySelector("input");
  const before = Number(field.value);
  const spot = [left + width * share, top + height * 0.7];
  for (let tap = 0; tap < 3; tap += 1) document.elementFromPoint(...spot).click();
  return String(Number(field.value) - before);
}))"""
# Whether a tap on the middle of each hand hits it.
_ARE_UNDER_A_THUMB = """number => {
  const hands = [...document.querySelectorAll(".person")];
  return hands.length === number && hands.every(hand => {
    const { left, top, width, height } = hand.getBoundingClientRect();
    const met = document.elementFromPoint(left + width / 2, top + height / 2);
    return width >= 48 && height >= 48 && hand.contains(met);
  });
}"""
# Elements that reach below the upper edge of the dock; none on pages that need no scrolling.
_TOO_LOW = """() => {
  const dock = document.querySelector(".dock").getBoundingClientRect();
  const isBeside = box => box.left >= dock.right || box.right <= dock.left;
  const isLow = box => box.bottom > (isBeside(box) ? innerHeight : dock.top) + 0.5;
  return [...document.querySelectorAll("#hand :is(button, label, .times)")]
    .filter(e => !e.matches(".sr") && e.checkVisibility({ visibilityProperty: true }))
    .filter(e => isLow(e.getBoundingClientRect()))
    .map(e => e.outerHTML.slice(0, 80));
}"""
_PLACES = """() => [...document.querySelectorAll(
    "#hand :is(.facts, .key, .times, .hint, .none), .dock, .dock > .btn:not(.undo)")]
  .filter(e => e.checkVisibility())
  .map(e => e.getBoundingClientRect())
  .map(({ x, y, width, height }) => [x, y, width, height].join(" "))
  .join("; ")"""
_SWIPE = """([from, to]) => {
  const bar = document.getElementById("bar");
  const at = x => new Touch({ identifier: 1, target: bar, clientX: x, clientY: 100 });
  const swipe = (name, x, touches) => bar.dispatchEvent(
    new TouchEvent(name, { bubbles: true, touches, changedTouches: [at(x)] }));
  swipe("touchstart", from, [at(from)]);
  swipe("touchend", to, []);
}"""


def test_no_more_of_a_card_is_offered_than_fits(page: Page, server: LiveServer) -> None:
    evening = Evening(server, FRIENDS).happens(LaidDown(1), WentOut(0))
    page.goto(evening.page("count/1"))
    low = page.get_by_role("button", name="3 – 9, 5 each", exact=True)
    expect(page.locator(".times")).to_be_hidden()  # there is nothing to multiply
    low.tap()
    expect(page.locator(".times button:enabled")).to_have_text([f"×{n}" for n in range(3, 8)])
    expect(page.locator("#meter rect.have")).to_have_count(1)
    page.get_by_role("button", name="A, 20 each", exact=True).tap()
    expect(page.locator(".times button:enabled")).to_have_text([f"×{n}" for n in range(3, 7)])
    page.get_by_role("radio", name="Not down", exact=True).tap()
    expect(page.locator(".times button:enabled")).to_have_text([f"×{n}" for n in range(3, 9)])


def test_fifteen_cards_are_one_buy_and_a_second_is_there_after_a_reload(
    page: Page, server: LiveServer
) -> None:
    evening = Evening(server, FRIENDS).happens(WentOut(0))
    page.goto(evening.page("count/1"))
    buys = page.locator(".stepper output")
    page.get_by_role("button", name="3 – 9, 5 each", exact=True).tap()
    page.get_by_role("button", name="×10", exact=True).tap()
    Table(page).counts("Bo", court=5)
    expect(page.locator("#bought")).to_have_text("15 cards: one buy")
    page.get_by_role("button", name="One more buy for").tap()
    expect(buys).to_have_text("2")
    comes_to(page, lambda: evening.stored.state.open.play.buys.get(1), 2)
    page.reload()
    expect(buys).to_have_text("2")


def test_a_hand_of_three_cards_is_not_offered_eleven(page: Page, server: LiveServer) -> None:
    evening = Evening(server, FRIENDS, game="five-crowns").happens(WentOut(0))
    page.goto(evening.page("count/1"))
    page.get_by_role("button", name="9, 9 each", exact=True).tap()
    expect(page.locator(".times button:enabled")).to_have_text(["×3"])
    page.get_by_role("button", name="×3", exact=True).tap()
    expect(page.locator(".limit.over")).to_have_count(0)
    page.get_by_role("button", name="9, 9 each", exact=True).tap()
    expect(page.locator(".limit.over")).to_be_visible()

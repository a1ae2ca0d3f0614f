"""The arithmetic of hand sizes in the browser gives what the rules give, card by card."""

from typing import Any

from playwright.sync_api import Page, expect

from companion.rules.entries import Hand, LaidDown, RoundPlay, WentOut
from companion.rules.hand_sizes import hand_sizes, infer_down, shown_buys
from companion.rules.rulesets import Ruleset
from companion.rules.state import Deal, PlayedRound
from companion.web.forms.expected_hand import ExpectedHand
from tests.browser.evenings import FRIENDS, Evening
from tests.browser.serving import LiveServer
from tests.browser.table import Table
from tests.unit.catalogue.games import dealt, game
from tests.unit.table import BEN

PLAYED: list[tuple[str, dict[str, Any], tuple[int, ...]]] = [
    ("twelve-step-rummy", {}, (1, 12)),
    ("twelve-step-rummy", {"buys": False}, (1, 12)),
    ("twelve-step-rummy", {"buy_limit": 2}, (1, 5)),
    ("progressive-rummy", {}, (1, 7)),
    ("progressive-rummy", {"buys": False}, (1,)),
    ("shanghai-rummy", {}, (1, 7, 8, 10)),
    ("liverpool-rummy", {}, (6,)),
]
IN_THE_BROWSER = """async cases => {
  const { handSizes } = await import("/static/now/js/hand_sizes.js");
  return cases.map(([figures, cards, said]) => {
    const sizes = handSizes(figures);
    return [sizes.down(cards, said), sizes.held(cards, said), sizes.fill(cards, said),
            sizes.shown(cards), sizes.likely(said), sizes.ifDown(said)];
  });
}"""


def in_python(ruleset: Ruleset, deal: Deal, cards: int, said: int | None) -> list[Any]:
    hand = Hand(cards={"3": cards})
    play = RoundPlay(hands={BEN: hand}, buys={} if said is None else {BEN: said})
    expected = ExpectedHand(PlayedRound(ruleset, deal, play), BEN)
    sizes = hand_sizes(ruleset, deal, BEN, said)
    assert sizes is not None
    return [
        infer_down(ruleset, deal, BEN, hand, said),
        sizes.next_whole(cards),
        expected.fills_to,
        shown_buys(ruleset, deal, cards),
        sizes.likely_after_contract,
        expected.most_if_down,
    ]


def figures(ruleset: Ruleset, deal: Deal) -> dict[str, int]:
    told = ExpectedHand(PlayedRound(ruleset, deal, RoundPlay()), BEN).figures
    return {("mostBuys" if name == "most-buys" else name): value for name, value in told.items()}


def test_the_browser_reckons_as_the_rules_do(page: Page, server: LiveServer) -> None:
    cases, expected = [], []
    for key, rules, numbers in PLAYED:
        ruleset = game(key, **rules)
        for number in numbers:
            deal = dealt(ruleset, number)
            told = figures(ruleset, deal)
            for said in (None, 0, 1, 3) if ruleset.buys.allowed else (None,):
                for cards in range(60):
                    cases.append([told, cards, said])
                    expected.append(in_python(ruleset, deal, cards, said))
    page.goto(f"{server.url}/")
    found = page.evaluate(IN_THE_BROWSER, cases)
    wrong = [pair for pair in zip(cases, found, expected, strict=True) if pair[1] != pair[2]]
    assert wrong == []


def test_fifteen_cards_show_one_buy_as_they_are_counted(page: Page, server: LiveServer) -> None:
    evening = Evening(server, FRIENDS).happens(WentOut(0))
    page.goto(evening.page("count/1"))
    table = Table(page)
    bought, number = page.locator("#bought"), page.locator(".stepper output")
    times = page.get_by_role("button", name="×10", exact=True)
    keys = page.get_by_role("button", name="3 – 9, 5 each", exact=True)
    court = page.get_by_role("button", name="10 J Q K, 10 each", exact=True)
    keys.tap()
    times.tap()
    for _ in range(3):
        court.tap()
    expect(page.locator("#counted")).to_have_text("13 of 13 cards")
    expect(page.locator("#rest .to-bought")).to_have_text("For 15 cards the other 2 are")
    expect(page.locator("#rest .to-bought")).to_be_visible()
    expect(bought).to_have_text("")
    court.tap()
    expect(page.locator("#counted")).to_have_text("14 of 15 cards")
    expect(number).to_have_text("–")
    court.tap()
    expect(bought).to_have_text("15 cards: one buy")
    expect(number).to_have_text("1")
    expect(page.get_by_role("radio", name="Not down", exact=True)).to_be_checked()
    page.get_by_role("button", name="One buy more for").tap()
    expect(number).to_have_text("2")
    expect(bought).to_have_text("")
    expect(page.locator("#counted")).to_have_text("15 of 17 cards")
    page.get_by_role("button", name="One buy fewer for").tap()
    expect(number).to_have_text("1")
    page.get_by_text("Kept", exact=True).wait_for()
    page.reload()
    expect(number).to_have_text("1")
    table.sees("Cards left: ")


def test_no_more_of_a_card_is_offered_than_fits(page: Page, server: LiveServer) -> None:
    evening = Evening(server, FRIENDS).happens(LaidDown(1), WentOut(0))
    page.goto(evening.page("count/1"))
    low = page.get_by_role("button", name="3 – 9, 5 each", exact=True)
    low.tap()
    expect(page.locator(".times button:enabled")).to_have_text([f"×{n}" for n in range(3, 8)])
    page.get_by_role("button", name="A, 20 each", exact=True).tap()
    expect(page.locator(".times button:enabled")).to_have_text([f"×{n}" for n in range(3, 7)])
    page.get_by_role("radio", name="Not down", exact=True).tap()
    expect(page.locator(".times button:enabled")).to_have_text([f"×{n}" for n in range(3, 9)])


def test_a_hand_of_three_cards_is_not_offered_eleven(page: Page, server: LiveServer) -> None:
    evening = Evening(server, FRIENDS, game="five-crowns").happens(WentOut(0))
    page.goto(evening.page("count/1"))
    page.get_by_role("button", name="9, 9 each", exact=True).tap()
    expect(page.locator(".times button:enabled")).to_have_text(["×3"])

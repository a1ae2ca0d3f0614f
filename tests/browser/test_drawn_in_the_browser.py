"""The browser renders a round exactly as the server does."""

import re
from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.rules.fold import entries as e
from companion.rules.reading.catalogue import game_data
from companion.rules.reading.house_rules import apply_house_rules
from companion.settings.locale import tag_of
from tests.browser.evenings import MIDGAME, Evening, Round
from tests.browser.serving import LiveServer

NAMES = ("Ann", "Frédérique", 'B<i>art& "Bo"', "Schwiegermutter Eva-Maria")
BO_COUNTED = e.HandCounted(1, e.Hand(points=40), down=True)
ALL_DOUBTED = (
    e.HandCounted(0, e.Hand(cards={}), down=True),
    e.HandCounted(1, e.Hand(cards={"3-9": 12, "A": 1}), down=True, buys=0),
    e.HandCounted(2, e.Hand(cards={"Joker/2": 14}), down=False),
    e.HandCounted(3, e.Hand(points=7), down=False),
)
TYPED = tuple(
    e.HandCounted(seat, e.Hand(points=10 * seat + 997 * (seat == 3)), down=False)
    for seat in range(4)
)
MELDED = e.HandCounted(0, e.Hand(points=20), down=False, melded=e.Hand(points=40))
CORRECTED = e.RoundCorrected(
    1, e.RoundPlay(frozenset({0, 1}), 0, {s: e.Hand(points=90) for s in (1, 2, 3)})
)
COME_AND_GONE = (
    *(e.PlayerJoined("Eve <3"), e.PlayerLeft(2)),
    *Round(0, {1: 20, 3: 20, 4: 100}).entries(),
    *(e.PlayerReturned(2), e.PlayerLeft(0), CORRECTED),
)
DOUBTED_AND_WRITTEN = (
    *(e.WentOut(None), *ALL_DOUBTED, e.Adjusted(2, e.Adjustment(-50, "x & y"))),
    e.RoundScored(
        frozenset(
            {
                *(("nobody_out", None), ("nobody_out", 0), ("too_many_of_class", None)),
                *(("too_many_cards_after_contract", 1), ("points_below_minimum", 3)),
                ("wrong_hand_size_without_contract", 2),
            }
        )
    ),
)
OTHER_RULES = e.RulesChanged(
    apply_house_rules(game_data("twelve-step-rummy"), {"blocked_round": "void"})["options"]
)
# Each region as rendered by the server and by the browser; CSRF tokens differ.
_BOTH = """async ([module, place]) => {
  const { drawnHere } = await import(module);
  const { parts } = await drawnHere(place);
  const server = await (await fetch(`./${place}`)).text();
  const page = new DOMParser().parseFromString(server, "text/html");
  // The paper is drawn by the server alone, and so is the note about its fonts.
  for (const one of page.querySelectorAll(".lacks, .leaf")) one.remove();
  return parts
    .filter(({ id }) => id && id !== "live")
    .map(part => [page.getElementById(part.id).outerHTML, part.outerHTML]);
}"""
_STAMP = re.compile(r'(name="(?:key|csrf_token)" value=")[^"]*|( data-live="")')


def assert_drawn_alike(page: Page, place: str) -> None:
    styles = page.locator("link[rel=stylesheet]").first.get_attribute("href") or ""
    module = styles.replace("css/companion.css", "page/round.js")
    both = page.evaluate(_BOTH, [module, place])
    assert both
    for theirs, ours in both:
        assert lines(ours) == lines(theirs)


def lines(html: str) -> list[str]:
    return re.sub(r"\s+", " ", _STAMP.sub(r"\1", html)).replace("> <", ">\n<").split("\n")


def in_the_soak(*case: Any) -> Any:
    """A case that is drawn by the same parts as others."""
    return pytest.param(*case, marks=pytest.mark.soak)


@pytest.mark.parametrize(
    ("game", "entries"),
    [
        ("twelve-step-rummy", (e.LaidDown(1), e.Adjusted(2, e.Adjustment(-50, "an exact cut")))),
        ("five-crowns", (e.WentOut(None),)),
        in_the_soak("twelve-step-rummy", ()),
        in_the_soak("twelve-step-rummy", (e.LaidDown(2), e.WentOut(0), BO_COUNTED)),
        in_the_soak("contract-rummy", (e.LaidDown(3),)),
        in_the_soak("liverpool-rummy", (e.WentOut(1),)),
    ],
)
def test_the_table_and_who_went_out(
    page: Page, server: LiveServer, game: str, entries: Sequence[e.Entry]
) -> None:
    rounds = MIDGAME if game == "twelve-step-rummy" else ()
    page.goto(Evening(server, NAMES, rounds, game=game).happens(*entries).page())
    for place in ("", "out"):
        assert_drawn_alike(page, place)


@pytest.mark.parametrize(
    ("game", "entries"),
    [
        (
            "twelve-step-rummy",
            (e.WentOut(None), *ALL_DOUBTED, e.Adjusted(2, e.Adjustment(-50, "x"))),
        ),
        ("rummy-500", (e.WentOut(1), MELDED)),
        in_the_soak("twelve-step-rummy", (e.LaidDown(2), e.WentOut(0), BO_COUNTED)),
        in_the_soak(
            "twelve-step-rummy",
            (e.WentOut(0), *ALL_DOUBTED[1:], e.Adjusted(2, e.Adjustment(-5, "x"))),
        ),
        in_the_soak("contract-rummy", (e.WentOut(0), *TYPED[1:])),
        in_the_soak("five-crowns", (e.WentOut(None), *TYPED)),
        in_the_soak("zioncheck", (e.WentOut(0), *TYPED[1:])),
    ],
)
def test_the_review(page: Page, server: LiveServer, game: str, entries: Sequence[e.Entry]) -> None:
    page.goto(Evening(server, NAMES, game=game).happens(*entries).page("review"))
    assert_drawn_alike(page, "review")


@pytest.mark.parametrize(
    ("game", "rounds", "entries"),
    [
        ("twelve-step-rummy", MIDGAME, COME_AND_GONE),
        in_the_soak("twelve-step-rummy", (), ()),
        in_the_soak("twelve-step-rummy", MIDGAME, (e.LaidDown(1), e.Noted("Ann & Bo"))),
        in_the_soak("twelve-step-rummy", (), DOUBTED_AND_WRITTEN),
        in_the_soak("twelve-step-rummy", MIDGAME, (OTHER_RULES, e.WentOut(None), e.RoundScored())),
        in_the_soak("five-crowns", (Round(0, {1: 10, 2: 20, 3: 30}),), ()),
        in_the_soak("rummy-500", (), (e.WentOut(1), MELDED)),
    ],
)
def test_the_sheet(
    page: Page, server: LiveServer, game: str, rounds: Sequence[Round], entries: Sequence[e.Entry]
) -> None:
    evening = Evening(server, NAMES, rounds, game=game, title="At Bo’s").happens(*entries)
    for link in (evening.token, evening.watch_token):
        page.goto(f"{server.url}/g/{link}/")
        assert_drawn_alike(page, "sheet")


@pytest.mark.soak
@pytest.mark.parametrize("language", ["ar", "de"])
def test_the_table_the_review_and_the_sheet_in_another_language(
    page: Page, server: LiveServer, language: str
) -> None:
    evening = Evening(server, NAMES, MIDGAME).happens(e.WentOut(None), *ALL_DOUBTED)
    chosen = {"language": language, "device": evening.device}
    page.context.add_cookies([server.cookie_with(chosen, [])])
    page.goto(evening.page("review"))
    expect(page.locator("html")).to_have_attribute("lang", tag_of(language))
    for place in ("", "out", "review", "sheet"):
        assert_drawn_alike(page, place)

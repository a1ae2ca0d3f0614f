"""The browser renders a round exactly as the server does."""

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Page

from companion.rules.fold.entries import (
    Adjusted,
    Adjustment,
    Entry,
    Hand,
    HandCounted,
    LaidDown,
    Noted,
    PlayerJoined,
    PlayerLeft,
    PlayerReturned,
    RoundCorrected,
    RoundPlay,
    RoundScored,
    RulesChanged,
    WentOut,
)
from companion.rules.reading.catalogue import game_data
from companion.rules.reading.house_rules import apply_house_rules
from tests.browser.evenings import MIDGAME, Evening, Round
from tests.browser.serving import LiveServer

NAMES = ("Ann", "Frédérique", 'B<i>art& "Bo"', "Schwiegermutter Eva-Maria")
BO_COUNTED = HandCounted(1, Hand(points=40), down=True)
ALL_DOUBTED = (
    HandCounted(0, Hand(cards={}), down=True),
    HandCounted(1, Hand(cards={"3-9": 12, "A": 1}), down=True, buys=0),
    HandCounted(2, Hand(cards={"Joker/2": 14}), down=False),
    HandCounted(3, Hand(points=7), down=False),
)
TYPED = tuple(
    HandCounted(seat, Hand(points=10 * seat + 997 * (seat == 3)), down=False) for seat in range(4)
)
MELDED = HandCounted(0, Hand(points=20), down=False, melded=Hand(points=40))
CORRECTED = RoundCorrected(
    1, RoundPlay(frozenset({0, 1}), 0, {s: Hand(points=90) for s in (1, 2, 3)})
)
COME_AND_GONE = (
    *(PlayerJoined("Eve <3"), PlayerLeft(2)),
    *Round(0, {1: 20, 3: 20, 4: 100}).entries(),
    *(PlayerReturned(2), PlayerLeft(0), CORRECTED),
)
DOUBTED_AND_WRITTEN = (
    *(WentOut(None), *ALL_DOUBTED, Adjusted(2, Adjustment(-50, "x & y"))),
    RoundScored(
        frozenset(
            {
                *(("nobody_out", None), ("nobody_out", 0), ("too_many_of_class", None)),
                *(("too_many_cards_after_contract", 1), ("points_below_minimum", 3)),
                ("wrong_hand_size_without_contract", 2),
            }
        )
    ),
)
OTHER_RULES = RulesChanged(
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


@pytest.mark.parametrize(
    ("game", "entries"),
    [
        pytest.param("twelve-step-rummy", (), marks=pytest.mark.soak),
        ("twelve-step-rummy", (LaidDown(1), Adjusted(2, Adjustment(-50, "an exact cut")))),
        ("twelve-step-rummy", (LaidDown(2), WentOut(0), BO_COUNTED)),
        pytest.param("contract-rummy", (LaidDown(3),), marks=pytest.mark.soak),
        ("five-crowns", (WentOut(None),)),
        pytest.param("liverpool-rummy", (WentOut(1),), marks=pytest.mark.soak),
    ],
)
def test_the_table_and_who_went_out(
    page: Page, server: LiveServer, game: str, entries: Sequence[Entry]
) -> None:
    rounds = MIDGAME if game == "twelve-step-rummy" else ()
    page.goto(Evening(server, NAMES, rounds, game=game).happens(*entries).page())
    for place in ("", "out"):
        assert_drawn_alike(page, place)


@pytest.mark.parametrize(
    ("game", "entries"),
    [
        ("twelve-step-rummy", (LaidDown(2), WentOut(0), BO_COUNTED)),
        ("twelve-step-rummy", (WentOut(None), *ALL_DOUBTED, Adjusted(2, Adjustment(-50, "x")))),
        ("twelve-step-rummy", (WentOut(0), *ALL_DOUBTED[1:], Adjusted(2, Adjustment(-5, "x")))),
        pytest.param("contract-rummy", (WentOut(0), *TYPED[1:]), marks=pytest.mark.soak),
        ("five-crowns", (WentOut(None), *TYPED)),
        ("rummy-500", (WentOut(1), MELDED)),
        pytest.param("zioncheck", (WentOut(0), *TYPED[1:]), marks=pytest.mark.soak),
    ],
)
def test_the_review(page: Page, server: LiveServer, game: str, entries: Sequence[Entry]) -> None:
    page.goto(Evening(server, NAMES, game=game).happens(*entries).page("review"))
    assert_drawn_alike(page, "review")


@pytest.mark.parametrize(
    ("game", "rounds", "entries"),
    [
        pytest.param("twelve-step-rummy", (), (), marks=pytest.mark.soak),
        ("twelve-step-rummy", MIDGAME, (LaidDown(1), Noted("Ann & Bo"))),
        ("twelve-step-rummy", (), DOUBTED_AND_WRITTEN),
        ("twelve-step-rummy", MIDGAME, COME_AND_GONE),
        ("twelve-step-rummy", MIDGAME, (OTHER_RULES, WentOut(None), RoundScored())),
        ("five-crowns", (Round(0, {1: 10, 2: 20, 3: 30}),), ()),
        ("rummy-500", (), (WentOut(1), MELDED)),
    ],
)
def test_the_sheet(
    page: Page, server: LiveServer, game: str, rounds: Sequence[Round], entries: Sequence[Entry]
) -> None:
    evening = Evening(server, NAMES, rounds, game=game, title="At Bo’s").happens(*entries)
    for link in (evening.token, evening.watch_token):
        page.goto(f"{server.url}/g/{link}/")
        assert_drawn_alike(page, "sheet")

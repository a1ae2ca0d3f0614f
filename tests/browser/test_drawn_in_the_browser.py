"""What the browser draws of a round by itself is what the server draws of it, to the letter."""

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Page

from companion.rules.entries import (
    Adjusted,
    Adjustment,
    Entry,
    Hand,
    HandCounted,
    LaidDown,
    WentOut,
)
from tests.browser.evenings import MIDGAME, Evening
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
# Each region as the server draws it, and as it is drawn here; the stamp of forms is its own.
_BOTH = """async ([module, place]) => {
  const { drawnHere } = await import(module);
  const { parts } = await drawnHere(place);
  const server = await (await fetch(`./${place}`)).text();
  const page = new DOMParser().parseFromString(server, "text/html");
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
        ("twelve-step-rummy", ()),
        ("twelve-step-rummy", (LaidDown(1), Adjusted(2, Adjustment(-50, "an exact cut")))),
        ("twelve-step-rummy", (LaidDown(2), WentOut(0), BO_COUNTED)),
        ("contract-rummy", (LaidDown(3),)),
        ("five-crowns", (WentOut(None),)),
        ("liverpool-rummy", (WentOut(1),)),
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
        ("contract-rummy", (WentOut(0), *TYPED[1:])),
        ("five-crowns", (WentOut(None), *TYPED)),
        ("rummy-500", (WentOut(1), MELDED)),
        ("zioncheck", (WentOut(0), *TYPED[1:])),
    ],
)
def test_the_review(page: Page, server: LiveServer, game: str, entries: Sequence[Entry]) -> None:
    page.goto(Evening(server, NAMES, game=game).happens(*entries).page("review"))
    assert_drawn_alike(page, "review")

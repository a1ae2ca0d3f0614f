"""The table on every screen size: visible rows, no overlaps, no empty screens.

In a wide and a narrow font, and with labels as long as in German.
"""

import pytest
from playwright.sync_api import Page, expect

from companion.rules.fold.entries import DealerChanged, Hand, HandCounted, LaidDown, WentOut
from tests.browser import looks
from tests.browser.evenings import (
    COURT,
    FRIENDS,
    LOW,
    MIDGAME,
    WHOLE_GAME,
    Evening,
    Round,
    thirteen,
)
from tests.browser.faces import set_in
from tests.browser.serving import LiveServer

NAMES = (
    *("Alexandra-Marie-Louise", "Bartholomew", "فاطمة الزهراء", "陈美玲", "Konstantinos"),
    *("Jo", "Grandmother Rose", "Ötzi", "Maximilian"),
)
# Width, height, players, and the number of rows fully visible between bar and dock, or beside them.
SIZES = ((320, 568, 8, 4), (390, 664, 4, 4), (844, 390, 4, 3), (390, 664, 8, 5), (390, 844, 9, 9))
# Makes every label (not names) 40 per cent longer.
LONGER = """() => {
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const { currentNode: text } = words;
    if (text.parentElement.closest("bdi, script, template, svg, .ladder, #game")) continue;
    text.data = text.data.replace(/\\p{L}{2,}/gu, (word) =>
      word + word.slice(0, Math.ceil(0.4 * word.length)).toLowerCase());
  }
}"""
IN_SIGHT = """() => {
  const bar = document.querySelector(".bar").getBoundingClientRect();
  const dock = document.querySelector(".dock").getBoundingClientRect();
  return [...document.querySelectorAll("li.seat")]
    .map(e => e.getBoundingClientRect())
    .filter(row => row.top >= bar.bottom - 0.5 || row.left >= bar.right)
    .filter(row => row.bottom <= dock.top + 0.5)
    .length;
}"""
# In each row: overlapping or overflowing parts, truncated labels and names.
CROWDED = """() => {
  const box = e => e.getBoundingClientRect();
  const meet = (a, b) => a.left < b.right - 0.5 && b.left < a.right - 0.5
    && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5;
  const text = e => {
    const all = new Range();
    all.selectNodeContents(e);
    return box(all);
  };
  const kinds = ["h2", ".total b", ".total small", ".ahead", ".goal:has(*)"];
  kinds.push(".contract > .disc", ".contract > b", ".mark");
  return [...document.querySelectorAll("li.seat")].flatMap(row => {
    const around = box(row);
    const parts = kinds.flatMap(one => [...row.querySelectorAll(one)])
      .filter(e => e.checkVisibility());
    const boxes = parts.map(e => [e.matches("h2") ? text(e) : box(e), e]);
    const over = boxes.flatMap(([a, one], n) => boxes.slice(n + 1)
      .filter(([b]) => meet(a, b))
      .map(([, other]) => `${one.outerHTML} over ${other.outerHTML}`));
    const out = boxes
      .filter(([a]) => a.right > around.right + 0.5 || a.bottom > around.bottom + 1.5
        || a.top < around.top - 1.5)
      .map(([, one]) => `out: ${one.outerHTML}`);
    const cut = [...row.querySelectorAll(".mark, h2")]
      .filter(e => e.scrollWidth > e.clientWidth + 1)
      .map(e => `cut: ${e.outerHTML}`);
    return [...over, ...out, ...cut].map(one => `${row.id}: ${one.slice(0, 300)}`);
  });
}"""
# Discs on the stairs that overlap, overflow, or are on no step.
ON_THE_STAIRS = """() => {
  const box = e => e.getBoundingClientRect();
  const stairs = box(document.querySelector(".ladder"));
  return [...document.querySelectorAll(".ladder li")].flatMap(step => {
    const discs = [...step.querySelectorAll("i")].map(box);
    const floor = box(step.querySelector(".step"));
    const all = [...document.querySelectorAll(".ladder i")].map(box);
    const near = (one, other) => Math.hypot(one.x - other.x, one.y - other.y) < one.width;
    const wrong = discs.filter(one => all.filter(other => near(one, other)).length > 1
      || one.left < stairs.left - 1 || one.right > stairs.right + 1
      || Math.abs(one.width - one.height) > 0.5);
    const stands = (one, other) => Math.abs(other.x - one.x) < 1
      && Math.abs(other.top - one.bottom) < 3;
    const floats = discs.filter(one => floor.top - one.bottom > 4
      && !discs.some(other => stands(one, other)));
    const beside = discs.filter(one => one.left < floor.left - 1 || one.right > floor.right + 1);
    const faults = { over: wrong, floats, "beside its step": beside };
    return Object.entries(faults).flatMap(([fault, discs]) => discs.map(() => fault))
      .map(fault => `${fault} on ${step.querySelector("b").textContent}`);
  });
}"""
# The share of the screen outside felt, rows, sheet and dock.
EMPTY = """() => {
  const used = ".bar, .hero, .ladder, .seat, .scores, .dock";
  let empty = 0;
  for (let x = 0; x < 40; x++)
    for (let y = 0; y < 40; y++) {
      const [left, top] = [(x + 0.5) * innerWidth / 40, (y + 0.5) * innerHeight / 40];
      const there = document.elementFromPoint(left, top);
      if (!there?.closest(used)) empty += 1 / 1600;
    }
  return empty;
}"""


def _evening(server: LiveServer, players: int) -> Evening:
    """The third round: most players have made a contract or two, and one is down."""
    made = {seat for seat in range(players) if seat not in {2, 5}}
    rounds = [
        Round(
            n,
            {s: {COURT: n + 1} if s in made else thirteen(s + n) for s in range(players) if s != n},
            frozenset(set(range(players)) - made),
        )
        for n in (0, 1)
    ]
    return Evening(server, NAMES[:players], rounds, dealer=1).happens(LaidDown(3))


def _opened(page: Page, evening: Evening) -> None:
    """On the phone that started the game, which is not asked for a seat."""
    page.context.add_cookies([evening.server.cookie_of(evening.device)])
    page.goto(evening.page())
    page.evaluate("document.fonts.ready.then(() => true)")


@pytest.mark.parametrize(
    "players", [8, *(pytest.param(other, marks=pytest.mark.soak) for other in (4, 9))]
)
def test_so_many_rows_are_in_sight_whole_and_apart(
    page: Page, server: LiveServer, faces: tuple[str, ...], players: int
) -> None:
    _opened(page, _evening(server, players))
    for labels in ("", LONGER):
        if labels:
            page.evaluate(labels)
        for width, height, _, least in (size for size in SIZES if size[2] == players):
            page.set_viewport_size({"width": width, "height": height})
            for face in faces:
                set_in(page, face)
                told = (width, height, face, bool(labels))
                assert page.evaluate(IN_SIGHT) >= least, told
                assert page.evaluate(CROWDED) == [], told
                assert looks.sticking_out(page) == [], told
                assert page.evaluate(ON_THE_STAIRS) == [], told


@pytest.mark.soak
def test_long_words_stand_one_above_the_other(
    page: Page, server: LiveServer, faces: tuple[str, ...]
) -> None:
    """With the words that a language like German has: “Ausgelegt” and “Aussteigen”."""
    names = ("Großmutter", "Maximilian", "Anna-Katharina", "Jörg")
    _opened(page, Evening(server, names, MIDGAME, dealer=3).happens(LaidDown(0)))
    page.evaluate(
        """() => {
          document.querySelector(".seats").classList.add("tall");
          for (const label of document.querySelectorAll(".label"))
            label.textContent = label.closest(".out") ? "Aussteigen" : "Ausgelegt";
        }"""
    )
    for (width, height), least in (((390, 844), 4), ((320, 568), 3)):
        page.set_viewport_size({"width": width, "height": height})
        for face in faces:
            set_in(page, face)
            assert page.evaluate(IN_SIGHT) >= least, (width, face)
            assert page.evaluate(CROWDED) == [], (width, face)
            assert looks.found(page, "too_small", "sticking_out") == [], (width, face)


@pytest.mark.parametrize("all_on_one", [True, pytest.param(False, marks=pytest.mark.soak)])
def test_nobody_on_the_stairs_overlaps_or_floats_on_any_screen(
    page: Page, server: LiveServer, *, all_on_one: bool
) -> None:
    if all_on_one:
        _opened(page, Evening(server, NAMES))
    else:  # each of the nine on their own step
        rounds = [
            Round(
                n,
                {s: {LOW: 1} if s > n else thirteen(s) for s in range(9) if s != n},
                frozenset(range(n)),
            )
            for n in range(8)
        ]
        _opened(page, Evening(server, NAMES, rounds))
    for width, height in ((195, 422), (320, 568), (390, 844), (844, 390), (768, 1024), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(ON_THE_STAIRS) == [], width
    page.evaluate("document.documentElement.dir = 'rtl'")
    assert page.evaluate(ON_THE_STAIRS) == []
    first, last = (page.locator(".ladder li").nth(n).bounding_box() for n in (0, -1))
    assert last["x"] < first["x"], "they climb to the left"


TOP = "document.querySelector('li.seat').getBoundingClientRect().y"


@pytest.mark.soak
@pytest.mark.parametrize("players", [4, 8])
def test_rows_keep_their_places_when_players_meet_on_a_step(
    page: Page, server: LiveServer, players: int
) -> None:
    def after(rounds: int, made: int) -> float:
        """The top of the rows once so many have made every contract, and the others none."""
        left = {seat: {LOW: 1} if seat < made else thirteen(3) for seat in range(1, players)}
        played = Round(0, left, frozenset(range(made, players)))
        names = FRIENDS if players == len(FRIENDS) else NAMES[:players]
        # The names of the dealer and of the next player are in the heading, and may wrap.
        _opened(page, Evening(server, names, [played] * rounds).happens(DealerChanged(0)))
        return page.evaluate(TOP)

    for width, height in ((390, 844), (320, 568)):
        page.set_viewport_size({"width": width, "height": height})
        at_first = after(0, players)
        assert after(6, players) == at_first, "all on one step further up"
        assert after(6, 2) == at_first, "some of them there"
        if players == 4:
            assert after(11, players) == at_first, "all on the last one"


@pytest.mark.soak
def test_totals_stay_in_line_while_hands_are_counted(page: Page, server: LiveServer) -> None:
    counted = HandCounted(1, Hand(points=12), down=False)
    for game in ("five-crowns", "twelve-step-rummy"):
        _opened(page, Evening(server, FRIENDS, game=game).happens(WentOut(0), counted))
        ends = page.evaluate(
            "[...document.querySelectorAll('.total b')].map(e => e.getBoundingClientRect().right)"
        )
        assert ends == pytest.approx([ends[0]] * len(FRIENDS)), game


LAYOUTS = ("twelve-step-rummy", "contract-rummy", "five-crowns", "rummy-500", "phase-10")


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, marks=() if game == "contract-rummy" else pytest.mark.soak)
        for game in LAYOUTS
    ],
)
def test_the_table_of_every_kind_of_game_has_room_for_its_rows(
    page: Page, server: LiveServer, faces: tuple[str, ...], game: str
) -> None:
    players = 6 if game in {"phase-10", "five-crowns"} else 8
    _opened(page, Evening(server, NAMES[:players], game=game))
    for (width, height), least in (((320, 568), 4), ((390, 664), 5), ((390, 844), players)):
        page.set_viewport_size({"width": width, "height": height})
        for face in faces:
            set_in(page, face)
            assert page.evaluate(IN_SIGHT) >= min(least, players), (width, height, face)
            assert page.evaluate(CROWDED) == [], (width, height, face)
            assert looks.sticking_out(page) == [], (width, height, face)


@pytest.mark.soak
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (768, 1024)])
def test_a_wide_screen_is_used_by_felt_rows_and_sheet(
    page: Page, server: LiveServer, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    _opened(page, Evening(server, FRIENDS, WHOLE_GAME[:7], dealer=3).happens(LaidDown(0)))
    rows = page.locator("#beside tbody tr:visible")
    expect(rows).to_have_count(8 if width == 1280 else 4)
    expect(rows.last).to_contain_text("Down")
    assert page.evaluate(EMPTY) <= 1 / 3
    assert page.evaluate(IN_SIGHT) == 4
    assert page.evaluate(CROWDED) == []
    sheet, dock = (
        page.locator("#beside .scores").bounding_box(),
        page.locator("#dock").bounding_box(),
    )
    assert sheet["y"] + sheet["height"] <= dock["y"] + 1, "all of it is in sight"
    if width == 1280:
        felt, form = page.locator(".hero").bounding_box(), page.locator("#table").bounding_box()
        assert (felt["x"], felt["width"]) == (0, width)
        assert abs(form["width"] - sheet["width"]) < 60, "each has its half"
        assert form["y"] + form["height"] >= dock["y"] - 1, "rows share the height"


@pytest.mark.soak
def test_a_sheet_with_many_rounds_is_rolled_in_its_own_half(page: Page, server: LiveServer) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    _opened(page, Evening(server, FRIENDS, WHOLE_GAME[:13], dealer=3))
    beside = page.locator("#beside")
    expect(beside.locator("tbody tr")).to_have_count(14)
    expect(beside.locator("tbody tr").last).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.soak
def test_with_letters_twice_as_large_no_word_breaks_and_nothing_sticks_out(
    page: Page, server: LiveServer, faces: tuple[str, ...]
) -> None:
    _opened(page, _evening(server, 8))
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        for face in faces:
            set_in(page, face)
            assert looks.found(page, "large") == [], (width, face)


def test_in_forced_colours_it_shows_who_is_down_and_who_stands_where(
    page: Page, server: LiveServer
) -> None:
    evening = _evening(server, 4)
    page.emulate_media(forced_colors="active")
    _opened(page, evening)
    expect(page.locator("#seat-3")).to_have_css("outline-style", "solid")
    expect(page.locator("#seat-0")).to_have_css("outline-style", "none")
    disc = page.locator(".ladder i").first
    assert disc.evaluate("e => getComputedStyle(e).backgroundColor !== getComputedStyle(e).color")
    assert page.evaluate(ON_THE_STAIRS) == []


def test_the_dealer_and_the_first_player_have_the_signs_of_their_words(
    page: Page, server: LiveServer
) -> None:
    """The felt shows sign and words together; a row shows the sign alone."""
    _opened(page, Evening(server, FRIENDS, dealer=3))
    signs = "e => [...e.querySelectorAll('.puck path')].map(path => path.getAttribute('d'))"
    deals, leads = page.locator(".deals .fact").all()
    expect(deals).to_contain_text("Dev deals 13 cards")
    expect(leads).to_contain_text("Ann plays first")
    assert deals.evaluate(signs) == page.locator("#seat-3").evaluate(signs)
    assert leads.evaluate(signs) == page.locator("#seat-0").evaluate(signs)

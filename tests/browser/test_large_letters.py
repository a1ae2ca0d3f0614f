"""Large letters: keys of 15 mm with 3 mm between them, whole above the dock, and contrast 7:1."""

from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from companion.rules.fold.entries import TurnedUp, WentOut
from tests.browser import looks
from tests.browser.evenings import FRIENDS, GAME, Evening
from tests.browser.keeping import opens
from tests.browser.places import PLACES
from tests.browser.serving import LiveServer
from tests.browser.watching import comes_to

MM = 6.3  # CSS px, as the makers of phones count them
KEY, BETWEEN = 15 * MM, 3 * MM
# In the suite the lower and narrower one, which has less room.
SCREENS = [pytest.param((390, 844), marks=pytest.mark.soak), (360, 640)]
# The keys that can be seen, from top to bottom, and the top of the dock.
_LAID = """() => [
  [...document.querySelectorAll(".key, .digits button")].filter(e => e.checkVisibility())
    .map(e => e.getBoundingClientRect()).map(({ x, y, width, height }) => [x, y, width, height]),
  document.querySelector(".dock").getBoundingClientRect().top,
  document.documentElement.clientWidth]"""
# What a finger meets in the middle of “Down”.
_TOUCHED = """() => {
  const label = document.querySelector(".facts .segments label");
  const { x, y, width, height } = label.getBoundingClientRect();
  const touched = document.elementFromPoint(x + width / 2, y + height / 2);
  return touched.closest("label")?.textContent.trim();
}"""
_STYLED = "() => Boolean(document.querySelector('link[href$=\"/large.css\"]'))"


@dataclass(frozen=True)
class Key:
    """A key on the screen, in CSS px."""

    x: float
    y: float
    width: float
    height: float

    def distance(self, other: "Key") -> float:
        """To another key: across or down, whichever separates them."""
        across = max(other.x - self.x - self.width, self.x - other.x - other.width)
        down = max(other.y - self.y - self.height, self.y - other.y - other.height)
        return max(across, down)


@dataclass(frozen=True)
class Keypad:
    """The keys of a page, and the space for them."""

    keys: list[Key]
    bottom: float
    width: float

    @classmethod
    def of(cls, page: Page) -> "Keypad":
        """The keypad of this page, not scrolled."""
        page.evaluate("scrollTo(0, 0)")
        keys, bottom, width = page.evaluate(_LAID)
        return cls([Key(*one) for one in keys], bottom, width)

    @property
    def smallest(self) -> float:
        """The shortest side of any key."""
        return min(min(key.width, key.height) for key in self.keys)

    @property
    def closest(self) -> float:
        """The distance of the closest two keys."""
        pairs = [(one, other) for one in self.keys for other in self.keys if one is not other]
        return min(one.distance(other) for one, other in pairs)

    @property
    def is_whole(self) -> bool:
        """Whether every key is on the screen, above the dock."""
        return all(
            key.x >= 0
            and key.y >= 0
            and key.x + key.width <= self.width
            and key.y + key.height <= self.bottom
            for key in self.keys
        )


def has_large_letters(page: Page, server: LiveServer) -> None:
    page.context.add_cookies([server.cookie_with({"large": True}, page.context.cookies())])


def counts(page: Page, server: LiveServer, game: str) -> None:
    """The hand of the last player, at a large size."""
    has_large_letters(page, server)
    names = FRIENDS[:2] if game == "gin-rummy" else FRIENDS
    drawn = [TurnedUp("8")] if game == "indian-rummy" else []
    evening = Evening(server, names, game=game).happens(*drawn, WentOut(0))
    page.goto(evening.page(f"count/{len(names) - 1}"))
    expect(page.locator("#mode")).to_be_visible()


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize(
    ("game", "keys"),
    [
        (GAME, 4),
        ("contract-rummy", 11),
        ("progressive-rummy", 11),
        ("gin-rummy", 10),
        ("indian-rummy", 9),  # the wild rank costs nothing
        ("five-crowns", 12),
    ],
)
def test_keys_of_cards_are_15_mm_with_3_mm_between_them_above_the_dock(
    page: Page, server: LiveServer, game: str, keys: int, screen: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": screen[0], "height": screen[1]})
    counts(page, server, game)
    keypad = Keypad.of(page)
    assert len(keypad.keys) == keys
    assert (keypad.smallest >= KEY, keypad.closest >= BETWEEN, keypad.is_whole) == (True,) * 3


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("game", [GAME, "five-crowns"])
def test_digits_are_15_mm_with_3_mm_between_them_below_what_was_typed(
    page: Page, server: LiveServer, game: str, screen: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": screen[0], "height": screen[1]})
    counts(page, server, game)
    page.locator("#mode").tap()
    page.locator(".digits").get_by_role("button", name="7", exact=True).tap()
    expect(page.locator(".by-total input")).to_be_in_viewport(ratio=1)
    keypad = Keypad.of(page)
    assert len(keypad.keys) == 12
    assert (keypad.smallest >= KEY, keypad.closest >= BETWEEN, keypad.is_whole) == (True,) * 3
    expect(page.locator("#sum h1 bdi")).to_be_in_viewport(ratio=1)


def test_the_number_of_cards_is_explained_above_four_keys(page: Page, server: LiveServer) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    counts(page, server, GAME)
    about = page.locator(".about .some-left", has_text="Not down: all 13 cards left.")
    expect(about).to_be_in_viewport(ratio=1)
    below = "e => e.getBoundingClientRect().bottom"
    assert (
        about.evaluate(below) <= page.locator(".hint").evaluate(below) < Keypad.of(page).keys[0].y
    )


@pytest.mark.parametrize("screen", SCREENS)
def test_the_question_down_or_not_is_scrolled_clear_of_the_keypad(
    page: Page, server: LiveServer, screen: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": screen[0], "height": screen[1]})
    counts(page, server, GAME)
    page.locator("#mode").tap()
    for digit in "90":
        page.locator(".digits").get_by_role("button", name=digit, exact=True).tap()
    page.evaluate("scrollTo(0, 0)")
    page.locator("#next").tap()
    expect(page.get_by_text("First choose: down or not down?").first).to_be_visible()
    comes_to(page, lambda: page.evaluate(_TOUCHED), "Down")


def test_fourteen_keys_are_less_high_on_a_low_screen_and_whole(
    page: Page, server: LiveServer
) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    counts(page, server, "rummikub")
    keypad = Keypad.of(page)
    assert (len(keypad.keys), keypad.is_whole) == (14, True)
    assert min(key.width for key in keypad.keys) >= KEY
    assert keypad.smallest >= 11 * MM


def test_letters_are_a_quarter_larger_unless_the_system_has_larger_ones(
    page: Page, server: LiveServer
) -> None:
    has_large_letters(page, server)
    page.goto(server.url)
    size = "() => parseFloat(getComputedStyle(document.documentElement).fontSize)"
    assert page.evaluate(size) == 16 * 1.25


_LINES = """e => {
  const all = new Range();
  all.selectNodeContents(e);
  return all.getClientRects().length;
}"""


@pytest.mark.parametrize("screen", SCREENS)
def test_names_of_ten_letters_stay_on_one_line_of_the_table(
    page: Page, server: LiveServer, screen: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": screen[0], "height": screen[1]})
    names = ("Grandma", "Alexandra", "Maximilian")
    has_large_letters(page, server)
    page.goto(Evening(server, names).page())
    lines = "es => es.map(e => e.getClientRects().length)"
    assert page.locator(".seat h2 bdi").evaluate_all(lines) == [1] * len(names)


@pytest.mark.parametrize("screen", SCREENS)
def test_a_sheet_of_four_fits_the_screen(
    page: Page, server: LiveServer, screen: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": screen[0], "height": screen[1]})
    PLACES["sheet"](page, server)
    has_large_letters(page, server)
    page.reload()
    hidden = "e => e.scrollWidth - e.clientWidth"
    assert page.locator(".scroll:has(.scores)").evaluate(hidden) == 0
    outside = """es => es.filter(e => e.scrollWidth > e.clientWidth).map(e => e.textContent)"""
    assert page.locator(".scores .cell").evaluate_all(outside) == []


@pytest.mark.parametrize("screen", SCREENS)
def test_the_round_and_short_names_stay_on_one_line_of_the_table(
    page: Page, server: LiveServer, screen: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": screen[0], "height": screen[1]})
    PLACES["table"](page, server)
    has_large_letters(page, server)
    page.reload()
    lines = "es => es.map(e => e.getClientRects().length)"
    assert page.locator(".seat h2 bdi").evaluate_all(lines) == [1] * len(FRIENDS)
    assert page.locator(".bar h1").evaluate(_LINES) == 1
    apart = """es => Math.min(...es.map(e =>
      e.querySelector(".total b").getBoundingClientRect().left
      - e.querySelector(".melds").getBoundingClientRect().right))"""
    assert page.locator(".seat").evaluate_all(apart) > 0


def test_four_players_across_the_table_fit_the_screen_turned_round_too(
    page: Page, server: LiveServer
) -> None:
    page.set_viewport_size({"width": 391, "height": 847})
    has_large_letters(page, server)
    PLACES["across the table turned round"](page, server)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    cut = "es => es.filter(e => e.scrollHeight > e.clientHeight).map(e => e.textContent)"
    assert page.locator(".far li").evaluate_all(cut) == []


# The most colours, the longest words and the narrowest columns; the others in `make soak`.
_PLACES = [
    *("home with games", "table", "count by cards", "review with doubts", "sheet"),
    *(
        pytest.param(place, marks=pytest.mark.soak)
        for place in (
            *("new game", "who went out", "count with many keys", "final", "referee says no"),
            *("sheet in large print", "a person"),
        )
    ),
]


@pytest.mark.parametrize("place", _PLACES)
def test_pages_have_a_contrast_of_7_to_1_and_nothing_sticks_out(
    page: Page, server: LiveServer, place: str
) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    PLACES[place](page, server)
    has_large_letters(page, server)
    page.reload()
    assert page.evaluate(_STYLED)
    faults = looks.found(page, "faint", "sticking_out", "cut", "broken", "crowded")
    page.emulate_media(color_scheme="dark")
    assert faults + looks.found(page, "faint") == []


def test_the_strict_contrast_check_finds_text_that_the_usual_one_allows(page: Page) -> None:
    page.set_content('<body style="background: #fff"><p style="color: #666">grey</p>')
    assert looks.found(page, "pale") == []
    assert len(looks.found(page, "faint")) == 1


_KEPT = "async path => (await (await caches.match(path))?.text())?.match(/large[.]css/)?.[0]"


def test_large_letters_are_there_without_a_network_too(keeping: Page, server: LiveServer) -> None:
    page = keeping
    evening = Evening(server, FRIENDS)
    opens(page, evening)
    page.locator("#more summary").tap()
    page.get_by_role("link", name="Large letters").tap()
    page.get_by_role("button", name="Use large letters").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 1")
    table = f"/g/{evening.token}/"
    for path in (table, f"{table}rules", "/"):
        comes_to(page, lambda path=path: page.evaluate(_KEPT, path), "large.css")
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 1")
    assert page.evaluate(_STYLED)

"""The actions of the score keeper on a page."""

import re
from collections.abc import Sequence
from typing import Self

from playwright.sync_api import Locator, Page, expect

WILD, ACE, COURT, LOW = "Joker · 2", "A", "10 J Q K", "3 – 9"
_EACH = {WILD: "wild, 50 each", ACE: "20 each", COURT: "10 each", LOW: "5 each"}


def opens_house_rules(page: Page) -> None:
    """Unfold the house rules of a new game."""
    page.locator("#house-rules > summary").tap()


def unfolds(page: Page, choice: str | re.Pattern[str]) -> Locator:
    """Unfold the house rule with this choice; returns its radio button."""
    radio = page.get_by_role("radio", name=choice, include_hidden=True)
    page.locator("details.house-rule").filter(has=radio).locator("summary").tap()
    return radio


class Table:
    """The app on a phone; every method is a tap on something visible."""

    def __init__(self, page: Page) -> None:
        self.page = page

    # Starting a game

    def starts_a_game(
        self,
        *names: str,
        dealer: str,
        title: str = "",
        game: str = "12-Step Rummy",
        house_rules: Sequence[str] = (),
    ) -> Self:
        """From home: choose the game, type the names in seat order, choose the dealer, deal."""
        self.page.goto("/")
        self.taps_link("New game")
        self.page.get_by_role("searchbox").fill(game)
        self.page.locator("main a").filter(has=self.page.get_by_text(game, exact=True)).last.tap()
        for number, name in enumerate(names, start=1):
            self.page.get_by_label(f"Player {number}", exact=True).fill(name)
        first = f"deals first: player {names.index(dealer) + 1}"
        self.page.get_by_role("radio", name=first).tap()
        self.page.get_by_label("Title, such as").fill(title)
        if house_rules:
            opens_house_rules(self.page)
            for choice in house_rules:
                unfolds(self.page, choice).tap()
        self.taps("Deal the first round")
        return self.sees("Round 1")

    # During a round

    def lays_down(self, *names: str) -> Self:
        """These players lay down their contracts, one after another."""
        for name in names:
            self.taps(f"Lay down: {name}")
            self._row(name).get_by_role("button", name="Down").wait_for()
        return self

    def took_back(self, name: str) -> Self:
        """Undo “Down” of this player."""
        self.taps(f"Down: clear for {name}")
        self._row(name).get_by_role("button", name="Lay down").wait_for()
        return self

    def goes_out(self, name: str) -> Self:
        """Tap “Out” in the row of this player."""
        return self.taps(f"Out: {name} went out").is_counting()

    def knocks(self, name: str) -> Self:
        """The button in this player's row, where players knock."""
        return self.taps(f"Knock: {name} knocked").is_counting()

    def goes_out_before_last_turns(self, name: str) -> Self:
        """Go out in a game with last turns: the table announces them and then leads on."""
        self.taps(f"Out: {name} went out")
        self.page.get_by_text(f"{name} is out. One last turn for everybody else.").wait_for()
        return self.taps_link("Count hands").is_counting()

    def melds(self, name: str, *keys: str) -> Self:
        """Put these cards on the table during the round, one tap per card."""
        self.taps_link(f"Meld : {name}").sees(f"Meld: {name}")
        for key in keys:
            words = re.compile(f"^{re.escape(key)}, \\d+ each$")
            self.page.get_by_role("button", name=words).tap()
        self.taps("Meld")
        return self.sees("Round")

    def shows_melds(self, name: str, words: str) -> Self:
        """The melds in the row of this player, by rank, and their points."""
        expect(self._row(name).locator(".laid")).to_have_text(words)
        return self

    def round_is_over(self, went_out: str, *, rummy: bool = False) -> Self:
        """End the round: the player who went out, or Nobody. “Went rummy” is ticked before."""
        self.taps_link("Round over").sees("Who went out?")
        if rummy:
            self.page.get_by_role("checkbox", name="Went rummy").tap()
        self.page.get_by_role("button", name=re.compile(f"^{re.escape(went_out)} ")).tap()
        return self.is_counting()

    # Counting

    def counts(self, name: str, **cards: int) -> Self:
        """Tap the keys of this hand, once per card: wild, ace, court, low."""
        self._at(name, "cards")
        for key, times in _by_key(cards):
            for _ in range(times):
                self._add(key).tap()
        return self

    def counts_at_once(self, name: str, **cards: int) -> Self:
        """Tap a key once and then a multiplier."""
        self._at(name, "cards")
        for key, times in _by_key(cards):
            self._add(key).tap()
            if times == 2:  # as many taps as with ×n
                self._add(key).tap()
            else:
                self.page.get_by_role("button", name=f"×{times}", exact=True).tap()
        return self

    def others_are(self, key: str, count: int) -> Self:
        """“The other n are …”: completes the hand and goes to the next one."""
        title = self.page.title()
        self.page.get_by_role("button", name=f"{count} are… {key}").tap()
        return self._turns_the_page(title)

    def types(self, name: str, total: str, part: str = "") -> Self:
        """Type a total or a sum; if a hand has several parts, into those of this one."""
        self._at(name, "total")
        for digit in total:
            self._part(part).get_by_role("button", name=digit, exact=True).tap()
        return self

    def taps_keys(self, name: str, *keys: str, part: str = "") -> Self:
        """Tap these keys of this hand one after another."""
        self._at(name, "cards")
        for key in keys:
            words = re.compile(f"^{re.escape(key)}, (wild, )?\\d+ each$")
            self._part(part).get_by_role("button", name=words).tap()
        return self

    def says_down(self, word: str) -> Self:
        """Choose Down or Not down, whatever the cards show."""
        self.page.get_by_role("radio", name=word, exact=True).tap()
        return self

    def next_hand(self, name: str) -> Self:
        """Tap the button in the dock that names the next hand."""
        return self.taps(f"Next: {name}").is_counting(name)

    def is_counting(self, name: str = "") -> Self:
        """A hand is being counted, or that of this player."""
        heading = re.compile(f"(left|Melded|Deadwood|Points): .*{re.escape(name)}$")
        expect(self.page.get_by_role("heading", level=1)).to_have_text(heading)
        return self

    def writes_it_down(self) -> Self:
        """Write the round down, from the last hand or from the review."""
        title = self.page.title()
        self.taps("Write it down")
        return self._turns_the_page(title)

    def looks_it_over(self, number: int) -> Self:
        """Go to the review of this round."""
        return self.taps("Review").sees(f"Is round {number} right?")

    def asks(self, *words: str) -> Self:
        """The review has so many questions, each containing these words."""
        expect(self.page.locator(".doubt p")).to_contain_text(list(words))
        return self

    # The sheet

    def taps_the_cell(self, round_number: int, player: str) -> Self:
        """Tap the cell of this player and round, to correct it."""
        row = self.page.locator(f"#round-{round_number}")
        heading = self.page.locator(".scores thead").get_by_role(
            "columnheader", name=player, exact=True
        )
        expect(heading).to_be_visible()
        column: int = heading.evaluate("heading => heading.cellIndex")
        row.get_by_role("cell").nth(column - 1).get_by_role("link").tap()
        return self.sees(f"Correct round {round_number}")

    def corrects(self, name: str, *, down: str, **cards: int) -> Self:
        """In the open hand: clear the cards, count again, set down, and preview."""
        hand = self._hand(name)
        for key, each in _EACH.items():
            button = self.page.get_by_role("button", name=f"{key}, {each}", exact=True)
            counted = hand.locator(".key").filter(has=button).locator("input")
            expect(counted).to_have_value(re.compile(r"^\d*$"))
            if before := int(counted.input_value() or 0):
                for _ in range(before):
                    hand.get_by_role("button", name=f"One fewer: {key}", exact=True).tap()
            expect(counted).to_have_value("")
        for key, times in _by_key(cards):
            for _ in range(times):
                hand.get_by_role("button", name=f"{key}, {_EACH[key]}", exact=True).tap()
        hand.get_by_role("radio", name=down, exact=True).tap()
        return self.taps("See what changes")

    def changes(self, name: str) -> Locator:
        """The line of this player in the preview of a correction."""
        name_of = self.page.locator("dt", has_text=name)
        return self.page.locator("#changes dl > div").filter(has=name_of)

    def shows_sheet_totals(self, *totals: int) -> Self:
        """The last line of the sheet."""
        expect(self.page.locator(".scores tfoot td")).to_have_text(
            [_figure(total) for total in totals]
        )
        return self

    # Displayed values

    def shows_hand(self, points: int, down: str | None = None) -> Self:
        """The points of the current hand; for Down `yes`, `no` or neither is ticked.

        It is displayed before the page has received entries of others, so its own keys are
        checked.
        """
        expect(self.page.locator("#mode")).to_be_visible()
        expect(self.page.locator("#points")).to_have_text(_figure(points))
        if down:
            expect(self.page.locator(f"[name=down][value={down}]")).to_be_checked()
        elif down is not None:
            expect(self.page.locator("[name=down]:checked")).to_have_count(0)
        return self

    def shows_totals(
        self, names: Sequence[str], totals: Sequence[int], contracts: Sequence[int] = ()
    ) -> Self:
        """The rows of the table in order: name, total, and current contract."""
        rows = [
            rf"^\s*{re.escape(name)}\s.*Total:\s*{_figure(total)}(?!\d)"
            for name, total in zip(names, totals, strict=True)
        ]
        if contracts:
            on = [rf".*(Contract|Phase)\s*{number}(?!\d)" for number in contracts]
            rows = [row + contract for row, contract in zip(rows, on, strict=True)]
        told = [re.compile(row, re.DOTALL) for row in rows]
        expect(self.page.locator("li.seat")).to_have_text(told)
        return self

    def shows_names(self, *names: str) -> Self:
        """Players, in the order of the table."""
        expect(self.page.locator("li.seat h2")).to_have_text(list(names))
        return self

    def shows_tag(self, name: str, tag: str) -> Self:
        """The table shows the tag `deals`, `plays first` or `ahead` for this player."""
        expect(self._row(name).get_by_text(tag, exact=True)).to_be_visible()
        return self

    def sees(self, words: str) -> Self:
        """The heading of the page begins with these words."""
        heading = re.compile("^" + re.escape(words.strip()))
        self.page.get_by_role("heading", level=1, name=heading).wait_for()
        return self

    # Tapping

    def taps(self, button: str) -> Self:
        """Tap the button with these words."""
        words = re.escape(button).replace(":", " ?:")
        self.page.get_by_role("button", name=re.compile(f"^{words}$")).tap()
        return self

    def taps_link(self, words: str) -> Self:
        """Tap the link with these words."""
        self.page.get_by_role("link", name=words, exact=True).tap()
        return self

    def undoes(self, what: str) -> Self:
        """Undo the last step: the button names it, and the page confirms it."""
        self.taps(f"Undo: {what}")
        self.page.get_by_role("status").get_by_text(f"Undone: {what}.").wait_for()
        return self

    def _at(self, name: str, mode: str) -> None:
        """Open the hand of this player, with keys for cards or for a total."""
        self.is_counting(name)
        words = {"cards": "Total", "total": "Cards"}  # the button of the other mode
        switch = self.page.locator("#mode")
        expect(switch).to_have_text(re.compile("^(Total|Cards)$"))
        if switch.inner_text() != words[mode]:
            switch.tap()
            expect(switch).to_have_text(words[mode])

    def _add(self, key: str) -> Locator:
        return self.page.get_by_role("button", name=f"{key}, {_EACH[key]}", exact=True)

    def _part(self, title: str) -> Locator:
        """A part of a hand by its heading, opened, or the only part."""
        if not title:
            return self.page.locator(".part")
        heading = self.page.get_by_role("heading", name=title, exact=True)
        part = self.page.locator("details").filter(has=heading)
        expect(part).to_be_visible()
        if part.get_attribute("open") is None:
            heading.tap()
        expect(part).to_have_attribute("open", "")
        return part

    def _hand(self, name: str) -> Locator:
        heading = self.page.locator("summary").filter(has_text=name)
        return self.page.locator("details").filter(has=heading)

    def _row(self, name: str) -> Locator:
        heading = self.page.get_by_role("heading", name=name, level=2, exact=True)
        return self.page.get_by_role("listitem").filter(has=heading)

    def _turns_the_page(self, title: str) -> Self:
        """Wait for a page with another title."""
        expect(self.page).to_have_title(re.compile(f"^(?!{re.escape(title)}$)."))
        return self


def _figure(number: int) -> str:
    """A number as pages write it."""
    return str(number).replace("-", "−")


def _by_key(cards: dict[str, int]) -> list[tuple[str, int]]:
    keys = {"wild": WILD, "ace": ACE, "court": COURT, "low": LOW}
    return [(keys[kind], count) for kind, count in cards.items()]

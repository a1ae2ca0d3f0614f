"""Sharing the result: a text for messengers, a picture, and the link preview."""

import json
import re
import zlib
from html import unescape

import pytest

from companion.rules.fold.entries import (
    GameEnded,
    Hand,
    HandCounted,
    RoundScored,
    Titled,
    WentOut,
)
from companion.web.paper import result
from companion.web.paper.pdf import typeset
from tests.browser.evenings import SHARING, shared_by
from tests.browser.printing import poppler
from tests.web.page import Page
from tests.web.phone import Phone
from tests.web.sharing import LAN, opened_at
from tests.web.table import Table, start_game

FATIMA = "فاطمة"


@pytest.fixture
def won(phone: Phone) -> Table:
    """Ann and Cy finished in the same round; the two others did not."""
    names = ("Ann", "Ben", FATIMA, "Cy")
    return start_game(phone, *names, title="At <Bo’s>").has_played(12, 0, 90, 50, 30, down=[0, 3])


def said(page: Page, name: str) -> str:
    return next(m.attrs["content"] for m in page.all("meta") if m.attrs.get("property") == name)


def text_of(page: Page) -> list[str]:
    """The lines of the text to send."""
    field = re.search("<textarea[^>]*>(.*?)</textarea>", page.html, re.DOTALL)
    assert field
    return unescape(field[1]).splitlines()


def watched(table: Table) -> Page:
    """The page of the winner, opened with the link for watching."""
    answer = table.phone.client.get(f"/g/{table.stored.row.watch_token}/final", base_url=LAN)
    return Page(table.phone, answer)


def first_pixel(png: bytes) -> bytes:
    """Red, green and blue of the first pixel, which PNG filters leave unchanged."""
    start = png.index(b"IDAT") + 4
    return zlib.decompressobj().decompress(png[start:], 4)[1:]


def test_the_text_says_who_won_why_how_it_stands_and_where_to_watch(won: Table) -> None:
    lines = text_of(opened_at(won, LAN, "final/share"))
    assert lines[:2] == [
        "Ann wins",
        "Ann and Cy both finished contract 12 in round 12; Ann has fewer points, 0, ahead of 360.",
    ]
    assert lines[3:8] == [
        "1. Ann: 0, finished contract 12",
        "2. Cy: 360, finished contract 12",
        f"3. \u2068{FATIMA}\u2069: 600, on contract 1",  # isolated from its figure
        "4. Ben: 1080, on contract 1",
        "",
    ]
    assert lines[8] == "12-Step Rummy · 12 rounds"
    assert lines[9].startswith("At <Bo’s> · ")
    assert lines[10] == f"{LAN}/g/{won.stored.row.watch_token}/final"


@pytest.mark.usefixtures("without_typst")
def test_text_and_picture_say_after_which_round_a_player_was_out(phone: Phone) -> None:
    """Who was out later is ahead, also with more points."""
    table = start_game(phone, "Ann", "Ben", "Cy", game="indian-rummy")
    for lost in ({1: 80, 2: 20}, {1: 40, 2: 40}, {2: 80}):
        hands = [
            HandCounted(seat, Hand(points=points), down=False) for seat, points in lost.items()
        ]
        table.write(WentOut(0), *hands, RoundScored())
    page = table.page("final/share")
    drawn = json.loads(page.one("#content").to_text())
    far = ["out after round 3", "out after round 2"]
    assert text_of(page)[4:6] == [f"2. Cy: 140, {far[0]}", f"3. Ben: 120, {far[1]}"]
    assert [rank["far"] for rank in drawn["ranks"]] == ["", *far]


def test_opened_where_no_phone_comes_it_holds_no_link_and_says_why(won: Table) -> None:
    page = won.page("final").follow("Share")
    assert page.path == won.address("final/share")
    assert "://" not in "\n".join(text_of(page))
    assert "It has no link" in page.words


def size_of(png: bytes) -> list[int]:
    return [int.from_bytes(png[n : n + 4], "big") for n in (16, 20)]


def test_the_picture_has_the_size_that_its_page_reserves(won: Table) -> None:
    answer = won.phone.client.get(won.address("final/picture.png"))
    assert answer.mimetype == "image/png"
    reserved = won.page("final/share").one(".picture img").attrs
    assert size_of(answer.data) == [int(reserved[side] or 0) for side in ("width", "height")]
    assert first_pixel(answer.data) == bytes.fromhex("1f4fb4")  # Ann’s colour


def test_a_link_preview_has_the_size_that_messengers_show(won: Table) -> None:
    preview = won.phone.client.get(won.address("final/picture.png?preview=1")).data
    assert size_of(preview) == [1200, 630]
    assert first_pixel(preview) == bytes.fromhex("1f4fb4")


def test_the_picture_is_saved_by_a_link_that_needs_neither_a_script_nor_https(won: Table) -> None:
    page = won.page("final/share")
    link, red = page.all("a[download]")
    assert red.attrs["href"] == link.attrs["href"]
    assert "hidden" in red.attrs, "a script shows it where nothing can be sent"
    assert link.attrs["href"] == won.address("final/picture.png")
    assert link.attrs["download"] == "Ann wins.png"
    assert "Save the picture" in link.to_text()


def words_drawn(table: Table, monkeypatch: pytest.MonkeyPatch, language: str = "en") -> str:
    """The words of the picture with their places, in points."""
    monkeypatch.setattr(result, "typeset", lambda template, data, _: typeset(template, data, "pdf"))
    address, asked = table.address("final/picture.png"), {"Accept-Language": language}
    file = table.phone.client.get(address, headers=asked).data
    return poppler("pdftotext", "-bbox", "-", "-", pdf=file).decode()


def edges(words: str) -> tuple[float, float]:
    """Where the first word begins and the last one ends."""
    ends = [float(x) for x in re.findall('xM(?:in|ax)="([^"]+)"', words)]
    return min(ends), max(ends)


@pytest.mark.parametrize("language", ["en", "ar"])
def test_every_word_of_the_picture_is_on_it(
    won: Table, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    words = words_drawn(won, monkeypatch, language)
    assert "Bo’s" in words  # in the last line
    left, right = edges(words)
    assert (left > 20, right < 580) == (True, True)


def test_no_name_is_cut_where_ten_share_the_win(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = (*"ABCD", "Christophoros", *"FGHI", "Llanfairpwllgwyn")
    table = start_game(phone, *names, game="just-points")
    counted = [HandCounted(seat, Hand(points=5), None) for seat, _ in enumerate(names)]
    table.write(*counted, RoundScored(), GameEnded(""))
    _, right = edges(words_drawn(table, monkeypatch))
    assert right < 590


@pytest.mark.parametrize("winners", [2, 3, 4, 5])
def test_the_picture_of_a_shared_win_begins_with_the_first_winner(
    phone: Phone, winners: int
) -> None:
    table = start_game(phone, *SHARING)
    table.write(*[entry for one in shared_by(winners) for entry in one.entries()])
    answer = table.phone.client.get(table.address("final/picture.png"))
    assert answer.status_code == 200
    assert first_pixel(answer.data) == bytes.fromhex("1f4fb4")


def test_the_picture_is_set_once_and_not_for_who_has_it(
    won: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    get, address = won.phone.client.get, won.address("final/picture.png")
    first = get(address)
    monkeypatch.setattr("companion.web.paper.result.typeset", lambda *_: b"set anew")
    assert get(address).data == first.data
    assert get(address, headers={"If-None-Match": first.headers["ETag"]}).status_code == 304
    won.write(Titled("At the lake"))
    assert get(address).data == b"set anew"
    won.write(Titled("At sea"))
    monkeypatch.setattr("companion.web.paper.pdf.MOST_ROUNDS", 1)
    assert get(address).status_code == 404
    assert won.page("final/share").all(".picture") == []


def test_the_link_to_watch_tells_messengers_what_it_leads_to(won: Table) -> None:
    watching = watched(won)
    assert said(watching, "og:title") == "Ann wins"
    assert said(watching, "og:description").startswith("Ann and Cy both finished contract 12")
    assert said(watching, "og:image") == f"{said(watching, 'og:url')}/picture.png?preview=1"
    assert won.token not in watching.html
    assert "og:" not in opened_at(won, LAN, "final").html


@pytest.mark.usefixtures("without_typst")
def test_without_the_extra_the_page_has_what_the_browser_draws(won: Table) -> None:
    page = won.page("final/share")
    assert page.all("img") == []
    assert text_of(page)[0] == "Ann wins"
    drawn = json.loads(page.all("#content")[0].to_text())
    assert [rank["name"] for rank in drawn["ranks"]] == ["Ann", "Cy", FATIMA, "Ben"]
    assert drawn["race"]["lines"][0]["points"]
    assert "og:image" not in watched(won).html
    assert won.page("final/picture.png").status == 404


def test_a_game_that_goes_on_has_no_result_to_share(two: Table) -> None:
    assert two.page("final/share").path == two.address()

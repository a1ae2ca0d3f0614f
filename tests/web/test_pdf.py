"""The sheet as PDF: one page with every name and figure, and input is never markup."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import typst

from companion.rules.fold.entries import GameEnded, Noted, PlayerJoined, SeatTakenOver
from companion.web.paper import pdf
from companion.web.paper import pdf as typesetting
from tests.browser.evenings import LOW, NINE, SHARING, everybody_makes_it, shared_by, sixteen
from tests.browser.printing import Printed, pictured, poppler
from tests.web.phone import Phone
from tests.web.table import GAME, Table, start_game

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "templates/paper/pdf"
# A machine without fonts, and one with only the font of the widest coverage.
BARE: dict[str, Any] = {"ignore_system_fonts": True}
ANYWHERE = ("Bjørn Þór", "فاطمة", "美玲", "Ann 😀", '*b* #strike[x] $y$ "')


def can_be_set(text: str) -> bool:
    """Whether this machine has glyphs for it; Latin, Greek and Cyrillic come with typst."""
    asked = [f":charset={ord(sign):x}" for sign in text if ord(sign) >= 0x500]
    fonts = (subprocess.run(["fc-list", one], capture_output=True, check=True) for one in asked)
    return all(found.stdout for found in fonts)


def sent(table: Table) -> bytes:
    answer = table.phone.client.get(table.address("sheet.pdf"))
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    return answer.data


@pytest.mark.parametrize("players", [5, 9])
@pytest.mark.parametrize("fonts", [{}, BARE], ids=["system fonts", "no fonts"])
def test_sixteen_rounds_are_one_page_that_nothing_runs_off(
    phone: Phone, monkeypatch: pytest.MonkeyPatch, players: int, fonts: dict[str, Any]
) -> None:
    compiler: Any = typst.Compiler
    made = compiler(b"", font_paths=[str(FOLDER)], **fonts)
    monkeypatch.setattr(typesetting, "_compiler", lambda _folder: made)
    table = start_game(phone, *NINE[:players], title="At Bo’s", buy_limit="2")
    table.write(*[entry for one in sixteen(players) for entry in one.entries()])
    table.write(GameEnded("the last bus"))
    file = sent(table)
    sheet = Printed(file)
    assert (sheet.pages, sheet.is_upright) == (1, players == 5)
    assert min(pictured(file).margins) > 5


@pytest.mark.parametrize(("language", "rounds"), [("en", "1 2 3"), ("ar", "3 2 1")])
def test_the_race_runs_as_the_language_is_written(phone: Phone, language: str, rounds: str) -> None:
    table = start_game(phone, "Ann", "Ben", game="three-thirteen").has_played(3, 0, 10)
    table.write(GameEnded(""))
    phone.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
    lines = poppler("pdftotext", "-layout", "-", "-", pdf=sent(table)).decode().splitlines()
    assert rounds in [" ".join(re.findall(r"[0-9]+", line)) for line in lines]


def test_a_shared_win_names_each_winner_on_one_page(phone: Phone) -> None:
    table = start_game(phone, *SHARING)
    table.write(*[entry for one in shared_by(4) for entry in one.entries()])
    sheet = Printed(sent(table))
    assert sheet.pages == 1
    assert "Georgy Pfjqy" in sheet.text
    assert "They share the win" in sheet.text


def test_names_of_any_script_figures_and_reasons_are_on_it_as_they_were_typed(phone: Phone) -> None:
    table = start_game(phone, *ANYWHERE, title="#panic() at [Bo’s]")
    table.write(*everybody_makes_it(5, 0, {LOW: 18}).entries())
    table.write(Noted("]#read(sys.inputs)"), GameEnded("$late"))
    words = Printed(sent(table)).text
    for text in (*ANYWHERE, "#panic() at [Bo’s]", "$late", "]#read(sys.inputs)"):
        assert text in words or not can_be_set(text)
    for text in ("12-Step Rummy · 1 round", "90 90", "Run of 10", "3 – 9 5 points", "signed"):
        assert text in words


def test_wild_ranks_and_what_a_late_joiner_started_with_are_on_it(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", game="five-crowns")
    table.has_played(1, 0, 37)
    table.write(PlayerJoined("Cy"), GameEnded(""))
    words = Printed(sent(table)).text
    assert "Cy joined before round 2 with a total of 37." in words
    assert re.search(r"deals wild .*1 Ann 3 .*– 37", words)


def test_a_former_player_is_on_it_with_their_last_round(table: Table) -> None:
    table.play_round("Ann", {"Ben": "70", "Cy": "65", "Dee": "80"})
    table.write(SeatTakenOver(1, "Cem", "Ben"))
    assert "to round 1: Ben" in Printed(sent(table)).text


def test_a_sheet_to_go_on_with_and_a_blank_one_are_files_too(phone: Phone, table: Table) -> None:
    assert "After 1 round" in Printed(sent(table.has_played(1, 0, 90, 90, 90))).text
    page = phone.open(f"/games/{GAME}/sheet?players=6&names-0=Ann&option_ten_value=5")
    link = next(a for a in page.all("a") if a.to_text() == "As a PDF").attrs["href"]
    blank = Printed(phone.client.get(link).data)
    assert (blank.pages, blank.is_upright) == (1, False)
    assert "5 points, like 3 to 9" in blank.text


def test_with_the_extra_the_sheet_offers_it(table: Table) -> None:
    assert "As a PDF" in table.page("sheet").texts("a")


@pytest.mark.usefixtures("without_typst")
def test_without_the_extra_nothing_offers_it_and_the_address_says_why(
    phone: Phone, table: Table
) -> None:
    blank, sheet = phone.open(f"/games/{GAME}/sheet"), table.page("sheet")
    table.write(GameEnded(""))
    for offering in (blank, sheet, table.page("sheet"), table.page("final")):
        assert (offering.status, "As a PDF" in offering.texts("a")) == (200, False)
    page = table.page("sheet.pdf")
    assert (page.status, page.heading) == (404, "This app cannot make PDFs")
    assert "Print the sheet from the browser" in page.words


def test_a_game_without_end_is_no_work_for_hours(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pdf, "MOST_ROUNDS", 10)
    page = table.page("sheet.pdf")
    assert (page.status, page.heading) == (404, "That is too long for a PDF")


def test_people_have_the_colours_that_they_have_on_the_screen() -> None:
    css = (ROOT / "static/css/companion.css").read_text()
    colours = re.findall(r"\.seat-\d \{ --deep: (#\w+);", css)
    source = (FOLDER / "parts.typ").read_text()
    assert ", ".join(json.dumps(colour) for colour in colours) in source


# No font has a glyph for this unassigned code point.
NOWHERE = "\u0e5c"
LACKS = ".lacks"


def test_a_name_without_a_font_is_told_on_every_page_that_offers_the_pdf(phone: Phone) -> None:
    table = start_game(phone, f"Ann{NOWHERE}", "Ben").has_played(1, 0, 90)
    blank = phone.open(f"/games/{GAME}/sheet?names-0=Ann{NOWHERE}")
    sheet = table.page("sheet")
    table.write(GameEnded(""))
    for page in (blank, sheet, table.page("final")):
        assert "As a PDF" in page.texts("a")
        (told,) = page.texts(LACKS)
        assert told.startswith(f"The PDF shows boxes instead of {NOWHERE}, because the server")
        assert "(on Debian: fonts-noto-core)" in told
    assert Printed(sent(table)).pages == 1


def test_names_with_fonts_are_told_nothing(phone: Phone) -> None:
    assert not start_game(phone, "Bjørn Þór", "Ελένη", "Фёдор").page("sheet").all(LACKS)


@pytest.mark.usefixtures("without_typst")
def test_sheets_without_pdf_are_told_nothing(phone: Phone) -> None:
    assert not start_game(phone, f"Ann{NOWHERE}", "Ben").page("sheet").all(LACKS)


@pytest.mark.parametrize(
    ("name", "package"),
    [("美玲", "cjk"), ("지우", "cjk"), ("さくら", "cjk"), ("Ann 😀", "color-emoji")],
)
def test_what_to_install_depends_on_the_script(
    phone: Phone, monkeypatch: pytest.MonkeyPatch, name: str, package: str
) -> None:
    compiler: Any = typst.Compiler
    bare = compiler(b"", font_paths=[str(FOLDER)], **BARE)
    monkeypatch.setattr(typesetting, "_compiler", lambda _folder: bare)
    typesetting._undrawn.cache_clear()
    (told,) = start_game(phone, name, "Ben").page("sheet").texts(LACKS)
    typesetting._undrawn.cache_clear()
    assert f"(on Debian: fonts-noto-{package})" in told
    assert all(sign in told for sign in name if ord(sign) > 0x500)


def test_of_many_signs_without_a_font_a_few_are_named(phone: Phone) -> None:
    many = "".join(map(chr, range(ord(NOWHERE), ord(NOWHERE) + 8)))
    (told,) = start_game(phone, f"Ann {many}", "Ben").page("sheet").texts(LACKS)
    assert f"{' '.join(many[:6])} …, because" in told

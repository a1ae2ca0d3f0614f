"""Bring scores in: a pasted table or a file, its preview, and the game that it becomes."""

import csv
from io import BytesIO, StringIO

import pytest

from tests.web.page import Page
from tests.web.phone import Phone
from tests.web.table import start_game

pytestmark = pytest.mark.both_databases
ADDRESS = "/played/scores"
TABLE = "Ann\tBo\n0\t15\n20\t5\n"
GAME = {"game": "just-points lowest_total", "over": "y"}


def preview(phone: Phone, table: str = TABLE, **fields: str) -> Page:
    return phone.open(ADDRESS).press("Preview", table=table, **GAME | fields)


def games_at(phone: Phone) -> int:
    return len(phone.home_lists())


def test_it_is_found_beside_the_import(phone: Phone) -> None:
    page = phone.open("/played/take").follow("Scores from a spreadsheet")
    assert page.heading == "Scores from a spreadsheet"


def test_a_table_is_shown_first_and_becomes_a_game_once_it_is_confirmed(phone: Phone) -> None:
    before = games_at(phone)
    page = preview(phone)
    assert page.texts("#preview td") == ["0", "15", "20", "5", "20", "20"]
    assert "Ann and Bo share the win" in page.words
    assert games_at(phone) == before
    table = page.press("Save")
    assert table.status == 200
    assert games_at(phone) == before + 1
    assert "Ann and Bo share the win" in table.words


def test_a_table_that_was_changed_after_its_preview_is_shown_again(phone: Phone) -> None:
    before = games_at(phone)
    again = preview(phone).press("Save", table="Ann\tBo\n0\t15\n20\t6\n")
    assert again.texts("#preview td") == ["0", "15", "20", "6", "20", "21"]
    assert games_at(phone) == before


def test_a_second_preview_saves_nothing_either(phone: Phone) -> None:
    before = games_at(phone)
    assert preview(phone).press("Preview").texts("#preview td")[:2] == ["0", "15"]
    assert games_at(phone) == before


def test_line_ends_of_a_browser_are_no_change(phone: Phone) -> None:
    page = preview(phone, "Ann\tZoe\n0\t15\n")
    assert page.press("Save", table="Ann\tZoe\r\n0\t15\r\n").path.endswith("/final")


def test_it_is_brought_in_once(phone: Phone) -> None:
    page = preview(phone, "Ann\tEve\n0\t15\n")
    page.press("Save")
    after = games_at(phone)
    again = page.press("Save")
    assert "This game was already on this phone." in again.said
    assert games_at(phone) == after


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (
            "Ann\tIda\n0\t15\n20\t0",
            "1 game is on this phone in another version too: both versions are kept.",
        ),
        ("Ann\tIda\n7\t0\n", ""),
    ],
)
def test_more_rounds_are_another_version_and_another_first_round_another_game(
    phone: Phone, table: str, said: str
) -> None:
    preview(phone, "Ann\tIda\n0\t15\n", played_on="2026-11-01").press("Save")
    page = preview(phone, table, played_on="2026-11-01").press("Save")
    assert (page.path.endswith("/final"), page.said) == (True, said)


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        ("", "Paste the cells of a spreadsheet, or choose a file."),
        ("Ann\tBo", "The first row has the names"),
        ("Ann\tBo\n1\t2\t3", "Row 2 has more cells than there are names."),
        ("Ann;Bo\n12,5;3", "Round 1, Ann: “12,5” is not a whole number."),
        ("Ann;Bo\n1;3\n4;", "Round 2, Bo: the cell is empty. Enter 0 or points."),
        ("Ann,ann\n1,3", "ann: Two players have this name."),
        ("Ann,,Bo\n1,2,3", "Each column needs a name above it."),
        (f"Ann,{'B' * 31}\n1,3", "This has 31 characters. Use 30 or fewer."),
        ("Ann\n1", "Just points is for 2 to 12 players."),
        ("Ann,Bo\n" + "0,1\n" * 1668, "more rounds than a game can have"),
        ("Ann,Bo\n" + "7" * 70_000, "up to 64 kB"),
    ],
)
def test_what_is_wrong_is_said_at_the_table_and_all_that_was_typed_stays(
    phone: Phone, table: str, sentence: str
) -> None:
    page = preview(phone, table, played_on="2026-11-01")
    assert page.status == 422
    assert sentence in page.one("#table-error").to_text()
    assert page.one("#table").to_text().split() == table.split()
    assert page.one("#played_on").attrs["value"] == "2026-11-01"
    assert "checked" in page.one("[name=over]").attrs
    assert not page.all("#preview")


def test_so_many_wrong_cells_are_counted(phone: Phone) -> None:
    page = preview(phone, "Ann,Bo\n" + "1x,1y\n" * 11)
    assert "And 2 more cells." in page.one("#table-error").to_text()


def test_in_a_game_where_somebody_goes_out_one_player_has_0(phone: Phone) -> None:
    page = preview(phone, "Ann,Bo\n0,5\n1,2", game="three-thirteen")
    assert "Round 2: in this game one player goes out" in page.one("#table-error").to_text()
    assert preview(phone, "Ann,Bo\n0,5\n1,0", game="three-thirteen").all("#preview")


def sends(phone: Phone, content: bytes, **fields: str) -> Page:
    sent = {"csrf_token": phone.csrf_token, "file": (BytesIO(content), "scores.csv")}
    return Page(phone, phone.client.post(ADDRESS, data=GAME | fields | sent))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_file_is_put_into_the_form_and_shown(phone: Phone, encoding: str) -> None:
    page = sends(phone, "Zoë;Bo\n1;2\n".encode(encoding))
    assert page.texts("#preview td") == ["1", "2", "1", "2"]
    assert "Zoë" in page.one("#table").to_text()


def test_a_file_that_is_no_text_or_too_large_is_refused_at_its_field(phone: Phone) -> None:
    refused = sends(phone, b"\x89PNG\xff")
    assert "Save it as CSV (UTF-8)" in refused.one("#file-error").to_text()
    assert "up to 64 kB" in sends(phone, b"1," * 40_000).one("#file-error").to_text()


def test_our_own_table_comes_back_with_its_title_and_points(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", title="Lake").has_played(2, 0, 90)
    content = phone.client.get(table.address("game.csv")).data
    assert next(csv.reader(StringIO(content.decode("utf-8-sig"))))[0] == "started_at"
    page = sends(phone, content)
    assert page.texts("#preview tfoot td") == ["0", "180"]


def test_the_day_is_that_of_the_game(phone: Phone) -> None:
    preview(phone, "Ann\tUna\n0\t15\n", played_on="2025-03-09").press("Save")
    assert "2025" in phone.open("/played").words
    for day in ("someday", "1969-12-31", "2099-01-01"):
        wrong = preview(phone, played_on=day)
        assert (wrong.status, len(wrong.all("#played_on-error"))) == (422, 1)

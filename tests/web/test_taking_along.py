"""Export and import: a game as a record, table or play file, or all games of a date in one file."""

import csv
import json
from datetime import UTC, date
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from werkzeug.http import parse_options_header

from companion.gamefile import read_record
from companion.gamefile.exports import to_play_file
from companion.gamefile.own_game import to_toml
from companion.records.log.game_records import game_record
from companion.records.log.stored_game import StoredGame
from companion.rules.fold.entries import LaidDown, PlayerRenamed, Titled
from companion.rules.reading.catalogue import game_data
from tests.books import new_book
from tests.databases import Database
from tests.web.page import Page
from tests.web.phone import Phone
from tests.web.sharing import sits
from tests.web.table import Table, start_game


def file_of(phone: Phone, address: str) -> bytes:
    answer = phone.client.get(address)
    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"].startswith("attachment")
    return answer.data


def takes_in(phone: Phone, content: bytes) -> Page:
    sent = {"csrf_token": phone.csrf_token, "file": (BytesIO(content), "games.json")}
    return Page(phone, phone.client.post("/played/take", data=sent))


def told(table: Table) -> dict[str, Any]:
    with table.phone.app.app_context():
        return game_record(table.token, with_history=True)


@pytest.fixture
def played(phone: Phone) -> Table:
    """Two rounds are written, and the third is open."""
    table = start_game(phone, "Ann", "=Ben", title="+Lake", ten_value="5")
    table.has_played(2, 0, 90)
    table.write(LaidDown(1), Titled("-Lake"), PlayerRenamed(0, "Anna"))
    return table


def test_a_game_is_a_record_with_its_history_for_who_watches_too(played: Table) -> None:
    watching = f"/g/{played.stored.row.watch_token}/game.json"
    for address in (played.address("game.json"), watching):
        content = file_of(played.phone, address)
        assert json.loads(content) == told(played)
        assert played.token.encode() not in content
        assert read_record(content).entries == played.stored.entries


def test_the_table_has_a_row_for_each_player_and_round_and_no_formula(played: Table) -> None:
    content = file_of(played.phone, played.address("game.csv")).decode("utf-8-sig")
    rows = [*csv.DictReader(StringIO(content))]
    assert [(row["round"], row["player"], row["points"], row["total"]) for row in rows] == [
        ("1", "Anna", "0", "0"),
        ("1", "'=Ben", "90", "90"),
        ("2", "Anna", "0", "0"),
        ("2", "'=Ben", "90", "180"),
    ]
    assert {row["title"] for row in rows} == {"'-Lake"}


@pytest.mark.parametrize(
    ("language", "separator"),
    [("ar", ","), ("de", ";"), ("en", ","), ("es", ";"), ("fr", ";"), ("it", ";"), ("pt-BR", ";")],
)
def test_the_table_has_the_separator_that_spreadsheets_of_the_language_expect(
    played: Table, language: str, separator: str
) -> None:
    table = played.phone.client.get(
        played.address("game.csv"), headers={"Accept-Language": language}
    )
    assert table.data.startswith(b"\xef\xbb\xbf")  # without it Excel does not read UTF-8
    rows = [*csv.reader(StringIO(table.data.decode("utf-8-sig")), delimiter=separator)]
    assert rows[0][:3] == ["started_at", "title", "game"]
    assert rows[1][5:10] == ["Anna", "1", "yes", "yes", "0"]
    assert {len(row) for row in rows} == {15}


def test_a_name_with_the_separator_stays_in_its_cell(phone: Phone) -> None:
    table = start_game(phone, "Ann; or Anna", "Ben, the elder").has_played(1, 0, 90)
    for language, separator in (("de", ";"), ("en", ",")):
        said = {"Accept-Language": language}
        content = phone.client.get(table.address("game.csv"), headers=said).data
        rows = csv.DictReader(StringIO(content.decode("utf-8-sig")), delimiter=separator)
        assert [row["player"] for row in rows] == ["Ann; or Anna", "Ben, the elder"]


def test_a_finished_game_is_a_play_for_bg_stats_for_who_watches_too(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", title="At the lake").has_played(12, 0, 90, down=[0])
    link = table.page("final").one("a[href$='game.bgsplay']").attrs["href"]
    content = file_of(phone, link or "")
    assert file_of(phone, f"/g/{table.stored.row.watch_token}/game.bgsplay") == content
    (play,) = json.loads(content)["plays"]
    assert play["comments"] == "At the lake"
    assert [(one["score"], one["winner"]) for one in play["playerScores"]] == [
        ("0", True),
        ("1080", False),
    ]
    assert table.token.encode() not in content


def test_bg_stats_gets_the_day_and_the_duration_that_the_pages_tell(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = start_game(phone, "Ann", "Ben").has_played(12, 0, 90, down=[0])
    monkeypatch.setattr(StoredGame, "minutes_played", 45)
    page = table.page("final")
    assert page.texts("header p")[0].endswith(" · 45 minutes")
    (play,) = json.loads(file_of(phone, table.address("game.bgsplay")))["plays"]
    day = phone.open("/played/export").all(".file time")[0].attrs["datetime"]
    assert (play["playDate"][:10], play["durationMin"]) == (day, 45)


def test_an_evening_for_bg_stats_has_its_finished_games(phone: Phone, played: Table) -> None:
    assert not played.state.outcome.over
    for _ in range(2):
        start_game(phone, "Cy", "Dee").has_played(12, 0, 90, down=[0])
    links = [a.attrs["href"] or "" for a in phone.open("/played/export").all("a[href*='.bgsplay']")]
    assert len(links) == 2  # the games of this date, and all games
    for link in links:
        data = json.loads(file_of(phone, link))
        assert len({play["uuid"] for play in data["plays"]}) == 2
        assert [player["name"] for player in data["players"]] == ["Cy", "Dee"]


def test_a_game_that_goes_on_is_no_play_for_bg_stats(played: Table) -> None:
    for where in ("sheet", "", "players"):
        assert not played.page(where).all("a[href$='.bgsplay']")
    assert not played.phone.open("/played").all("a[href$='.bgsplay']")
    page = played.page("game.bgsplay")
    assert page.path == played.address()
    assert page.said == "BG Stats takes finished games only, and there is none yet."
    page = played.phone.open("/played/games.bgsplay")
    assert page.path == "/played/export"
    assert page.said == "BG Stats takes finished games only, and there is none yet."


def test_the_list_of_past_games_offers_finished_ones_to_bg_stats(
    phone: Phone, played: Table
) -> None:
    assert not played.state.outcome.over
    won = start_game(phone, "Cy", "Dee").has_played(12, 0, 90, down=[0])
    links = [a.attrs["href"] for a in phone.open("/played").all("a[href$='.bgsplay']")]
    assert links == [won.address("game.bgsplay")]


def test_a_day_that_cannot_be_is_no_day(played: Table) -> None:
    for day in ("0001-01-01", "9999-12-31", "yesterday"):
        file_of(played.phone, f"/played/games.csv?day={day}")


def test_imported_games_are_equal_and_the_importing_phone_keeps_score(
    phone: Phone, other_phone: Phone, played: Table
) -> None:
    won = start_game(phone, "Cy", "Dee").has_played(12, 0, 90, down=[0])
    evening = phone.open("/played/export").all(".file a")[0]
    content = file_of(phone, evening.attrs["href"] or "")
    page = takes_in(other_phone, content)
    assert page.said == "2 games were imported."
    assert page.texts(".played b") == ["12-Step Rummy", "Cy won"]
    assert file_of(other_phone, "/played/games.json") == content
    link = next(a.attrs["href"] for a in page.all("a.game") if "final" not in a.attrs["href"])
    assert other_phone.open(link).heading == "Round 3"
    assert link.split("/")[2] not in {played.token, won.token}
    assert other_phone.open(link + "players").status == 200


def test_a_repeated_import_is_one_game_even_after_more_entries(
    other_phone: Phone, played: Table
) -> None:
    content = file_of(played.phone, played.address("game.json"))
    page = takes_in(other_phone, content)
    copy = "It is a copy: other phones do not see what you enter here."
    assert (page.heading, page.said) == ("Round 3", f"1 game was imported. {copy}")
    token = page.path.split("/")[2]
    Table(other_phone, token).write(LaidDown(0))
    page = takes_in(other_phone, content)
    assert page.said == "1 game was already on this phone."
    assert len(page.all(".played")) == 1
    assert LaidDown(0) in Table(other_phone, token).stored.entries


def test_a_game_that_this_phone_played_itself_is_not_kept_twice(played: Table) -> None:
    for content in (told(played), {k: v for k, v in told(played).items() if k != "history"}):
        page = takes_in(played.phone, json.dumps(content).encode())
        assert page.said == "1 game was already on this phone."
    assert len(page.all(".played")) == 1


@pytest.mark.parametrize("way", ["joined", "opened", "watched", "archived"])
def test_a_game_that_this_phone_joined_or_watches_is_not_added_again(
    other_phone: Phone, played: Table, way: str
) -> None:
    content = file_of(played.phone, played.address("game.json"))
    at = Table(other_phone, played.token)
    if way == "joined":
        sits(at, other_phone, "=Ben")
    elif way == "watched":
        other_phone.open(f"/g/{played.stored.row.watch_token}/")
    else:
        at.page()
    if way == "archived":
        told = {"csrf_token": other_phone.csrf_token, "game": played.token}
        assert "Archived" in other_phone.send("/played/archive", told).said
    assert takes_in(other_phone, content).said == "1 game was already on this phone."


def test_another_state_of_a_game_is_imported_and_told_as_a_version(
    other_phone: Phone, played: Table
) -> None:
    older = file_of(played.phone, played.address("game.json"))
    other_phone.open(played.address())
    played.has_played(1, 0, 40)
    page = takes_in(other_phone, older)
    assert page.said == (
        "1 game was imported. "
        "1 game is on this phone in another version too: both versions are kept."
    )
    assert [line.split(" · ")[0] for line in page.texts(".played small")] == ["Round 3", "Round 4"]
    assert takes_in(other_phone, older).said == "1 game was already on this phone."


def test_nothing_of_a_bad_file_is_imported_and_the_error_has_its_place(
    other_phone: Phone, played: Table
) -> None:
    good, bad = told(played), told(played)
    bad["rounds"][1]["hands"]["Nobody"] = {"points": 5}
    content = {"format": "companion-games/1", "games": [good, bad]}
    page = takes_in(other_phone, json.dumps(content).encode())
    assert page.status == 422
    assert page.trouble.startswith("Nothing was imported. Game 2 of the file. History: the rest")
    del bad["history"]
    page = takes_in(other_phone, json.dumps(content).encode())
    assert "Game 2 of the file. Round 2: nobody called “Nobody” stands under" in page.trouble
    assert other_phone.open("/played").all(".played") == []


def test_a_file_of_many_games_may_be_larger_than_any_form(
    other_phone: Phone, played: Table
) -> None:
    record = told(played)
    del record["history"]
    games = [record | {"note": f"{n}"} for n in range(20)]
    content = json.dumps({"format": "companion-games/1", "games": games}, indent=72).encode()
    assert len(content) > 256 * 1024
    assert takes_in(other_phone, content).said == "20 games were imported."


def test_a_file_that_is_too_large_is_told_so_where_files_are_taken_in(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.web.pages.import_export.views.MOST_BYTES", 2**17)
    page = takes_in(phone, b" " * 2**18)
    assert page.status == 413
    assert page.trouble.startswith("Nothing was imported: a file may have up to")


def test_without_a_file_the_page_asks_for_one(phone: Phone) -> None:
    page = phone.send("/played/take", {"csrf_token": phone.csrf_token})
    assert (page.status, page.trouble) == (422, "Choose an exported file first.")


def test_exporting_begins_with_the_file_of_all_games(phone: Phone) -> None:
    page = phone.open("/played/export")
    assert "No games were played on this phone yet." in page.words
    assert page.texts(".dock .btn") == []
    start_game(phone, "Ann", "Ben")
    page = phone.open("/played/export")
    assert page.texts(".dock .btn") == ["Download the file: 1 game"]


def test_everything_on_this_phone_has_the_archived_games_too(phone: Phone) -> None:
    games = [start_game(phone, "Ann", "Ben").has_played(12, 0, 90, down=[0]) for _ in range(2)]
    for archived in games:
        phone.send("/played/archive", {"csrf_token": phone.csrf_token, "game": archived.token})
        page = phone.open("/played/export")
        assert page.texts(".dock .btn") == ["Download the file: 2 games"]
        assert page.texts(".file small") == ["2 games"]
        day = page.all(".file time")[0].attrs["datetime"]
        for asked in ("", f"?day={day}"):
            assert len(json.loads(file_of(phone, f"/played/games.json{asked}"))["games"]) == 2
            plays = json.loads(file_of(phone, f"/played/games.bgsplay{asked}"))["plays"]
            assert len(plays) == 2
            assert file_of(phone, f"/played/games.csv{asked}").count(b"12-Step") == 48
    for path in ("/", "/played"):
        assert phone.open(path).follow("Export games").heading == "Export games"


def test_older_games_go_on_where_a_file_is_full_and_every_file_is_imported(
    phone: Phone, other_phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = 64 * 1024
    for module in ("companion.gamefile.exports", "companion.web.pages.import_export.views"):
        monkeypatch.setattr(f"{module}.MOST_BYTES", most)
    for _ in range(5):
        start_game(phone, "Ann", "Ben").has_played(12, 0, 90, down=[0])
    page, games = phone.open("/played/export"), 0
    while True:
        content = file_of(phone, page.one(".dock .btn").attrs["href"] or "")
        assert len(content) < most
        games += len(json.loads(content)["games"])
        assert takes_in(other_phone, content).status == 200
        if "Older games" not in page.texts("nav a"):
            break
        page = page.follow("Older games")
    assert page.texts(".everything .question") == ["Games 4 to 5, the latest first"]
    assert games == 5
    assert len(other_phone.open("/played").all(".played")) == 5
    assert phone.open("/played/export?page=3").all(".dock .btn") == []


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (
            ("Chloe & Bo", "Donaudampfschifffahrtsgesell", "Ben"),
            "chloe-bo-donaudampfschifffahrtsgesell",
        ),
        (("Chloe\u0301", "هدى", "अनीता"), "chloé-هدى-अनीता"),
    ],
)
def test_the_file_of_a_game_is_named_by_its_day_the_game_and_the_players(
    phone: Phone, names: tuple[str, ...], told: str
) -> None:
    table = start_game(phone, *names)
    answer = phone.client.get(table.address("game.json"))
    _, told_as = parse_options_header(answer.headers["Content-Disposition"])
    day, name = told_as["filename"][:10], told_as["filename"][10:]
    assert date.fromisoformat(day)
    assert name == f"-twelve-step-rummy-{told}.json"


def test_each_game_of_a_file_counts_among_those_of_an_hour(
    tmp_path: Path, database: Database
) -> None:
    for app in new_book(tmp_path, database, GAMES_AN_HOUR=(60, 2000, 5)):
        phone = Phone(app)
        record = told(start_game(phone, "Ann", "Ben"))
        del record["history"]
        files = ([record | {"note": f"{n}"} for n in some] for some in (range(4), range(9)))
        packed = (json.dumps({"format": "companion-games/1", "games": g}) for g in files)
        assert [takes_in(phone, content.encode()).status for content in packed] == [200, 429]
        assert len(phone.open("/played").all(".played")) == 1 + 4


def test_files_are_taken_in_so_often_an_hour(tmp_path: Path, database: Database) -> None:
    for app in new_book(tmp_path, database, FILES_AN_HOUR=(2, 10)):
        phone = Phone(app)
        content = file_of(phone, start_game(phone, "Ann", "Ben").address("game.json"))
        pages = [takes_in(phone, content) for _ in range(3)]
        assert [page.status for page in pages] == [200, 200, 429]
        assert "Nothing was imported; try again later." in pages[-1].words


def test_a_new_phone_finds_the_import_at_home(phone: Phone) -> None:
    page = phone.open("/").follow("Import games")
    assert page.texts("h1") == ["Import games"]
    assert page.all("form [type=file]")


@pytest.mark.parametrize("path", ["/", "/played"])
def test_a_phone_with_games_finds_export_and_import(phone: Phone, path: str) -> None:
    assert "Export games" not in phone.open(path).texts("a")
    start_game(phone, "Ann", "Ben")
    for page in ("Export games", "Import games"):
        assert phone.open(path).follow(page).heading == page


@pytest.mark.parametrize("path", ["/", "/played"])
def test_the_arrow_leads_back_to_the_page_that_led_to_export(phone: Phone, path: str) -> None:
    start_game(phone, "Ann", "Ben")
    assert phone.open(path).follow("Export games").one(".back").attrs["href"] == path
    page = phone.open(path).follow("Import games")
    assert page.one(".back").attrs["href"] == path
    spreadsheet = page.follow("Scores from a spreadsheet")
    failed = phone.send(page.one("#import").attrs["action"], {"csrf_token": phone.csrf_token})
    for again in (spreadsheet.follow("Import games"), failed):
        assert again.one(".back").attrs["href"] == path


OTHER_FILES = {
    "a custom game": (to_toml(game_data("five-crowns")), "Import it under “Your own game”."),
    "a table": ("\ufeffstarted_at;title;game;round;dealer\n", "a table for a spreadsheet"),
    "plays": (to_play_file([], UTC), "a file for BG Stats"),
    "a score book": ("SQLite format 3\0", "“companion restore” restores it"),
}


@pytest.mark.parametrize(("content", "told"), OTHER_FILES.values(), ids=OTHER_FILES)
def test_another_file_of_this_app_is_named_with_its_place(
    phone: Phone, content: str, told: str
) -> None:
    page = takes_in(phone, content.encode())
    assert (page.status, told in page.trouble) == (422, True)


def test_the_fault_of_a_record_is_told_whatever_the_order_of_its_keys(phone: Phone) -> None:
    record = {"game": "rummy-500", "players": [1], "rounds": [], "format": "companion-game/1"}
    told = takes_in(phone, json.dumps(record).encode()).trouble
    assert told.startswith("Nothing was imported. Player 1: expected")


def test_a_file_of_something_else_is_named_and_where_to_find_the_right_one(phone: Phone) -> None:
    told = "“games.json” is not a file with games. On the other phone, open “Export games”"
    assert told in takes_in(phone, b"Dear Ann,").trouble

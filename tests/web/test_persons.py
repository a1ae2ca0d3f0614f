"""Players over all games, and groups of players."""

from datetime import datetime

import pytest
from sqlalchemy import update

from companion.records.models import Game
from companion.records.store.database import write_connection
from companion.rules.fold.entries import PlayerRenamed
from tests.records.book import many_games, statements
from tests.web.page import Page
from tests.web.phone import Phone
from tests.web.table import Table, send_new_game, start_game


@pytest.fixture
def evenings(phone: Phone) -> list[Table]:
    """Ann won twice, Ben once; Cy is sometimes there, and one game is still open."""
    won = start_game(phone, "Ann", "ben").has_played(12, 0, 90, down=[0])
    again = start_game(phone, "Ann", "Ben", "Cy").has_played(12, 0, 90, 60, down=[0])
    lost = start_game(phone, "Ben", "ANN").has_played(12, 0, 70, down=[0])
    start_game(phone, "Ann", "Dee").has_played(1, 0, 90)
    return [won, again, lost]


def figures(page: Page) -> list[str]:
    return page.texts(".block dl > div")


def league(page: Page) -> list[list[str]]:
    """The table of a season, line by line."""
    rows = [row.query("th, td") for row in page.all(".league tbody tr")]
    return [[cell.to_text() for cell in row] for row in rows]


def test_everybody_stands_there_once_with_games_and_wins(
    phone: Phone, evenings: list[Table]
) -> None:
    assert evenings
    page = phone.open("/played").follow("People and their wins")
    assert page.texts(".people .line") == [
        "B Ben 3 games · 1 won",
        "A ANN 3 games · 2 won",
        "C Cy 1 game · 0 won",
    ]


def test_who_plays_together_is_found_by_itself(phone: Phone, evenings: list[Table]) -> None:
    assert evenings
    page = phone.open("/persons")
    (group, *_) = page.all("section .line")
    assert group.to_text() == "BA Ben, ANN 2 games · Ben and ANN lead with 1 game won each"
    assert league(phone.open(group.attrs["href"] or "")) == [
        ["1 B Ben", "1", "2", "45"],
        ["1 A ANN", "1", "2", "35"],
    ]


def test_a_person_has_what_their_logs_say(phone: Phone, evenings: list[Table]) -> None:
    assert evenings
    page = phone.open("/persons/one?name=ann")
    assert page.heading == "ANN"
    assert figures(page) == ["games 3", "games won 2", "points per round 23", "times gone out 24"]
    assert page.texts(".cells li") == ["won", "won", "not won"]
    assert page.texts(".bests .num") == ["12", "70", "0"]
    assert page.texts(".rivals small") == [
        "3 games · ANN won 2, Ben won 1",
        "1 game · ANN won 1, Cy won 0",
    ]
    assert page.texts(".played b") == ["Ben won", "ANN won", "ANN won"]
    ben = page.all(".rivals a")[0].attrs["href"]
    assert phone.open(ben).heading == "Ben"


def test_nobody_sees_the_people_of_another_phone(other_phone: Phone, evenings: list[Table]) -> None:
    assert evenings
    assert "Nobody has finished a game" in other_phone.open("/persons").words
    both = "who=ann&who=cy"
    for place in ("one?name=ann", "one/change?name=cy", f"group?{both}", f"group/name?{both}"):
        assert other_phone.open(f"/persons/{place}").status == 404


def test_somebody_is_called_otherwise_here_and_the_games_stay_as_they_were(
    phone: Phone, evenings: list[Table]
) -> None:
    page = phone.open("/persons/one?name=ann").follow("Change")
    logs = [table.log for table in evenings]
    page = page.press("Save", name="Anna", colour="6")
    assert page.said.startswith("Saved on this phone.")
    assert (page.heading, figures(page)[0]) == ("Anna", "games 3")
    assert "seat-7" in (page.one("body").attrs["class"] or "")
    assert page.texts(".played b") == ["Ben won", "Anna won", "Anna won"]
    assert [table.log for table in evenings] == logs
    assert "ANN" in evenings[2].page("sheet").words
    assert phone.open("/persons/one?name=ann").heading == "Anna"


def test_a_name_that_somebody_has_and_a_blank_one_are_told_at_the_field(
    phone: Phone, evenings: list[Table]
) -> None:
    assert evenings
    page = phone.open("/persons/one/change?name=ann")
    for name, words in (("ben", "Somebody else here has that name."), ("", "Enter a name.")):
        again = page.press("Save", name=name)
        assert again.status == 422
        assert again.error_at("name").startswith(words)
        assert again.typed("#person")["name"] == name


def test_two_who_never_met_are_made_one_and_taken_apart(phone: Phone) -> None:
    start_game(phone, "Ann", "Ben").has_played(12, 0, 90, down=[0])
    start_game(phone, "Annie", "Cy").has_played(12, 0, 90, down=[0])
    page = phone.open("/persons/one/change?name=annie")
    assert page.texts(".segments label") == ["Ann", "Ben"]
    assert page.press("Merge into one person").status == 422
    page = page.press("Merge into one person", other="ann")
    assert (page.heading, figures(page)[:2]) == ("Ann", ["games 2", "games won 2"])
    offered = phone.open("/new/twelve-step-rummy").texts(".chips button")
    assert offered == ["Ann: add", "Cy: add", "Ben: add"]
    namesake = phone.open("/persons/one/change?name=cy").press("Save", name="Annie")
    assert namesake.error_at("name").startswith("Somebody else here has that name.")
    page = page.follow("Change").press("Somebody else: Annie")
    assert (page.heading, figures(page)[:2]) == ("Annie", ["game 1", "game won 1"])


def test_a_group_has_a_name_and_keeps_it_when_somebody_is_renamed(
    phone: Phone, evenings: list[Table]
) -> None:
    assert evenings
    page = phone.open("/persons/group?who=ben&who=ann").follow("Name it")
    page = page.press("Save", called="Friday")
    assert page.heading == "Friday"
    phone.open("/persons/one/change?name=ann").press("Save", name="Nan")
    lines = phone.open("/persons").texts("section .line")
    assert lines[0] == "BN Friday 2 games · Ben and Nan lead with 1 game won each"
    page = phone.open("/persons/group?who=ben&who=ann").follow("Rename")
    assert page.press("Save", called="").heading == "Ben, Nan"


def test_a_name_of_games_too_old_to_be_read_goes_along(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("Annie", "Ann", "Ann"):
        start_game(phone, name, "Ben").has_played(12, 0, 90, down=[0])
    page = phone.open("/persons/one/change?name=annie")
    page.press("Merge into one person", other="ann")
    with monkeypatch.context() as patch:
        patch.setattr("companion.web.pages.profiles.forms.MOST_GAMES", 1)
        phone.open("/persons/one/change?name=ann").press("Save", name="Nan")
    page = phone.open("/persons/one?name=nan")
    assert figures(page)[0] == "games 3"


def test_a_season_is_a_table_between_two_days(phone: Phone, evenings: list[Table]) -> None:
    assert evenings
    page = phone.open("/persons/group?who=ben&who=ann")
    assert page.texts(".race text")[-1].endswith("Ben")
    assert league(page.follow("Points"))[0] == ["1 A ANN", "1", "2", "35.0"]
    assert league(page.follow("Places"))[0] == ["1 B Ben", "1", "2", "45"]
    page = page.press("Show", since="2026-01-01", until="2026-01-31")
    assert "No games between these dates." in page.words
    page = page.press("Show", since="", until="")
    assert len(league(page)) == 2
    for since, until, field in (("2026-02-30", "", "since"), ("2026-02-02", "2026-02-01", "until")):
        wrong = page.press("Show", since=since, until=until)
        assert (wrong.status, bool(wrong.error_at(field))) == (422, True)
        assert len(league(wrong)) == 2


def test_a_month_without_somebody_still_belongs_to_the_group(phone: Phone) -> None:
    for month, absent in ((1, 0), (1, 0), (2, 1)):
        played = start_game(phone, *("Ann", "Ben", "Cy", "Dee")[: 4 - absent])
        played.has_played(12, *(0, 90, 60, 30)[: 4 - absent])
        at = datetime(2026, month, 9)  # noqa: DTZ001 - naive, as in the tables
        with phone.app.app_context(), write_connection(played.token) as connection:
            connection.execute(
                update(Game).where(Game.token == played.token).values(started_at=at, changed_at=at)
            )
    address = "/persons/group?who=ann&who=ben&who=cy&who=dee"
    for since, until, games in (("", "", 3), ("2026-02-01", "2026-02-28", 1)):
        page = phone.open(f"{address}&since={since}&until={until}")
        assert {row[2] for row in league(page)} >= {str(games)}


def test_pages_of_people_ask_as_much_with_many_games_as_with_ten(phone: Phone) -> None:
    like = start_game(phone, "Ann", "Ben").has_played(12, 0, 90, down=[0])
    asked = []
    for games in (9, 300):
        with phone.app.app_context():
            many_games(games, phone.device, like=like.token)
        for address in ("", "/one?name=ann", "/group?who=ann&who=ben"):
            phone.open(f"/persons{address}")  # fills the cache of finished games
            with phone.app.app_context(), statements() as said:
                page = phone.open(f"/persons{address}")
            asked.append((page.status, [one for one in said if "summary" in one], len(said)))
    assert asked == [(200, [], 3)] * 6


def test_who_never_played_together_has_no_table(phone: Phone, evenings: list[Table]) -> None:
    assert evenings
    for who in ("", "?who=ann", "?who=ann&who=cy", "?who=nobody"):
        assert phone.open(f"/persons/group{who}").status == 404


def test_a_person_keeps_their_colour_in_a_rematch_in_a_new_game_and_by_a_new_name(
    phone: Phone,
) -> None:
    """Ben sits first, then second; Ann is renamed in a game; Cy is new and gets a free colour."""

    def colours(table: Table) -> dict[str, int]:
        return dict(zip(table.state.names, table.stored.colours, strict=True))

    first = start_game(phone, "Ben", "Ann").has_played(12, 0, 90, down=[0])
    first.write(PlayerRenamed(1, "Nan"))
    again = phone.open(f"/new/again/{first.token}")
    rematch = again.press("Deal the first round", names__0="Nan", names__1="Ben", names__2="Cy")
    assert colours(Table(phone, rematch.path.split("/")[2])) == {"Ben": 0, "Nan": 1, "Cy": 2}
    new = send_new_game(phone, "Dee", "Cy", "Nan")
    assert colours(new) == {"Dee": 0, "Cy": 2, "Nan": 1}
    phone.open("/persons/one/change?name=ben").press("Save", name="Benno", colour="7")
    last = send_new_game(phone, "Cy", "Benno")
    assert colours(last) == {"Cy": 2, "Benno": 7}

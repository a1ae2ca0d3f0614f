"""A screen in the room shows the table of a code, and goes on to the next game."""

from companion.rules.fold.entries import GameEnded
from tests.web.page import Page
from tests.web.phone import Phone
from tests.web.sharing import LAN, opened_at
from tests.web.table import Table, start_game


def code_of(table: Table) -> str:
    return opened_at(table, LAN, "share").texts(".signs")[0]


def shows(screen: Phone, table: Table) -> Page:
    return screen.open("/tv").press("Show", code=code_of(table))


def test_the_page_to_share_names_its_address(two: Table) -> None:
    assert "enter it at 192.168.1.20:8000/tv" in opened_at(two, LAN, "share").words


def test_the_code_to_keep_score_shows_the_table_and_may_only_watch(
    two: Table, other_phone: Phone
) -> None:
    page = shows(other_phone, two)
    assert page.path == f"/g/{two.stored.row.watch_token}/across"
    assert page.heading == "Round 1"
    assert not page.all("header a")


def test_a_wrong_code_is_refused_at_the_field(other_phone: Phone) -> None:
    page = other_phone.open("/tv").press("Show", code="QQQQQQ")
    assert (page.status, page.heading) == (422, "Code from a phone at the table")
    assert "No table has this code." in page.one("#code-error").to_text()


def test_after_the_end_it_goes_on_to_the_next_game_of_the_same_people(
    phone: Phone, other_phone: Phone
) -> None:
    first = start_game(phone, "Ann", "Ben").has_played(1, 0, 90, down=[0])
    address = shows(other_phone, first).path + "?tv=1"
    other_people = start_game(phone, "Ann", "Cy")
    second = start_game(phone, "ben", "Ann")
    assert other_phone.open(address).heading == "Round 2"
    first.write(GameEnded(""))
    assert other_phone.open(address).path == f"/g/{second.stored.row.watch_token}/across"
    assert other_people.stored.row.watch_token not in other_phone.open(address).path


def test_another_phone_that_kept_score_may_begin_it(
    phone: Phone, other_phone: Phone, two: Table
) -> None:
    address = shows(Phone(phone.app), two).path + "?tv=1"
    other_phone.open(two.address("")).press("Lay down: Ann")
    two.has_played(1, 0, 90, down=[0]).write(GameEnded(""))
    second = start_game(other_phone, "Ann", "Ben")
    assert Phone(phone.app).open(address).path == f"/g/{second.stored.row.watch_token}/across"


def test_a_game_whose_links_were_replaced_is_not_shown(phone: Phone, other_phone: Phone) -> None:
    first = start_game(phone, "Ann", "Ben").has_played(1, 0, 90, down=[0])
    address = shows(other_phone, first).path + "?tv=1"
    first.write(GameEnded(""))
    second = start_game(phone, "Ann", "Ben")
    second.page("share/new").press("Turn them off")
    assert other_phone.open(address).heading == "Ann wins"


def test_from_a_game_begun_by_mistake_it_goes_on_too(phone: Phone, other_phone: Phone) -> None:
    address = shows(other_phone, start_game(phone, "Ann", "Ben")).path + "?tv=1"
    meant = start_game(phone, "Ann", "Ben")
    assert other_phone.open(address).path == f"/g/{meant.stored.row.watch_token}/across"


def test_without_a_next_game_it_shows_who_won(two: Table, other_phone: Phone) -> None:
    two.has_played(1, 0, 90, down=[0]).write(GameEnded(""))
    assert shows(other_phone, two).heading == "Ann wins"


def test_another_phone_stays_at_the_game_that_is_over(phone: Phone, other_phone: Phone) -> None:
    first = start_game(phone, "Ann", "Ben").has_played(1, 0, 90, down=[0])
    first.write(GameEnded(""))
    start_game(phone, "Ann", "Ben")
    assert other_phone.open(first.address("across")).heading == "Ann wins"


def test_the_page_says_when_it_may_go_on_which_is_never_between_two_rounds(
    two: Table, other_phone: Phone
) -> None:
    address = shows(other_phone, two).path

    def may_go_on(query: str = "?tv=1") -> bool:
        return bool(other_phone.open(address + query).all("[data-may-go-on]"))

    assert may_go_on()
    two.has_played(1, 0, 90, down=[0])
    assert not may_go_on()
    two.write(GameEnded(""))
    assert may_go_on()
    assert not may_go_on(query="")

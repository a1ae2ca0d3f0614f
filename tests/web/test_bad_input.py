"""Invalid input: a clear sentence at the right place, nothing lost, nothing written."""

import pytest

from companion.records.models import Game
from companion.records.store.database import db
from tests.web.page import Page
from tests.web.phone import Phone
from tests.web.table import NEW_GAME, Table, a_hand, send_new_game

DEAL = "Deal the first round"
NEEDS_TWO = "12-Step Rummy needs at least 2 players. Enter a name here."
DOUBLED = "Two players have this name. Add an initial to one of them."
INVISIBLE = "This has invisible characters. Enter it again."
STALE = "The game has changed since this page was opened, so nothing was saved."
A_SUM = "Enter a number such as 45, or a sum such as 10+15+20."
PLACES = ["", "out", "count/", "count/1", "review", "sheet", "final", "rules", "correct/1"]
FAMILY = "👨\u200d👩\u200d👧\u200d👦"


def deal(phone: Phone, *names: str, **typed: str) -> Page:
    rows = {f"names__{row}": name for row, name in enumerate(names)}
    return phone.open(NEW_GAME).press(DEAL, **rows, **typed)


def games(phone: Phone) -> int:
    with phone.app.app_context():
        return db.session.query(Game).count()


REFUSED_NAMES = {
    "nobody": ((), "names-0", NEEDS_TWO),
    "one player": (("Ann",), "names-1", NEEDS_TWO),
    "only spaces": (("Ann", "  ", "\t"), "names-1", NEEDS_TWO),
    "doubled": (("Ann", "Ben", "Ann"), "names-2", DOUBLED),
    "doubled in capitals": (("Ann", "ANN"), "names-1", DOUBLED),
    "a zero-width space": (("Ann", "Ben\u200b"), "names-1", INVISIBLE),
    "60 characters": (
        ("x" * 60, "Ben"),
        "names-0",
        "This has 60 characters. Use 30 or fewer.",
    ),
    "a control character": (("Ann\x07", "Ben"), "names-0", INVISIBLE),
}


@pytest.mark.parametrize(("names", "field", "sentence"), REFUSED_NAMES.values(), ids=REFUSED_NAMES)
def test_a_name_that_cannot_be_kept_is_said_at_its_row(
    phone: Phone, names: tuple[str, ...], field: str, sentence: str
) -> None:
    before = games(phone)
    page = deal(phone, *names, title="At the lake", dealer="1", option_ten_value="5")
    assert (page.status, games(phone)) == (422, before)
    assert page.error_at(field) == sentence
    typed = page.typed("#new-game")
    assert (typed["title"], typed["dealer"], typed["option_ten_value"]) == ("At the lake", "1", "5")
    for row, name in enumerate(names):
        assert typed[f"names-{row}"].split() == name.split()


@pytest.mark.parametrize("field", ["names-1", "title"])
def test_a_null_is_refused(phone: Phone, field: str) -> None:
    """HTML cannot contain it, and PostgreSQL cannot store it."""
    before = games(phone)
    sent = {"csrf_token": phone.csrf_token, "names-0": "Ann", "names-1": "Ben"}
    assert phone.answer(NEW_GAME, sent | {field: "Ben\x00"}).status_code == 422
    assert games(phone) == before


KEPT_NAMES = [
    "🃏 Ann",
    FAMILY,
    "רות",
    "رنا",
    "🏴\U000e0067\U000e0062\U000e007f",
    "x" * 30,
    "O’Hara & <b>",
]


@pytest.mark.parametrize("name", KEPT_NAMES)
def test_a_name_of_any_script_is_kept_as_it_is(phone: Phone, name: str) -> None:
    table = send_new_game(phone, f"  {name} ", "Ben")
    assert table.state.names == (name, "Ben")
    assert table.page().texts(".seats h2") == [name, "Ben"]


def test_too_many_players_is_said_at_the_last_row(phone: Phone) -> None:
    before = games(phone)
    page = phone.open(NEW_GAME).press(DEAL, **{f"names__{row}": f"P{row}" for row in range(10)})
    assert page.error_at("names-9") == (
        "12-Step Rummy is for up to 9 players, and there are 10 here. Remove some."
    )
    assert games(phone) == before


def test_two_errors_at_one_field_are_both_said(phone: Phone) -> None:
    names = {f"names__{row}": f"P{row}" for row in range(9)}
    page = phone.open(NEW_GAME).press(DEAL, **names, names__9="x" * 31)
    assert page.error_at("names-9").startswith("This has 31 characters.")
    assert page.error_at("names-9").endswith("Remove some.")


TITLES = {
    "x" * 81: "This has 81 characters. Use 80 or fewer.",
    "lake\x07": INVISIBLE,
}


@pytest.mark.parametrize(("title", "sentence"), TITLES.items(), ids=["too long", "a bell"])
def test_a_title_that_does_not_fit_is_said_at_its_field(
    phone: Phone, title: str, sentence: str
) -> None:
    before = games(phone)
    page = deal(phone, "Ann", "Ben", title=title)
    assert page.error_at("title") == sentence
    assert games(phone) == before


def test_a_house_rule_with_a_choice_that_is_not_offered_is_said_at_the_rule(phone: Phone) -> None:
    before = games(phone)
    page = deal(phone, "Ann", "Ben", option_ten_value="500")
    assert page.error_at("option_ten_value") == "Choose one of these."
    assert "open" in page.one("details.card").attrs
    assert games(phone) == before


@pytest.mark.parametrize("dealer", ["999", "x", "²", "9" * 5000, None])
def test_a_dealer_who_does_not_sit_there_gives_way_to_the_first_player(
    phone: Phone, dealer: str | None
) -> None:
    page = deal(phone, "Ann", "Ben", dealer=dealer)
    assert page.texts("header p")[0].startswith("Ann deals")


@pytest.mark.parametrize("step", ["up:99", "drop:7", "x"])
def test_a_step_that_no_button_takes_changes_nothing(phone: Phone, step: str) -> None:
    page = phone.open(NEW_GAME)
    page = phone.send(NEW_GAME, [*page.fill("#new-game", names__0="Ann"), ("step", step)])
    assert page.status == 200
    assert page.typed("#new-game")["names-0"] == "Ann"


@pytest.fixture
def counting(table: Table) -> Table:
    table.go_out("Ann")
    return table


UNREADABLE = {
    "-1 aces": ({"aces": "-1"}, "card1", "Enter a whole number from 0 to 8."),
    "99 aces": ({"aces": "99"}, "card1", "At most 8."),
    "x aces": ({"aces": "x"}, "card1", "Enter a whole number from 0 to 8."),
    "1.5 aces": ({"aces": "1.5"}, "card1", "Enter a whole number from 0 to 8."),
    "a huge number": ({"aces": "9" * 5000}, "card1", "Enter a whole number from 0 to 8."),
    "a total of x": ({"total": "x"}, "total", A_SUM),
    "a total of -5": ({"total": "-5"}, "total", A_SUM),
    "an unfinished sum": ({"total": "10+"}, "total", A_SUM),
    "cards and another total": (
        {"aces": "1", "total": "45"},
        "total",
        "The cards and the total do not agree. Clear one of them.",
    ),
    "neither down nor not": ({"aces": "1", "down": "maybe"}, "down", "Choose one of these."),
}


@pytest.mark.parametrize(("typed", "field", "sentence"), UNREADABLE.values(), ids=UNREADABLE)
def test_a_count_that_cannot_be_read_is_said_at_its_field(
    counting: Table, typed: dict[str, str], field: str, sentence: str
) -> None:
    with counting.nothing_written():
        page = counting.count("Cy", courts="3", **typed)
    assert (page.status, page.heading) == (422, "Cards left: Cy")
    assert page.error_at(field) == sentence
    kept = page.typed("#hand")
    assert kept["card2"] == "3"
    assert {name: kept.get(name) for name in a_hand(**typed) if name != "down"} == {
        name: value for name, value in a_hand(**typed).items() if name != "down"
    }


def test_cards_and_a_total_that_agree_are_one_hand(counting: Table) -> None:
    counting.count("Cy", aces=1, total="20", down="yes")
    assert counting.state.open.play.hand(2).points == 20


def test_a_hand_typed_for_a_round_that_was_written_down_meanwhile_is_not_kept(
    counting: Table,
) -> None:
    page = counting.hand_of("Cy")
    for name in ("Ben", "Cy", "Dee"):
        counting.count(name, numbers=13)
    counting.write_down()
    counting.go_out("Ann")
    with counting.nothing_written():
        page = page.press("Next: Dee", card1="2")
    assert page.status == 409
    assert page.trouble.startswith("Round 1 has been written down in the meantime, with 65 for Cy.")
    assert page.follow("Correct it").heading == "Correct round 1"


@pytest.mark.parametrize("total", ["x", "9" * 5000])
def test_an_unreadable_total_is_still_there_where_the_round_goes_on_again(
    counting: Table, total: str
) -> None:
    page = counting.hand_of("Cy")
    counting.undo()
    with counting.nothing_written():
        page = page.press("Next: Dee", total=total)
    assert page.status == 409
    assert page.typed("#hand")["total"] == total
    assert page.error_at("total")


@pytest.mark.parametrize("where", ["mark", "out", "review"])
def test_a_step_for_a_round_that_is_over_is_out_of_date(counting: Table, where: str) -> None:
    token = counting.phone.csrf_token
    with counting.nothing_written():
        sent = {"csrf_token": token, "round": "2", "down": "1", "out": "1"}
        page = counting.phone.send(counting.address(where), sent)
    assert page.status == 409
    assert page.trouble.startswith(STALE) or where == "review"


def test_a_tap_that_arrives_twice_is_written_once(table: Table) -> None:
    page = table.page()
    for _ in range(2):
        assert page.press("Lay down: Ben").status == 200
    assert table.kinds == ["laid_down"]
    page = table.page()
    for _ in range(2):
        assert page.press("Out: Ann went out").heading == "Cards left: Ben"
    assert table.kinds == ["laid_down", "went_out"]
    page = table.hand_of("Ben")
    for _ in range(2):
        assert page.press("Next: Cy", card3="3").heading == "Cards left: Cy"
    assert table.kinds == ["laid_down", "went_out", "hand_counted"]


def test_dealing_twice_starts_one_game(phone: Phone) -> None:
    page = phone.open(NEW_GAME)
    first = page.press(DEAL, names__0="Ann", names__1="Ben")
    again = page.press(DEAL, names__0="Ann", names__1="Ben")
    assert (again.heading, again.path) == ("Round 1", first.path)
    assert phone.home_lists() == ["Ann, Ben"]


def test_dealing_again_with_another_name_from_the_same_page_is_another_game(phone: Phone) -> None:
    page = phone.open(NEW_GAME)
    page.press(DEAL, names__0="Amn", names__1="Ben")
    page.press(DEAL, names__0="Ann", names__1="Ben")
    assert phone.home_lists() == ["Ann, Ben", "Amn, Ben"]


def test_two_taps_at_once_on_a_new_phone_leave_one_game_on_its_home(phone: Phone) -> None:
    """The second request is sent before the first response, so both have the same cookie."""
    page = phone.open(NEW_GAME)
    sent = page.fill("#new-game", names__0="Ann", names__1="Ben")
    cookie = phone.client.get_cookie("companion")
    assert cookie is not None
    for _ in range(2):
        phone.client.set_cookie("companion", cookie.value)
        phone.answer(NEW_GAME, sent)
    assert phone.home_lists() == ["Ann, Ben"]


def test_writing_down_twice_scores_one_round(counting: Table) -> None:
    counting.count("Ben", numbers=13)
    counting.count("Cy", numbers=13)
    page = counting.hand_of("Dee")
    for _ in range(2):
        assert page.press("Write it down", card3="13").heading == "Round 2"
    assert counting.kinds.count("round_scored") == 1
    assert counting.kinds[-1] == "round_scored"


def test_the_last_round_written_down_twice_shows_the_winner_twice(two: Table) -> None:
    two.has_played(11, 0, 90, down=[0])
    two.go_out("Ann")
    page = two.hand_of("Ben")
    for _ in range(2):
        assert page.press("Write it down", card3="13").path == two.address("final")
    assert two.kinds.count("round_scored") == 12


@pytest.mark.parametrize("where", PLACES)
def test_an_unknown_link_leads_to_a_page_that_says_so(phone: Phone, where: str) -> None:
    page = phone.open(f"/g/{'x' * 22}/{where}")
    assert page.status == 404
    assert page.heading == "There is nothing here"
    assert page.trouble.startswith("No game has this address.")
    assert page.follow("Home").heading == "Rummy Companion"


@pytest.mark.parametrize("where", ["mark", "out", "undo", "count/1", "review", "correct/1"])
def test_nothing_can_be_sent_to_an_unknown_link(phone: Phone, where: str) -> None:
    sent = {"csrf_token": phone.csrf_token, "round": "1"}
    assert phone.send(f"/g/{'x' * 22}/{where}", sent).status == 404


UNKNOWN_PLAYERS = {"down": "9", "back": "9", "out": "9"}


@pytest.mark.parametrize(("field", "seat"), [*UNKNOWN_PLAYERS.items(), ("out", "x"), ("out", "")])
def test_an_unknown_player_is_refused(table: Table, field: str, seat: str) -> None:
    where = "out" if field == "out" else "mark"
    sent = {"csrf_token": table.phone.csrf_token, "round": "1", field: seat}
    with table.nothing_written():
        page = table.phone.send(table.address(where), sent)
    assert page.status == 422
    assert page.trouble == "That player is not in this round. Choose another."


@pytest.mark.parametrize("seat", ["", "-1", "x", "9" * 5000, "1e3"])
def test_a_mark_that_cannot_be_read_marks_nobody(table: Table, seat: str) -> None:
    sent = {"csrf_token": table.phone.csrf_token, "round": "1", "down": seat}
    with table.nothing_written():
        assert table.phone.send(table.address("mark"), sent).status in {200, 422}


@pytest.mark.parametrize("accept", ["garbage", "nobody_out:"])
def test_only_a_doubt_that_there_is_can_be_overridden(counting: Table, accept: str) -> None:
    for name in ("Ben", "Cy", "Dee"):
        counting.count(name, numbers=13)
    page = counting.page("review")
    counting.phone.send(counting.address("review"), [*page.fill("#write"), ("accept", accept)])
    assert counting.state.rounds[0].accepted == frozenset()
    assert "?" not in counting.page("sheet").texts("table.scores abbr")


def test_a_form_without_the_token_of_its_page_is_sent_back_with_a_reason(table: Table) -> None:
    with table.nothing_written():
        page = table.phone.send(table.address("mark"), {"round": "1", "down": "1"})
    assert page.status == 400
    assert page.heading == "This page has expired"
    assert page.trouble.startswith("Nothing was saved, because the browser did not send")


def test_an_address_that_only_takes_forms_says_so(table: Table) -> None:
    page = table.page("mark")
    assert page.status == 405
    assert page.heading == "That does not work here"


def test_more_than_a_sheet_can_hold_is_turned_away(table: Table) -> None:
    sent = {"csrf_token": table.phone.csrf_token, "round": "1", "down": "1" * 300_000}
    with table.nothing_written():
        page = table.phone.send(table.address("mark"), sent)
    assert page.status == 413
    assert page.heading == "That is too long"


@pytest.mark.parametrize("query", ["?again=", "?again=" + "9" * 3000, "?x=1&x=2", "?again=%00"])
def test_an_absurd_query_is_no_reason_to_fail(phone: Phone, query: str) -> None:
    assert phone.open(NEW_GAME + query).status in {200, 404}
    assert phone.open("/" + query).status == 200


@pytest.mark.parametrize("seat", ["x", "-1", "9" * 5000])
def test_an_absurd_seat_in_a_link_opens_the_correction_all_the_same(two: Table, seat: str) -> None:
    two.has_played(1, 0, 90, down=[0])
    page = two.page(f"correct/1?seat={seat}")
    assert page.status == 200
    assert not [d for d in page.all("details.hand") if "open" in d.attrs]

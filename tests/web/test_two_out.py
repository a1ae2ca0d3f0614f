"""Two phones have different players going out: the question is asked."""

import re

import pytest

from companion.rules.fold.entries import LaidDown, WentOut
from tests.web.page import Page
from tests.web.phone import Phone
from tests.web.sharing import sits
from tests.web.table import Table, start_game

QUESTION = "Who was out first?"
STYLES = re.compile(r"css/[a-z_]+\.css")


@pytest.fixture
def bens(table: Table, other_phone: Phone) -> Table:
    """Ben has his own phone, and is down."""
    table.write(LaidDown(1))
    sits(table, other_phone, "Ben")
    return table.on(other_phone)


def both(table: Table, bens: Table, mine: str = "Cy") -> Page:
    """Ben's phone has Ben out; a page that was opened before names another player."""
    page = table.page("out")
    bens.go_out("Ben")
    with table.nothing_written():
        return pick(page, mine)


def pick(page: Page, name: str) -> Page:
    return page.press(next(label for label in page.buttons() if name in label.split()))


def out(table: Table) -> int | None:
    return table.state.open.play.went_out


@pytest.mark.both_databases
def test_the_second_phone_is_asked_and_told_what_the_other_one_says(
    table: Table, bens: Table
) -> None:
    page = both(table, bens)
    assert (page.status, page.heading) == (409, QUESTION)
    assert page.texts(".pick b") == ["Ben", "Cy", "Neither"]
    theirs, mine, neither = page.texts(".pick .stands")
    assert theirs.startswith("Down, contract 1 Said on Ben’s phone, ")
    assert mine == "Contract 1 Said on this phone"
    assert neither == "Both taps are undone"


def test_the_one_that_was_tapped_here_goes_out_and_the_other_one_stays_down(
    table: Table, bens: Table
) -> None:
    pick(both(table, bens), "Cy")
    assert out(table) == table.seat("Cy")
    assert table.seat("Ben") in table.state.open.play.laid_down


def test_the_one_of_the_other_phone_stays_out_and_mine_is_down(table: Table, bens: Table) -> None:
    pick(both(table, bens), "Ben")
    assert out(table) == table.seat("Ben")
    assert table.state.last[1] == LaidDown(table.seat("Cy"))


def test_neither_takes_back_what_was_kept(table: Table, bens: Table) -> None:
    pick(both(table, bens), "Neither")
    assert not table.state.open.over


def test_nobody_against_somebody_is_a_question_too(table: Table, bens: Table) -> None:
    page = both(table, bens, mine="Nobody")
    assert page.texts(".pick b") == ["Ben", "Nobody", "Neither"]
    pick(page, "Nobody")
    assert (table.state.open.over, out(table)) == (True, None)


def test_once_a_hand_is_counted_the_round_is_not_opened_again(table: Table, bens: Table) -> None:
    page = table.page("out")
    bens.go_out("Ben")
    bens.count("Cy", aces=2)
    assert "Neither" not in " ".join(pick(page, "Cy").buttons())


def test_the_button_on_the_own_page_of_a_player_asks_too(table: Table, bens: Table) -> None:
    page = bens.page(f"seat/{table.seat('Ben')}")
    table.go_out("Cy")
    with table.nothing_written():
        asked = page.press("I’m out")
    assert (asked.status, asked.heading) == (409, QUESTION)
    assert pick(asked, "Ben").path.endswith(f"/seat/{table.seat('Ben')}")


def test_the_answer_is_asked_about_again_where_a_third_phone_was_faster(
    table: Table, bens: Table
) -> None:
    page = both(table, bens)
    bens.go_out("Dee")
    with table.nothing_written():
        again = pick(page, "Cy")
    assert (again.status, again.texts(".pick b")) == (409, ["Dee", "Cy", "Neither"])


@pytest.mark.parametrize(
    ("place", "drawing"), [("out/twice", "two_out"), ("twice/1", "two_rounds")]
)
def test_a_question_that_is_opened_by_its_address_looks_as_it_does_elsewhere(
    table: Table, place: str, drawing: str
) -> None:
    drawings = table.phone.client.get(table.address("drawings")).text
    head = drawings.partition(f'data-of="head" data-key="{drawing}"')[2]
    drawn = head.partition("</template>")[0]
    opened = table.phone.client.get(table.address(place)).text
    assert (asked := set(STYLES.findall(drawn)))
    assert asked <= set(STYLES.findall(opened))


@pytest.mark.parametrize("place", ["out/twice", "twice/1"])
def test_the_address_of_a_settled_question_says_so(table: Table, place: str) -> None:
    page = table.page(place)
    assert "Nothing is waiting for an answer on this phone." in page.words
    assert page.follow("Table").path == table.address()


def test_in_a_game_without_contracts_nobody_stays_down(phone: Phone, other_phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", "Cy", game="five-crowns")
    bens = table.on(other_phone)
    page = both(table, bens)
    assert "stays down" not in page.words
    pick(page, "Cy")
    assert table.state.last[1] == WentOut(table.seat("Cy"))


def test_the_json_api_names_the_phone_that_was_faster(table: Table, bens: Table) -> None:
    bens.go_out("Ben")
    out = {"kind": "went_out", "seat": table.seat("Cy"), "went_rummy": False}
    command = {"tap": "a-tap-of-mine-no-1", "seen": 1, "round": 1, "entries": [out]}
    answer = table.phone.client.post(
        table.address("log"),
        json={"commands": [command]},
        headers={"X-CSRFToken": table.phone.csrf_token},
    )
    [told] = answer.json["answers"]
    assert (told["status"], told["code"], told["by"]) == ("conflict", "two_out", "Ben’s phone")
    assert told["at"].endswith("+00:00")

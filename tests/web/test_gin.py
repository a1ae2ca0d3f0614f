"""Gin on its pages: knock and gin instead of going out, deadwood, and the points at the end."""

import csv
import re
from io import StringIO
from itertools import pairwise

import pytest

from companion.rules.fold.entries import Entry, Hand, HandCounted, RoundScored, WentOut
from companion.rules.model.play import Ending
from tests.browser.printing import poppler
from tests.web.own_games import key_of, own_game
from tests.web.page import Page
from tests.web.phone import Phone
from tests.web.table import Table, start_game


@pytest.fixture
def gin(phone: Phone) -> Table:
    return start_game(phone, "Ann", "Ben", game="gin-rummy")


def _held(seat: int, points: int) -> HandCounted:
    return HandCounted(seat, Hand(points=points), down=False)


def _knocked(seat: int, own: int, other: int) -> list[Entry]:
    return [
        WentOut(seat, ending="knock"),
        *(_held(seat, own), _held(1 - seat, other), RoundScored()),
    ]


def _went_gin(seat: int, other: int, ending: Ending = "gin") -> list[Entry]:
    return [WentOut(seat, ending=ending), _held(1 - seat, other), RoundScored()]


def _finished(table: Table) -> Table:
    table.write(*_knocked(0, 8, 20), *_went_gin(0, 14), *_knocked(0, 8, 7), *_went_gin(0, 30))
    return table


@pytest.fixture
def hollywood(phone: Phone) -> Table:
    """Three games at once, played to the end; Ben wins one round, which counts in game 1."""
    table = start_game(phone, "Ann", "Ben", game="gin-rummy", games="3")
    table.write(*_knocked(1, 5, 15), *(entry for _ in range(4) for entry in _went_gin(0, 25)))
    return table


def test_the_page_of_one_player_says_nothing_about_who(gin: Table) -> None:
    page = gin.page("out/1")
    assert (page.heading, page.texts(".bar p")) == ("How did the round end?", ["Round 1"])
    assert gin.page("out").texts(".bar p") == ["Round 1 · Tap who knocked or went gin."]


def test_three_games_at_once_stand_side_by_side_at_the_table(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", game="gin-rummy", games="3")
    table.write(*_knocked(0, 5, 15), *_knocked(0, 5, 25), *_knocked(1, 5, 15))
    words = table.page().texts(".goal .words")
    assert words == ["in each game 30 | 20 | 0 · 2 won", "in each game 10 | 0 | 0 · 1 won"]


def test_the_sheet_has_each_game_and_their_sum(hollywood: Table) -> None:
    page = hollywood.page("sheet")
    assert page.texts(".scores tbody .cell small")[2:4] == [
        *("in each game 50 | 0 | 0 · gin", "in each game 10 | 0 | 0"),
    ]
    assert page.texts(".scores tfoot td") == [
        *("300 in each game 100 | 100 | 100", "10 in each game 10 | 0 | 0"),
        *("300 in each game 100 | 100 | 100", "0 in each game 0 | 0 | 0"),
        *("150 in each game 50 | 50 | 50", "25 in each game 25 | 0 | 0"),
        *("200 in each game 0 | 100 | 100", "0 in each game 0 | 0 | 0"),
        *("950 in each game 250 | 350 | 350", "35 in each game 35 | 0 | 0"),
    ]
    assert page.texts(".leaf .settled small")[-2:] == [
        *("in each game 250 | 350 | 350", "in each game 35 | 0 | 0"),
    ]


def test_the_result_has_each_game_and_their_sum(hollywood: Table) -> None:
    page = hollywood.page("final/share")
    assert "1. Ann: 950 (250\u00a0|\u00a0350\u00a0|\u00a0350)" in page.html
    why = "Round 5 was the last. Ann has the most points, 950; next best: 35."
    assert why in hollywood.page("final").words


def test_the_table_for_spreadsheets_has_the_total_in_each_game(hollywood: Table) -> None:
    text = hollywood.phone.client.get(hollywood.address("game.csv")).get_data(as_text=True)
    header, *rows = csv.reader(text.removeprefix("\ufeff").splitlines())
    assert header[-3:] == ["game_1", "game_2", "game_3"]
    assert [row[-3:] for row in rows[:4]] == [
        *(["0", "0", "0"], ["10", "0", "0"], ["50", "0", "0"], ["10", "0", "0"]),
    ]
    assert rows[-2][-3:] == ["250", "350", "350"]
    assert {len(row) for row in rows} == {len(header)}


def test_across_the_table_each_game_can_be_read(hollywood: Table) -> None:
    page = hollywood.page("across")
    assert page.texts(".each-game") == ["250 | 350 | 350", "35 | 0 | 0"]
    assert page.texts(".num")[:2] == ["Total: 950", "Total: 35"]


def test_the_table_asks_for_a_knock_or_gin_and_for_nothing_else(gin: Table) -> None:
    page = gin.page()
    assert page.texts(".goal-line") == ["First to 100"]
    ends = [label for label in page.buttons() if label.startswith(("Knock", "Gin", "Big", "Out"))]
    assert ends == [
        *("Knock: Ann knocked", "Gin: Ann went gin"),
        *("Knock: Ben knocked", "Gin: Ben went gin"),
    ]


def test_big_gin_has_a_button_where_it_is_played(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", game="gin-rummy", big_gin="31")
    assert "Big gin: Ben went big gin" in table.page().buttons()
    table.page().press("Big gin: Ben went big gin")
    assert table.state.open.play.ending == "big_gin"
    assert table.page("out").texts("button.pick .stands")[:3] == [
        *("knocked", "went gin", "went big gin"),
    ]


def test_a_knock_leads_to_the_deadwood_of_both(gin: Table) -> None:
    page = gin.page().press("Knock: Ben knocked")
    assert page.heading == "Deadwood: Ann"
    assert "Round 1 · Ben knocked" in page.words
    assert "Count only the cards that are in no meld" in page.words
    page = page.press("Next: Ben", total="20")
    assert page.heading == "Deadwood: Ben"
    page.press("Review", total="8")
    review = gin.page("review")
    assert review.texts(".line .words") == ["deadwood 20", "knocked · deadwood 8", "20 − 8 = 12"]


def test_of_whoever_went_gin_nothing_is_counted(gin: Table) -> None:
    page = gin.page().press("Gin: Ann went gin")
    assert page.heading == "Deadwood: Ben"
    assert page.press("Review", total="14").texts(".line .plus") == ["points +39", "points 0"]


def test_the_question_how_the_round_ended_has_a_line_for_each_way(gin: Table) -> None:
    page = gin.page().follow("Round over")
    assert page.heading == "How did the round end?"
    assert page.texts("button.pick b") == ["Ann", "Ann", "Ben", "Ben", "Nobody"]
    assert page.texts("button.pick .stands") == [
        *("knocked", "went gin") * 2,
        "the round is void: the same dealer deals again",
    ]
    page.press("Ben knocked")
    assert (gin.state.open.play.went_out, gin.state.open.play.ending) == (1, "knock")


def test_too_much_deadwood_is_asked_about_and_may_be_right(gin: Table) -> None:
    gin.write(WentOut(0, ending="knock"), _held(0, 13), _held(1, 20))
    page = gin.page("review")
    said = "Ann knocked with 13 points of deadwood, but at most 10 are allowed."
    assert page.texts(".doubt p") == [said]
    page.press("Score anyway")
    assert said in gin.page("sheet").words


def test_a_knock_without_deadwood_is_asked_about_once_and_one_tap_makes_it_gin(gin: Table) -> None:
    gin.write(WentOut(0, ending="knock"), _held(0, 0), _held(1, 20))
    page = gin.page("review")
    asked = "Gin? Ann knocked with no deadwood: gin scores 45, a knock 20."
    assert page.texts(".doubt") == [f"{asked} Gin"]
    page = page.press("Gin")
    assert page.heading == "Is round 1 right?"
    assert page.texts(".doubt") == []
    assert page.texts(".line .plus") == ["points +45", "points 0"]
    gin.write_down()
    assert gin.state.totals == (45, 0)


def test_a_knock_without_deadwood_may_stay_one(gin: Table) -> None:
    gin.write(WentOut(0, ending="knock"), _held(0, 0), _held(1, 20))
    gin.page("review").press("Knock")
    assert gin.state.totals == (20, 0)
    assert "Ann knocked with no deadwood." in gin.page("sheet").words


def test_the_history_and_the_undo_button_say_how_it_ended(gin: Table) -> None:
    gin.write(WentOut(0, ending="knock"))
    assert "Undo: Ann knocked" in gin.page().buttons()
    gin.write(WentOut(1, ending="gin"))
    words = gin.page("history").words
    assert "Ben went gin" in words
    assert "Ann knocked" in words


def test_of_a_void_hand_nobody_knocked(gin: Table) -> None:
    gin.write(WentOut(None))
    assert "Undo: Nobody knocked" in gin.page().buttons()
    assert "Nobody knocked" in gin.page("history").words


def test_the_page_of_a_person_counts_rounds_ended_by_a_knock(gin: Table) -> None:
    _finished(gin)
    words = gin.phone.open("/persons/one?name=ann").texts(".hero dt")
    assert words[-1] == "rounds ended"


def test_the_sheet_says_how_each_round_ended_and_settles_below_the_totals(gin: Table) -> None:
    page = _finished(gin).page("sheet")
    assert [words.split(" · ")[-1] for words in page.texts(".scores td small") if "·" in words] == [
        *("knock", "gin", "knock", "gin")
    ]
    assert page.texts(".scores .settled") == [
        *("Game won 100 0", "Rounds won 75 25", "In all 281 51")
    ]
    assert page.texts(".leaf .settled")[-1] == "In all 281 51"


def test_the_printed_sheet_and_the_pdf_say_how_each_round_ended(gin: Table) -> None:
    page = _finished(gin).page("sheet")
    assert page.texts(".leaf .cell .ended") == [
        *("knock, 20 − 8", "gin, 14 + 25", "knock", "8 − 7 + 25", "gin, 30 + 25")
    ]
    file = gin.phone.client.get(gin.address("sheet.pdf")).data
    words = poppler("pdftotext", "-", "-", pdf=file).decode().replace(",", "").split()
    assert (words.count("knock"), words.count("gin")) == (2, 2)


def test_the_winner_s_page_has_what_the_totals_come_to(gin: Table) -> None:
    page = _finished(gin).page("final")
    assert page.texts(".crown h2") == ["Ann wins"]
    assert page.texts(".ranks .num") == ["281", "51"]
    assert "Most knocks and gins" in page.words
    assert "1. Ann: 281" in gin.page("final/share").words


def test_the_table_for_spreadsheets_ends_with_the_settlement(gin: Table) -> None:
    told = gin.phone.client.get(_finished(gin).address("game.csv")).data
    text = told.decode("utf-8-sig")
    rows = [row for row in csv.DictReader(StringIO(text)) if not row["round"].isdecimal()]
    assert [(row["round"], row["player"], row["points"], row["total"]) for row in rows] == [
        ("game", "Ann", "100", "206"),
        ("game", "Ben", "0", "26"),
        ("boxes", "Ann", "75", "281"),
        ("boxes", "Ben", "25", "51"),
    ]


def test_the_review_tells_the_deadwood_unless_it_is_gin(gin: Table) -> None:
    gin.write(WentOut(0, ending="knock"), _held(0, 8), _held(1, 20))
    words = ["knocked · deadwood 8", "20 − 8 = 12", "deadwood 20"]
    assert gin.page("review").texts(".line .words") == words
    gin.write(RoundScored(), WentOut(0, ending="gin"), _held(1, 20))
    assert gin.page("review").texts(".line .words") == ["went gin", "20 + 25 = 45", "deadwood 20"]


def test_a_void_round_of_a_game_without_contracts_names_none(gin: Table) -> None:
    gin.write(WentOut(None))
    told = "Nobody ended the round, so it is void: no points, and the same dealer deals again."
    assert gin.page("review").texts("p.note") == [told]


def test_what_everybody_needs_is_melds(gin: Table) -> None:
    told = "There are no contracts in this game: bring your cards into melds."
    assert told in gin.page("aloud?ask=needs").words


def test_files_for_programs_tell_how_each_round_ended(gin: Table) -> None:
    client = _finished(gin).phone.client
    rows = csv.DictReader(StringIO(client.get(gin.address("game.csv")).data.decode("utf-8-sig")))
    ended = {row["round"]: row["ending"] for row in rows if row["player"] == "Ann"}
    assert ended == {"1": "knock", "2": "gin", "3": "knock", "4": "gin", "game": "", "boxes": ""}
    told = client.get(gin.address("score.json")).get_json()["rounds"]
    assert [one["ending"] for one in told] == ["knock", "gin", "knock", "gin"]


def test_the_figures_of_the_settlement_do_not_overlap_on_paper(gin: Table) -> None:
    file = gin.phone.client.get(_finished(gin).address("sheet.pdf")).data
    page = poppler("pdftotext", "-bbox", "-", "-", pdf=file).decode()
    lines = [float(y) for y in re.findall(r'yMax="([\d.]+)">(?:100|75|281)<', page)[:3]]
    size = 11  # points
    assert [below - above > size for above, below in pairwise(lines)] == [True, True]


def test_a_correction_turns_a_knock_into_gin_and_back(gin: Table) -> None:
    gin.write(*_knocked(0, 8, 20))
    page: Page = gin.page("correct/1?seat=0")
    changed = page.press("See what changes", ending="gin")
    assert "12 45" in " ".join(changed.words.split())
    changed.press("Save")
    assert gin.state.totals == (45, 0)
    assert gin.state.rounds[0].play.hands.keys() == {1}
    back = gin.page("correct/1?seat=0").press(
        "See what changes", ending="knock", **{"seat0-total": "9"}
    )
    back.press("Save")
    assert gin.state.totals == (11, 0)


def test_two_phones_that_differ_on_who_knocked_see_both_claims(
    gin: Table, other_phone: Phone
) -> None:
    mine, theirs = gin.page(), gin.on(other_phone).page()
    mine.press("Knock: Ann knocked")
    page = theirs.press("Gin: Ben went gin")
    assert page.status == 409
    page.press(next(label for label in page.buttons() if "Ben" in label))
    assert (gin.state.open.play.went_out, gin.state.open.play.ending) == (1, "gin")


def test_the_rules_card_tells_the_bonuses(phone: Phone) -> None:
    words = phone.open("/games/gin-rummy").words
    assert "knocks with at most 10 points of deadwood" in words
    assert "the other player scores the difference and 25 points" in words
    assert "Then each player is given 25 points for each round won." in words
    table = start_game(phone, "Ann", "Ben", game="gin-rummy", undercut_bonus="15", boxes="0")
    words = table.page("rules").words
    assert "the other player scores the difference and 15 points" in words
    assert "for each round won" not in words.partition("House rules")[0]


def test_a_custom_game_based_on_gin_is_knocked_too_and_settles_by_its_own_points(
    phone: Phone,
) -> None:
    changes = {"name": "Ours", "house_rules": [], "settlement.game": 50, "end.limit": 60}
    key = key_of(own_game(phone, "/own/from/gin-rummy", changes=changes))
    table = start_game(phone, "Ann", "Ben", game=key)
    table.page().press("Gin: Ann went gin").press("Review", total="40")
    table.write_down()
    assert table.state.outcome.winners == (0,)
    rows = table.page("sheet").texts(".scores .settled")
    assert rows == ["Game won 50 0", "Rounds won 25 0", "Shutout 65 0", "In all 205 0"]


def test_a_blank_sheet_of_gin_has_rows_for_what_is_added_at_the_end(phone: Phone) -> None:
    page = phone.open("/games/gin-rummy/sheet")
    assert page.texts(".leaf .settled th") == ["Game won", "Rounds won", "Shutout", "In all"]

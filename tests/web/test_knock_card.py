"""Oklahoma gin: the card that was turned up may be named, and a knock above it is questioned."""

import pytest

from companion.rules.decide import Command, decide
from companion.rules.fold import entries as e
from companion.rules.judging.doubts import find_doubts
from companion.sentences import JUDGED
from tests.web.phone import Phone
from tests.web.table import Table, start_game

ANN, BEN = range(2)
CONTROL = "#turned-up"


@pytest.fixture
def oklahoma(phone: Phone) -> Table:
    return start_game(phone, "Ann", "Ben", game="gin-rummy", knock_at="upcard")


def counted(seat: int, points: int) -> e.HandCounted:
    return e.HandCounted(seat, e.Hand(points=points), down=False)


def knocked(own: int) -> list[e.Entry]:
    """Ann has knocked, and both hands are counted."""
    return [e.WentOut(ANN, ending="knock"), counted(ANN, own), counted(BEN, 30)]


def test_the_table_offers_to_name_the_card_and_asks_nobody(oklahoma: Table) -> None:
    page = oklahoma.page()
    assert page.texts(f"{CONTROL} summary") == ["Knock card: –"]
    assert "knock with" not in page.words
    assert oklahoma.page("out").all(CONTROL) == []
    page.press("Knock: Ann knocked").press("Next: Ben", total="10").press("Review", total="30")
    assert oklahoma.page("review").doubts == []


def test_a_game_to_ten_has_no_such_control(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", game="gin-rummy")
    assert table.page().all(CONTROL) == []
    game = table.stored.game
    assert decide(game, Command((e.TurnedUp("7"),), game.version)) == game


@pytest.mark.parametrize(("rank", "most"), [("7", 7), ("K", 10), ("A", 1)])
def test_every_page_of_the_round_says_with_how_much_a_player_may_knock(
    oklahoma: Table, rank: str, most: int
) -> None:
    page = oklahoma.page().press(rank)
    assert f"knock with {most} or less" in page.texts(".deals")[0]
    assert page.texts(".knock-card") == [f"Knock card: {rank}"]
    said = f"Knock with {most} or less."
    assert said in oklahoma.page("seat/1").words
    assert said in oklahoma.page("aloud?ask=needs").words
    assert f"knock with {most} or less" in oklahoma.page("across").words


def test_another_card_can_be_named_until_the_round_is_written(oklahoma: Table) -> None:
    oklahoma.page().press("7").press("Change the knock card").press("8")
    oklahoma.write(*knocked(8))
    oklahoma.page().press("Change the knock card").press("9")
    assert oklahoma.state.open is not None
    assert oklahoma.state.open.play.turned_up == "9"
    oklahoma.write(e.RoundScored())
    assert oklahoma.page().texts(f"{CONTROL} summary") == ["Knock card: –"]


def test_the_link_of_the_referee_has_the_limit_of_the_round(oklahoma: Table, phone: Phone) -> None:
    oklahoma.write(e.TurnedUp("3"), e.WentOut(ANN))
    page = oklahoma.page("referee?ask=knock&cards=AH+2H+3H+7C+7D+7S+9S+10S+JS+8D&tap=rank+K")
    page = page.press("Take the last card back")
    link = page.one("#share").attrs["href"] or ""
    for shown in (
        page,
        phone.open(link),
        phone.open(link).press("K").press("Take the last card back"),
    ):
        assert JUDGED["knocking"].one in shown.words
    without_limit = phone.open(link.replace("knock_most=3", "knock_most=300"))
    assert without_limit.texts(".verdict") == ["Yes"]


def test_a_knock_above_the_card_is_questioned_and_may_be_right(oklahoma: Table) -> None:
    oklahoma.write(e.TurnedUp("7"), *knocked(8))
    page = oklahoma.page("review")
    said = "Ann knocked with 8 points of deadwood, but at most 7 are allowed."
    assert page.texts(".doubt p") == [said]
    page.press("Score anyway")
    assert oklahoma.state.totals == (22, 0)
    assert said in oklahoma.page("sheet").words


def test_the_history_and_the_undo_button_tell_the_card(oklahoma: Table) -> None:
    page = oklahoma.page().press("Q")
    assert "Undo: The card turned up" in page.buttons()
    assert "Turned up in this round: Q" in oklahoma.page("history").words
    oklahoma.undo()
    assert "knock with" not in oklahoma.page().words


def test_a_correction_names_the_card_and_is_questioned(oklahoma: Table) -> None:
    oklahoma.write(*knocked(8), e.RoundScored())
    page = oklahoma.page("correct/1?seat=0")
    assert page.texts("legend")[-1] != "Wild in this round"
    page = page.press("See what changes", turned_up="7")
    assert page.texts(".doubt p") == [
        "Ann knocked with 8 points of deadwood, but at most 7 are allowed."
    ]
    oklahoma.page("correct/1").press("See what changes", turned_up="9").press("Save")
    assert oklahoma.state.rounds[0].play.turned_up == "9"


def test_of_two_phones_with_two_ranks_the_later_one_counts(
    oklahoma: Table, other_phone: Phone
) -> None:
    mine, theirs = oklahoma.page(), oklahoma.on(other_phone).page()
    mine.press("7")
    assert "knock with 8 or less" in theirs.press("8").words
    history = oklahoma.page("history").words
    assert "Turned up in this round: 7" in history
    assert "Turned up in this round: 8" in history


def test_a_card_named_before_the_house_rule_changed_limits_nothing(oklahoma: Table) -> None:
    oklahoma.write(e.TurnedUp("2"), *knocked(9))
    page = oklahoma.page("rules").follow("Change a house rule")
    page.press("Play by these rules", option_knock_at="most")
    assert (oklahoma.page().all(CONTROL), oklahoma.page("review").doubts) == ([], [])
    oklahoma.write(e.RoundScored())
    assert oklahoma.state.totals == (21, 0)


def test_a_hand_counted_by_a_page_that_has_not_seen_the_card_stands(oklahoma: Table) -> None:
    oklahoma.write(e.WentOut(ANN, ending="knock"))
    seen = oklahoma.stored.game.version
    oklahoma.write(e.TurnedUp("7"))
    game = decide(oklahoma.stored.game, Command((counted(ANN, 8),), seen))
    assert game.entries[-1] == counted(ANN, 8)


def test_the_card_can_be_taken_back_once_hands_are_counted(oklahoma: Table) -> None:
    oklahoma.write(e.TurnedUp("7"), *knocked(8))
    game, late = oklahoma.stored.game, e.EntryUndone(1)
    after = decide(game, Command((late,), game.version, unasked=True))
    assert find_doubts(after.state.open.by(after.ruleset)) == ()


def test_the_referee_at_the_table_knows_the_card(oklahoma: Table) -> None:
    oklahoma.write(e.WentOut(ANN, ending="knock"))
    asked = "referee?ask=knock&cards=3S+4S+5S+9S+9H+9D+KS+KH+KD+8C+QC"
    assert oklahoma.page(asked).texts(".verdict") == ["Yes"]
    oklahoma.write(e.TurnedUp("7"))
    assert oklahoma.page(asked).texts(".verdict") == ["No"]

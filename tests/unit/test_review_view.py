"""The view model of the review."""

import json

from companion.rules.fold.entries import Adjusted, Adjustment, Entry, Hand, HandCounted, WentOut
from companion.rules.game import Game
from companion.rules.model.state import Seats
from companion.rules.reading.catalogue import game_data
from companion.web.pages.counting.review_view import ReviewView, review_view

ANN, BEN, CY = range(3)
BEN_DOWN = HandCounted(BEN, Hand(points=40), down=True)
CY_NOT = HandCounted(CY, Hand(points=65), down=False)


def review(*entries: Entry) -> ReviewView:
    snapshot = json.dumps(game_data("twelve-step-rummy") | {"options": {}})
    game = Game.begun(snapshot, Seats(("Ann", "Ben", "Cy")), entries)
    assert game.state.open is not None
    return review_view(game, game.state.open)


def test_a_round_that_is_right_shows_what_each_player_will_have_and_asks_nothing() -> None:
    view = review(WentOut(ANN), BEN_DOWN, CY_NOT)
    told = [(row.name, row.number, row.made, row.points, row.total) for row in view.rows]
    assert told == [("Ann", 1, True, 0, 0), ("Ben", 1, True, 40, 40), ("Cy", 1, False, 65, 65)]
    assert [row.went_out for row in view.rows] == [True, False, False]
    assert (view.asked, view.obstacle) == ((), None)


def test_an_uncounted_hand_is_an_obstacle_that_links_to_its_page() -> None:
    view = review(WentOut(ANN), BEN_DOWN)
    assert [(row.points, row.total) for row in view.rows] == [(0, 0), (40, 40), (None, 0)]
    assert view.obstacle is not None
    assert (view.obstacle.code, view.obstacle.fix, view.asked) == ("blank_hand", CY, ())
    assert [row.obstacle for row in view.rows] == [None, None, view.obstacle]


def test_the_doubt_nobody_out_links_to_the_question_who_went_out() -> None:
    ann = HandCounted(ANN, Hand(points=30), down=True)
    (question,) = review(WentOut(None), ann, BEN_DOWN, CY_NOT).asked
    assert (question.doubt.code, question.fix, question.answer) == (
        *("nobody_out", None),
        "nobody_out:",
    )


def test_a_doubt_about_a_hand_links_to_it() -> None:
    too_many = HandCounted(BEN, Hand(cards={"3-9": 12}), down=True, buys=0)
    questions = review(WentOut(ANN), too_many, CY_NOT).asked
    assert {(one.fix, one.answer.split(":")[1]) for one in questions} == {(BEN, "1")}


def test_a_doubt_is_below_its_row_and_one_of_the_round_below_none() -> None:
    view = review(WentOut(None), HandCounted(ANN, Hand(cards={}), down=True), BEN_DOWN, CY_NOT)
    assert [one.doubt.code for one in view.questions] == ["nobody_out"]
    assert [len(row.questions) for row in view.rows] == [1, 0, 0]


def test_adjustments_are_in_the_row_of_their_player() -> None:
    cut = Adjustment(-50, "an exact cut")
    view = review(Adjusted(BEN, cut), WentOut(ANN), BEN_DOWN, CY_NOT)
    assert [row.adjustment for row in view.rows] == [None, cut, None]
    assert view.rows[BEN].points == -10

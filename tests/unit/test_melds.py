"""Melds entered during the round: storing, scoring, and removal."""

import pytest

from companion.rules.decide import Command, Conflict, decide
from companion.rules.fold import entries as e
from companion.rules.game import Game
from companion.rules.judging.refusals import Refused
from companion.rules.model.state import OpenRound, Seats, cards_of
from companion.rules.reading.catalogue import game_data
from tests.vectors.own_rules import snapshot_of

ANN, BEN, CY = range(3)
KINGS, A_THREE, RUN = (
    e.Melded(ANN, {"K": 3}),
    e.Melded(ANN, {"3": 1}),
    e.Melded(BEN, {"7": 1, "8": 1}),
)
ANN_COUNTED = e.HandCounted(ANN, e.Hand(cards={}), down=False, melded=e.Hand(cards={"10-K": 3}))


def rummy_500(*entries: e.Entry, game: str = "rummy-500") -> Game:
    data = game_data(game)
    options = {row["key"]: row["default"] for row in data["house_rules"]}
    new = Game.begun(snapshot_of(data, options), Seats(("Ann", "Ben", "Cy")))
    return new.with_entries(*entries)


def open_round(*entries: e.Entry) -> OpenRound:
    now = rummy_500(*entries).state.open
    assert now is not None
    return now


def wanted(game: Game, entry: e.Entry) -> Game:
    return decide(game, Command((entry,), game.version))


def test_what_a_player_melds_adds_up_and_scores_nothing_yet() -> None:
    now = open_round(KINGS, RUN, A_THREE)
    assert now.melded(ANN) == e.Hand(cards={"K": 3, "3": 1})
    assert now.melded(BEN) == e.Hand(cards={"7": 1, "8": 1})
    assert now.melded(CY) == e.Hand()
    assert now.play.melded == {}
    assert set(now.uncounted) == {ANN, BEN, CY}


def test_no_meld_is_blank_and_not_without_cards() -> None:
    assert cards_of(()) == e.Hand()


def test_what_is_counted_replaces_what_was_melded() -> None:
    now = open_round(KINGS, A_THREE, e.WentOut(ANN), ANN_COUNTED)
    assert now.melds == {ANN: ()}
    assert now.melded(ANN) == e.Hand(cards={"10-K": 3})


def test_the_melds_are_back_once_the_count_is_undone() -> None:
    now = open_round(KINGS, e.WentOut(ANN), ANN_COUNTED, e.EntryUndone(3))
    assert now.melded(ANN) == e.Hand(cards={"K": 3})


def test_any_meld_of_the_round_can_be_taken_back() -> None:
    game = rummy_500(KINGS, RUN, A_THREE)
    after = wanted(game, e.EntryUndone(1)).state.open
    assert after is not None
    assert after.melded(ANN) == e.Hand(cards={"3": 1})


def test_a_written_round_and_a_player_who_leaves_take_their_melds_with_them() -> None:
    hands = [
        e.HandCounted(s, e.Hand(points=5), down=False, melded=e.Hand(points=9))
        for s in (ANN, BEN, CY)
    ]
    assert open_round(KINGS, e.WentOut(None), *hands, e.RoundScored()).melds == {}
    assert open_round(KINGS, RUN, e.PlayerLeft(ANN)).melds.keys() == {BEN}


@pytest.mark.parametrize("entry", [e.Melded(ANN, {}), e.Melded(ANN, {"K": 0})])
def test_no_cards_are_no_meld(entry: e.Entry) -> None:
    assert wanted(rummy_500(), entry).entries == ()


def test_where_melds_do_not_score_nothing_is_written() -> None:
    assert wanted(rummy_500(game="five-crowns"), e.Melded(ANN, {"K": 3})).entries == ()


def test_a_meld_that_comes_after_the_count_is_stale() -> None:
    with pytest.raises(Conflict, match="out_of_date"):
        wanted(rummy_500(e.WentOut(ANN), ANN_COUNTED), KINGS)


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        (e.Melded(7, {"K": 3}), "unknown_player"),
        (e.Melded(ANN, {"Joker": 1}), "unknown_card"),
        (e.Melded(ANN, {"K": -1}), "negative_count"),
    ],
)
def test_cards_that_cannot_be_are_refused(entry: e.Entry, code: str) -> None:
    with pytest.raises(Refused, match=code):
        wanted(rummy_500(), entry)

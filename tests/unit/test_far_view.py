"""The view model of the view across the table."""

from companion.rules.fold import entries as e
from companion.rules.fold.replay import replay
from companion.rules.model.state import Seats
from companion.rules.reading.catalogue import game_data
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.ruleset import read_ruleset
from companion.web.pages.sheet.across_view import AcrossView, across_view

ANN, BEN, CY = range(3)
ONE_ROUND = (
    *(e.WentOut(ANN), e.HandCounted(BEN, e.Hand(points=40), down=True)),
    *(e.HandCounted(CY, e.Hand(points=65), down=False), e.RoundScored()),
)


def seen(
    *entries: e.Entry, game: str = "twelve-step-rummy", counting: tuple[int, ...] = ()
) -> AcrossView:
    ruleset = read_ruleset(apply_house_rules(game_data(game), {}))
    names = ("Ann", "Bartholomew", "Wolfeschlegelsteinhausen")
    return across_view(ruleset, replay(ruleset, Seats(names, CY), entries), counting)


def test_each_player_has_a_contract_and_a_state() -> None:
    view = seen(*ONE_ROUND, e.LaidDown(BEN), e.WentOut(CY), counting=(ANN,))
    told = [(one.number, one.total, one.says, one.hand, one.place) for one in view.seats]
    assert told == [
        (2, 0, "not_down", "counting", 1),
        (2, 40, "down", "to_count", 2),
        (1, 65, "out", "", 3),
    ]
    assert [one.is_lit for one in view.seats] == [False, True, True]
    assert [(one.deals, one.leads) for one in view.seats] == [
        (True, False),
        (False, True),
        (False,) * 2,
    ]


def test_before_a_round_is_written_nobody_has_a_place() -> None:
    assert [one.place for one in seen().seats] == [None] * 3


def test_long_names_are_drawn_smaller() -> None:
    assert [one.letters for one in seen().seats] == ["", "long", "longest"]


def test_without_contracts_the_wild_rank_is_everybody_s() -> None:
    view = seen(game="five-crowns")
    assert (view.wild, [one.number for one in view.seats]) == ("3", [None] * 3)
    assert seen(game="rummy-500").wild is None


def test_once_it_is_over_the_winners_are_lit_in_the_order_of_the_standing() -> None:
    view = seen(*ONE_ROUND, e.GameEnded(""))
    assert (view.round, view.winners) == (None, ("Ann",))
    assert [(one.seat, one.is_lit) for one in view.seats] == [(0, True), (1, False), (2, False)]
    assert [one.says for one in view.seats] == [""] * 3

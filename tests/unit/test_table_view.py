"""The view model of the table."""

from collections.abc import Container, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from types import MappingProxyType

import pytest

from companion.rules.fold import entries as e
from companion.rules.fold.replay import replay
from companion.rules.model.house_rules import Value
from companion.rules.model.state import Seats
from companion.rules.reading.catalogue import catalogue, game_data
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.ruleset import read_ruleset
from companion.web.pages.table.view import OutView, TableView, out_view, table_view
from companion.web.view_models.open_round import Progress, ladder

ANN, BEN, CY = range(3)
ALL_IS_WELL = frozenset(
    (code, seat)
    for code in ("wrong_hand_size_without_contract", "points_not_reachable", "nobody_out")
    for seat in (None, ANN, BEN, CY)
)
WON_BY_ANN = (
    *(e.WentOut(ANN), e.HandCounted(BEN, e.Hand(points=40), down=True)),
    *(e.HandCounted(CY, e.Hand(points=65), down=False), e.RoundScored()),
)


def table(
    *entries: e.Entry,
    game: str = "twelve-step-rummy",
    options: Mapping[str, Value] = MappingProxyType({}),
    may_score: bool = True,
    counting: Container[int] = (),
) -> TableView:
    ruleset = read_ruleset(apply_house_rules(game_data(game), options))
    state = replay(ruleset, Seats(("Ann", "Ben", "Cy")), entries)
    assert state.open is not None
    return table_view(ruleset, state, state.open, may_score=may_score, counting=counting)


def test_the_mark_of_a_player_toggles_down() -> None:
    view = table(e.LaidDown(BEN))
    assert [one.mark for one in view.seats] == ["lay_down", "take_back", "lay_down"]
    assert [one.out_button for one in view.seats] == ["says_so"] * 3
    assert [one.hand for one in view.seats] == [""] * 3


def test_a_watcher_sees_who_is_down_and_has_no_buttons() -> None:
    view = table(e.LaidDown(BEN), may_score=False)
    assert [one.mark for one in view.seats] == ["", "is_down", ""]
    assert [one.out_button for one in view.seats] == [""] * 3


def test_after_the_round_down_is_fixed_and_each_hand_shows_its_state() -> None:
    counted = e.HandCounted(BEN, e.Hand(points=40), down=True)
    view = table(e.LaidDown(BEN), e.WentOut(ANN), counted, counting={CY})
    assert (view.is_over, view.all_counted) == (True, False)
    assert table(e.LaidDown(BEN), e.WentOut(ANN), counted, replace(counted, seat=CY)).all_counted
    assert [one.mark for one in view.seats] == ["is_out", "is_down", ""]
    assert [one.hand for one in view.seats] == ["", "counted", "counting"]
    assert [one.hand for one in table(e.WentOut(ANN)).seats] == ["", "to_count", "to_count"]


def test_once_the_round_is_over_counted_points_are_in_the_place_of_those_of_the_round_before() -> (
    None
):
    counted = e.HandCounted(BEN, e.Hand(points=75), down=False)
    view = table(*WON_BY_ANN, e.WentOut(ANN), counted)
    assert [(one.last_points, one.hand_points) for one in view.seats] == [
        *((None, None), (None, 75), (None, None)),
    ]
    before = table(*WON_BY_ANN, e.LaidDown(ANN))
    assert [(one.last_points, one.hand_points) for one in before.seats] == [
        *((0, None), (40, None), (65, None)),
    ]


def test_the_points_of_a_counted_hand_are_melds_minus_leftovers_where_melds_score() -> None:
    counted = e.HandCounted(BEN, e.Hand(points=15), None, melded=e.Hand(points=40))
    view = table(e.WentOut(ANN), counted, game="rummy-500")
    assert [one.hand_points for one in view.seats] == [None, 25, None]


def games_that_count_deadwood() -> Iterator[tuple[str, dict[str, Value]]]:
    """Each with the usual house rules, and with every other choice that applies with them."""
    for key, game in catalogue().items():
        usual = [rule for rule in game.house_rules if rule.needs is None]
        choices = ({rule.key: choice.value} for rule in usual for choice in rule.choices)
        for options in (
            ({}, *choices) if game.scoring.counts_deadwood and not game.lost_lives else ()
        ):
            yield key, options


@pytest.mark.parametrize(("game", "options"), [*games_that_count_deadwood()])
def test_the_points_of_a_counted_hand_are_those_that_the_round_will_write(
    game: str, options: dict[str, Value]
) -> None:
    ruleset = read_ruleset(apply_house_rules(game_data(game), options))
    hands = {BEN: e.Hand(points=100), CY: e.Hand(points=30)}
    counted = (e.WentOut(ANN), *(e.HandCounted(seat, hand, None) for seat, hand in hands.items()))
    written = replay(ruleset, Seats(("Ann", "Ben", "Cy")), (*counted, e.RoundScored())).rounds[-1]
    shown = [one.hand_points for one in table(*counted, game=game, options=options).seats]
    assert shown == [None, written.points[BEN], written.points[CY]]
    most = ruleset.most_points or 100
    assert [abs(points or 0) for points in shown] == [0, min(100, most), min(30, most)]


@pytest.mark.parametrize(("went_rummy", "points"), [(True, 60), (False, 30)])
def test_the_points_of_a_counted_hand_are_doubled_for_a_winner_who_went_rummy(
    *, went_rummy: bool, points: int
) -> None:
    options: dict[str, Value] = {"scoring": "winner_collects"}
    counted = e.HandCounted(BEN, e.Hand(points=30), None)
    out = e.WentOut(ANN, went_rummy=went_rummy)
    view = table(out, counted, game="classic-rummy", options=options)
    assert [one.hand_points for one in view.seats] == [None, points, None]


def test_going_out_in_one_turn_is_asked_on_a_page_where_that_counts_double() -> None:
    view = table(game="classic-rummy", options={"scoring": "winner_collects"})
    assert {one.out_button for one in view.seats} == {"asks_how"}
    assert {one.out_button for one in table(game="classic-rummy").seats} == {"says_so"}


def test_nobody_is_ahead_while_all_are_level_and_then_whoever_is_first() -> None:
    assert not any(one.is_ahead for one in table().seats)
    after = table(*WON_BY_ANN)
    assert [one.is_ahead for one in after.seats] == [True, False, False]
    assert [(one.total, one.last_points) for one in after.seats] == [(0, 0), (40, 40), (65, 65)]


def test_points_of_the_last_round_do_not_stand_under_a_total_after_a_return() -> None:
    lost = ((BEN, 80), (CY, 9))
    hands = (e.HandCounted(seat, e.Hand(points=points), down=False) for seat, points in lost)
    twice = (e.WentOut(ANN), *hands, e.RoundScored()) * 2
    view = table(*twice, e.PlayerReturned(BEN), game="indian-rummy")
    assert [(one.total, one.last_points) for one in view.seats] == [(0, 0), (19, None), (18, 9)]


def test_the_contract_goes_with_its_player() -> None:
    view = table(*WON_BY_ANN)
    assert [one.number for one in view.seats] == [2, 2, 1]
    assert [one.contract.notation for one in view.seats if one.contract] == ["S3 R4"] * 2 + [
        "S3 S3"
    ]
    assert (view.hero, view.round.number, view.round.dealer) == ("ladder", 2, "Ben")


def test_a_game_without_contracts_has_no_marks_but_out() -> None:
    view = table(game="five-crowns")
    assert {(one.mark, one.number, one.contract) for one in view.seats} == {("", None, None)}
    assert view.round.wild == "3"


def test_adjustments_are_shown_with_their_player() -> None:
    cut = e.Adjustment(-50, "an exact cut")
    assert [one.adjustment for one in table(e.Adjusted(CY, cut)).seats] == [None, None, cut]


@pytest.mark.parametrize("key", catalogue())
def test_every_game_has_a_table(key: str) -> None:
    view = table(game=key)
    assert [one.name for one in view.seats] == ["Ann", "Ben", "Cy"]
    assert all((one.contract is None) == (not catalogue()[key].contracts) for one in view.seats)


def test_with_individual_contracts_each_player_is_on_a_step() -> None:
    view = table(*WON_BY_ANN)
    assert view.of_all is None
    assert view.ladder is not None
    assert [step.number for step in view.ladder.steps] == [*range(1, 13)]
    on = {step.number: [one.seat for one in step.people] for step in view.ladder.steps}
    assert {number: seats for number, seats in on.items() if seats} == {1: [CY], 2: [ANN, BEN]}


@pytest.mark.parametrize("contracts", [2, 10, 12, 30])
def test_each_step_is_higher_than_the_one_before_it_and_the_last_is_the_goal(
    contracts: int,
) -> None:
    steps = ladder([()] * contracts).steps
    assert all(one.height < next_.height for one, next_ in pairwise(steps))
    assert steps[-1].height <= 66
    assert [step.number for step in steps if step.is_goal] == [contracts]


def test_where_the_contract_goes_by_the_round_it_is_one_for_all() -> None:
    view = table(*WON_BY_ANN, game="contract-rummy")
    assert view.of_all is not None
    assert {one.contract for one in view.seats} == {view.of_all}
    assert view.ladder is None


def test_a_game_without_contracts_has_neither() -> None:
    view = table(game="five-crowns")
    assert (view.of_all, view.ladder, view.hero) == (None, None, "wild")


def test_the_contract_of_the_next_round_is_told_until_the_last() -> None:
    view = table(game="king-rummy")
    assert view.next_of_all is not None
    assert view.next_of_all.notation == "S3 S3 S3"
    last = [entry for _ in range(3) for entry in (*WON_BY_ANN[:3], e.RoundScored(ALL_IS_WELL))]
    assert table(*last, game="king-rummy").next_of_all is None


def test_a_game_to_a_target_tells_how_near_each_player_is() -> None:
    totals = {ANN: 385, BEN: 80, CY: -15}
    hands = [
        e.HandCounted(s, e.Hand(points=max(-p, 0)), down=False, melded=e.Hand(points=max(p, 0)))
        for s, p in totals.items()
    ]
    melds = (e.Melded(ANN, {"K": 3}), e.Melded(ANN, {"3": 1}))
    first = table(e.WentOut(None), *hands, e.RoundScored(ALL_IS_WELL), *melds, game="rummy-500")
    assert (first.hero, first.target, first.is_race) == ("target", 500, True)
    assert [one.progress for one in first.seats] == [
        Progress(to_go=115, written=77, soon=6),
        Progress(to_go=420, written=16, soon=0),
        Progress(to_go=515, written=0, soon=0),
    ]
    assert [one.melded for one in first.seats] == [33, 0, 0]
    kings, three = first.seats[ANN].melds
    assert [(card.rank, card.x) for card in kings.cards] == [("K", 0), ("K", 19), ("K", 38)]
    assert (kings.width, three.width) == (59, 21)


def test_a_run_lies_from_low_to_high() -> None:
    view = table(e.Melded(BEN, {"J": 1, "9": 1, "10": 1}), game="rummy-500")
    assert [card.rank for card in view.seats[BEN].melds[0].cards] == ["9", "10", "J"]


def test_melds_are_entered_where_they_score_while_the_round_is_played() -> None:
    assert all(one.may_meld for one in table(game="rummy-500").seats)
    assert not any(one.may_meld for one in table(e.WentOut(ANN), game="rummy-500").seats)
    assert not any(one.may_meld for one in table(game="rummy-500", may_score=False).seats)
    assert {one.melded for one in table(game="classic-rummy").seats} == {None}


def test_a_limit_that_is_bad_to_reach_is_no_race() -> None:
    view = table(game="classic-rummy")
    assert (view.hero, view.target, view.is_race) == ("target", 100, False)


@pytest.mark.parametrize("kind", ["points", "deals"])
def test_whoever_leaves_a_game_of_zero_sum_is_shown_with_a_total_that_the_others_lack(
    kind: str,
) -> None:
    left = (*WON_BY_ANN, e.PlayerLeft(ANN))
    view = table(*left, game="indian-rummy", options={"kind": kind})
    shown = [(one.name, one.why, one.may_come_back) for one in view.not_dealt_in]
    assert shown == [("Ann", "left", False)]
    totals = [one.total for one in (*view.seats, *view.not_dealt_in)]
    assert (totals, sum(totals)) == ([-40, -65, 105], 0)
    assert table(*left).not_dealt_in == ()


def test_once_somebody_is_out_the_others_have_a_last_turn_until_a_hand_is_counted() -> None:
    assert table(game="five-crowns").last_turn is None
    over = table(e.WentOut(BEN), game="five-crowns")
    assert (over.last_turn, over.none_counted) == ("Ben", True)
    assert table(e.WentOut(None), game="five-crowns").last_turn is None
    assert table(e.WentOut(BEN), game="five-crowns", counting={CY}).last_turn is None
    counted = e.HandCounted(CY, e.Hand(points=5), down=False)
    begun = table(e.WentOut(BEN), counted, game="five-crowns")
    assert (begun.last_turn, begun.none_counted) == (None, False)
    assert table(e.WentOut(BEN)).last_turn is None


def who_is_out(*entries: e.Entry, game: str = "twelve-step-rummy", **options: Value) -> OutView:
    ruleset = read_ruleset(apply_house_rules(game_data(game), options))
    state = replay(ruleset, Seats(("Ann", "Ben", "Cy")), entries)
    assert state.open is not None
    return out_view(ruleset, state, state.open)


def test_players_who_are_down_are_listed_first() -> None:
    view = who_is_out(*WON_BY_ANN, e.LaidDown(CY))
    told = [(one.name, one.number, one.is_down, one.total) for one in view.seats]
    assert told == [("Cy", 1, True, 65), ("Ann", 2, False, 0), ("Ben", 2, False, 40)]
    assert (view.round, view.nobody, view.asks_how) == (2, "scored", False)


def test_the_hint_about_down_appears_while_somebody_is_not_down() -> None:
    assert who_is_out(e.LaidDown(CY)).marks_down
    assert not who_is_out(*(e.LaidDown(seat) for seat in range(3))).marks_down
    assert not who_is_out(game="five-crowns").marks_down


def test_of_a_chosen_player_the_question_is_only_how() -> None:
    ruleset = read_ruleset(apply_house_rules(game_data("hand"), {}))
    state = replay(ruleset, Seats(("Ann", "Ben", "Cy")), ())
    assert state.open is not None
    chosen = out_view(ruleset, state, state.open, BEN)
    assert ([one.seat for one in chosen.seats], chosen.asks_how) == ([BEN], True)
    nobody = out_view(ruleset, state, state.open, 7)
    assert (len(nobody.seats), nobody.is_chosen) == (3, False)


def test_the_effect_of_nobody_and_the_question_how_depend_on_the_rules() -> None:
    assert who_is_out(game="gin-rummy").asks_how
    assert who_is_out(game="five-crowns").seats[0].number is None


def test_a_player_whose_hand_is_counted_is_at_the_table_also_when_out_by_a_correction() -> None:
    def lost(seat: int, points: int) -> e.HandCounted:
        return e.HandCounted(seat, e.Hand(points=points), down=False)

    counted = (e.WentOut(ANN), lost(BEN, 5), lost(CY, 50), e.RoundScored(), e.WentOut(ANN))
    corrected = e.RoundPlay(went_out=ANN, hands={BEN: e.Hand(points=5), CY: e.Hand(points=130)})
    view = table(*counted, lost(CY, 10), e.RoundCorrected(1, corrected), game="indian-rummy")
    assert [one.name for one in view.seats] == ["Ann", "Ben", "Cy"]
    assert view.not_dealt_in == ()

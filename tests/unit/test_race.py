"""The race chart and the records of a game."""

from itertools import pairwise

import pytest

from companion.rules.fold import entries as e
from companion.rules.fold.replay import replay
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import Seats, State
from companion.rules.reading.catalogue import game_data
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.ruleset import read_ruleset
from companion.rules.statistics import figures_of
from companion.web.pages.sheet.final_view import final_view
from companion.web.view_models.race import Line, race
from companion.web.view_models.remembered import remembered
from companion.web.view_models.sheet import sheet_view
from tests.unit.catalogue.games import game
from tests.unit.table import a_round, log_of

LABEL = 17
TWELVE_STEP = read_ruleset(apply_house_rules(game_data("twelve-step-rummy"), {}))
FIVE_HUNDRED = read_ruleset(apply_house_rules(game_data("rummy-500"), {}))


def scored(out: int, *left: tuple[int, int]) -> tuple[e.Entry, ...]:
    """A round in which these seats keep so many points; players with fewer than 65 are down."""
    hands = [e.HandCounted(seat, e.Hand(points=points), points < 65) for seat, points in left]
    return (e.WentOut(out), *hands, e.RoundScored())


def played(*entries: e.Entry, names: tuple[str, ...] = ("Ann", "Ben", "Cy")) -> State:
    return replay(TWELVE_STEP, Seats(names, 0), entries)


TWO_ROUNDS = (*scored(0, (1, 40), (2, 65)), *scored(1, (0, 30), (2, 70)))


def lines(state: State, ruleset: Ruleset = TWELVE_STEP) -> dict[str, Line]:
    drawn = race(ruleset, state)
    assert drawn is not None
    return {line.name: line for line in drawn.lines}


def test_a_line_goes_from_nothing_through_the_total_after_each_round() -> None:
    state = played(*TWO_ROUNDS)
    drawn = race(TWELVE_STEP, state)
    assert drawn is not None
    assert [line.total for line in drawn.lines] == [30, 40, 135]
    assert {line.points[0] for line in drawn.lines} == {(drawn.left, 10.0)}
    ben = lines(state)["Ben"]
    assert [x for x, _ in ben.points] == [34.0, 144.0, 254.0]
    assert ben.points[1][1] == ben.points[2][1]  # he went out, and his line stays level
    assert [number for number, _ in drawn.rounds] == [1, 2]


def test_the_leader_is_on_top_in_both_directions_of_points() -> None:
    fewest = lines(played(*TWO_ROUNDS))
    assert fewest["Ann"].end[1] < fewest["Ben"].end[1] < fewest["Cy"].end[1]
    melded = e.Hand(points=100)
    one = (
        *(e.WentOut(0), e.HandCounted(0, e.Hand(cards={}), down=False, melded=melded)),
        *(
            e.HandCounted(1, e.Hand(points=5), down=False, melded=e.Hand(points=20)),
            e.RoundScored(),
        ),
    )
    state = replay(FIVE_HUNDRED, Seats(("Ann", "Ben"), 0), one * 2)
    drawn = race(FIVE_HUNDRED, state)
    assert drawn is not None
    assert not drawn.fewest_on_top
    most = lines(state, FIVE_HUNDRED)
    assert most["Ann"].end[1] < most["Ben"].end[1]


@pytest.mark.parametrize("apart", [0, 1, 30])
def test_labels_of_nine_players_never_touch_and_stay_in_the_drawing(apart: int) -> None:
    names = tuple(f"Player {n}" for n in range(9))
    one = scored(0, *((seat, 65 + seat * apart) for seat in range(1, 9)))
    drawn = race(TWELVE_STEP, played(*one, *one, names=names))
    assert drawn is not None
    labels = sorted(line.label for line in drawn.lines)
    assert min(after - before for before, after in pairwise(labels)) >= LABEL - 0.1
    assert labels[0] >= 10 - 0.1
    assert labels[-1] <= drawn.bottom


def test_lines_of_five_players_differ_without_colour_and_the_winner_is_unbroken() -> None:
    names = ("Ann", "Ben", "Cy", "Dee", "Eve")
    one = scored(0, *((seat, 60 + seat) for seat in range(1, 5)))
    drawn = race(TWELVE_STEP, played(*one * 12, names=names))
    assert drawn is not None
    assert [line.dash for line in drawn.lines] == [0, 1, 2, 3, 4]
    assert [line.is_winner for line in drawn.lines] == [True, False, False, False, False]


def test_a_late_line_starts_late_and_a_leavers_stays_level() -> None:
    late = (*TWO_ROUNDS, e.PlayerJoined("Dee"), e.PlayerLeft(2))
    after = lines(played(*late, *scored(0, (1, 10), (3, 20))))
    assert len(after["Dee"].points) == 2
    assert after["Dee"].points[0][0] == after["Ann"].points[2][0]
    assert after["Cy"].points[-1][1] == after["Cy"].points[-2][1]


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Ann", "Ann"),
        ("Ben from the lake", "Ben"),
        ("Alexandra-Marie-Louise", "Alexandra"),
        ("Bartholomew", "Barthol…"),
    ],
)
def test_a_long_name_is_told_by_its_first_word_or_its_beginning(name: str, short: str) -> None:
    told = lines(played(*TWO_ROUNDS, names=("Cy", "Dee", name)))
    assert told[name].short == short


def test_one_round_is_no_race() -> None:
    assert race(TWELVE_STEP, played(*scored(0, (1, 40), (2, 65)))) is None


def test_rounds_have_the_numbers_of_the_sheet_though_one_between_them_does_not_count() -> None:
    """A correction of round 12 leaves no tie, so that round 13 was no play-off."""
    eleven = [a_round(0, {1: 5, 2: 65}, down=[1])] * 11
    tied = (a_round(1, {0: 55, 2: 65}, down=[0]), a_round(0))
    nobody_finishes = a_round(2, {0: 65, 1: 65})
    ruleset = game("twelve-step-rummy", final_tiebreak="playoff")
    log = log_of(*eleven, *tied, e.RoundCorrected(12, nobody_finishes), nobody_finishes)
    state = replay(ruleset, Seats(("Ann", "Ben", "Cy"), 0), log)
    assert [scored.counted for scored in state.rounds[11:]] == [True, False, True]
    drawn = race(ruleset, state)
    assert drawn is not None
    places = dict(drawn.rounds)
    assert [x for x, _ in drawn.lines[0].points[-2:]] == [places[12], places[14]]


def test_the_rules_across_have_round_figures_and_few_of_them() -> None:
    drawn = race(TWELVE_STEP, played(*TWO_ROUNDS))
    assert drawn is not None
    assert [points for points, _ in drawn.rules] == [0, 50, 100]


def test_records_name_most_outs_dearest_hand_and_longest_wait() -> None:
    rounds = (
        *scored(0, (1, 40), (2, 65)),
        *scored(0, (1, 20), (2, 90)),
        *scored(1, (0, 5), (2, 80)),
    )
    told = {
        memory.code: (memory.figure, [(h.name, h.rounds, h.contract) for h in memory.holders])
        for memory in remembered(TWELVE_STEP, played(*rounds))
    }
    assert told == {
        "most_often_out": (2, [("Ann", (1, 2), None)]),
        "dearest_hand": (90, [("Cy", (2,), None)]),
        "longest_on_one": (3, [("Cy", (1, 2, 3), 1)]),
        "best_gap": (40, [("Ann", (1,), None)]),
    }


def test_most_points_in_hand_are_those_of_the_cards_not_doubled_and_no_price() -> None:
    hand = game("hand")
    counted = e.HandCounted(1, e.Hand(points=44), down=True)
    price = e.HandCounted(2, e.Hand(points=100), down=False)
    log = (e.WentOut(0, went_rummy=True), counted, price, e.RoundScored(), e.GameEnded(""))
    state = replay(hand, Seats(("Ann", "Ben", "Cy"), 0), log)
    assert state.totals[1:] == (88, 200)
    dearest = next(m for m in remembered(hand, state) if m.code == "dearest_hand")
    assert (dearest.figure, [one.name for one in dearest.holders]) == (44, ["Ben"])
    figures = figures_of(hand, state)
    assert figures is not None
    assert [player.most for player in figures.players] == [0, 44, 0]


def test_lives_are_no_points_in_hand() -> None:
    cacheta = game("cacheta")
    log = (e.WentOut(0, went_rummy=True), e.RoundScored(lost=frozenset({1}))) * 5
    state = replay(cacheta, Seats(("Ann", "Ben"), 0), log)
    figures = figures_of(cacheta, state)
    assert state.totals == (0, 10)
    assert figures is not None
    assert [player.most for player in figures.players] == [0, 0]
    assert "dearest_round" not in {memory.code for memory in remembered(cacheta, state)}


def test_a_close_finish_by_points_is_a_record() -> None:
    def told(left: int) -> list[tuple[int, list[str]]]:
        rounds = (*scored(0, (1, 50), (2, 60)), *scored(1, (0, left), (2, 60))) * 6
        state = played(*rounds)
        final = final_view(TWELVE_STEP, state, sheet_view(TWELVE_STEP, state))
        close = [memory for memory in final.memories if memory.code == "close_finish"]
        return [(memory.figure, [one.name for one in memory.holders]) for memory in close]

    assert told(52) == [(12, ["Ben", "Ann"])]
    assert told(20) == []


def test_totals_of_figures_and_of_a_close_finish_have_the_points_after_the_last_round() -> None:
    gin = game("gin-rummy")
    log: list[e.Entry] = []
    for out, deadwood in ((0, (2, 52)), (1, (99, 1)), (0, (2, 57))):
        counted = [e.HandCounted(seat, e.Hand(points=n), False) for seat, n in enumerate(deadwood)]  # noqa: FBT003
        log += [e.WentOut(out, ending="knock"), *counted, e.RoundScored()]
    state = replay(gin, Seats(("Ann", "Ben"), 0), log)
    figures = figures_of(gin, state)
    assert state.totals == (105, 98)
    assert figures is not None
    assert [player.total for player in figures.players] == [255, 123]
    assert "close_finish" not in {memory.code for memory in remembered(gin, state)}


def test_a_record_shared_by_all_is_none() -> None:
    rounds = (*scored(0, (1, 5), (2, 5)), *scored(1, (0, 5), (2, 5)), *scored(2, (0, 5), (1, 5)))
    assert remembered(TWELVE_STEP, played(*rounds)) == ()


def test_long_names_and_large_totals_leave_the_lines_less_room() -> None:
    usual = race(TWELVE_STEP, played(*TWO_ROUNDS))
    longer = race(TWELVE_STEP, played(*TWO_ROUNDS, names=("Ann", "Elisabeth", "Cy")))
    assert usual is not None
    assert longer is not None
    assert longer.right < usual.right
    assert max(x for line in longer.lines for x, _ in line.points) == longer.right


def test_the_line_of_a_player_who_came_back_says_their_total() -> None:
    away = (e.PlayerLeft(2), *scored(0, (1, 90)), *scored(0, (1, 95)), e.PlayerReturned(2))
    state = played(*scored(0, (1, 40), (2, 60)), *away, e.GameEnded(""))
    assert state.totals == (0, 225, 225)
    assert lines(state)["Cy"].total == 225

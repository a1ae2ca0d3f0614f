"""The view model of the score sheet."""

from collections.abc import Sequence

import pytest

from companion.gamefile import read_record
from companion.rules.fold import entries as e
from companion.rules.fold.replay import replay
from companion.rules.model.state import Seats, State
from companion.rules.reading.catalogue import game_data
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.ruleset import read_ruleset
from companion.web.view_models.sheet import SheetView, sheet_view
from tests.gamefile.games import RECORDS, a_third_of, load, packed
from tests.unit.catalogue.games import game, played
from tests.unit.table import a_round

ANN, BEN, CY = range(3)
WON_BY_ANN = (
    *(e.WentOut(ANN), e.HandCounted(BEN, e.Hand(points=40), down=True)),
    *(e.HandCounted(CY, e.Hand(points=65), down=False), e.RoundScored()),
)
RULESET = read_ruleset(apply_house_rules(game_data("twelve-step-rummy"), {}))


def state_after(*entries: e.Entry) -> State:
    return replay(RULESET, Seats(("Ann", "Ben", "Cy"), CY), entries)


def sheet(*entries: e.Entry) -> SheetView:
    return sheet_view(RULESET, state_after(*entries))


def notes(view: SheetView) -> list[tuple[str, dict[str, object]]]:
    return [(note.code, dict(note.values)) for note in view.notes]


def test_a_round_is_a_row_with_what_each_player_tried_made_and_has() -> None:
    view = sheet(*WON_BY_ANN)
    (row,) = view.rows
    assert (row.number, row.dealer.name) == (1, "Cy")
    told = [(c.contract, c.points, c.made, c.total, c.went_out) for c in row.cells if c]
    assert told == [(1, 0, True, 0, True), (1, 40, True, 40, False), (1, 65, False, 65, False)]
    assert [cell.only_out for cell in row.cells if cell] == [True, False, False]
    assert ([one.total for one in view.players], view.open_round) == ([0, 40, 65], 2)
    assert notes(view) == []


def test_a_player_not_dealt_in_has_no_cell_but_a_note() -> None:
    view = sheet(*WON_BY_ANN, e.PlayerJoined("Dee"))
    assert [(one.seat, one.name) for one in view.players] == [
        *enumerate(("Ann", "Ben", "Cy", "Dee"))
    ]
    assert [cell is None for cell in view.rows[0].cells] == [False, False, False, True]
    assert notes(view) == [("joined", {"name": "Dee", "number": 2, "total": 65})]


POOL = read_ruleset(apply_house_rules(game_data("indian-rummy"), {"cap": "none"}))


def pool_round(**left: int) -> tuple[e.Entry, ...]:
    """A round won by Ann, with these points of the others, by name."""
    seats = {"ben": BEN, "cy": CY}
    hands = [e.HandCounted(seats[name], e.Hand(points=left[name]), down=False) for name in left]
    return (e.WentOut(ANN), *hands, e.RoundScored())


WITHOUT_BEN = (e.PlayerLeft(BEN), *pool_round(cy=20))


@pytest.mark.parametrize(
    ("meanwhile", "points", "back"),
    [
        pytest.param((), 110, 21, id="who was out"),
        pytest.param(WITHOUT_BEN, 10, 40, id="who had fewest points"),
        pytest.param(WITHOUT_BEN, 60, None, id="who had most points"),
    ],
)
def test_the_last_cell_before_a_return_has_the_total_that_the_next_round_adds_to(
    meanwhile: tuple[e.Entry, ...], points: int, back: int | None
) -> None:
    entries = (*pool_round(ben=points, cy=20), *meanwhile, e.PlayerReturned(BEN))
    view = sheet_view(POOL, replay(POOL, Seats(("Ann", "Ben", "Cy"), CY), entries))
    cell = view.rows[0].cells[BEN]
    assert cell is not None
    assert (cell.total, cell.back) == (points, back)


def test_starting_points_of_a_newcomer_stay_as_they_were() -> None:
    later = (
        *(e.PlayerJoined("Dee"), e.WentOut(ANN)),
        *(e.HandCounted(seat, e.Hand(points=90), down=False) for seat in (BEN, CY, 3)),
        e.RoundScored(),
    )
    (note,) = notes(sheet(*WON_BY_ANN, *later))
    assert note == ("joined", {"name": "Dee", "number": 2, "total": 65})


def test_leaving_and_returning_are_noted_with_the_rounds() -> None:
    gone = (*WON_BY_ANN, e.PlayerLeft(CY))
    view = sheet(*gone)
    assert notes(view) == [("left", {"name": "Cy", "number": 1})]
    assert [rank.name for rank in view.ranks if rank.has_left] == ["Cy"]
    again = (e.WentOut(ANN), e.HandCounted(BEN, e.Hand(points=10), down=True), e.RoundScored())
    back = {"name": "Cy", "left": 1, "back": 3, "total": 65}
    assert notes(sheet(*gone, *again, e.PlayerReturned(CY))) == [("returned", back)]


def test_coming_and_going_is_told_of_the_players_of_that_time() -> None:
    again = (e.WentOut(ANN), e.HandCounted(BEN, e.Hand(points=10), down=True), e.RoundScored())
    gone = (*WON_BY_ANN, e.PlayerLeft(CY), *again, e.PlayerReturned(CY))
    zoe = e.SeatTakenOver(CY, "Zoe", "Cy")
    back, taken = notes(sheet(*gone, zoe))
    assert back == ("returned", {"name": "Cy", "left": 1, "back": 3, "total": 65})
    assert (taken[1]["former"], taken[1]["name"], taken[1]["total"]) == ("Cy", "Zoe", 65)
    eve = e.SeatTakenOver(3, "Eve", "Dee")
    dees = (e.PlayerJoined("Dee"), e.WentOut(ANN))
    hands = [e.HandCounted(seat, e.Hand(points=5), down=True) for seat in (BEN, CY, 3)]
    joined, _ = notes(sheet(*WON_BY_ANN, *dees, *hands, e.RoundScored(), eve))
    assert joined[1]["name"] == "Dee"


def test_points_for_a_reason_and_corrections_are_told() -> None:
    cut = e.Adjusted(BEN, e.Adjustment(-50, "an exact cut"))
    told = {"number": 1, "name": "Ben", "points": -50, "reason": "an exact cut"}
    adjusted = (WON_BY_ANN[0], cut, *WON_BY_ANN[1:])
    assert notes(sheet(*adjusted)) == [("adjusted", told)]
    play = state_after(*adjusted).rounds[0].play
    view = sheet(*adjusted, e.RoundCorrected(1, play))
    assert notes(view) == [("corrected", {"numbers": [1]}), ("adjusted", told)]
    assert view.rows[0].corrected


CUT = {ANN: -50}
LEVEL = (*[a_round(ANN, {BEN: 10}, down=[BEN])] * 11, a_round(BEN, {ANN: 110}, down=[ANN]))
TOO_LATE = (
    *(a_round(ANN, {BEN: 20}, ending="gin"), a_round(ANN, {BEN: 20}, adjusted=CUT, ending="gin")),
    e.RoundCorrected(1, a_round(ANN, {BEN: 90}, ending="gin")),
)


@pytest.mark.parametrize(
    ("key", "house", "played_so"),
    [
        ("twelve-step-rummy", {"blocked_round": "void"}, [a_round(None, adjusted=CUT)]),
        ("twelve-step-rummy", {"final_tiebreak": "playoff"}, [*LEVEL, a_round(BEN, adjusted=CUT)]),
        ("gin-rummy", {}, TOO_LATE),
    ],
    ids=["void", "play-off", "after the end"],
)
def test_points_for_a_reason_in_a_round_that_scores_nothing_are_not_told(
    key: str, house: dict[str, str], played_so: Sequence[e.Entry | e.RoundPlay]
) -> None:
    state = played(key, *played_so, players=2, **house)
    assert state.rounds[-1].play.adjustments
    codes = [code for code, _ in notes(sheet_view(game(key, **house), state))]
    assert "adjusted" not in codes


def test_a_doubt_that_was_overridden_is_told_with_its_round() -> None:
    doubted = (
        *(e.WentOut(None), e.HandCounted(ANN, e.Hand(points=40), down=True)),
        *(e.HandCounted(BEN, e.Hand(points=40), down=True), WON_BY_ANN[2]),
        e.RoundScored(frozenset({("nobody_out", None)})),
    )
    view = sheet(*doubted)
    (note,) = view.notes
    assert (note.code, note.values) == ("overridden", {"number": 1})
    assert note.doubt is not None
    assert (note.doubt.code, view.rows[0].doubted) == ("nobody_out", "overridden")


def test_a_long_name_wins_in_smaller_type() -> None:
    def is_long(name: str) -> bool:
        state = replay(
            RULESET, Seats((name, "Ben", "Cy"), CY), (*WON_BY_ANN, e.GameEnded("The last bus"))
        )
        return sheet_view(RULESET, state).has_long_winner

    assert [is_long(name) for name in ("Ann", "Maria Clara", "Friedericke")] == [False, False, True]


def test_who_share_several_games_are_level_with_what_is_settled() -> None:
    won = ((ANN, 20), (ANN, 25), (BEN, 45), (BEN, 75), (ANN, 75))
    rounds = (a_round(seat, {1 - seat: points}, ending="gin") for seat, points in won)
    state = played("gin-rummy", *rounds, players=2, games=3)
    assert state.totals == (245, 270)
    view = sheet_view(game("gin-rummy", games=3), state)
    assert [one.total for one in view.sharers] == [545, 545]


def test_who_were_level_before_the_last_round_are_shown_with_those_points() -> None:
    house = {"tie_points": "before_deciding_round"}
    even = a_round(ANN, {BEN: 10}, down=[BEN], adjusted={ANN: 10})
    rounds = (*[even] * 11, a_round(BEN, {ANN: 40}, down=[ANN]))
    state = played("twelve-step-rummy", *rounds, players=2, **house)
    assert state.totals == (150, 110)
    view = sheet_view(game("twelve-step-rummy", **house), state)
    assert [one.total for one in view.sharers] == [110, 110]


def test_the_sheet_knows_whether_contracts_rank_before_points() -> None:
    assert sheet().contracts_first
    by_points = read_ruleset(apply_house_rules(game_data("contract-rummy"), {}))
    seats = Seats(("Ann", "Ben", "Cy"), CY)
    assert not sheet_view(by_points, replay(by_points, seats, ())).contracts_first


def test_an_early_end_can_be_taken_back_from_the_page_of_the_winner() -> None:
    view = sheet(*WON_BY_ANN, e.GameEnded("The last bus"))
    assert (view.is_over, view.winners, view.ended_by) == (True, ("Ann",), 5)
    assert [rank.name for rank in view.ranks if rank.is_winner] == ["Ann"]
    assert sheet(*WON_BY_ANN).ended_by is None


@pytest.mark.parametrize("name", a_third_of(RECORDS))
def test_the_sheet_of_every_worked_game_adds_up(name: str) -> None:
    record = read_record(packed(load(name)))
    view = sheet_view(record.ruleset, record.state)
    for place, column in enumerate(view.players):
        cells = [row.cells[place] for row in view.rows if row.counted]
        assert [cell.total for cell in cells if cell][-1:] in ([column.total], [])

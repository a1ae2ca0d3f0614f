"""Tables of points from spreadsheets and from our own CSV, as games."""

from datetime import UTC, datetime

import pytest

from companion.gamefile.exports import TableGame, to_csv
from companion.gamefile.score_table import (
    ScoreTable,
    TableRefused,
    WrongCell,
    read_table,
    record_of,
    takes_points,
)
from companion.rules.fold import entries as e
from companion.rules.fold.replay import replay
from companion.rules.model.state import Seats, State
from companion.rules.reading.catalogue import catalogue

THREE_ROUNDS = ((0, 15, 20), (5, 0, -3), (7, 8, 0))


def game_of(table: ScoreTable, game: str, *, is_over: bool = False) -> State:
    return record_of(table, catalogue()[game], {}, is_over=is_over).state


@pytest.mark.parametrize(
    "text",
    [
        "Ann,Bo,Cy\n0,15,20\n5,0,-3\n7,8,0",
        "Ann;Bo;Cy\r\n0;15;20\r\n5;0;-3\r\n7;8;0\r\n",
        "Ann\tBo\tCy\n0\t15\t20\n5\t0\t−3\n7\t8\t0\n\n",
        '\ufeff"Ann","Bo","Cy"\n"0","15","20"\n"5","0","-3"\n"7","8","0"',
        "Ann, Bo , Cy\n 0,15,+20\n5,0,'-3\n7,8,0",
    ],
    ids=["commas", "semicolons", "tabs", "quoted with a mark", "spaces and signs"],
)
def test_separators_quotes_and_signs_make_no_difference(text: str) -> None:
    table = read_table(text)
    assert table.names == ("Ann", "Bo", "Cy")
    assert (table.rounds, table.wrong, table.left_out) == (THREE_ROUNDS, (), frozenset())


@pytest.mark.parametrize(
    ("text", "left_out"),
    [
        ("Ann,Bo,Cy\n0,15,20\n5,0,-3\n7,8,0\n12,23,17", {"totals"}),
        (",Ann,Bo,Cy\n1,0,15,20\n2,5,0,-3\n3,7,8,0", {"labels"}),
        ("Round,Ann,Bo,Cy\n1,0,15,20\n2,5,0,-3\n3,7,8,0", {"labels"}),
        ("Hand;Ann;Bo;Cy\nfirst;0;15;20\nsecond;5;0;-3\nthird;7;8;0", {"labels"}),
        (",Ann,Bo,Cy\nA,0,15,20\nB,5,0,-3\nC,7,8,0\nTotal,12,23,17", {"labels", "totals"}),
        ("Round;Ann;Bo;Cy\n1;0;15;20\n2;5;0;-3\n3;7;8;0\nTotal;12;23;17", {"labels", "totals"}),
        ("No.;Ann;Bo;Cy\n1.;0;15;20\n2.;5;0;-3\n3.;7;8;0\n;12;23;17", {"labels", "totals"}),
    ],
    ids=["totals", "no name", "counted", "words", "both", "counted and totals", "with points"],
)
def test_a_column_of_rounds_and_a_row_of_totals_are_no_points(
    text: str, left_out: set[str]
) -> None:
    table = read_table(text)
    assert (table.names, table.rounds) == (("Ann", "Bo", "Cy"), THREE_ROUNDS)
    assert table.left_out == left_out


def test_each_cell_that_is_no_whole_number_is_named_with_its_place() -> None:
    table = read_table("Ann;Bo\n12,5;3\n4;\n1e3;one\n7;8")
    assert table.wrong == (
        WrongCell(1, "Ann", "12,5"),
        WrongCell(2, "Bo", ""),
        WrongCell(3, "Ann", "1e3"),
        WrongCell(3, "Bo", "one"),
    )


def test_a_single_round_that_equals_the_sums_is_a_round() -> None:
    assert read_table("Ann,Bo\n3,4\n3,4").rounds == ((3, 4), (3, 4))


@pytest.mark.parametrize(
    ("text", "names"),
    [("Ann;Ben\n1;0\n2;5", ("Ann", "Ben")), ("Ann,Bo,Cy\n-,5,0\n-,7,1", ("Ann", "Bo", "Cy"))],
    ids=["two who count", "dashes"],
)
def test_a_column_of_points_is_a_player(text: str, names: tuple[str, ...]) -> None:
    assert read_table(text).names == names


def test_a_comma_in_a_name_divides_nothing_where_there_are_tabs() -> None:
    assert read_table("Doe, Ann\tRoe, Bo\n1\t2").names == ("Doe, Ann", "Roe, Bo")


@pytest.mark.parametrize(
    ("text", "code", "row"),
    [
        ("", "empty", 0),
        (" \n;;\n", "empty", 0),
        ("Ann,Bo", "no_rounds", 0),
        ("Ann,Bo\n1,2\n3,4,5", "ragged", 3),
        ("started_at,title,game,round\n", "no_rounds", 0),
        ("\t".join("a" * 4000) + "\n0" * 4000, "no_rounds", 0),
        ("a,b" + "\n0,1" * 4000, "many_rounds", 0),
        ("a,b\n" + "0" * 70_000, "too_long", 0),
    ],
)
def test_a_text_that_is_no_table_is_refused(text: str, code: str, row: int) -> None:
    with pytest.raises(TableRefused) as refused:
        read_table(text)
    assert (refused.value.code, refused.value.row) == (code, row)


@pytest.mark.parametrize("game", [key for key, rules in catalogue().items() if takes_points(rules)])
def test_every_game_on_offer_gets_the_points_of_the_table(game: str) -> None:
    state = game_of(read_table("Ann,Bo,Cy\n0,15,20\n5,0,30\n7,8,0"), game, is_over=True)
    assert (state.totals, state.outcome and state.outcome.code) == ((12, 23, 50), "ended_early")


def test_games_in_which_points_do_not_tell_a_hand_are_not_on_offer() -> None:
    offered = {key for key, rules in catalogue().items() if takes_points(rules)}
    assert {"just-points", "five-crowns", "three-thirteen"} <= offered
    assert not {"twelve-step-rummy", "gin-rummy", "canasta", "rummy-500"} & offered


@pytest.mark.parametrize("row", ["0,0,3", "1,2,3"], ids=["two", "nobody"])
def test_a_round_in_which_not_one_player_has_0_is_refused_where_somebody_goes_out(row: str) -> None:
    table = read_table(f"Ann,Bo,Cy\n0,15,20\n{row}")
    with pytest.raises(TableRefused) as refused:
        game_of(table, "five-crowns")
    assert (refused.value.code, refused.value.row) == ("who_went_out", 2)
    assert game_of(table, "just-points").open


def exported(state: State, game: str, *others: State) -> str:
    began = datetime(2026, 11, 29, 19, tzinfo=UTC)
    ruleset = catalogue()[game]
    return to_csv([TableGame(ruleset, one, "At the lake", began) for one in (state, *others)], ";")


@pytest.mark.parametrize("game", ["just-points", "three-thirteen"])
def test_our_own_csv_gives_the_same_game(game: str) -> None:
    played = game_of(read_table("Ann,Bo,Cy\n0,15,20\n5,0,30\n7,8,0"), game)
    table = read_table(exported(played, game))
    assert table.title == "At the lake"
    again = game_of(table, game)
    assert [scored.points for scored in again.rounds] == [scored.points for scored in played.rounds]
    assert [s.play.went_out for s in again.rounds] == [s.play.went_out for s in played.rounds]


def test_a_csv_without_our_columns_is_a_table() -> None:
    assert read_table("started_at,player\n1,2").names == ("started_at", "player")


def counted(*points: int | None) -> tuple[e.Entry, ...]:
    """A round of just points; None for a player who is not in it."""
    hands = ((seat, e.Hand(points=one)) for seat, one in enumerate(points) if one is not None)
    return (*(e.HandCounted(seat, hand, None) for seat, hand in hands), e.RoundScored())


ROUND, OF_THREE, WITHOUT_BEN = counted(15, 5), counted(15, 5, 8), counted(15, None, 8)
BEN_TO_YAN = e.SeatTakenOver(1, "Yan", "Ben")
JOINED = e.PlayerJoined("Cy", None)


@pytest.mark.parametrize(
    "happened",
    [
        (*ROUND, BEN_TO_YAN, *ROUND),
        (*ROUND, JOINED, *OF_THREE, e.SeatTakenOver(2, "Dee", "Cy"), *OF_THREE),
        (*ROUND, JOINED, *OF_THREE, BEN_TO_YAN, *OF_THREE, e.PlayerLeft(1), *WITHOUT_BEN),
        (*ROUND, BEN_TO_YAN, *ROUND, e.SeatTakenOver(1, "Ben", "Yan"), *ROUND),
        (*ROUND, BEN_TO_YAN, e.PlayerJoined("Ben", None), *OF_THREE),
        (
            *(*ROUND, JOINED, *OF_THREE, e.PlayerLeft(1), *WITHOUT_BEN),
            *(e.PlayerReturned(1), BEN_TO_YAN, *OF_THREE),
        ),
        (
            *(*ROUND, JOINED, *OF_THREE, e.PlayerLeft(1), *WITHOUT_BEN),
            *(BEN_TO_YAN, e.SeatTakenOver(2, "Ben", "Cy"), *WITHOUT_BEN),
        ),
    ],
    ids=[
        "at the end",
        "of a newcomer",
        "and left",
        "and back",
        "but stayed",
        "after an absence",
        "by a former",
    ],
)
def test_a_csv_in_which_a_seat_changed_hands_is_refused(happened: tuple[e.Entry, ...]) -> None:
    state = replay(catalogue()["just-points"], Seats(("Ann", "Ben"), 0), happened)
    with pytest.raises(TableRefused, match="other_people"):
        read_table(exported(state, "just-points"))


@pytest.mark.parametrize(
    "happened",
    [
        (*ROUND, JOINED, *OF_THREE, e.PlayerLeft(1), *WITHOUT_BEN),
        (
            *(*ROUND, JOINED, *OF_THREE, e.PlayerLeft(1), *WITHOUT_BEN),
            *(e.PlayerReturned(1), e.PlayerLeft(2), *ROUND),
        ),
    ],
    ids=["come and gone", "by turns"],
)
def test_a_csv_in_which_people_come_and_go_has_their_points(happened: tuple[e.Entry, ...]) -> None:
    state = replay(catalogue()["just-points"], Seats(("Ann", "Ben"), 0), happened)
    table = read_table(exported(state, "just-points"))
    assert (table.names, table.totals) == (("Ann", "Ben", "Cy"), state.totals)


def test_a_csv_of_two_games_is_refused() -> None:
    first = game_of(read_table("Ann,Bo\n0,15"), "just-points")
    lines = exported(first, "just-points").splitlines()
    with pytest.raises(TableRefused, match="several_games"):
        read_table(
            "\n".join([*lines, *(line.replace("At the lake", "At home") for line in lines[1:])])
        )


def test_two_games_of_the_same_people_and_day_are_not_mixed() -> None:
    first, second = (game_of(read_table(f"Ann,Bo\n0,{n}"), "just-points") for n in (5, 7))
    with pytest.raises(TableRefused, match="several_games"):
        read_table(exported(first, "just-points", second))


def test_an_apostrophe_of_a_name_stays() -> None:
    played = game_of(read_table("'t Hart,Bo\n0,15"), "just-points")
    assert read_table(exported(played, "just-points")).names == ("'t Hart", "Bo")


def test_rounds_after_the_end_are_left_out() -> None:
    played = game_of(read_table("Ann,Bo\n0,15\n5,0"), "just-points")
    head, *lines = exported(played, "just-points").splitlines()
    place = head.split(";").index("counted")
    cells = [line.split(";") for line in lines]
    late = [[*row[:place], "no", *row[place + 1 :]] for row in cells if row[3] == "2"]
    kept = [*(row for row in cells if row[3] == "1"), *late]
    assert read_table("\n".join([head, *(";".join(row) for row in kept)])).rounds == ((0, 15),)

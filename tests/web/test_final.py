"""The final page: the winners and the exact reason."""

from collections.abc import Sequence
from urllib.parse import parse_qs, urlsplit

import pytest

from companion.rules.fold import entries as e
from tests.web.phone import Phone
from tests.web.table import Table, start_game

NAMES = ("Ann", "Ben", "Cy", "Dee")


def last_round(
    phone: Phone, before: Sequence[int], out: int, left: dict[int, int], **rules: str
) -> Table:
    """Eleven rounds with all contracts made; in the last one the players in `left` have these
    points.
    """
    table = start_game(phone, *NAMES[: len(before)], **rules)
    table.has_played(11, 0, *before[1:])
    finishers = [out, *(seat for seat, points in left.items() if points < 65)]
    entries: list[e.Entry] = [e.LaidDown(seat) for seat in finishers]
    counts = [e.HandCounted(s, e.Hand(points=p), s in finishers) for s, p in left.items()]
    table.write(*entries, e.WentOut(out), *counts, e.RoundScored())
    return table


def why(table: Table) -> str:
    return table.page("final").texts(".why")[0]


def test_the_only_finisher_wins_whatever_the_points(phone: Phone) -> None:
    table = last_round(phone, (0, 5), out=1, left={0: 90})
    page = table.page("final")
    assert page.texts(".crown h2") == ["Ben wins"]
    assert not page.all(".bands, .leaf .sharers")
    assert page.texts(".why") == [
        (
            "Ben was the only one to finish contract 12 in round 12. "
            "Points decide only between players who finish it in the same round."
        )
    ]


def test_of_two_finishers_the_one_with_fewer_points_wins(phone: Phone) -> None:
    table = last_round(phone, (0, 5), out=1, left={0: 20})
    assert table.page("final").texts(".crown h2") == ["Ann wins"]
    assert why(table) == (
        "Ann and Ben both finished contract 12 in round 12; Ann has fewer points, 20, ahead of 55."
    )


def test_of_three_finishers_the_one_with_the_fewest_points_wins(phone: Phone) -> None:
    table = last_round(phone, (0, 5, 10), out=1, left={0: 20, 2: 5})
    assert why(table) == (
        "Ann, Ben, and Cy all finished contract 12 in round 12; "
        "Ann has the fewest points, 20, ahead of 55 and 115."
    )


def test_phase_10_is_won_by_points_among_those_who_finished_its_tenth_phase(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", game="phase-10").has_played(10, 0, 5)
    page = table.page("final")
    assert page.texts(".why") == [
        "Ann and Ben both finished phase 10 in round 10; Ann has fewer points, 0, ahead of 50."
    ]
    assert page.texts("ol.ranks li") == ["1 Ann finished phase 10 0", "2 Ben finished phase 10 50"]


def test_equal_finishers_share_the_win(phone: Phone) -> None:
    table = last_round(phone, (0, 5), out=1, left={0: 55})
    page = table.page("final")
    assert page.texts(".crown h2") == ["Ann and Ben share the win"]
    assert page.texts(".why") == [
        "Ann and Ben finished contract 12 in round 12, level at 55, so they share the win."
    ]
    assert page.texts("ol.ranks .place") == ["1", "1"]


def test_each_winner_of_a_shared_win_has_a_crown_in_their_own_colour(phone: Phone) -> None:
    page = last_round(phone, (0, 5, 90), out=1, left={0: 55, 2: 90}).page("final")
    for names in (".bands", ".leaf .sharers"):  # on screen and on paper
        assert [one.attrs["class"] for one in page.all(f"{names} li")] == ["seat-1", "seat-2"]
        assert len(page.all(f"{names} li svg")) == 2
    assert page.texts(".bands li") == ["Ann 55", "Ben 55"]
    assert page.texts(".shares") == ["They share the win"] * 2


def test_by_the_house_rule_the_one_who_went_out_wins_a_tie(phone: Phone) -> None:
    rule = {"final_tiebreak": "went_out_last_round"}
    assert why(last_round(phone, (0, 5), out=1, left={0: 55}, **rule)) == (
        "Ann and Ben are level at 55 after contract 12 was finished in round 12; "
        "Ben went out in that round, and by the house rule that decides."
    )


def test_who_stays_when_the_others_of_a_tie_have_left_wins_and_it_says_why(phone: Phone) -> None:
    table = last_round(phone, (0, 5, 5), out=1, left={0: 55, 2: 0}, final_tiebreak="playoff")
    table.write(e.PlayerLeft(0), e.PlayerLeft(2))
    page = table.page("final")
    assert page.texts(".crown h2") == ["Ben wins"]
    assert page.texts(".why") == [
        (
            "Ann, Ben, and Cy were level at 55. Ann and Cy left before the tie was "
            "decided and can no longer win, so Ben wins."
        )
    ]
    assert page.texts("ol.ranks .place") == ["1", "2", "2"]


def test_a_tie_that_everybody_left_is_shared_and_it_says_why(phone: Phone) -> None:
    table = last_round(phone, (0, 5, 10), out=1, left={0: 55, 2: 65}, final_tiebreak="playoff")
    table.write(e.PlayerLeft(0), e.PlayerLeft(1))
    page = table.page("final")
    assert page.texts(".crown h2") == ["Ann and Ben share the win"]
    assert page.texts(".why") == [
        (
            "Ann and Ben were level at 55. "
            "All of them left before the tie was decided, so they share the win."
        )
    ]


def test_a_tie_of_those_who_did_not_go_out_is_shared(phone: Phone) -> None:
    rule = {"final_tiebreak": "went_out_last_round"}
    table = last_round(phone, (0, 5, 5), out=1, left={0: 60, 2: 5}, **rule)
    assert why(table).startswith("Ann, Ben, and Cy all finished")
    table = last_round(phone, (0, 5, 5, 5), out=3, left={0: 60, 1: 5, 2: 5}, **rule)
    assert why(table).startswith("Ann, Ben, Cy, and Dee all finished")
    table = last_round(phone, (0, 10, 5, 5), out=1, left={0: 60, 2: 5, 3: 5}, **rule)
    assert why(table) == (
        "Ann, Cy, and Dee are level at 60 after contract 12 was finished in round 12. "
        "None of them went out in that round, so they share the win."
    )


BEFORE = {"tie_points": "before_deciding_round"}
HOUSE_RULE = "By the house rule, their points from before round 12 are compared."


def test_the_points_of_the_last_round_do_not_count_where_the_table_says_so(phone: Phone) -> None:
    table = last_round(phone, (0, 5), out=1, left={0: 60}, **BEFORE)
    assert table.state.totals == (60, 55)
    assert why(table) == (
        "Ann and Ben both finished contract 12 in round 12; Ann has fewer points, 0, ahead of 55. "
        f"{HOUSE_RULE}"
    )


def test_a_play_off_after_equal_points_before_the_last_round_tells_those(phone: Phone) -> None:
    rules = BEFORE | {"final_tiebreak": "playoff"}
    table = last_round(phone, (0, 0), out=1, left={0: 60}, **rules)
    assert table.state.outcome.code == "playoff_needed"
    table.write(e.WentOut(0), e.RoundScored())
    assert why(table) == (
        f"Ann and Ben were level at 0; Ann went out first in the play-off, round 13. {HOUSE_RULE}"
    )


def test_a_sole_finisher_has_nobody_to_be_compared_with(phone: Phone) -> None:
    table = last_round(phone, (0, 5), out=0, left={1: 90}, **BEFORE)
    assert "house rule" not in why(table)


FEWEST = {"winner_rule": "lowest_points_when_someone_finishes"}


def test_by_the_house_rule_the_fewest_points_win_when_somebody_finishes(phone: Phone) -> None:
    table = last_round(phone, (0, 10), out=1, left={0: 90}, **FEWEST)
    assert table.page("final").texts(".crown h2") == ["Ann wins"]
    assert why(table) == (
        "Ben finished contract 12 in round 12, which ends the game; "
        "Ann has the fewest points, 90, and the fewest points win."
    )


def test_the_fewest_points_may_be_shared(phone: Phone) -> None:
    table = last_round(phone, (0, 10), out=1, left={0: 110}, **FEWEST)
    assert why(table) == (
        "Ben finished contract 12 in round 12, which ends the game; "
        "Ann and Ben have the fewest points, 110 each, so they share the win."
    )


@pytest.fixture
def playoff(phone: Phone) -> Table:
    """Ann and Ben are tied; Cy is behind."""
    rule = {"final_tiebreak": "playoff"}
    return last_round(phone, (0, 5, 5), out=1, left={0: 55, 2: 90}, **rule)


def test_level_finishers_are_told_that_they_play_off(playoff: Table) -> None:
    page = playoff.page()
    assert page.heading == "Play-off · round 13"
    assert page.texts("p.said") == [
        ("Ann and Ben are level at 55. They play contract 12 again: the first to go out wins.")
    ]
    assert page.texts(".seats h2") == ["Ann", "Ben"]
    assert playoff.page("final").path == playoff.address()


def test_the_referee_judges_a_play_off_with_the_decks_of_those_who_play(playoff: Table) -> None:
    shown = playoff.page("referee?ask=meld&cards=5H+5S+5D").one("#share").attrs["href"] or ""
    assert parse_qs(urlsplit(shown).query)["players"] == ["2"]


def test_a_play_off_is_decided_by_who_goes_out_without_counting(playoff: Table) -> None:
    page = playoff.go_out("Ann")
    assert page.heading == "Is round 13 right?"
    assert "In a play-off, only going out first counts; cards left cost nothing." in page.words
    page = page.press("Write it down")
    assert page.texts(".crown h2") == ["Ann wins"]
    assert page.texts(".why") == [
        "Ann and Ben were level at 55; Ann went out first in the play-off, round 13."
    ]
    assert playoff.state.totals == (55, 55, 145)


def test_a_play_off_in_which_nobody_goes_out_is_played_again(playoff: Table) -> None:
    page = playoff.nobody_goes_out()
    assert page.doubts == ["Is it right that nobody went out in this round?"]
    assert page.press("Score anyway").heading == "Play-off · round 14"


def test_where_such_a_round_is_void_the_same_dealer_deals_the_play_off_again(phone: Phone) -> None:
    rule = {"final_tiebreak": "playoff", "blocked_round": "void"}
    table = last_round(phone, (0, 5, 5), out=1, left={0: 55, 2: 90}, **rule)
    dealt_by = table.page().texts("header p")[0]
    assert (
        table.page("out").buttons()[-1] == "Nobody the round is void: the same dealer deals again"
    )
    page = table.nobody_goes_out()
    assert page.doubts == []
    page = page.press("Write it down")
    assert (page.heading, page.texts("header p")[0]) == ("Play-off · round 14", dealt_by)
    assert table.page("sheet").texts("#round-13 td b") == ["void", "void"]


def test_the_final_page_has_standings_sheet_undo_and_rematch(two: Table) -> None:
    two.has_played(12, 0, 90, down=[0])
    page = two.page("final")
    assert page.texts("ol.ranks li") == ["1 Ann finished contract 12 0", "2 Ben on contract 1 1080"]
    assert len(page.all("table.scores tbody tr")) == 12
    assert page.follow("Sheet").path == two.address("sheet")
    rematch = page.follow("Rematch")
    assert [f.attrs["value"] for f in rematch.all("input.name")][:2] == ["Ann", "Ben"]


def test_the_race_is_drawn_with_names_and_what_to_remember_stands_below(two: Table) -> None:
    two.has_played(12, 0, 90, down=[0])
    page = two.page("final")
    for where in ("main > section", ".leaf"):  # on screen and on paper
        assert page.texts(f"{where} .race title") == ["The race"]
        assert [len(page.all(f"{where} .race {one}")) for one in ("polyline", "circle")] == [2, 2]
        assert page.texts(f"{where} .race .total") == ["1080", "0"]
        told = ["Most often out", "Longest on one contract"]
        assert page.texts(f"{where} .memories dt") == told
        assert page.texts(f"{where} .memories dd")[-2:] == ["12", "Ben on contract 1"]

"""Negative figures have a minus sign, not a hyphen, everywhere; in Arabic on their left, too."""

import re
from html import unescape

import pytest

from companion.rules.fold import entries as e
from tests.web.phone import Phone
from tests.web.table import Table, start_game

A_HYPHEN = re.compile(r"(?<![\w-])-\d+")
A_SIGN = re.compile(r".{0,30}(?<![\w-])[−+-]\d+")
ISOLATED = re.compile("\u2066[−+][0-9]+\u2069")
NOT_SHOWN = re.compile(
    r"<(script|style)\b.*?</\1>|\b(?!aria-label|placeholder)[\w-]+=\"[^\"]*\"", re.DOTALL
)


@pytest.fixture
def in_debt(phone: Phone) -> Table:
    """Rummy 500 with three players: Ann 90; Ben −35 and Cy −60, who melded less than they held."""
    table = start_game(phone, "Ann", "Ben", "Cy", game="rummy-500")
    table.write(*a_round(melded=90), e.RoundScored())
    return table


def a_round(melded: int) -> list[e.Entry]:
    counts = enumerate([(melded, 0), (5, 40), (0, 60)])
    return [
        e.WentOut(0),
        *(
            e.HandCounted(seat, e.Hand(points=left), down=False, melded=e.Hand(points=laid))
            for seat, (laid, left) in counts
        ),
    ]


def shows(table: Table, places: tuple[str, ...], *figures: str) -> None:
    for where in places:
        words = table.page(where).words
        assert A_HYPHEN.findall(words) == [], where
        for figure in figures:
            assert figure in words, where


def test_points_below_zero_have_a_minus_between_rounds(in_debt: Table) -> None:
    shows(in_debt, ("", "out", "sheet", "correct/1"), "−35", "−60")


def test_points_below_zero_have_a_minus_in_an_open_round_and_at_the_end(in_debt: Table) -> None:
    in_debt.write(*a_round(melded=10))
    shows(in_debt, ("count/1", "review"), "−35", "−60")
    in_debt.write(*a_round(melded=450), e.RoundScored())
    shows(in_debt, ("final", "sheet", ""), "−70", "−120")


BETWEEN = ("", "out", "sheet", "across", "history", "correct/1", "players", "seat/1", "adjust")
COUNTING = ("", "count/1", "review", "seat/1", "players/1/leaving")
ENDED = ("", "final", "sheet", "across", "final/share")


def test_in_arabic_signs_stand_on_the_left_between_rounds(in_debt: Table) -> None:
    in_debt.write(e.Adjusted(1, e.Adjustment(-50, "Late")), e.Adjusted(2, e.Adjustment(25, "Cake")))
    has_signs_on_the_left(in_debt, *BETWEEN)


def test_in_arabic_signs_stand_on_the_left_in_an_open_round_and_at_the_end(in_debt: Table) -> None:
    in_debt.write(e.Adjusted(1, e.Adjustment(-50, "Late")), *a_round(melded=10))
    has_signs_on_the_left(in_debt, *COUNTING)
    in_debt.write(*a_round(melded=450), e.RoundScored())
    has_signs_on_the_left(in_debt, *ENDED)


NOTED: dict[str, list[e.Entry]] = {
    "joined": [e.PlayerJoined("Dee")],
    "returned": [e.PlayerLeft(2), e.PlayerReturned(2)],
    "taken_over": [e.SeatTakenOver(2, "Dee", "Cy")],
}


@pytest.mark.parametrize("note", NOTED)
def test_in_arabic_signs_stand_on_the_left_beside_who_came_and_went(
    in_debt: Table, note: str
) -> None:
    in_debt.write(*NOTED[note])
    has_signs_on_the_left(in_debt, "sheet", "players")


A_REASON = "سرق ورقة"


def test_a_reason_in_another_script_leaves_the_sign_on_the_left(in_debt: Table) -> None:
    """Digits after an Arabic word turn around, also on an English page."""
    in_debt.write(e.Adjusted(1, e.Adjustment(-50, A_REASON)), *a_round(melded=10))
    for where in ("", "review", "adjust", "history"):
        assert f"<bdi>{A_REASON}</bdi>" in in_debt.page(where).html, where
    in_debt.write(e.RoundScored())
    for where in ("sheet", "correct/2?seat=1"):
        assert f"<bdi>{A_REASON}</bdi>" in in_debt.page(where).html, where
    in_debt.write(e.GameEnded(A_REASON))
    assert f"“<bdi>{A_REASON}</bdi>”" in in_debt.page("final").html


def test_in_arabic_cards_stand_apart_from_their_points_on_paper(phone: Phone) -> None:
    phone.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "ar"
    assert "<b><bdi>10 J Q K</bdi></b> 10" in phone.open("/games/gin-rummy/sheet").html


def has_signs_on_the_left(table: Table, *places: str) -> None:
    table.phone.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "ar"
    for where in places:
        page = table.page(where)
        assert page.one("html").attrs["dir"] == "rtl"
        words = unescape(NOT_SHOWN.sub("", page.html))
        assert ISOLATED.search(words), where
        assert A_SIGN.findall(ISOLATED.sub("", words)) == [], where

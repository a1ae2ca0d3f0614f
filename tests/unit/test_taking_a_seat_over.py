"""Takeovers: a player takes over a seat during a game, with its contract and points."""

import pytest

from companion.rules.decide import Command, Conflict, decide
from companion.rules.fold import entries as e
from companion.rules.game import Game
from companion.rules.judging.refusals import Refused
from companion.rules.model.state import Seats, Takeover
from companion.rules.reading.catalogue import game_data
from companion.rules.statistics import figures_of, read_figures
from companion.web.view_models.sheet import Former, Handover, sheet_view
from tests.unit.table import ANN, BEN, CY, a_round, check, rules, table_after
from tests.vectors.own_rules import snapshot_of

ANN_OUT = a_round(out=ANN, left={BEN: 65})
BEN_OUT = a_round(out=BEN, left={ANN: 20})
CEM_FOR_BEN = e.SeatTakenOver(BEN, "Cem", "Ben")


def takeovers(*happenings: object) -> list[tuple[str, int]]:
    return [(one.former, one.to_round) for one in table_after(*happenings).takeovers]  # type: ignore[arg-type]


def test_the_seat_keeps_contract_and_points_and_has_another_name() -> None:
    before = table_after(ANN_OUT)
    after = table_after(ANN_OUT, CEM_FOR_BEN)
    assert after.names == ("Ann", "Cem")
    assert after.takeovers == (Takeover(BEN, "Ben", 1),)
    assert (after.totals, after.next_contracts) == (before.totals, before.next_contracts)


def test_a_round_is_of_the_player_who_had_the_seat_then() -> None:
    state = table_after(ANN_OUT, CEM_FOR_BEN, ANN_OUT)
    assert [state.name_in(BEN, number) for number in (1, 2, 3)] == ["Ben", "Cem", "Cem"]
    assert state.name_in(ANN, 1) == "Ann"


def test_a_new_name_is_that_of_the_player_who_has_the_seat_now() -> None:
    log = (e.PlayerRenamed(BEN, "Benno"), ANN_OUT, e.SeatTakenOver(BEN, "Cem", "Benno"))
    state = table_after(*log, e.PlayerRenamed(BEN, "Djem"))
    assert (state.names[BEN], state.name_in(BEN, 1)) == ("Djem", "Benno")


def test_who_had_the_seat_for_no_round_is_no_former_player() -> None:
    assert takeovers(CEM_FOR_BEN) == []
    dan = e.SeatTakenOver(BEN, "Dan", "Cem")
    assert takeovers(ANN_OUT, CEM_FOR_BEN, dan) == [("Ben", 1)]
    newcomer = (e.PlayerJoined("Cy"), e.SeatTakenOver(CY, "Cem", "Cy"))
    assert takeovers(ANN_OUT, *newcomer) == []


def test_the_seat_is_taken_back() -> None:
    back = e.SeatTakenOver(BEN, "Ben", "Cem")
    assert takeovers(ANN_OUT, CEM_FOR_BEN, back) == []
    assert takeovers(ANN_OUT, CEM_FOR_BEN, ANN_OUT, back) == [("Ben", 1), ("Cem", 2)]
    assert takeovers(ANN_OUT, CEM_FOR_BEN, e.EntryUndone(4)) == []


def test_the_player_who_finishes_is_named_as_the_winner() -> None:
    state = table_after(BEN_OUT, CEM_FOR_BEN, e.GameEnded(""))
    assert [state.names[seat] for seat in state.outcome.winners] == ["Cem"]


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        (e.SeatTakenOver(BEN, "ann", "Ben"), "name_taken"),
        (e.SeatTakenOver(CY, "Cem", "Cy"), "unknown_player"),
        (e.SeatTakenOver(7, "Cem", "Zoe"), "unknown_player"),
    ],
)
def test_it_is_refused(entry: e.Entry, code: str) -> None:
    state = table_after(a_round(out=ANN, left={BEN: 65, CY: 65}), e.PlayerLeft(CY), players=3)
    with pytest.raises(Refused) as refused:
        check(rules(), state, entry)
    assert refused.value.code == code


def test_nobody_takes_over_a_seat_that_another_phone_has_handed_over() -> None:
    game = Game.begun(snapshot_of(game_data("twelve-step-rummy"), {}), Seats(("Ann", "Ben")))
    handed_over = decide(game, Command((CEM_FOR_BEN,), 0))
    with pytest.raises(Conflict):
        decide(handed_over, Command((e.SeatTakenOver(BEN, "Dan", "Ben"),), 0))


def test_the_sheet_names_the_former_player_and_draws_a_line_below_their_last_round() -> None:
    view = sheet_view(rules(), table_after(ANN_OUT, CEM_FOR_BEN, ANN_OUT))
    assert view.players[BEN].formers == (Former("Ben", 1),)
    assert [row.handovers for row in view.rows] == [(None, Handover(BEN, "Ben", "Cem")), ()]
    (note,) = view.notes
    assert (note.code, note.values["total"], note.values["number"]) == ("taken_over_on", 65, 2)


def test_rounds_count_for_the_player_of_then_and_the_game_for_the_one_who_finishes() -> None:
    state = table_after(BEN_OUT, CEM_FOR_BEN, ANN_OUT, ANN_OUT, e.GameEnded(""))
    figures = figures_of(rules(), state)
    assert figures is not None
    cem = figures.players[BEN]
    assert (cem.rounds, cem.points, cem.outs, cem.total) == (2, 130, 0, 130)
    ((name, ben),) = figures.formers
    assert (name, ben.rounds, ben.points, ben.outs, ben.won) == ("Ben", 1, 0, 1, False)
    assert read_figures(figures.as_data()) == figures

"""The view model of the changes by a correction or other house rules."""

import json

from companion.rules.fold import entries as e
from companion.rules.game import Game, Recount
from companion.rules.model.state import Seats
from companion.rules.reading.catalogue import game_data
from companion.web.pages.adjusting import adjusting_view
from companion.web.pages.changing_rules import changing_view
from companion.web.pages.correction import correction_view
from companion.web.view_models.changes import changes_view

ANN, BEN, CY = range(3)
CUT = e.Adjustment(-50, "an exact cut")
ONE_ROUND = (
    *(e.Adjusted(BEN, CUT), e.WentOut(ANN), e.HandCounted(BEN, e.Hand(points=40), down=True)),
    *(e.HandCounted(CY, e.Hand(points=65), down=False), e.RoundScored()),
)
PLAYED = e.RoundPlay(
    *(frozenset({ANN, BEN}), ANN, {BEN: e.Hand(points=40), CY: e.Hand(points=65)}, {}),
    adjustments={BEN: CUT},
)


def game(*entries: e.Entry, of: str = "twelve-step-rummy") -> Game:
    snapshot = json.dumps(game_data(of) | {"options": {}})
    return Game.begun(snapshot, Seats(("Ann", "Ben", "Cy")), entries)


def corrected(play: e.RoundPlay) -> Game:
    return game(*ONE_ROUND).after(e.RoundCorrected(1, play))


def test_the_preview_shows_the_round_as_written() -> None:
    played = game(*ONE_ROUND)
    view = correction_view(played, played.state.rounds[0])
    told = [(one.name, one.number, one.was_down, one.points) for one in view.hands]
    assert told == [("Ann", 1, True, 0), ("Ben", 1, True, -10), ("Cy", 1, False, 65)]
    assert [one.adjustment for one in view.hands] == [None, CUT, None]
    assert (view.changes, view.asked, view.open_seat, view.wrong_seat) == (None, (), -1, -1)


def test_only_changed_players_are_listed_and_the_others_mentioned() -> None:
    played = game(*ONE_ROUND)
    other = e.RoundPlay(frozenset({ANN, BEN, CY}), ANN, {**PLAYED.hands, CY: e.Hand(points=20)}, {})
    after = corrected(e.RoundPlay(other.laid_down, ANN, other.hands, {}, adjustments={BEN: CUT}))
    changes = correction_view(played, played.state.rounds[0], after=after).changes
    assert changes is not None
    (cy,) = changes.players
    assert (cy.name, cy.points, cy.total) == ("Cy", ((1, (65, 20)),), (65, 20))
    assert (cy.made, cy.contract) == ((0, 1), (1, 2))
    assert (changes.others_stay, changes.winner, changes.is_empty) == (True, None, False)
    assert [one.points for one in changes.rounds] == [(None, None, (65, 20))]
    assert changes.totals == (None, None, (65, 20))


def test_nothing_changes_where_the_same_is_typed() -> None:
    changes = changes_view(game(*ONE_ROUND), corrected(PLAYED))
    assert (changes.is_empty, changes.players, changes.others_stay) == (True, (), False)
    assert (changes.rounds, changes.totals) == ((), ())


def test_a_hand_to_recount_shows_its_old_count() -> None:
    counted = e.Hand(cards={"10-K": 2})
    view = changing_view(game(*ONE_ROUND), (), Recount(hands=(e.RoundHand(1, BEN, counted),)))
    (one,) = view.hands
    assert (one.number, one.name, one.melded, one.hand) == (1, "Ben", False, counted)
    assert (view.is_written, view.changes, view.typed_totals) == (True, None, ())
    assert not changing_view(game(), ()).is_written


def test_points_for_a_reason_that_somebody_has_and_those_the_game_names() -> None:
    one = game(e.Adjusted(BEN, CUT), of="liverpool-rummy")
    assert one.state.open is not None
    view = adjusting_view(one.ruleset, one.state, one.state.open)
    assert [(given.name, given.adjustment) for given in view.given] == [("Ben", CUT)]
    assert (view.number, view.points) == (1, {"0": -50})

"""A worked round for each rule that distinguishes a game."""

from dataclasses import replace

import pytest

from companion.rules.fold.entries import PlayerJoined, RoundPlay
from companion.rules.judging.refusals import Refused, check_play
from companion.rules.model.state import PlayedRound
from companion.sentences import refusal_sentence
from tests.unit.catalogue.games import dealt, doubts, game, played
from tests.unit.table import ANN, BEN, CY, a_round


def test_a_by_round_game_ends_with_its_last_contract_and_shares_equal_totals() -> None:
    state = played("king-rummy", *[a_round(ANN, {BEN: 50, CY: 60})] * 2)
    assert not state.outcome.over
    state = played(
        "king-rummy",
        *[a_round(ANN, {BEN: 50, CY: 60}), a_round(BEN, {ANN: 50, CY: 60})] * 2,
    )
    assert (state.outcome.code, state.outcome.winners) == ("tie_shared", (ANN, BEN))
    assert [(s.place, s.seat) for s in state.standings] == [(1, ANN), (1, BEN), (3, CY)]


@pytest.mark.parametrize(
    ("key", "points", "reason"),
    [
        ("shanghai-rummy", -25, "blind"),
        ("shanghai-rummy", -50, "without a joker"),
        ("liverpool-rummy", -50, "Cut exactly"),
        ("continental-rummy", -10, "Down and out"),
        ("frustration", -50, "Cut exactly"),
        ("carioca", 2, "Stole"),
    ],
)
def test_adjustments_have_the_reason_in_their_name(key: str, points: int, reason: str) -> None:
    assert any(row.points == points and reason in row.reason for row in game(key).adjustments)


LAST_TURN = a_round(ANN, {BEN: {}, CY: {"4": 1, "K": 1}})


@pytest.mark.parametrize("key", ["five-crowns", "three-thirteen"])
def test_after_a_last_turn_several_players_may_have_no_cards(key: str) -> None:
    assert doubts(key, LAST_TURN) == set()
    assert played(key, LAST_TURN).totals[:2] == (0, 0)


def melds(ann: int, ben: int, cy: int = 0) -> RoundPlay:
    """A deal in which everybody except the one who went out may hold cards."""
    return a_round(ANN, {BEN: 0, CY: 0}, melded={ANN: ann, BEN: ben, CY: cy})


@pytest.mark.parametrize(
    ("left", "melded", "missing", "words"),
    [
        ({BEN: 5}, {ANN: 9}, "melds", "Ben’s melds are not counted yet."),
        ({}, {ANN: 9, BEN: 0}, "hand", "Ben’s hand is not counted yet."),
        ({}, {ANN: 9}, "both", "Ben’s cards are not counted yet, neither the melds"),
    ],
)
def test_a_refusal_says_which_of_the_cards_nobody_counted(
    left: dict[int, int], melded: dict[int, int], missing: str, words: str
) -> None:
    ruleset = game("rummy-500")
    with pytest.raises(Refused, match="blank_hand") as refused:
        check_play(
            PlayedRound(ruleset, dealt(ruleset, players=2), a_round(ANN, left, melded=melded))
        )
    assert (refused.value.seat, refused.value.missing) == (BEN, missing)
    said = refusal_sentence("blank_hand", missing).english({"name": "Ben"})
    assert said.startswith(words)


def test_a_newcomer_to_rummy_500_starts_with_the_lowest_total() -> None:
    state = played("rummy-500", melds(100, 60, 80), PlayerJoined("Dee"))
    assert state.totals == (100, 60, 80, 60)


def test_a_void_round_is_none_of_those_that_a_by_round_game_has() -> None:
    scored = a_round(ANN, {BEN: 50, CY: 60})
    seven = [a_round(None), *[scored] * 6]
    assert not played("contract-rummy", *seven, blocked_round="void").outcome.over
    assert played("contract-rummy", *seven, scored, blocked_round="void").outcome.over


# Rummy with an opening: Scala 40, Kalookie, Rommé, Rami and Hand.
THIRTEEN = {"K": 3, "Q": 2, "9": 2, "6": 2, "5": 1, "4": 1, "3": 1, "2": 1}  # 94 points
NOT_OPEN = a_round(BEN, {ANN: {"4": 2, "3": 1}, CY: THIRTEEN}, down={ANN})


def test_reaching_101_is_out_of_scala_40_and_100_is_not() -> None:
    for total, dealt_in in ((100, (ANN, BEN, CY)), (101, (ANN, CY))):
        state = played("scala-40", a_round(ANN, {BEN: total, CY: 5}))
        assert state.open is not None
        assert state.open.deal.players == dealt_in


def test_a_round_of_scala_40_that_nobody_closes_is_dealt_again() -> None:
    state = played("scala-40", a_round(None, {ANN: 5, BEN: 6, CY: 7}))
    assert (state.totals, state.rounds[0].void) == ((0, 0, 0), True)


def test_romme_ends_when_the_table_says_so_or_at_a_limit() -> None:
    play = a_round(ANN, {BEN: 500, CY: 20})
    assert not played("romme", play).outcome.over
    outcome = played("romme", play, end="to_500").outcome
    assert (outcome.code, outcome.winners) == ("lowest_total", (ANN,))
    out = played("romme", play, end="out_at_101")
    assert out.open is not None
    assert out.open.deal.players == (ANN, CY)


# Cy has 100 whatever the cards are worth; 13 cards of 94 points otherwise.
@pytest.mark.parametrize(
    ("in_hand", "totals"),
    [("nothing", (11, 0, 100)), ("reward", (11, -20, 100)), ("double", (22, 0, 200))],
)
def test_a_rami_sec_brings_what_the_table_plays(in_hand: str, totals: tuple[int, ...]) -> None:
    sec = replace(NOT_OPEN, went_rummy=True)
    assert played("rami-51", sec, in_hand=in_hand).totals == totals
    assert played("rami-51", NOT_OPEN, in_hand="reward").totals == (11, -10, 100)
    assert played("rami-51", NOT_OPEN, never_opened="none").totals == (11, 0, 94)


def test_a_rami_sec_before_anybody_laid_down_is_put_right_by_an_adjustment() -> None:
    more = game("rami-51", in_hand="reward").adjustments[0].points
    sec = a_round(BEN, {ANN: 100, CY: 100}, adjusted={BEN: more}, went_rummy=True)
    assert played("rami-51", sec, in_hand="reward").totals == (100, -50, 100)
    assert game("rami-51").adjustments == ()


def test_a_thirteenth_card_shows_who_has_not_laid_down_where_that_costs_100() -> None:
    play = a_round(BEN, {ANN: THIRTEEN, CY: 5}, down={ANN, CY})
    assert doubts("rami-51", play) == {"too_many_cards_after_contract"}
    assert doubts("scala-40", play) == set()

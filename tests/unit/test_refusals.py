"""Refusals: entries that cannot be stored, and doubts that must be confirmed first."""

from typing import Any, get_args

import pytest

from companion.rules.fold import entries as e
from companion.rules.judging.refusals import Doubted, RefusalCode, Refused, check_play
from companion.rules.model.state import PlayedRound, State
from companion.sentences import MISSING, REFUSALS
from tests.unit.table import ANN, BEN, CY, NAMES, a_deal, a_round, check, log_of, rules, table_after

ANN_OUT = a_round(out=ANN, left={BEN: 65})
FINISHED = [ANN_OUT] * 12
UNFAIR = e.HandCounted(BEN, e.Hand(cards={"3-9": 12}), down=False)


def refusal(state: State, entry: e.Entry) -> Refused:
    with pytest.raises(Refused) as refused:
        check(rules(), state, entry)
    return refused.value


@pytest.mark.parametrize(
    ("play", "code", "seat", "numbers", "card"),
    [
        (a_round(out=ANN), "blank_hand", BEN, {}, None),
        (a_round(out=None, left={BEN: 65}), "blank_hand", ANN, {}, None),
        (a_round(out=ANN, left={BEN: e.Hand()}), "blank_hand", BEN, {}, None),
        (a_round(out=ANN, left={BEN: {"Skip": 1}}), "unknown_card", BEN, {}, "Skip"),
        (a_round(out=ANN, left={BEN: {"K": -1}}), "negative_count", BEN, {"count": -1}, "K"),
        (a_round(out=ANN, left={BEN: -5}), "negative_count", BEN, {"count": -5}, "points"),
        (
            a_round(out=ANN, left={BEN: 65}, buys={BEN: -2}),
            "negative_count",
            BEN,
            {"count": -2},
            "buys",
        ),
        (
            a_round(out=ANN, left={BEN: 65}, melded={ANN: {"K": -3}}),
            "negative_count",
            ANN,
            {"count": -3},
            "K",
        ),
        (a_round(out=CY, left={ANN: 65, BEN: 65}), "unknown_player", CY, {}, None),
        (a_round(out=ANN, left={BEN: 65, CY: 65}), "unknown_player", CY, {}, None),
        (a_round(out=ANN, left={BEN: 65}, down={CY}), "unknown_player", CY, {}, None),
        (a_round(out=ANN, left={BEN: 65}, buys={CY: 1}), "unknown_player", CY, {}, None),
        (a_round(out=ANN, left={BEN: 65}, adjusted={CY: 5}), "unknown_player", CY, {}, None),
        (
            e.RoundPlay(went_out=ANN, hands={BEN: e.Hand(points=65)}),
            "out_without_contract",
            ANN,
            {"contract": 1},
            None,
        ),
        (
            a_round(out=ANN, left={ANN: {"K": 2}, BEN: 65}),
            "out_with_cards",
            ANN,
            {"cards": 2},
            None,
        ),
        (a_round(out=ANN, left={ANN: 5, BEN: 65}), "out_with_cards", ANN, {"cards": 0}, None),
    ],
)
def test_a_round_that_cannot_be_scored_says_whose_and_why(
    play: e.RoundPlay, code: str, seat: int, numbers: dict[str, int], card: str | None
) -> None:
    with pytest.raises(Refused) as refused:
        check_play(PlayedRound(rules(), a_deal(), play))
    found = refused.value
    assert (found.code, found.seat, found.numbers, found.card) == (code, seat, numbers, card)


@pytest.mark.parametrize(
    "play",
    [
        ANN_OUT,
        a_round(out=ANN, left={ANN: {}, BEN: 65}),
        a_round(out=ANN, left={ANN: {"K": 0}, BEN: 65}),
        a_round(out=ANN, left={BEN: {}}),
        a_round(out=None, left={ANN: 65, BEN: 0}),
    ],
)
def test_a_round_that_is_merely_strange_is_not_refused(play: e.RoundPlay) -> None:
    check_play(PlayedRound(rules(), a_deal(), play))


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        (e.LaidDown(CY), "unknown_player"),
        (e.TookBack(CY), "unknown_player"),
        (e.WentOut(CY), "unknown_player"),
        (e.HandCounted(CY, e.Hand(points=65), down=False), "unknown_player"),
        (e.HandCounted(BEN, e.Hand(cards={"Skip": 1}), down=False), "unknown_card"),
        (e.HandCounted(BEN, e.Hand(cards={"K": -1}), down=False), "negative_count"),
        (e.HandCounted(BEN, e.Hand(points=65), down=False, buys=-1), "negative_count"),
        (e.Adjusted(CY, e.Adjustment(5, "late")), "unknown_player"),
        (e.PlayerLeft(CY), "unknown_player"),
        (e.DealerChanged(CY), "unknown_player"),
        (e.RoundScored(), "blank_hand"),
        (e.RoundCorrected(1, ANN_OUT), "game_over"),
        (e.RoundCorrected(0, ANN_OUT), "game_over"),
    ],
)
def test_an_entry_that_cannot_be_kept_is_refused(entry: e.Entry, code: str) -> None:
    assert refusal(table_after(), entry).code == code


@pytest.mark.parametrize(
    "entry",
    [
        e.LaidDown(ANN),
        e.TookBack(ANN),
        e.WentOut(BEN),
        e.WentOut(None),
        e.HandCounted(BEN, e.Hand(), down=False),
        e.HandCounted(BEN, e.Hand(points=67), down=False, buys=1),
        e.Adjusted(BEN, e.Adjustment(-50, "exact cut")),
        e.PlayerJoined("Cy"),
        e.DealerChanged(BEN),
        e.EntryUndone(1),
        e.RoundCorrected(1, a_round(out=BEN, left={ANN: 65})),
    ],
)
def test_an_entry_that_can_be_kept_is_let_through(entry: e.Entry) -> None:
    check(rules(), table_after(ANN_OUT), entry)


@pytest.mark.parametrize(
    "entry",
    [
        e.LaidDown(ANN),
        e.TookBack(ANN),
        e.WentOut(ANN),
        e.HandCounted(BEN, e.Hand(points=65), down=False),
        e.Adjusted(BEN, e.Adjustment(5, "late")),
        e.RoundScored(),
        e.PlayerJoined("Cy"),
        e.PlayerLeft(BEN),
        e.DealerChanged(BEN),
    ],
)
def test_nothing_new_happens_after_the_end(entry: e.Entry) -> None:
    found = refusal(table_after(*FINISHED), entry)
    assert (found.code, found.numbers) == ("game_over", {"round": 12})


@pytest.mark.parametrize("entry", [e.EntryUndone(36), e.RoundCorrected(12, ANN_OUT)])
def test_undo_and_corrections_are_still_possible_after_the_end(entry: e.Entry) -> None:
    check(rules(), table_after(*FINISHED), entry)


def test_a_correction_is_checked_like_the_round_it_replaces() -> None:
    state = table_after(ANN_OUT)
    assert refusal(state, e.RoundCorrected(1, a_round(out=ANN))).code == "blank_hand"
    assert refusal(state, e.RoundCorrected(2, ANN_OUT)).code == "game_over"


def doubted(state: State, entry: e.Entry) -> list[str]:
    with pytest.raises(Doubted) as raised:
        check(rules(), state, entry)
    return [doubt.code for doubt in raised.value.doubts]


def test_a_doubt_is_asked_before_a_round_is_scored() -> None:
    state = table_after(e.WentOut(ANN), UNFAIR)
    assert doubted(state, e.RoundScored()) == ["wrong_hand_size_without_contract"]


def test_an_accepted_doubt_is_not_asked_again() -> None:
    accepted = frozenset({("wrong_hand_size_without_contract", BEN)})
    check(rules(), table_after(e.WentOut(ANN), UNFAIR), e.RoundScored(accepted))


@pytest.mark.parametrize(
    "accepted",
    [
        frozenset({("wrong_hand_size_without_contract", ANN)}),
        frozenset({("wrong_hand_size_without_contract", None)}),
        frozenset({("points_not_reachable", BEN)}),
    ],
)
def test_accepting_something_else_does_not_answer_a_doubt(accepted: e.Accepted) -> None:
    entry = e.RoundScored(accepted)
    state = table_after(e.WentOut(ANN), UNFAIR)
    assert doubted(state, entry) == ["wrong_hand_size_without_contract"]


def test_only_the_doubts_that_are_still_open_are_asked() -> None:
    both = a_round(out=None, left={ANN: 67, BEN: 65})
    accepted = frozenset({("nobody_out", None)})
    entry = e.RoundCorrected(1, both, accepted)
    assert doubted(table_after(ANN_OUT), entry) == ["points_not_reachable"]


def test_a_refusal_comes_before_any_doubt() -> None:
    state = table_after(e.WentOut(None), UNFAIR)
    assert refusal(state, e.RoundScored()).code == "blank_hand"


@pytest.mark.parametrize(
    ("house_rules", "happenings"),
    [
        ({"blocked_round": "void"}, [e.WentOut(None)]),
        (
            {"final_tiebreak": "playoff"},
            [
                *log_of(*[a_round(out=ANN, left={BEN: 5}, down={BEN})] * 11),
                *log_of(a_round(out=BEN, left={ANN: 55}, down={ANN})),
                e.WentOut(BEN),
            ],
        ),
    ],
    ids=["a void round", "a play-off"],
)
def test_hands_that_score_nothing_need_no_count(
    house_rules: dict[str, Any], happenings: list[e.Entry]
) -> None:
    accepted = frozenset({("nobody_out", None)})
    state = table_after(*happenings, **house_rules)
    check(rules(**house_rules), state, e.RoundScored(accepted))


def test_every_refusal_has_a_sentence() -> None:
    values = {"name": NAMES[BEN], "game": "12-Step Rummy", "card": "Skip", "count": -1, "most": 9}
    values |= {"limit": 101, "least": 2}
    assert set(REFUSALS) == set(get_args(RefusalCode))
    for sentence in (*REFUSALS.values(), *MISSING.values()):
        assert "%" not in sentence.english(values | {"contract": 1, "points": 100})

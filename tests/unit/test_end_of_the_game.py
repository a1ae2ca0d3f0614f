"""The end: the winner, and the exact reason."""

import pytest

from companion.rules.fold.entries import PlayerJoined, PlayerLeft, RoundCorrected, RoundPlay
from companion.rules.fold.replay import replay
from companion.rules.model.house_rules import Value
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import Outcome, State
from companion.rules.reading.catalogue import game_data
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.ruleset import read_ruleset
from companion.web.view_models.outcome import outcome_view
from tests.unit.table import ANN, BEN, CY, DEE, TWELVE_STEP, a_round, log_of, seats, table_after

LOWEST = "lowest_points_when_someone_finishes"


def eleven(left: dict[int, int], down: set[int], out: int = ANN) -> list[RoundPlay]:
    """Eleven equal rounds, so that the player going out and those down are on the last contract."""
    return [a_round(out=out, left=left, down=down)] * 11


def places(state: State) -> list[tuple[int, int]]:
    return [(standing.place, standing.seat) for standing in state.standings]


def test_the_game_continues_until_contract_twelve_is_made() -> None:
    state = table_after(*eleven({BEN: 65}, down=set()))
    assert state.outcome == Outcome()
    assert state.next_contracts == (12, 1)


def test_the_only_player_to_finish_contract_twelve_wins() -> None:
    state = table_after(*eleven({BEN: 65}, down=set()), a_round(out=ANN, left={BEN: 65}))
    assert state.outcome == Outcome("finished_first", (ANN,), round=12, finishers=(ANN,))
    assert state.open is None
    assert state.next_contracts == (None, None)


def test_the_deciding_round_is_finished_and_scored() -> None:
    last = a_round(out=BEN, left={ANN: {"Joker": 1, "A": 1}}, down={ANN})
    state = table_after(*eleven({BEN: 65}, down=set()), last)
    assert state.outcome.winners == (ANN,)  # laying it down was enough: Ben went out
    assert state.totals == (70, 11 * 65)
    assert state.made == (12, 1)


def test_a_sole_finisher_wins_however_far_behind_on_points() -> None:
    dear = a_round(out=None, left={ANN: 150, BEN: 65}, down={ANN})
    state = table_after(*[dear] * 12)
    assert state.totals == (1800, 780)
    assert (state.outcome.code, state.outcome.winners) == ("finished_first", (ANN,))


def test_two_who_finish_in_the_same_round_compare_points_with_that_round() -> None:
    before = eleven({BEN: 5, CY: 65}, down={BEN})  # Ann 0, Ben 55
    turns = a_round(out=BEN, left={ANN: 60, CY: 65}, down={ANN})
    state = table_after(*before, turns, players=3)
    assert state.outcome == Outcome("fewest_points", (BEN,), round=12, finishers=(ANN, BEN))
    assert places(state) == [(1, BEN), (2, ANN), (3, CY)]


def test_equals_share_the_win_and_the_place_below_is_left_out() -> None:
    before = eleven({BEN: 5, CY: 65}, down={BEN})
    state = table_after(*before, a_round(out=BEN, left={ANN: 55, CY: 65}, down={ANN}), players=3)
    assert (state.outcome.code, state.outcome.winners) == ("tie_shared", (ANN, BEN))
    assert places(state) == [(1, ANN), (1, BEN), (3, CY)]


def test_three_equals_all_share() -> None:
    everybody = [
        a_round(out=out, left=dict.fromkeys({ANN, BEN, CY} - {out}, 5), down={ANN, BEN, CY})
        for out in (ANN, BEN, CY)
    ]
    state = table_after(*everybody * 4, players=3)
    assert state.outcome.winners == (ANN, BEN, CY)
    assert places(state) == [(1, ANN), (1, BEN), (1, CY)]


def test_the_tie_goes_to_who_went_out_only_if_that_is_one_of_the_tied() -> None:
    before = eleven({ANN: 5, BEN: 5}, down={ANN, BEN}, out=CY)
    cy_out = a_round(out=CY, left={ANN: 5, BEN: 5}, down={ANN, BEN})
    rule = {"final_tiebreak": "went_out_last_round"}
    cy_is_behind = [a_round(out=BEN, left={ANN: 0, CY: 65}, down={ANN})]
    state = table_after(*before[:10], *cy_is_behind, cy_out, players=3, **rule)
    assert state.outcome.finishers == (ANN, BEN)
    assert (state.outcome.code, state.outcome.winners) == ("tie_shared", (ANN, BEN))


def test_points_decide_where_the_lowest_total_wins_and_contracts_do_not_rank() -> None:
    ann_finishes = a_round(out=None, left={ANN: 100, BEN: 65, CY: 70}, down={ANN})
    state = table_after(*[ann_finishes] * 12, players=3, winner_rule=LOWEST)
    assert state.outcome == Outcome("lowest_total", (BEN,), round=12, finishers=(ANN,))
    assert places(state) == [(1, BEN), (2, CY), (3, ANN)]


def test_the_lowest_total_can_be_a_tie_too() -> None:
    level = a_round(out=ANN, left={BEN: 65, CY: 65})
    bens_way = a_round(out=None, left={ANN: 65, BEN: 0, CY: 65}, down={ANN})
    state = table_after(*[level] * 6, *[bens_way] * 6, players=3, winner_rule=LOWEST)
    assert (state.outcome.code, state.outcome.winners) == ("tie_shared", (ANN, BEN))
    assert state.outcome.finishers == (ANN,)


def test_somebody_who_left_cannot_win_on_points() -> None:
    rounds = [a_round(out=ANN, left={BEN: 65})] * 11
    state = table_after(
        a_round(out=CY, left={ANN: 65, BEN: 65}),
        PlayerLeft(CY),
        *rounds,
        a_round(out=ANN, left={BEN: 65}),
        players=3,
        winner_rule=LOWEST,
    )
    assert state.outcome.winners == (ANN,)
    assert places(state) == [(1, ANN), (2, BEN), (3, CY)]


def test_during_the_game_contracts_rank_before_points() -> None:
    rounds = [
        a_round(out=ANN, left={BEN: 100, CY: 65, DEE: 70}, down={BEN}),
        a_round(out=ANN, left={BEN: 65, CY: 65, DEE: 60}),
    ]
    state = table_after(*rounds, players=4)
    assert places(state) == [(1, ANN), (2, BEN), (3, CY), (3, DEE)]
    assert [s.contracts for s in state.standings] == [2, 1, 0, 0]
    assert [s.total for s in state.standings] == [0, 165, 130, 130]


def test_a_shared_place_in_the_middle_leaves_out_the_next() -> None:
    state = table_after(a_round(out=ANN, left={BEN: 70, CY: 65, DEE: 65}), players=4)
    assert places(state) == [(1, ANN), (2, CY), (2, DEE), (4, BEN)]


def test_a_player_who_left_is_last_whatever_the_points() -> None:
    state = table_after(a_round(out=ANN, left={BEN: 65, CY: 65}), PlayerLeft(ANN), players=3)
    assert places(state) == [(1, BEN), (1, CY), (3, ANN)]


TIED = [
    *eleven({BEN: 5, CY: 65}, down={BEN}),
    a_round(out=BEN, left={ANN: 55, CY: 65}, down={ANN}),
]
NOBODY = a_round(out=None)


def playing_off(*rounds: RoundPlay) -> State:
    """Ann and Ben are equal after round 12 and play off, without Cy."""
    return table_after(*TIED, *rounds, players=3, final_tiebreak="playoff")


def test_a_play_off_is_dealt_to_the_tied_only_on_the_last_contract() -> None:
    state = playing_off()
    assert state.outcome == Outcome(
        "playoff_needed", (), round=12, finishers=(ANN, BEN), tied=(ANN, BEN)
    )
    assert state.open is not None
    assert state.open.deal.playoff
    assert state.open.deal.players == (ANN, BEN)
    assert state.open.deal.contracts == {ANN: 12, BEN: 12}


def test_the_first_one_out_wins_the_play_off() -> None:
    state = playing_off(a_round(out=BEN))
    assert (state.outcome.code, state.outcome.winners) == ("tie_went_out", (BEN,))
    assert (state.outcome.round, state.outcome.playoff) == (13, True)
    assert state.open is None
    assert places(state) == [(1, BEN), (2, ANN), (3, CY)]


def test_points_and_contracts_of_a_play_off_do_not_count() -> None:
    before = playing_off()
    state = playing_off(a_round(out=BEN, left={ANN: 120}, down={ANN}))
    assert state.totals == before.totals
    assert state.made == before.made == (12, 12, 0)
    assert state.rounds[-1].made == {ANN, BEN}  # which the sheet shows
    assert state.rounds[-1].points == {ANN: 0, BEN: 0}


def blocked_play_off(blocked_round: str) -> State:
    house = {"final_tiebreak": "playoff", "blocked_round": blocked_round}
    return table_after(*TIED, NOBODY, NOBODY, players=3, **house)


@pytest.mark.parametrize(
    ("blocked_round", "dealers"),
    [("score_all", [ANN, BEN, ANN]), ("void", [ANN, ANN, ANN])],
)
def test_a_play_off_that_nobody_finishes_is_played_again_and_a_void_one_by_the_same_dealer(
    blocked_round: str, dealers: list[int]
) -> None:
    state = blocked_play_off(blocked_round)
    assert (state.outcome.code, state.outcome.tied) == ("playoff_needed", (ANN, BEN))
    assert state.open is not None
    assert (state.open.deal.number, state.open.deal.playoff) == (15, True)
    dealt = (*(scored.deal for scored in state.rounds[12:]), state.open.deal)
    assert [deal.dealer for deal in dealt] == dealers


@pytest.mark.parametrize(
    ("blocked_round", "void", "planned"),
    [("score_all", [False, False], [13, 14, 15]), ("void", [True, True], [13, 13, 13])],
)
def test_a_play_off_that_nobody_finishes_is_void_where_such_a_round_is(
    blocked_round: str, void: list[bool], planned: list[int]
) -> None:
    state = blocked_play_off(blocked_round)
    assert [scored.void for scored in state.rounds[12:]] == void
    assert state.open is not None
    dealt = (*(scored.deal for scored in state.rounds[12:]), state.open.deal)
    assert [deal.planned for deal in dealt] == planned


def test_a_tied_player_who_leaves_after_a_void_play_off_loses_it() -> None:
    house = {"final_tiebreak": "playoff", "blocked_round": "void"}
    state = table_after(*TIED, NOBODY, PlayerLeft(ANN), players=3, **house)
    assert (state.outcome.code, state.outcome.winners) == ("fewest_points", (BEN,))


def test_the_deal_of_a_play_off_goes_round_the_tied_players_only() -> None:
    """Ann and Dee are tied and sit side by side; in the other direction Ben and Cy are between
    them.
    """
    left = {BEN: 65, CY: 65, DEE: 5}
    rounds = [a_round(out=ANN, left=left, down={DEE})] * 11
    level = a_round(out=DEE, left={ANN: 55, BEN: 65, CY: 65}, down={ANN})
    house = {"final_tiebreak": "playoff"}
    state = table_after(*rounds, level, NOBODY, NOBODY, players=4, first_dealer=BEN, **house)
    assert state.open is not None
    dealers = [*(scored.deal.dealer for scored in state.rounds[12:]), state.open.deal.dealer]
    assert dealers == [DEE, ANN, DEE]


def test_a_play_off_for_the_lowest_total_is_on_the_last_contract_for_everybody() -> None:
    """Ben is tied on points without any contract; the last contract is played again."""
    level = a_round(out=ANN, left={BEN: 65})
    bens_way = a_round(out=None, left={ANN: 65, BEN: 0}, down={ANN})
    house = {"winner_rule": LOWEST, "final_tiebreak": "playoff"}
    state = table_after(*[level] * 6, *[bens_way] * 6, **house)
    assert state.open is not None
    assert state.open.deal.contracts == {ANN: 12, BEN: 12}


def test_a_newcomer_during_a_play_off_is_not_dealt_in() -> None:
    joined = table_after(*TIED, PlayerJoined("Dee"), players=3, final_tiebreak="playoff")
    assert joined.open is not None
    assert joined.open.deal.players == (ANN, BEN)


def test_a_play_off_that_a_correction_makes_needless_is_kept_and_not_counted() -> None:
    """After the correction round 12 is no tie, so the play-off cannot be scored."""
    level = a_round(out=BEN, left={ANN: 55, CY: 65}, down={ANN})
    nobody_finished = a_round(out=CY, left={ANN: 65, BEN: 65})
    rounds = [*eleven({BEN: 5, CY: 65}, down={BEN}), level, a_round(out=ANN)]
    state = table_after(
        *rounds, RoundCorrected(12, nobody_finished), players=3, final_tiebreak="playoff"
    )
    assert not state.rounds[12].counted
    assert state.outcome.code == "in_progress"
    assert state.totals == (65, 120, 715)
    assert state.open is not None
    assert not state.open.deal.playoff


def test_a_round_that_a_correction_puts_where_a_play_off_is_due_is_kept_and_not_counted() -> None:
    """After the correction round 12 is a tie, but the next round was no play-off."""
    level = a_round(out=BEN, left={ANN: 55, CY: 65}, down={ANN})
    nobody_finished = a_round(out=CY, left={ANN: 65, BEN: 65})
    rounds = [*eleven({BEN: 5, CY: 65}, down={BEN}), nobody_finished]
    played_on = a_round(out=ANN, left={BEN: 5, CY: 65})
    state = table_after(
        *rounds, played_on, RoundCorrected(12, level), players=3, final_tiebreak="playoff"
    )
    assert [scored.counted for scored in state.rounds[11:]] == [True, False]
    assert (state.outcome.code, state.outcome.tied) == ("playoff_needed", (ANN, BEN))
    assert state.totals == (55, 55, 780)


def one_contract(tie_points: str) -> Ruleset:
    """A game of one contract; players who are equal when they finish it play on alone."""
    data = apply_house_rules(game_data(TWELVE_STEP), {"tie_points": tie_points})
    data |= {"contracts": data["contracts"][:1], "house_rules": [], "options": {}}
    data["end"]["tiebreak"] = "tied_play_on"
    return read_ruleset(data)


def playing_on(tie_points: str, *rounds: RoundPlay) -> State:
    """Ann, Ben and Cy after these rounds."""
    return replay(one_contract(tie_points), seats(3), log_of(*rounds))


def both(ann: int, ben: int, cy: int | None = None) -> RoundPlay:
    """A round that nobody ends, in which Ann and Ben make the contract, and Cy may play."""
    others = {} if cy is None else {CY: cy}
    return a_round(out=None, left={ANN: ann, BEN: ben} | others, down={ANN, BEN})


# Before this round nobody had points; after it Ann has 10, Ben 40.
EQUAL_BEFORE = both(10, 40, cy=65)
ONE_DOWN = a_round(out=ANN, left={BEN: 5})
NONE_DOWN = a_round(out=None, left={ANN: 60, BEN: 50})


@pytest.mark.parametrize(
    ("rounds", "code", "winners"),
    [
        ((both(30, 5),), "fewest_points", (BEN,)),
        ((both(5, 30),), "fewest_points", (ANN,)),
        ((both(20, 20),), "in_progress", ()),
        ((both(20, 20), both(9, 3)), "fewest_points", (BEN,)),
        ((ONE_DOWN,), "finished_first", (ANN,)),
        ((NONE_DOWN,), "fewest_points", (BEN,)),
    ],
)
def test_equal_before_the_deciding_round_players_are_compared_by_the_round_they_play_alone(
    rounds: tuple[RoundPlay, ...], code: str, winners: tuple[int, ...]
) -> None:
    state = playing_on("before_deciding_round", EQUAL_BEFORE, *rounds)
    assert state.rounds[1].deal.players == (ANN, BEN)
    assert (state.outcome.code, state.outcome.winners) == (code, winners)


@pytest.mark.parametrize(
    ("rounds", "why", "least"),
    [
        ((), ("only_they_play_on", "before_that_round"), 0),
        ((both(30, 5),), ("won_tiebreak",), 5),
        ((both(20, 20),), ("only_they_play_on",), 20),
    ],
)
def test_the_outcome_names_the_points_that_were_compared(
    rounds: tuple[RoundPlay, ...], why: tuple[str, ...], least: int
) -> None:
    state = playing_on("before_deciding_round", EQUAL_BEFORE, *rounds)
    view = outcome_view(one_contract("before_deciding_round"), state)
    assert view is not None
    assert (tuple(one.code for one in view.why), view.least) == (why, least)


def test_a_round_of_three_stays_one_of_three_whatever_was_corrected_while_it_was_open() -> None:
    three = a_round(out=None, left={ANN: 20, BEN: 20, CY: 20}, down={ANN, BEN, CY})
    two = a_round(out=None, left={ANN: 20, BEN: 20, CY: 50}, down={ANN, BEN, CY})
    same, other = RoundCorrected(1, three), RoundCorrected(1, two)
    played = a_round(out=CY, left={ANN: 15, BEN: 30}, down={ANN, BEN})
    log = log_of(three, same, played, other)
    state = replay(one_contract("with_deciding_round"), seats(3), log)
    assert [scored.counted for scored in state.rounds] == [True, False]
    assert state.outcome.code == "in_progress"


def test_of_three_who_are_equal_two_may_stay_so_and_play_on() -> None:
    three = a_round(out=None, left={ANN: 5, BEN: 40, CY: 90}, down={ANN, BEN, CY})
    again = a_round(out=None, left={ANN: 20, BEN: 20, CY: 25}, down={ANN, BEN, CY})
    state = playing_on("before_deciding_round", three, again)
    assert (state.outcome.code, state.outcome.tied) == ("in_progress", (ANN, BEN))
    assert state.open.deal.players == (ANN, BEN)


def test_equal_with_the_deciding_round_the_totals_decide_after_the_next() -> None:
    state = playing_on("with_deciding_round", both(10, 10, cy=65), both(30, 5))
    assert (state.totals[:2], state.outcome.winners) == ((40, 15), (BEN,))


def test_after_a_tie_that_was_played_on_the_last_round_decides() -> None:
    five_hundred = read_ruleset(apply_house_rules(game_data("rummy-500"), {}))
    tie = a_round(out=ANN, left={BEN: 10}, melded={ANN: 510, BEN: 520})
    played_on = a_round(out=ANN, left={BEN: 10}, melded={ANN: 50, BEN: 20})
    state = replay(five_hundred, seats(2), log_of(tie, played_on))
    view = outcome_view(five_hundred, state)
    assert view is not None
    assert ([why.code for why in view.why], view.round) == (["highest_after_last_round"], 2)


@pytest.mark.parametrize(
    ("game", "options", "rounds", "why"),
    [
        ("pontinho", {}, [{ANN: 101, BEN: 110}], "nobody_left"),
        ("pontinho", {}, [{ANN: 99, BEN: 110}], "last_left"),
        ("pontinho", {}, [{ANN: 110, BEN: 110}], "nobody_left"),
        ("cacheta", {"blocked_round": "score_all", "lives": 7}, [{}] * 7, "no_lives_left"),
    ],
)
def test_the_last_one_left_is_told_from_the_best_of_those_who_are_out_at_once(
    game: str, options: dict[str, Value], rounds: list[dict[int, int]], why: str
) -> None:
    rules = read_ruleset(apply_house_rules(game_data(game), options))
    state = replay(rules, seats(2), log_of(*(a_round(None, left) for left in rounds)))
    view = outcome_view(rules, state)
    assert view is not None
    assert [one.code for one in view.why] == [why]

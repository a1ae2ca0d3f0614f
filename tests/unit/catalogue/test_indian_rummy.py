"""Indian Rummy: drops, the rank that is turned up, and who is still in the game."""

from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from companion.rules.decide import Command, Conflict, decide
from companion.rules.fold import entries as e
from companion.rules.fold.replay import replay
from companion.rules.game import Game
from companion.rules.judging.refusals import Doubted, Refused
from companion.rules.model.play import Drop
from companion.rules.model.ruleset import MovingWild
from companion.rules.model.state import State
from companion.rules.reading.catalogue import game_data
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.ruleset import read_ruleset
from companion.rules.reading.sections import RulesetError
from companion.web.view_models.open_round import may_turn_up
from tests.unit.catalogue.games import doubts, game, played
from tests.unit.table import ANN, BEN, CY, DEE, a_round, log_of, seats
from tests.vectors.own_rules import snapshot_of

KEY = "indian-rummy"
POINTS = {"kind": "points"}


def won_by(winner: int, **lost: int) -> e.RoundPlay:
    """A round that costs these players so much."""
    return a_round(winner, {"abcd".index(name): points for name, points in lost.items()})


def after(*happenings: e.Entry | e.RoundPlay, players: int = 3, **rules: Any) -> State:
    return played(KEY, *happenings, players=players, **rules)


def begun(*happenings: e.Entry | e.RoundPlay, players: int = 3, **rules: Any) -> Game:
    return begun_with(KEY, *happenings, players=players, **rules)


def begun_with(
    key: str, *happenings: e.Entry | e.RoundPlay, players: int = 2, **rules: Any
) -> Game:
    data = game_data(key)
    options = {row["key"]: row["default"] for row in data["house_rules"]} | rules
    return Game.begun(snapshot_of(data, options), seats(players), log_of(*happenings))


def totals(play: e.RoundPlay, **rules: Any) -> tuple[int, ...]:
    return after(play, **rules).totals


# --- What a round costs -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "points"),
    [
        ({}, (0, 20, 40, 80)),
        ({"pool": 201}, (0, 25, 50, 80)),
        ({"pool": 201, "drops": "same"}, (0, 20, 40, 80)),
        ({"drops": "low"}, (0, 10, 30, 80)),
        ({"pool": 201, "drops": "low"}, (0, 10, 30, 80)),
        (POINTS, (140, -20, -40, -80)),
    ],
)
def test_a_drop_has_its_price(rules: dict[str, Any], points: tuple[int, ...]) -> None:
    play = replace(a_round(ANN), drops={BEN: "first", CY: "middle", DEE: "wrong"})
    assert totals(play, players=4, **rules) == points


def test_a_hand_costs_eighty_at_most_unless_every_card_counts() -> None:
    play = a_round(ANN, {BEN: {"10-A": 9}, CY: 79})
    assert totals(play) == (0, 80, 79)
    assert totals(play, cap="none") == (0, 90, 79)


@pytest.mark.parametrize(
    ("wild", "hand", "cost"),
    [
        ("7", {"7": 2, "Joker": 1, "K": 1}, 10),
        ("K", {"7": 2, "Joker": 1, "K": 1}, 14),
        ("A", {"A": 3, "10-K": 2}, 20),
        (None, {"7": 2, "A": 1}, 24),
    ],
)
def test_the_rank_that_is_turned_up_costs_nothing(
    wild: str | None, hand: dict[str, int], cost: int
) -> None:
    assert totals(replace(a_round(ANN, {BEN: hand, CY: 2}), turned_up=wild)) == (0, cost, 2)


def test_each_round_has_a_wild_rank_of_its_own() -> None:
    first = replace(a_round(ANN, {BEN: {"9": 1}, CY: 2}), turned_up="9")
    state = after(first, replace(a_round(ANN, {BEN: {"9": 1}, CY: 2}), turned_up="2"))
    assert [state.totals[BEN], state.rounds[0].deal.wild, state.open.deal.wild] == [9, "9", None]  # type: ignore[union-attr]


def test_nobody_is_paid_where_nobody_won() -> None:
    play = a_round(None, {ANN: 10, BEN: 20, CY: 30})
    assert totals(play, **POINTS, blocked_round="score_all") == (0, 0, 0)


# --- Who dropped --------------------------------------------------------------------------------


def test_after_a_wrong_declaration_the_others_play_on() -> None:
    state = begun(e.WentOut(ANN), e.Dropped(ANN, "wrong")).state
    assert state.open is not None
    assert (state.open.over, state.open.play.went_out, state.open.play.drops) == (
        False,
        None,
        {ANN: "wrong"},
    )


def test_hands_counted_before_a_wrong_declaration_are_to_be_counted_again() -> None:
    counted = e.HandCounted(BEN, e.Hand(points=30), down=False)
    state = begun(e.WentOut(ANN), counted, e.Dropped(ANN, "wrong"), e.WentOut(CY)).state
    assert state.open is not None
    assert state.open.uncounted == (BEN,)


def test_a_wild_rank_by_which_a_hand_is_counted_is_not_undone_without_a_network() -> None:
    undo = (e.EntryUndone(1),)
    drawn = begun(e.TurnedUp("K"), e.WentOut(ANN))
    assert decide(drawn, Command(undo, drawn.version, unasked=True)).state.undone == {1, 3}
    counted = e.HandCounted(BEN, e.Hand(cards={"K": 1, "9": 1}), down=False)
    table = begun(e.TurnedUp("K"), e.WentOut(ANN), counted)
    with pytest.raises(Conflict, match="out_of_date"):
        decide(table, Command(undo, table.version, unasked=True))


def test_a_count_from_before_a_drop_is_forgotten() -> None:
    state = begun(
        e.WentOut(ANN), e.HandCounted(BEN, e.Hand(points=30), down=False), e.Dropped(BEN, "first")
    )
    assert state.state.open is not None
    assert state.state.open.play.hands == {}
    assert state.state.open.uncounted == (CY,)


def test_a_drop_told_before_somebody_counted_that_hand_is_out_of_date() -> None:
    table = begun(e.WentOut(ANN), e.HandCounted(BEN, e.Hand(points=30), down=False))
    with pytest.raises(Conflict, match="out_of_date"):
        decide(table, Command((e.Dropped(BEN, "first"),), table.version))


def test_a_drop_can_be_taken_back() -> None:
    state = begun(e.Dropped(BEN, "first"), e.Dropped(BEN, None)).state
    assert state.open is not None
    assert state.open.play.drops == {}


def test_games_without_drops_store_none() -> None:
    table = begun_with("classic-rummy", e.WentOut(ANN))
    assert decide(table, Command((e.Dropped(BEN, "first"),), table.version)) == table
    written = begun_with("classic-rummy", a_round(ANN, {BEN: 20}))
    free = e.RoundCorrected(1, replace(a_round(ANN), drops={BEN: "first"}))
    with pytest.raises(Refused, match="blank_hand"):
        decide(written, Command((free,), written.version))
    knocked = e.RoundCorrected(1, a_round(ANN, {BEN: 9}, ending="knock"))
    corrected = decide(written, Command((knocked,), written.version)).state.rounds[0]
    assert (corrected.play.ending, corrected.points) == (None, {ANN: 0, BEN: 9})


def test_who_dropped_cannot_have_won() -> None:
    play = replace(a_round(ANN, {CY: 5}), drops={ANN: "first", BEN: "first"})
    with pytest.raises(Refused, match="out_and_dropped"):
        begun(won_by(BEN, a=5, c=5)).after(e.RoundCorrected(1, play))


@pytest.mark.parametrize(
    ("dropping", "already", "winner"),
    [(BEN, {}, None), (BEN, {CY: "first"}, ANN), (CY, {BEN: "wrong"}, ANN)],
)
def test_the_last_who_has_not_dropped_has_won(
    dropping: int, already: dict[int, Any], winner: int | None
) -> None:
    state = begun(*(e.Dropped(seat, drop) for seat, drop in already.items())).state
    assert state.open is not None
    assert state.open.left_once_dropped(dropping) == winner


def test_a_wrong_declaration_against_one_other_is_won_by_them() -> None:
    state = begun(e.WentOut(ANN), players=2).state
    assert state.open is not None
    assert state.open.left_once_dropped(ANN) == BEN


# --- The rank that is turned up -----------------------------------------------------------------


@pytest.mark.parametrize("rank", ["1", "Joker", "Wild"])
def test_only_a_rank_of_the_deck_is_turned_up(rank: str) -> None:
    with pytest.raises(Refused, match="unknown_card"):
        begun().after(e.TurnedUp(rank))


def test_once_a_hand_is_counted_the_wild_rank_stays() -> None:
    counted = begun(
        e.TurnedUp("7"), e.WentOut(ANN), e.HandCounted(BEN, e.Hand(points=9), down=False)
    )
    with pytest.raises(Refused, match="wild_is_settled"):
        counted.after(e.TurnedUp("8"))


def test_once_melds_are_counted_the_wild_rank_stays_and_is_not_asked_for() -> None:
    data = {**game_data("rummy-500"), "moving_wild": {"value": 0, "drawn": True}, "house_rules": []}
    melds, none = e.Hand(cards={"10-K": 3}), e.Hand()
    before = Game.begun(snapshot_of(data, {}), seats(2), [e.WentOut(ANN)])
    counted = before.after(e.HandCounted(BEN, none, down=False, melded=melds))
    with pytest.raises(Refused, match="wild_is_settled"):
        counted.after(e.TurnedUp("K"))
    emptied = counted.after(e.HandCounted(BEN, none, down=False, melded=none))
    asks = [may_turn_up(one.ruleset, one.state.open) for one in (before, counted, emptied)]  # type: ignore[arg-type]
    assert asks == [True, False, True]


def test_a_page_with_the_keys_of_another_wild_rank_is_out_of_date() -> None:
    table = begun(e.WentOut(ANN))
    seen, now = table.version, table.after(e.TurnedUp("7"))
    by_cards = e.HandCounted(BEN, e.Hand(cards={"7": 1}), down=False)
    with pytest.raises(Conflict, match="out_of_date"):
        decide(now, Command((by_cards,), seen))


def test_a_correction_may_name_another_wild_rank() -> None:
    table = begun(replace(a_round(ANN, {BEN: {"9": 2}, CY: 2}), turned_up="9"))
    right = replace(a_round(ANN, {BEN: {"9": 2}, CY: 2}), turned_up="8")
    assert table.after(e.RoundCorrected(1, right)).state.totals == (0, 18, 2)


# --- Who is still in the game -------------------------------------------------------------------

TWO_ROUNDS = (won_by(ANN, b=80, c=20), won_by(ANN, b=21, c=20))


def test_whoever_reaches_the_limit_is_not_dealt_in_any_more() -> None:
    state = after(*TWO_ROUNDS)
    assert state.open is not None
    assert (state.open.deal.players, state.left) == ((ANN, CY), {BEN: 2})


def test_a_player_comes_back_with_a_point_more_than_anybody() -> None:
    state = after(*TWO_ROUNDS, e.PlayerReturned(BEN))
    assert state.open is not None
    assert (state.totals, state.open.deal.players) == ((0, 41, 40), (ANN, BEN, CY))


@pytest.mark.parametrize(
    ("code", "rules", "more"),
    [("never_back", {"rejoin": False}, ()), ("no_way_back", {}, (won_by(ANN, c=60),))],
)
def test_nobody_comes_back_where_it_is_not_played_or_would_reach_the_limit(
    code: str, rules: dict[str, Any], more: tuple[e.RoundPlay, ...]
) -> None:
    table = begun(*TWO_ROUNDS, *more, **rules)
    with pytest.raises(Refused, match=code):
        table.after(e.PlayerReturned(BEN))


def test_the_last_one_left_wins_and_who_was_out_later_is_ahead() -> None:
    state = after(*TWO_ROUNDS, won_by(CY, a=80), won_by(CY, a=80))
    assert (state.outcome.code, state.outcome.winners) == ("last_left", (CY,))
    assert [(one.place, one.seat) for one in state.standings] == [(1, CY), (2, ANN), (3, BEN)]


def test_where_all_reach_the_limit_at_once_the_fewest_points_win() -> None:
    most = [e.Adjusted(seat, e.Adjustment(101 + seat, "agreed")) for seat in (ANN, BEN, CY)]
    state = after(*most, e.WentOut(ANN), *_counted({BEN: 5, CY: 5}), e.RoundScored())
    assert (state.outcome.code, state.outcome.winners) == ("last_left", (ANN,))


def _counted(left: dict[int, int]) -> list[e.Entry]:
    return [e.HandCounted(seat, e.Hand(points=points), down=False) for seat, points in left.items()]


def test_a_correction_leaves_who_was_dealt_in_to_later_rounds() -> None:
    before = begun(*TWO_ROUNDS, won_by(CY, a=30))
    lower = before.after(e.RoundCorrected(2, won_by(ANN, b=5, c=20))).state
    assert [one.deal.players for one in lower.rounds] == [(ANN, BEN, CY), (ANN, BEN, CY), (ANN, CY)]
    assert all(one.counted for one in lower.rounds)
    assert lower.open is not None
    assert lower.open.deal.players == (ANN, BEN, CY)
    higher = before.after(e.RoundCorrected(2, won_by(BEN, a=80, c=80))).state
    assert [one.counted for one in higher.rounds] == [True, True, True]


def changed(**rules: Any) -> e.RulesChanged:
    options = {row["key"]: row["default"] for row in game_data(KEY)["house_rules"]} | rules
    return e.RulesChanged(options)


@pytest.mark.parametrize(
    ("rules", "totals"), [(POINTS, (225, -95, -130)), ({"kind": "first_to_400"}, (0, 95, 130))]
)
def test_rounds_without_a_player_who_was_out_count_where_nobody_is_out_any_more(
    rules: dict[str, Any], totals: tuple[int, ...]
) -> None:
    before = begun(won_by(ANN, b=50, c=80), won_by(ANN, b=40, c=50), won_by(ANN, b=5))
    state = before.after(changed(**rules)).state
    assert [one.deal.players for one in state.rounds] == [(ANN, BEN, CY)] * 2 + [(ANN, BEN)]
    assert state.totals == totals
    assert state.open is not None
    assert state.open.deal.players == (ANN, BEN, CY)


def test_two_who_are_out_at_once_with_equal_points_share_the_game_as_nobody_can_play_on() -> None:
    usual = game(KEY)
    end = replace(usual.end, tiebreak="play_on", blocked="score_all")
    nobody_won = a_round(None, {ANN: 60, BEN: 60})
    state = replay(replace(usual, end=end), seats(2), log_of(nobody_won, nobody_won))
    assert (state.outcome.code, state.outcome.winners) == ("tie_shared", (ANN, BEN))


def test_a_void_round_that_is_to_count_needs_the_hands_of_everybody_in_the_pool() -> None:
    before = begun(won_by(ANN, b=10, c=10), e.RoundPlay())
    asked = before.to_recount(changed(blocked_round="score_all").options).hands
    assert [hand.seat for hand in asked] == [ANN, BEN, CY]
    with pytest.raises(Refused, match="blank_hand"):
        before.after(changed(blocked_round="score_all"))


def test_nobody_comes_back_to_a_game_that_a_correction_has_ended_before() -> None:
    back = begun(won_by(ANN, b=80, c=30), won_by(ANN, b=40, c=20), e.PlayerReturned(BEN))
    assert back.state.totals[BEN] == 51
    state = back.after(e.RoundCorrected(2, won_by(ANN, b=40, c=80))).state
    assert state.outcome.winners == (ANN,)
    assert state.totals == (0, 120, 110)


def test_two_come_back_in_one_round_with_the_same_total() -> None:
    out = (won_by(ANN, b=80, c=80, d=20), won_by(ANN, b=30, c=30, d=79))
    state = begun(*out, players=4).after(e.PlayerReturned(BEN)).after(e.PlayerReturned(CY)).state
    assert state.totals == (0, 100, 100, 99)


# --- The other games ----------------------------------------------------------------------------


@pytest.mark.parametrize("deals", [2, 3, 6])
def test_deals_are_over_after_their_number(deals: int) -> None:
    rounds = [won_by(ANN, b=10)] * deals
    assert not after(*rounds[1:], players=2, kind="deals", deals=deals).outcome.over
    state = after(*rounds, players=2, kind="deals", deals=deals)
    assert (state.outcome.code, state.totals) == ("highest_total", (10 * deals, -10 * deals))


LEVEL = (won_by(ANN, b=0, c=20), won_by(BEN, a=0, c=20))  # 20, 20, -40


def in_deals(*happenings: e.Entry | e.RoundPlay) -> State:
    return after(*LEVEL, *happenings, kind="deals")


def test_only_those_with_equal_chips_play_the_tie_breaker() -> None:
    state = in_deals()
    assert state.open is not None
    assert (state.totals, state.open.deal.players) == ((20, 20, -40), (ANN, BEN))
    assert (state.open.deal.tiebreak, state.open.deal.playoff) == (True, False)
    assert state.active == {ANN, BEN, CY}
    with pytest.raises(Refused, match="unknown_player"):
        begun(*LEVEL, kind="deals").after(e.WentOut(CY))


def test_the_tie_breaker_counts_and_decides() -> None:
    state = in_deals(won_by(BEN, a=70))
    assert (state.totals, state.outcome.code) == ((-50, 90, -40), "highest_total")
    assert (state.outcome.winners, state.outcome.tied) == ((BEN,), (ANN, BEN))
    assert (state.outcome.round, state.open) == (3, None)


def test_a_tie_breaker_that_nobody_wins_is_played_again_by_the_same_players() -> None:
    state = in_deals(a_round(None), a_round(None))
    assert state.open is not None
    assert (state.open.deal.number, state.open.deal.players) == (5, (ANN, BEN))
    assert in_deals(a_round(None), won_by(ANN, b=2)).outcome.winners == (ANN,)


def test_of_two_left_in_a_tie_who_stays_has_won() -> None:
    state = in_deals(e.PlayerLeft(BEN))
    assert (state.outcome.code, state.outcome.winners) == ("highest_total", (ANN,))


def test_a_correction_says_that_others_were_tied() -> None:
    """Ben and Cy change places: the tie-breaker of Ann and Ben was none."""
    swapped = (
        e.RoundCorrected(1, won_by(ANN, b=20, c=0)),
        e.RoundCorrected(2, won_by(CY, a=0, b=20)),
    )
    state = in_deals(won_by(BEN, a=70), *swapped)
    assert state.open is not None
    assert (state.totals, state.open.deal.players) == ((20, -40, 20), (ANN, CY))
    assert not state.rounds[2].counted


def test_a_correction_says_that_there_was_no_tie() -> None:
    state = in_deals(won_by(BEN, a=70), e.RoundCorrected(2, won_by(BEN, a=2, c=20)))
    assert (state.outcome.winners, state.outcome.round) == ((BEN,), 2)
    assert (state.totals, state.counted) == ((18, 22, -40), 2)


def test_a_game_begun_when_everybody_played_the_tie_breaker_goes_on_as_it_began() -> None:
    data = deepcopy(game_data(KEY))
    kinds = next(row for row in data["house_rules"] if row["key"] == "kind")
    kinds["choices"][1]["changes"]["end"]["tiebreak"] = "play_on"
    ruleset = read_ruleset(apply_house_rules(data, {"kind": "deals"}))
    state = replay(ruleset, seats(3), log_of(*LEVEL, won_by(CY, a=80, b=80)))
    assert (state.totals, state.outcome.winners) == ((-60, -60, 120), (CY,))


def test_a_game_for_points_goes_on_until_the_table_stops() -> None:
    state = after(*[won_by(ANN, b=80, c=80)] * 30, **POINTS)
    assert not state.outcome.over
    assert state.totals == (4800, -2400, -2400)


def test_whoever_takes_a_break_keeps_what_they_won() -> None:
    """Each game for points is settled by itself."""
    away = (won_by(ANN, b=16, c=20), e.PlayerLeft(ANN), won_by(BEN, c=40))
    assert after(*away, e.PlayerReturned(ANN), **POINTS).totals == (36, 24, -60)


@pytest.mark.parametrize("rules", [POINTS, {"kind": "deals", "deals": 6}])
def test_a_newcomer_starts_with_nothing_where_the_winner_gets_what_the_others_lose(
    rules: dict[str, Any],
) -> None:
    state = after(won_by(ANN, b=16, c=20), e.PlayerJoined("Dee"), **rules)
    assert state.totals == (36, -16, -20, 0)


def test_only_where_points_count_against_players_the_table_says_where_a_newcomer_starts() -> None:
    kinds = ("pool", "deals", "points", "first_to_400")
    asked = [kind for kind in kinds if "late_join" in _in_force(kind=kind)]
    assert asked == ["pool", "first_to_400"]


def _in_force(**rules: Any) -> set[str]:
    return {rule.key for rule, _ in game(KEY, **rules).in_force}


def test_to_four_hundred_the_fewest_points_win() -> None:
    rounds = [won_by(ANN, b=80, c=10)] * 5
    assert not after(*rounds[1:], kind="first_to_400").outcome.over
    outcome = after(*rounds, kind="first_to_400").outcome
    assert (outcome.code, outcome.winners) == ("lowest_total", (ANN,))


# --- Doubts -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("play", "rules", "codes"),
    [
        (a_round(ANN, {BEN: 80, CY: 2}), {}, set()),
        (a_round(ANN, {BEN: 81, CY: 2}), {}, {"points_above_cap"}),
        (a_round(ANN, {BEN: 81, CY: 2}), {"cap": "none"}, set()),
        (a_round(ANN, {BEN: {"10-A": 13}, CY: 2}), {}, set()),
        (a_round(ANN, {BEN: {"10-A": 14}, CY: 2}), {}, {"too_many_cards"}),
        (a_round(ANN, {BEN: 0, CY: 2}), {}, set()),
        (replace(a_round(ANN, {BEN: 20, CY: 2}), drops={BEN: "first"}), {}, {"cards_after_drop"}),
        (replace(a_round(ANN, {CY: 2}), drops={BEN: "first"}), {}, set()),
        (a_round(None, {ANN: 5, BEN: 5, CY: 5}), {"blocked_round": "score_all"}, {"nobody_out"}),
    ],
)
def test_what_cannot_be_is_asked_about(
    play: e.RoundPlay, rules: dict[str, Any], codes: set[str]
) -> None:
    assert doubts(KEY, play, **rules) == codes


def dropping(*drops: Drop) -> list[e.RoundPlay]:
    """A round for each of these drops of Ben, all won by Ann."""
    return [replace(a_round(ANN, {CY: 2}), drops={BEN: drop}) for drop in drops]


@pytest.mark.parametrize(
    ("limit", "drops", "must_play"),
    [
        ("none", ("first", "middle", "first"), ()),
        (1, (), ()),
        (1, ("first",), (BEN,)),
        (2, ("first",), ()),
        (2, ("first", "middle"), (BEN,)),
        (2, ("wrong", "first"), ()),
        (3, ("first", "first", "middle"), (BEN,)),
    ],
)
def test_whoever_has_dropped_as_often_as_allowed_must_play(
    limit: int | str, drops: tuple[Drop, ...], must_play: tuple[int, ...]
) -> None:
    state = after(*dropping(*drops), pool=201, drop_limit=limit)
    assert state.open is not None
    assert state.open.deal.must_play == must_play


@pytest.mark.parametrize(("lost", "must_play"), [(6, ()), (7, (BEN,))])
def test_whoever_has_one_life_left_must_play(lost: int, must_play: tuple[int, ...]) -> None:
    """A pt.wikipedia rule of Cacheta (RULES-NATIONAL A8)."""
    spent = replace(a_round(ANN, {CY: 0}), adjustments={BEN: e.Adjustment(lost, "said")})
    state = played("cacheta", replace(spent, drops={BEN: "wrong"}), losing="folding")
    assert state.open is not None
    assert state.open.deal.must_play == must_play


def test_a_drop_in_a_void_round_leaves_as_many_as_before() -> None:
    void = replace(a_round(None, {ANN: 5, CY: 5}), drops={BEN: "first"})
    state = after(void, drop_limit=1)
    assert state.open is not None
    assert (state.totals, state.open.deal.must_play) == ((0, 0, 0), ())


def test_a_corrected_drop_leaves_one_more() -> None:
    corrected = e.RoundCorrected(1, a_round(ANN, {BEN: 5, CY: 2}))
    state = after(*dropping("first", "first"), corrected, drop_limit=2)
    assert state.open is not None
    assert state.open.deal.must_play == ()


def test_a_drop_too_many_is_asked_about_and_can_be_confirmed() -> None:
    table = begun(*dropping("first"), e.WentOut(ANN), e.Dropped(BEN, "first"), drop_limit=1)
    table = table.after(e.HandCounted(CY, e.Hand(points=2), down=False))
    with pytest.raises(Doubted) as doubted:
        table.after(e.RoundScored())
    assert {doubt.key for doubt in doubted.value.doubts} == {("drop_not_allowed", BEN)}
    scored = table.after(e.RoundScored(frozenset({("drop_not_allowed", BEN)})))
    assert scored.state.totals == (0, 40, 4)


def test_who_leaves_takes_their_drop_with_them() -> None:
    state = begun(e.Dropped(BEN, "first"), e.PlayerLeft(BEN)).state
    assert state.open is not None
    assert state.open.play.drops == {}


def test_a_joker_that_is_turned_up_names_a_rank_of_the_pack() -> None:
    data = apply_house_rules(game_data("indian-rummy"), {})
    assert read_ruleset(data).moving_wild == MovingWild(0, drawn=True, joker="A")
    for wrong in ({"drawn": True, "joker": "Joker"}, {"drawn": False, "joker": "A"}):
        with pytest.raises(RulesetError) as error:
            read_ruleset(data | {"moving_wild": {"value": 0} | wrong})
        assert error.value.key == "moving_wild.joker"

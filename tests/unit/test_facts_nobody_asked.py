"""House rules changed in a running game need facts that nobody was asked by the old ones."""

from dataclasses import replace
from typing import Any

import pytest

from companion.rules.decide import Command, decide
from companion.rules.fold import entries as e
from companion.rules.fold.recounting import was_down
from companion.rules.game import Game, Recount
from companion.rules.judging.refusals import Refused
from companion.rules.model.state import PlayedRound
from companion.rules.reading.catalogue import game_data
from tests.unit.catalogue.games import dealt
from tests.unit.catalogue.games import game as game_by
from tests.unit.table import ANN, BEN, CY, a_round, log_of, seats
from tests.vectors.own_rules import snapshot_of

SCALA, CHINCHON = "scala-40", "chinchon"
PRICE, NO_PRICE = {"never_opened": 100}, {"never_opened": "none"}
POINTS, WINS = {"chinchon": -50}, {"chinchon": "wins"}


def options_of(key: str, rules: dict[str, Any]) -> dict[str, Any]:
    return {row["key"]: row["default"] for row in game_data(key)["house_rules"]} | rules


def played(key: str, *happenings: e.Entry | e.RoundPlay, players: int = 3, **rules: Any) -> Game:
    snapshot = snapshot_of(game_data(key), options_of(key, rules))
    return Game.begun(snapshot, seats(players), log_of(*happenings))


def changed(game: Game, *told: e.RoundDown | e.RoundHand, **rules: Any) -> Game:
    """The game after a change of house rules, as a phone writes it, with these answers."""
    options = options_of(game.ruleset.key, rules)
    hands = tuple(row for row in told if isinstance(row, e.RoundHand))
    down = tuple(row for row in told if isinstance(row, e.RoundDown))
    return decide(game, Command((e.RulesChanged(options, hands, down),), game.version))


def questions(game: Game, **rules: Any) -> Recount:
    return game.to_recount(options_of(game.ruleset.key, rules))


# --- The price of not having opened --------------------------------------------------------------

OPENED, WHOLE_HAND = {"K": 2, "3": 1}, {"K": 13}
BY_CARDS = a_round(ANN, {BEN: OPENED, CY: WHOLE_HAND})


def test_who_had_opened_shows_in_the_number_of_cards() -> None:
    after = changed(played(SCALA, BY_CARDS), **PRICE)
    assert after.state.totals == (0, 23, 100)
    assert after.state.rounds[0].play.laid_down == {ANN, BEN}


def test_the_table_is_asked_where_a_typed_total_does_not_show_it() -> None:
    game = played(SCALA, a_round(ANN, {BEN: 60, CY: 5}))
    assert questions(game, **PRICE) == Recount((), ((1, BEN),))
    with pytest.raises(Refused, match="opened_or_not"):
        changed(game, **PRICE)
    assert changed(game, e.RoundDown(1, BEN, down=True), **PRICE).state.totals == (0, 60, 5)
    assert changed(game, e.RoundDown(1, BEN, down=False), **PRICE).state.totals == (0, 100, 5)


def test_the_answer_is_a_fact_by_any_later_rules() -> None:
    game = played(SCALA, a_round(ANN, {BEN: 60, CY: 5}))
    priced = changed(game, e.RoundDown(1, BEN, down=True), **PRICE)
    again = changed(changed(priced, **NO_PRICE), **PRICE)
    assert again.state.totals == (0, 60, 5)
    assert changed(again, **PRICE, limit=201).state.totals == (0, 60, 5)


def test_what_was_asked_by_rules_with_a_price_is_not_asked_again() -> None:
    game = played(SCALA, a_round(ANN, {BEN: 60, CY: 70}, down={CY}), **PRICE)
    back = changed(game, **NO_PRICE)
    written = back.with_entries(*log_of(BY_CARDS))
    assert questions(written, **PRICE) == Recount()
    assert changed(written, **PRICE).state.totals == (0, 100 + 23, 70 + 100)


def test_a_correction_says_who_had_opened() -> None:
    game = changed(played(SCALA, BY_CARDS), **PRICE)
    right = e.RoundCorrected(1, a_round(ANN, {BEN: 60, CY: WHOLE_HAND}))
    game = game.with_entries(right)
    assert game.state.totals == (0, 100, 100)
    assert questions(game, **PRICE, limit=201) == Recount()


@pytest.mark.parametrize(
    ("left", "asked", "total"), [(60, ((1, BEN),), 100), (WHOLE_HAND, (), 100), (OPENED, (), 23)]
)
def test_an_answer_is_about_the_hand_of_that_time_and_not_about_a_corrected_one(
    left: int | dict[str, int], asked: tuple[tuple[int, int], ...], total: int
) -> None:
    game = played(SCALA, a_round(ANN, {BEN: 60, CY: 5}))
    game = changed(game, e.RoundDown(1, BEN, down=True), **PRICE)
    right = changed(game, **NO_PRICE).with_entries(
        e.RoundCorrected(1, a_round(ANN, {BEN: left, CY: 5}))
    )
    assert questions(right, **PRICE).down == asked
    told = [e.RoundDown(*place, down=False) for place in asked]
    assert changed(right, *told, **PRICE).state.totals[BEN] == total


@pytest.mark.parametrize(
    ("later", "asked"),
    [
        (e.HandCounted(BEN, e.Hand(cards=WHOLE_HAND), down=False), ()),
        (e.TookBack(BEN), ((1, BEN),)),
    ],
)
def test_nor_about_a_hand_of_the_open_round_that_is_counted_or_marked_again(
    later: e.Entry, asked: tuple[tuple[int, int], ...]
) -> None:
    so_far = (e.WentOut(ANN), e.HandCounted(BEN, e.Hand(points=60), down=False))
    game = changed(played(SCALA, *so_far), e.RoundDown(1, BEN, down=True), **PRICE)
    again = changed(game, **NO_PRICE).with_entries(later)
    assert questions(again, **PRICE).down == asked
    told = [e.RoundDown(*place, down=False) for place in asked]
    assert changed(again, *told, **PRICE).state.open.play.laid_down == {ANN}


def test_in_the_open_round_too_only_the_hands_counted_before_were_not_asked() -> None:
    so_far = (e.WentOut(ANN), e.HandCounted(BEN, e.Hand(points=60), down=False))
    game = played(SCALA, *so_far)
    assert questions(game, **PRICE) == Recount((), ((1, BEN),))
    game = changed(game, e.RoundDown(1, BEN, down=True), **PRICE)
    game = game.with_entries(e.HandCounted(CY, e.Hand(points=70), down=False), e.RoundScored())
    assert game.state.totals == (0, 60, 100)
    assert questions(game, **PRICE, limit=201) == Recount()


def test_a_void_round_that_is_to_count_is_asked_for_hands_and_openings() -> None:
    game = played(SCALA, a_round(None), players=2)
    asked = questions(game, **PRICE, blocked_round="score_all")
    assert [row.seat for row in asked.hands] == [ANN, BEN]
    assert asked.down == ((1, ANN), (1, BEN))


@pytest.mark.parametrize(("cards", "down"), [(0, True), (3, True), (11, None), (13, False)])
def test_the_number_of_cards_remains_where_they_have_no_price(
    *, cards: int, down: bool | None
) -> None:
    ruleset = game_by(SCALA, **PRICE)
    played = PlayedRound(ruleset, dealt(ruleset), a_round(ANN))
    assert was_down(played, BEN, e.Hand(cards={"9-K": cards})) == down


def test_who_was_out_is_not_dealt_in_to_a_blocked_round_that_was_scored() -> None:
    """By other rules Ben would have played, but had no cards."""
    out, blocked = a_round(ANN, {BEN: 110, CY: 5}), a_round(None, {ANN: WHOLE_HAND, CY: 7})
    game = played(SCALA, out, blocked, blocked_round="score_all")
    after = changed(game, limit=201, blocked_round="score_all")
    assert after.state.rounds[1].deal.players == (ANN, CY)
    assert after.state.totals == (130, 110, 12)


# --- Hands that have a price, which nobody counted -----------------------------------------------


def told(game: Game, *happenings: e.Entry | e.RoundPlay) -> Game:
    """The game after these entries, as a phone writes them."""
    for entry in log_of(*happenings):
        game = decide(game, Command((entry,), game.version))
    return game


def priced(*happenings: e.Entry | e.RoundPlay, key: str = SCALA, **rules: Any) -> Game:
    """A round that Ann won: Ben had not opened, and the cards of Cy were counted."""
    return told(played(key, **rules), *happenings)


PRICED = a_round(ANN, {BEN: 100, CY: 7}, down={CY})
BEN_UNCOUNTED = (e.RoundHand(1, BEN, e.Hand()),)


def test_a_price_is_no_count_of_cards_once_the_rules_take_it_away() -> None:
    game = priced(PRICED, **PRICE)
    assert questions(game, **NO_PRICE) == Recount(BEN_UNCOUNTED, ())
    with pytest.raises(Refused, match="blank_hand"):
        changed(game, **NO_PRICE)
    after = changed(game, e.RoundHand(1, BEN, e.Hand(points=64)), **NO_PRICE)
    assert after.state.totals == (0, 64, 7)
    assert changed(after, **PRICE).state.totals == (0, 100, 7)


def test_nor_is_one_that_a_correction_says() -> None:
    right = e.RoundCorrected(1, a_round(ANN, {BEN: 7, CY: 100}, down={BEN}))
    game = priced(PRICED, right, **PRICE)
    assert game.state.totals == (0, 7, 100)
    assert [row.seat for row in questions(game, **NO_PRICE).hands] == [CY]


def test_as_many_points_of_a_player_who_has_opened_are_a_count() -> None:
    game = priced(a_round(ANN, {BEN: 100, CY: 7}, down={BEN, CY}), **PRICE)
    assert questions(game, **NO_PRICE) == Recount()


def test_a_price_in_the_open_round_is_no_count_either() -> None:
    game = priced(e.WentOut(ANN), e.HandCounted(BEN, e.Hand(points=100), down=False), **PRICE)
    assert questions(game, **NO_PRICE) == Recount(BEN_UNCOUNTED, ())
    after = changed(game, e.RoundHand(1, BEN, e.Hand(points=64)), **NO_PRICE)
    after = told(after, e.HandCounted(CY, e.Hand(points=7), down=None), e.RoundScored())
    assert after.state.totals == (0, 64, 7)
    assert questions(after, **PRICE) == Recount()
    assert changed(after, **PRICE).state.totals == (0, 100, 7)


def test_who_turns_out_to_have_opened_has_cards_to_count() -> None:
    """A phone that was offline says later that Ben laid down."""
    game = priced(e.WentOut(ANN), e.HandCounted(BEN, e.Hand(points=100), down=False), **PRICE)
    late = told(game, e.LaidDown(BEN))
    assert late.state.open is not None
    assert late.state.open.play.laid_down == {ANN, BEN}
    assert late.state.open.uncounted == (BEN, CY)
    counted = told(late, e.HandCounted(BEN, e.Hand(points=30), down=True))
    assert counted.state.open is not None
    assert counted.state.open.uncounted == (CY,)


def test_by_another_price_nobody_need_be_asked() -> None:
    game = priced(PRICED, **PRICE)
    hands = game.fold.events.rounds[0].play.hands
    assert hands[BEN].is_blank
    dear = replace(game.ruleset, opening=replace(game.ruleset.opening, missed=200))
    assert game.state.rounds[0].deal.played(dear, a_round(ANN, hands)).play.hand(BEN).points == 200


def test_whoever_folded_loses_a_life_where_nobody_can_fold() -> None:
    folded = (e.Dropped(BEN, "first"), e.WentOut(ANN), e.RoundScored())
    game = priced(*folded, key="cacheta", losing="folding")
    assert game.state.totals == (0, 1, 2)
    after = changed(game, losing="ten_cards")
    assert after.state.totals == (0, 1, 1)
    assert changed(after, losing="folding").state.totals == (0, 1, 2)


def test_nobody_loses_more_lives_than_they_have() -> None:
    lost = [e.WentOut(ANN), e.RoundScored()] * 4
    game = priced(*lost, key="cacheta", losing="folding", lives=7)
    assert game.state.totals == (0, 7, 7)
    assert game.state.outcome.winners == (ANN,)


def test_whoever_dropped_is_asked_for_a_hand_where_nobody_can_drop() -> None:
    play = replace(a_round(ANN, {CY: 30}), drops={BEN: "first"})
    game = played("indian-rummy", play)
    ruleset = replace(game.ruleset, drops=None)
    assert game.state.rounds[0].deal.played(ruleset, play).play.hand(BEN).is_blank


# --- A round that won the game -------------------------------------------------------------------

CHINCHON_OF_ANN = a_round(ANN, ending="big_gin")


def test_a_round_that_won_is_asked_for_its_hands_when_it_scores() -> None:
    game = played(CHINCHON, CHINCHON_OF_ANN)
    assert game.state.outcome.code == "won_at_once"
    assert [row.seat for row in questions(game, **POINTS).hands] == [BEN, CY]
    with pytest.raises(Refused, match="blank_hand"):
        changed(game, **POINTS)
    told = (e.RoundHand(1, seat, e.Hand(points=10 * seat)) for seat in (BEN, CY))
    after = changed(game, *told, **POINTS)
    assert after.state.totals == (-50, 10, 20)
    assert after.state.rounds[0].counted
    assert not after.state.outcome.over


def test_a_hand_that_was_counted_all_the_same_is_not_asked_again() -> None:
    some = a_round(ANN, {BEN: 10}, ending="big_gin")
    game = played(CHINCHON, some)
    assert [row.seat for row in questions(game, **POINTS).hands] == [CY]
    after = changed(game, e.RoundHand(1, CY, e.Hand(points=20)), **POINTS)
    assert after.state.rounds[0].deal.players == (ANN, BEN, CY)
    assert after.state.totals == (-50, 10, 20)


def test_a_round_that_wins_now_ends_the_game_and_later_rounds_are_after_the_end() -> None:
    scored = a_round(ANN, {BEN: 10, CY: 20}, ending="big_gin")
    later = a_round(BEN, {ANN: 5, CY: 6}, ending="gin")
    game = played(CHINCHON, scored, later, **POINTS)
    assert questions(game, **WINS) == Recount()
    after = changed(game, **WINS)
    assert (after.state.outcome.code, after.state.outcome.winners) == ("won_at_once", (ANN,))
    assert [row.counted for row in after.state.rounds] == [True, False]
    assert changed(after, **POINTS).state.totals == game.state.totals


def test_a_correction_of_another_round_asks_for_no_hands() -> None:
    game = played(CHINCHON, a_round(BEN, {ANN: 5, CY: 6}, ending="gin"), CHINCHON_OF_ANN)
    right = e.RoundCorrected(1, a_round(CY, {ANN: 5, BEN: 6}, ending="gin"))
    assert decide(game, Command((right,), game.version)).state.outcome.code == "won_at_once"


@pytest.mark.parametrize(
    ("ways", "ending", "needed_none"),
    [
        ({"gin": "wins"}, None, True),
        ({"gin": "wins"}, "gin", True),
        ({"gin": "wins"}, "knock", False),
        ({"big_gin": "wins"}, None, False),
    ],
)
def test_a_round_that_was_stored_without_its_ending_was_gin_where_players_knock(
    *, ways: dict[str, str], ending: Any, needed_none: bool
) -> None:
    closing = replace(game_by(CHINCHON).closing, **{"gin": None, "big_gin": None, **ways})
    before = replace(game_by(CHINCHON), closing=closing).before_change
    assert before.needed_no_hands(a_round(ANN, ending=ending)) == needed_none


# --- Who was out, while others came --------------------------------------------------------------

KALOOKIE = "kalookie"
THREE_ARE_OUT = a_round(ANN, {BEN: 160, CY: 160, 3: 160, 4: 10})
COMERS = (e.PlayerJoined("Fay", None), e.PlayerJoined("Gus", None))


def is_refused(game: Game, entry: e.Entry) -> bool:
    try:
        decide(game, Command((entry,), game.version))
    except Refused as refused:
        return refused.code == "table_full"
    return False


@pytest.mark.parametrize("comers", [0, 1, 2])
@pytest.mark.parametrize("is_void_since", [True, False])
def test_nobody_is_dealt_in_again_at_a_table_that_has_filled_since(
    *, comers: int, is_void_since: bool
) -> None:
    void = (e.WentOut(None), e.RoundScored())
    log = (THREE_ARE_OUT, *COMERS[:comers], *(void if is_void_since else ()))
    game = played(KALOOKIE, *log, players=5, limit=151, blocked_round="void")
    right = e.RoundCorrected(1, a_round(ANN, {BEN: 16, CY: 16, 3: 16, 4: 10}))
    options = options_of(KALOOKIE, {"limit": 501, "blocked_round": "void"})
    for entry in (right, e.RulesChanged(options)):
        assert is_refused(game, entry) == (comers > 0)


# --- A return ------------------------------------------------------------------------------------


def with_a_return() -> Game:
    """Cy is out with 100, and comes back with the highest total of the others: 30."""
    out = a_round(ANN, {BEN: 30, CY: 100}, ending="gin")
    return played(CHINCHON, out, e.PlayerReturned(CY))


@pytest.mark.parametrize("rejoin", ["once", "never"])
def test_a_return_that_was_made_stays_with_its_price(rejoin: str) -> None:
    game = with_a_return()
    assert game.state.totals[CY] == 30
    after = changed(game, rejoin=rejoin)
    assert after.state.totals == game.state.totals
    assert after.state.returns == game.state.returns
    assert changed(after, rejoin="always").state.totals == game.state.totals


def test_after_that_nobody_returns() -> None:
    game = changed(with_a_return(), rejoin="never")
    game = game.with_entries(*log_of(a_round(ANN, {BEN: 5, CY: 90}, ending="gin")))
    with pytest.raises(Refused, match="never_back"):
        decide(game, Command((e.PlayerReturned(CY),), game.version))


# --- What these rules do not ask ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "stored"),
    [
        ("romme", {"went_out", "went_rummy"}),
        ("five-crowns", {"went_out"}),
        ("gin-rummy", {"went_out", "ending"}),
        ("indian-rummy", {"went_out", "turned_up", "drops"}),
        ("rummy-500", {"went_out", "melded"}),
        ("just-points", set()),
    ],
)
def test_a_correction_stores_no_fact_that_its_rules_do_not_read(key: str, stored: set[str]) -> None:
    facts = a_round(ANN, {BEN: 10}, melded={ANN: 0, BEN: 0}, went_rummy=True, ending="gin")
    facts = replace(facts, turned_up="K", drops={CY: "first"})
    game = played(key, a_round(ANN, {BEN: 5, CY: 5}, melded={ANN: 0, BEN: 0, CY: 0}))
    correction = e.RoundCorrected(1, facts).settled(game.ruleset, game.state)
    blank = e.RoundPlay()
    of_some = ("went_out", "went_rummy", "ending", "turned_up", "drops", "melded")
    told = {name for name in of_some if getattr(correction.play, name) != getattr(blank, name)}
    assert told == stored

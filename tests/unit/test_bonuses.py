"""Bonuses are counted like cards, each in its part of a hand; with partners a seat is a side."""

from dataclasses import replace
from typing import Any

import pytest

from companion.rules.fold import entries as e
from companion.rules.game import Game
from companion.rules.judging.doubts import Doubt, find_doubts
from companion.rules.judging.refusals import Refused, check_play
from companion.rules.judging.scoring import round_points
from companion.rules.model.cards import Bonus, hand_points
from companion.rules.model.state import Seats
from companion.rules.reading.catalogue import game_data
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.ruleset import read_ruleset
from companion.rules.reading.sections import RulesetError
from tests.unit.catalogue.games import dealt, game
from tests.unit.table import ANN, BEN, check, entries_of
from tests.vectors.own_rules import snapshot_of

EACH = Bonus("clean", (), 200, wild=False)
LISTED = Bonus("threes", (), 100, wild=False, by_count=(100, 200, 300, 800))


@pytest.mark.parametrize(
    ("bonus", "count", "points"),
    [
        (EACH, 0, 0),
        (EACH, 1, 200),
        (EACH, 3, 600),
        (LISTED, 0, 0),
        (LISTED, 1, 100),
        (LISTED, 3, 300),
        (LISTED, 4, 800),
        (LISTED, 5, 800),  # there are no more
    ],
)
def test_a_bonus_is_worth_so_much_each_or_by_their_number(
    bonus: Bonus, count: int, points: int
) -> None:
    assert bonus.worth(count) == points


# --- Each counts in one part of a hand ---


def cards(**counts: int) -> e.Hand:
    return e.Hand(cards=counts)


def a_play(ann: e.Hand, ann_melded: e.Hand, out: int | None = ANN, **ben: e.Hand) -> e.RoundPlay:
    return e.RoundPlay(
        went_out=out,
        hands={ANN: ann, BEN: ben.get("held", cards(K=2))},
        melded={ANN: ann_melded, BEN: ben.get("melded", cards(Q=3))},
    )


def played(play: e.RoundPlay, key: str = "burraco", **rules: Any) -> Any:
    ruleset = game(key, **rules)
    return dealt(ruleset, players=2).played(ruleset, play)


def test_melded_bonuses_add_and_held_ones_take_off() -> None:
    play = a_play(cards(), cards(K=7, clean=1), held=cards(K=1, pot=1), melded=cards(A=3))
    assert round_points(played(play)) == {ANN: 70 + 200 + 100, BEN: 45 - 10 - 100}


WRONG = [
    (a_play(cards(clean=1), cards()), ANN, "clean"),
    (a_play(cards(), cards(pot=1)), ANN, "pot"),
    (a_play(cards(), cards(), held=cards(dirty=1)), BEN, "dirty"),
    (a_play(cards(), cards(samba=1)), ANN, "samba"),
]


@pytest.mark.parametrize(("play", "seat", "card"), WRONG)
def test_a_bonus_in_the_wrong_part_is_refused(play: e.RoundPlay, seat: int, card: str) -> None:
    with pytest.raises(Refused) as refused:
        check_play(played(play))
    why = refused.value
    assert (why.code, why.seat, why.card) == ("unknown_card", seat, card)


@pytest.mark.parametrize(("play", "seat", "card"), WRONG)
def test_it_is_refused_as_a_count_of_this_hand_too(play: e.RoundPlay, seat: int, card: str) -> None:
    now = a_game()
    (entry,) = [
        entry
        for entry in entries_of(play)
        if isinstance(entry, e.HandCounted) and entry.seat == seat
    ]
    with pytest.raises(Refused) as refused:
        check(now.ruleset, now.state, entry)
    assert (refused.value.code, refused.value.card) == ("unknown_card", card)


def a_game(**options: Any) -> Game:
    data = game_data("burraco")
    chosen = {row["key"]: row["default"] for row in data["house_rules"]} | options
    return Game.begun(snapshot_of(data, chosen), Seats(("Ann & Bo", "Cy & Di")))


# --- More than there can be ---


def more(seat: int, needs: int, cards: int) -> Doubt:
    return Doubt("too_many_bonuses", seat, {"needs": needs, "cards": cards})


def too_many(key: str, cards: int, most: int, decks: int = 2) -> Doubt:
    return Doubt("too_many_of_class", None, {"cards": cards, "most": most, "decks": decks}, key)


@pytest.mark.parametrize(
    ("key", "play", "doubts"),
    [
        ("canasta", a_play(cards(), cards(K=3, natural=3)), (more(ANN, 21, 3),)),
        (
            "canasta",
            a_play(cards(), cards(J=7, **{"9": 6}, natural=1, mixed=1)),
            (more(ANN, 14, 13),),
        ),
        ("canasta", a_play(cards(), cards(J=7, **{"9": 7}, natural=1, mixed=1)), ()),
        ("canasta", a_play(cards(), cards(natural=1)), (more(ANN, 7, 0),)),
        ("canasta", a_play(cards(), cards(K=3, red_threes=4)), ()),
        # The other side has one of the four, melded or not.
        (
            "canasta",
            a_play(cards(), cards(K=3, red_threes=4), melded=cards(Q=3, red_threes=1)),
            (too_many("red_threes", 5, 4),),
        ),
        (
            "canasta",
            a_play(cards(), cards(K=3, red_threes=4), held=cards(Q=3, red_threes_against=1)),
            (too_many("red_threes", 5, 4),),
        ),
        # Four decks for two sides.
        ("hand-and-foot", a_play(cards(), cards(K=3, red_threes=8)), ()),
        (
            "hand-and-foot",
            a_play(cards(red_threes_held=1), cards(K=3, red_threes=8)),
            (too_many("red_threes", 9, 8, 4),),
        ),
        ("burraco", a_play(cards(), cards(K=7, clean=1), held=cards(pot=1)), ()),
        (
            "burraco",
            a_play(cards(), cards(K=7, clean=1), held=cards(pot=2)),
            (Doubt("too_many_bonuses", BEN, {"cards": 2, "most": 1}, "pot"),),
        ),
        (
            "burraco",
            a_play(cards(), cards(**{"8-K": 13}, clean=1, semi_clean=1)),
            (more(ANN, 14, 13),),
        ),
        # A low ace is an ace, of which one deck has four; the deck is not larger for it.
        (
            "rummy-500",
            a_play(cards(), cards(low_ace=1, A=3, **{"2": 1, "3": 1}), melded=cards(A=1)),
            (too_many("A", 5, 4, 1),),
        ),
        ("rummy-500", a_play(cards(), cards(low_ace=1, A=2), melded=cards(A=1)), ()),
        # A total that is typed has no bonuses of its own.
        ("canasta", a_play(e.Hand(points=0), e.Hand(points=2100)), ()),
    ],
)
def test_more_bonuses_than_the_cards_allow_are_questioned(
    key: str, play: e.RoundPlay, doubts: tuple[Doubt, ...]
) -> None:
    assert find_doubts(played(play, key)) == doubts


@pytest.mark.parametrize(
    ("key", "name", "most"),
    [("canasta", "red_threes", 4), ("hand-and-foot", "red_threes_held", 8), ("burraco", "pot", 1)],
)
def test_a_hand_has_no_more_than_there_are(key: str, name: str, most: int) -> None:
    deal = dealt(game(key), players=2)
    (bonus,) = [bonus for bonus in deal.values.bonuses if bonus.key == name]
    assert bonus.copies(deal.decks) == most


@pytest.mark.parametrize("code", ["3X", "Joker", "3"])
def test_a_bonus_for_a_card_that_is_not_in_the_pack_is_refused(code: str) -> None:
    row = {"key": "threes", "called": "Threes", "points": 100, "counts": "melded"}
    data = apply_house_rules(game_data("canasta"), {}) | {"bonuses": [row | {"cards": [code]}]}
    with pytest.raises(RulesetError) as error:
        read_ruleset(data)
    assert error.value.key == "bonuses[0].cards"


@pytest.mark.parametrize(
    "other", [{"counts": "held"}, {"cards": ["AH"]}, {"meld_size": 3}], ids=str
)
def test_a_low_card_is_melded_and_nothing_else(other: dict[str, Any]) -> None:
    row = {"key": "low", "called": "Low ace", "points": 1, "counts": "melded", "run": ["A", "2"]}
    data = apply_house_rules(game_data("rummy-500"), {}) | {"bonuses": [row | other]}
    with pytest.raises(RulesetError) as error:
        read_ruleset(data)
    assert error.value.key == "bonuses[0].run"


LOW_RUN = {"low_ace": 1, "2": 1, "3": 1}


def test_a_low_ace_that_costs_what_every_ace_costs_is_still_there() -> None:
    play = a_play(cards(), cards(**LOW_RUN), melded=cards(K=3))
    game = Game.begun(snapshot_of(game_data("rummy-500"), {}), Seats(("Ann", "Ben")))
    now = game.with_entries(*entries_of(play), e.Melded(ANN, LOW_RUN))
    fifteen = {**now.ruleset.options, "low_ace": 15}
    assert now.to_recount(fifteen).hands == ()
    later = now.with_entries(e.RulesChanged(fifteen))
    again = later.with_entries(e.RulesChanged(now.ruleset.options))
    assert [game.state.totals[ANN] for game in (now, later, again)] == [6, 20, 6]
    for game, points in ((now, 6), (later, 20), (again, 6)):
        melded = game.state.open.melded(ANN) if game.state.open else None
        assert melded == e.Hand(cards=LOW_RUN)
        assert hand_points(game.state.open.deal.values, melded) == points


def test_three_who_play_alone_cannot_become_sides() -> None:
    data = game_data("burraco")
    chosen = {row["key"]: row["default"] for row in data["house_rules"]} | {"sides": "alone"}
    now = Game.begun(snapshot_of(data, chosen), Seats(("Ann", "Bo", "Cy")))
    with pytest.raises(Refused) as refused:
        now.after(e.RulesChanged(chosen | {"sides": "pairs"}))
    assert (refused.value.code, refused.value.numbers) == ("table_full", {"most": 2})


# --- Names ---


@pytest.mark.parametrize(
    ("keys", "place"),
    [
        (["A"], "bonuses[0].key"),  # a rank
        (["Joker"], "bonuses[0].key"),
        (["8-K"], "bonuses[0].key"),  # a class of ranks
        (["A/2"], "bonuses[0].key"),
        (["clean", "clean"], "bonuses[1].key"),
        (["a clean one"], "bonuses[0].key"),
        (["x" * 21], "bonuses[0].key"),
    ],
)
def test_the_name_of_a_card_is_no_name_of_a_bonus(keys: list[str], place: str) -> None:
    row = {"called": "Clean", "points": 200, "counts": "melded"}
    data = game_data("burraco") | {"bonuses": [row | {"key": key} for key in keys]}
    with pytest.raises(RulesetError) as error:
        read_ruleset(apply_house_rules(data | {"house_rules": []}, {}))
    assert error.value.key == place


# --- Partners ---


def codes(play: e.RoundPlay, **rules: Any) -> set[str]:
    return {doubt.code for doubt in find_doubts(played(play, **rules))}


def test_the_side_that_went_out_may_hold_cards_and_any_side_none() -> None:
    play = a_play(cards(K=3), cards(A=7, clean=1), held=cards())
    check_play(played(play))
    assert codes(play) == set()
    assert round_points(played(play))[ANN] == 105 + 200 + 100 - 30


def test_alone_whoever_went_out_holds_none_and_the_others_some() -> None:
    play = a_play(cards(K=3), cards(A=7, clean=1), held=cards())
    with pytest.raises(Refused, match="out_with_cards"):
        check_play(played(play, sides="alone"))
    empty = replace(play, hands={BEN: cards()})
    assert codes(empty, sides="alone") == {"more_than_one_out"}


def test_nobody_out_is_asked_of_sides_too() -> None:
    assert codes(a_play(cards(K=3), cards(A=7), None)) == {"nobody_out"}


@pytest.mark.parametrize("missing", ["hands", "melded"])
def test_both_parts_of_the_side_that_went_out_are_counted(missing: str) -> None:
    play = a_play(cards(K=3), cards(A=7))
    play = replace(play, **{missing: {BEN: getattr(play, missing)[BEN]}})
    with pytest.raises(Refused, match="blank_hand"):
        check_play(played(play))


OUT_WITH_CARDS = a_play(cards(K=3), cards(A=7, clean=1))


def test_alone_the_cards_of_whoever_went_out_no_longer_count_and_come_back_with_pairs() -> None:
    pairs = a_game().with_entries(*entries_of(OUT_WITH_CARDS))
    alone = pairs.with_entries(e.RulesChanged({**pairs.ruleset.options, "sides": "alone"}))
    again = alone.with_entries(e.RulesChanged(pairs.ruleset.options))
    totals = [game.state.totals[ANN] for game in (pairs, alone, again)]
    assert totals == [375, 405, 375]
    check_play(alone.state.rounds[0].by(alone.ruleset))


def test_a_bonus_that_the_house_rules_no_longer_count_is_asked_for() -> None:
    play = a_play(cards(), cards(A=7, semi_clean=1))
    before = a_game().with_entries(*entries_of(play))
    missing = before.to_recount({**before.ruleset.options, "semi_clean": False}).hands
    assert [(row.seat, row.melded) for row in missing] == [(ANN, True)]


def test_a_bonus_that_now_counts_in_the_other_part_is_asked_for() -> None:
    data = game_data("burraco")
    pot = {"key": "pot", "called": "Pot", "points": 100}
    choices = [
        {"value": part, "label": part, "changes": {"bonuses": [pot | {"counts": part}]}}
        for part in ("held", "melded")
    ]
    rule = {"key": "pot", "default": "held", "question": "?", "why": "?", "choices": choices}
    data = data | {"house_rules": [rule], "how_to_play": {}, "differences": {}}  # a copy
    game = Game.begun(snapshot_of(data, {"pot": "held"}), Seats(("Ann", "Ben")))
    before = game.with_entries(*entries_of(a_play(cards(pot=1), cards(A=7))))
    missing = before.to_recount({"pot": "melded"}).hands
    assert [(row.seat, row.melded) for row in missing] == [(ANN, False)]

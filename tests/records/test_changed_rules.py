"""Changed house rules of a stored game: in another process, in its record, and on paper."""

import json
from typing import Any

import pytest
from flask import Flask, current_app

from companion.gamefile import read_record, score, to_json
from companion.records.log.game_records import game_record, keep_records
from companion.records.log.games import GAME_CACHE, NewGame, open_game, start_game
from companion.records.people.links import new_key
from companion.rules.fold import entries as e
from companion.rules.judging.refusals import Refused
from companion.rules.model.house_rules import UnknownOption
from companion.rules.model.state import Seats, State
from companion.rules.reading.catalogue import game_data
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.sections import RulesetError
from tests.books import happens
from tests.records.book import resolved, summary_of, with_a_trap

ROUND: list[e.Entry] = [
    e.LaidDown(1),
    e.WentOut(0),
    e.HandCounted(1, e.Hand(cards={"10": 2, "3-9": 3}), down=True),
    e.RoundScored(),
]


def kept(ruleset: dict[str, Any], *entries: e.Entry) -> str:
    return start_game(NewGame(ruleset, Seats(("Ann", "Ben")), entries=entries), new_key())


def base(**options: object) -> dict[str, Any]:
    """12-Step Rummy as stored by a new game, before any house rule is applied."""
    return game_data("twelve-step-rummy") | {"options": resolved(**options)["options"]}


def change(**options: Any) -> e.RulesChanged:
    return e.RulesChanged(resolved(**options)["options"])


def written(token: str, entry: e.Entry) -> State:
    return happens(token, entry).after.state


@pytest.mark.parametrize("ruleset", [base(), resolved()], ids=["kept now", "kept by version 0.1"])
def test_changed_rules_hold_in_every_process(own_book: Flask, ruleset: dict[str, Any]) -> None:
    with own_book.app_context():
        token = kept(ruleset, *ROUND)
        assert open_game(token).state.totals == (0, 35)
        state = written(token, change(ten_value=5))
        assert state.totals == (0, 25)
        here = open_game(token)
        current_app.extensions[GAME_CACHE].forget(token)
        there = open_game(token)
        assert (here.state, here.ruleset) == (there.state, there.ruleset)
        assert there.ruleset.values["10"] == 5


def test_changes_by_another_process_are_read_with_the_next_tap(own_book: Flask) -> None:
    with own_book.app_context():
        token = kept(base(), *ROUND)
        known = open_game(token)
        written(token, change(ten_value=5))
        current_app.extensions[GAME_CACHE].remember(token, known)
        assert open_game(token).ruleset.values["10"] == 5
        assert open_game(token).state.totals == (0, 25)


def test_undoing_a_change_restores_the_previous_rules(own_book: Flask) -> None:
    with own_book.app_context():
        token = kept(base(two_value=20), *ROUND)
        written(token, change(ten_value=5))
        written(token, e.EntryUndone(len(ROUND) + 1))
        game = open_game(token)
        assert (game.ruleset.values["10"], game.ruleset.values["2"]) == (10, 20)
        assert game.state.totals == (0, 35)


def test_the_list_of_games_uses_the_new_rules(own_book: Flask) -> None:
    finish: list[e.Entry] = [e.LaidDown(1), e.WentOut(0)]
    finish += [e.HandCounted(1, e.Hand(points=0), down=True), e.RoundScored()]
    with own_book.app_context():
        token = kept(base(), *finish * 12)
        assert summary_of(token)["winners"] == ["Ann", "Ben"]
        written(token, change(final_tiebreak="playoff"))
        assert not summary_of(token)["over"]


def test_the_record_is_of_the_game_by_the_rules_in_force(own_book: Flask) -> None:
    with own_book.app_context():
        token = kept(base(), *ROUND)
        written(token, change(ten_value=5))
        record = game_record(token)
        assert record["options"]["ten_value"] == 5
        assert record["rounds"][0]["hands"]["Ben"] == {"cards": {"10": 2, "3-10": 3}}
        read = read_record(to_json(record).encode())
        assert score(read.ruleset, read.state) == score(
            open_game(token).ruleset, open_game(token).state
        )
        again = open_game(keep_records([read])[0])
        assert again.state.totals == (0, 25)
        assert json.loads(again.row.ruleset)["values"]["10"] == 10  # another choice can follow


def test_nothing_is_stored_while_a_hand_has_no_value(own_book: Flask) -> None:
    by_key = [*ROUND[:2], e.HandCounted(1, e.Hand(cards={"10-K": 2}), down=True), e.RoundScored()]
    with own_book.app_context():
        token = kept(base(), *by_key)
        with pytest.raises(Refused, match="blank_hand"):
            written(token, change(ten_value=5))
        assert open_game(token).state.totals == (0, 20)
        told = e.RulesChanged(change(ten_value=5).options, (e.RoundHand(1, 1, e.Hand(points=15)),))
        assert written(token, told).totals == (0, 15)


def a_round_of_thirteen(**cards: int) -> list[e.Entry]:
    """Ann went out; Ben had these cards left."""
    hand = {name.strip("_").replace("_", "/"): count for name, count in cards.items()}
    return [e.WentOut(0), e.HandCounted(1, e.Hand(cards=hand), down=False), e.RoundScored()]


@pytest.mark.parametrize("aces", [1, 15], ids=["as begun", "by changed rules"])
def test_a_correction_that_leaves_a_later_hand_without_value_is_refused(
    own_book: Flask, aces: int
) -> None:
    """With round 1 void, fours instead of fives would be the expensive wild cards of round 3."""
    options = {"blocked_round": "void", "wild_value": 20, "joker_value": 20}
    ruleset = apply_house_rules(game_data("three-thirteen"), options)
    log = [*a_round_of_thirteen(_9=1) * 2, *a_round_of_thirteen(Joker_5=1)]
    void = e.RoundCorrected(1, e.RoundPlay(), frozenset({("nobody_out", None)}))
    with own_book.app_context():
        token = kept(game_data("three-thirteen") | {"options": ruleset["options"]}, *log)
        if aces != ruleset["options"]["ace_value"]:
            written(token, e.RulesChanged(ruleset["options"] | {"ace_value": aces}))
        assert open_game(token).state.totals == (0, 38)
        with pytest.raises(Refused, match="unknown_card") as refused:
            written(token, void)
        assert refused.value.card == "Joker/5"
        assert open_game(token).state.totals == (0, 38)


def test_unplayable_rules_are_not_stored(own_book: Flask) -> None:
    ruleset = with_a_trap()
    options = ruleset["options"]
    with own_book.app_context():
        token = kept(ruleset, *ROUND)
        with pytest.raises(RulesetError):
            written(token, e.RulesChanged(options | {"few_cards": True, "long_contract": True}))
        with pytest.raises(UnknownOption):
            written(token, e.RulesChanged(options | {"few_cards": 12}))
        assert len(open_game(token).entries) == len(ROUND)

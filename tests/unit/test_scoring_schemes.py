"""The scoring schemes: their own properties, which no other code repeats."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import companion
from companion.rules.fold.entries import Hand
from companion.rules.judging.doubts import find_doubts
from companion.rules.judging.scoring import SCHEMES, round_points
from companion.rules.model.melding import OpeningRules
from companion.rules.model.play import Ending
from companion.rules.model.scheme import Scheme
from companion.rules.model.state import PlayedRound
from companion.rules.reading.catalogue import catalogue
from companion.sentences import SCORING
from tests.unit.catalogue.games import dealt, game
from tests.unit.table import ANN, BEN, CY, a_round

PACKAGE = Path(companion.__file__).parent
SOURCES = [
    path
    for path in (*PACKAGE.rglob("*.py"), *(PACKAGE.parent / "templates").rglob("*.html"))
    if path != PACKAGE / "rules" / "judging" / "scoring.py"
]
ASKS_WHICH = re.compile(r"scoring(\.key)?\s*(==|!=|\bin\b|\bis\b)|(match|case)\s[^\n]*\bscoring\b")

each_scheme = pytest.mark.parametrize("scheme", SCHEMES.values(), ids=list(SCHEMES))


def test_only_schemes_know_their_own_key() -> None:
    asking = [path.name for path in SOURCES if ASKS_WHICH.search(path.read_text("utf-8"))]
    assert (len(SOURCES) > 100, asking) == (True, [])


@each_scheme
def test_every_code_of_a_scheme_has_a_sentence(scheme: Scheme) -> None:
    said = {code for game in catalogue().values() for code in scheme.on_the_card(game)}
    assert said
    assert {*said, scheme.nobody_out} <= SCORING.keys()


def test_every_sentence_about_scoring_is_said_by_a_scheme() -> None:
    games = catalogue().values()
    said = {c for s in SCHEMES.values() for game in games for c in s.on_the_card(game)}
    gin = game("gin-rummy", knock_at="upcard", big_gin=31, equal_deadwood="nobody")
    said.update(SCHEMES["knock_difference"].on_the_card(gin))
    rami = replace(
        catalogue()["classic-rummy"], rummy_doubles=True, opening=OpeningRules(missed=100)
    )
    said.update(SCHEMES["leftover_against_holder"].on_the_card(rami))
    said.update(SCHEMES["capped_hands"].on_the_card(rami))
    assert SCORING.keys() == {*said, *(s.nobody_out for s in SCHEMES.values())}


@each_scheme
def test_a_scheme_asks_for_melds_only_where_they_score(scheme: Scheme) -> None:
    counted, blank = Hand(cards={"K": 1}), Hand()
    asked = [scheme.missing(*cards) for cards in ((counted, blank), (blank, counted))]
    hand = "points" if scheme.only_points else "hand"
    assert asked == (["melds", "hand"] if scheme.melds_score else [None, hand])
    assert scheme.missing(blank, blank) == ("both" if scheme.melds_score else hand)
    assert scheme.missing(counted, counted) is None


def test_nobody_went_rummy_where_nobody_went_out() -> None:
    ruleset = game("romme")
    hands = a_round(None, {ANN: 5, BEN: 10, CY: 5}, {ANN, BEN, CY}, went_rummy=True)
    assert ruleset.rummy_doubles
    assert round_points(PlayedRound(ruleset, dealt(ruleset), hands)) == {ANN: 5, BEN: 10, CY: 5}


@pytest.mark.parametrize(("doubles", "points"), [(True, 30), (False, 15)])
def test_going_rummy_doubles_only_where_the_game_says_so(*, doubles: bool, points: int) -> None:
    ruleset = game("classic-rummy", scoring="winner_collects", rummy_doubles=doubles)
    rummy = a_round(ANN, {BEN: 10, CY: 5}, went_rummy=True)
    assert round_points(PlayedRound(ruleset, dealt(ruleset), rummy)) == {ANN: points, BEN: 0, CY: 0}


def test_where_melds_score_they_are_counted_with_the_hands_against_the_deck() -> None:
    ruleset = game("rummy-500")
    kings = {"K": 3}
    play = a_round(ANN, {BEN: kings, CY: 5}, melded={ANN: kings, BEN: {}, CY: {}})
    found = find_doubts(PlayedRound(ruleset, dealt(ruleset), play))
    assert ("too_many_of_class", None) in {doubt.key for doubt in found}


GIN = dict.fromkeys((ANN, BEN), 0)


@pytest.mark.parametrize(
    ("own", "other", "ending", "options", "points"),
    [
        (3, 11, "knock", {}, {ANN: 8}),
        (3, 1, "knock", {}, {BEN: 2 + 25}),
        (8, 8, "knock", {}, {BEN: 25}),
        (8, 8, "knock", {"equal_deadwood": "nobody"}, {}),
        (8, 7, "knock", {"equal_deadwood": "nobody", "undercut_bonus": 10}, {BEN: 1 + 10}),
        (0, 14, "gin", {}, {ANN: 14 + 25}),
        (0, 0, "gin", {}, {ANN: 25}),
        (0, 14, "gin", {"gin_bonus": 20}, {ANN: 14 + 20}),
        (0, 14, "big_gin", {"big_gin": 31}, {ANN: 14 + 31}),
        (0, 14, "big_gin", {}, {ANN: 14 + 25}),  # by these rules it is gin
    ],
)
def test_the_player_with_less_deadwood_scores_the_difference_and_a_bonus(
    own: int, other: int, ending: Ending, options: dict[str, Any], points: dict[int, int]
) -> None:
    ruleset = game("gin-rummy", **options)
    left = {BEN: other} | ({ANN: own} if ending == "knock" else {})
    play = a_round(ANN, left, ending=ending)
    found = round_points(PlayedRound(ruleset, dealt(ruleset, players=2), play))
    assert found == GIN | points


def test_a_void_round_of_gin_scores_nothing() -> None:
    ruleset = game("gin-rummy")
    play = a_round(None, {ANN: 3, BEN: 30})
    assert round_points(PlayedRound(ruleset, dealt(ruleset, players=2), play)) == GIN

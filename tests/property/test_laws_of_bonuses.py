"""Random games of bonuses, partners, closings and house rules changed in play, with corrections.

An independent scorer adds them up (`tests/property/scorer.py`); records of them are read alike.
"""

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.rules.fold import entries as e
from companion.rules.fold.replay import replay
from companion.rules.judging.doubts import find_doubts
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import Deal
from companion.rules.reading.catalogue import game_data
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.ruleset import read_ruleset
from tests.property.any_game import Dealt, Evening, a_legal_round, cost, evenings
from tests.property.games import NOBODY_OUT
from tests.property.scorer import points_of
from tests.property.test_laws_of_changed_rules import SecondThoughts
from tests.property.test_laws_of_the_record import begun, exported_again, told
from tests.soak import examples
from tests.unit.table import check

Data = Mapping[str, Any]
GAMES = ("burraco", "canasta", "hand-and-foot")
NAMES = ("clean", "semi", "dirty", "pot", "threes")
ENDS: tuple[dict[str, Any], ...] = (
    {"when": "table_ends", "winner": "highest_total"},
    {"when": "limit_reached", "limit": 1500, "winner": "highest_total"},
)


def some_bonuses(luck: Random) -> list[dict[str, Any]]:
    """Some things to count, each with points or points by count, melded or held."""
    return [
        {
            "key": name,
            "called": name.title(),
            "points": luck.choice((100, 150, 500, [100, 200, 300, 800], [50, 20])),
            "counts": luck.choice(("melded", "held")),
        }
        for name in NAMES
        if luck.random() < 0.6
    ]


def a_house_rule(key: str, changes: Mapping[Any, Any]) -> dict[str, Any]:
    choices = [
        {"value": value, "label": f"{value}", "changes": change}
        for value, change in changes.items()
    ]
    default = choices[0]["value"]
    return {"key": key, "default": default, "question": key, "why": key, "choices": choices}


def some_game(luck: Random) -> dict[str, Any]:
    """A game whose sides and bonuses are house rules."""
    data = dict(game_data(luck.choice(GAMES)))
    data["cards_dealt"] = 11
    data["closing"] = {
        way: luck.choice((-50, 100)) for way in ("out", "rummy") if luck.random() < 0.7
    }
    data["end"] = {"tiebreak": "shared", "blocked": "score_all", **luck.choice(ENDS)}
    if luck.random() < 0.3:
        data["end"]["blocked"] = "void"
    data["house_rules"] = [
        a_house_rule("sides", {"pairs": {"partners": True}, "alone": {"partners": False}}),
        a_house_rule("counted", {n: {"bonuses": some_bonuses(luck)} for n in ("some", "others")}),
    ]
    data |= {"how_to_play": {}, "differences": {}}
    return data


def by(data: Data, luck: Random) -> tuple[dict[str, Any], Ruleset]:
    """The game by a choice of its house rules."""
    chosen = {
        "sides": luck.choice(("pairs", "alone")),
        "counted": luck.choice(("some", "others")),
    }
    applied = apply_house_rules(dict(data), chosen)
    return applied, read_ruleset(applied)


@st.composite
def rules_with_bonuses(draw: st.DrawFn) -> tuple[dict[str, Any], Ruleset]:
    luck = Random(draw(st.integers(0, 2**32)))
    return by(some_game(luck), luck)


LUCK = st.integers(0, 2**32).map(Random)


def scored(dealt: Dealt) -> dict[int, int]:
    is_void = dealt.play.went_out is None and dealt.ruleset.end.blocked == "void"
    return dict.fromkeys(dealt.deal.players, 0) if is_void else points_of(dealt)


@settings(max_examples=examples(12, 40))
@given(evenings(rules_with_bonuses()))
def test_points_are_those_of_an_independent_scorer(evening: Evening) -> None:
    assert [row.points for row in evening.state.rounds] == [*map(scored, evening.rounds)]


@settings(max_examples=examples(12, 40))
@given(evenings(rules_with_bonuses()), LUCK)
def test_a_bonus_is_never_counted_as_a_card(evening: Evening, luck: Random) -> None:
    for dealt in evening.rounds:
        played = dealt.played
        assert {doubt.code for doubt in find_doubts(played)} <= {"nobody_out"}
        seat, many = luck.choice(dealt.deal.players), {b.key: 19 for b in dealt.ruleset.bonuses}
        hands = dict(played.play.hands)
        if not (cards := hands.get(seat, e.Hand()).cards):
            continue
        hands[seat] = e.Hand(cards={**cards, **many})
        more = played._replace(play=replace(played.play, hands=hands))
        others = [doubt for doubt in find_doubts(more) if doubt.code != "too_many_bonuses"]
        assert others == [*find_doubts(played)]


@settings(max_examples=examples(12, 40))
@given(evenings(rules_with_bonuses()), LUCK)
def test_other_house_rules_count_the_same_cards_by_their_own_points(
    evening: Evening, luck: Random
) -> None:
    """A typed total remains; who went out alone has no cards, whatever they were counted with."""
    _, rules = by(evening.data, luck)
    if rules.options == evening.ruleset.options:
        return
    assume(_all_counted(evening))
    change = thoughts(evening, rules, luck).change()
    after = replay(rules, evening.seats, (*evening.log, change))
    for row, dealt in zip(after.rounds, evening.rounds, strict=True):
        if row.deal.players == dealt.deal.players:
            assert row.points == by_other_rules(dealt, rules, row.deal)


def as_counted_by(dealt: Dealt, rules: Ruleset) -> Dealt:
    """The same cards with those bonuses alone that these rules count there."""

    def priced(part: str, cards: Mapping[int, list[str]]) -> dict[int, list[str]]:
        keys = {bonus.key for bonus in rules.bonuses if bonus.counts == part}
        return {s: [c for c in row if c in keys or c not in NAMES] for s, row in cards.items()}

    left, melded = priced("held", dealt.left), priced("melded", dealt.melded)
    return replace(dealt, ruleset=rules, left=left, melded=melded)


def thoughts(evening: Evening, rules: Ruleset, luck: Random) -> SecondThoughts:
    rounds = tuple(as_counted_by(dealt, rules) for dealt in evening.rounds)
    return SecondThoughts(replace(evening, rounds=rounds), rules, luck)


def by_other_rules(dealt: Dealt, rules: Ruleset, deal: Deal) -> dict[int, int]:
    now = replace(as_counted_by(dealt, rules), deal=deal)

    def worth(hands: Mapping[int, e.Hand], cards: Mapping[int, list[str]], seat: int) -> int:
        counted = hands.get(seat, e.Hand()).points
        return cost(now, cards[seat]) if counted is None else counted

    nothing: dict[int, list[str]] = {seat: [] for seat in deal.players}
    without = points_of(replace(now, left=nothing, melded=nothing))
    out = None if rules.partners else dealt.play.went_out
    held = {s: 0 if s == out else worth(dealt.play.hands, now.left, s) for s in deal.players}
    melded = {s: worth(dealt.play.melded, now.melded, s) for s in deal.players}
    return {seat: without[seat] + melded[seat] - held[seat] for seat in deal.players}


@settings(max_examples=examples(8, 20))
@given(evenings(rules_with_bonuses()), LUCK)
def test_a_corrected_round_counts_as_if_it_had_been_written_so(
    evening: Evening, luck: Random
) -> None:
    ruleset, state = evening.ruleset, evening.state
    row = luck.choice(state.rounds)
    dealt = a_legal_round(ruleset, row.deal, luck)
    entry = e.RoundCorrected(row.deal.number, dealt.play, NOBODY_OUT)
    check(ruleset, state, entry)
    after = replay(ruleset, evening.seats, (*evening.log, entry))
    assert after.rounds[state.rounds.index(row)].points == scored(dealt)
    exported_again(begun((dict(evening.data), evening.seats, (*evening.log, entry))))


@settings(max_examples=examples(8, 20))
@given(evenings(rules_with_bonuses()), LUCK)
def test_a_record_of_such_a_game_has_the_same_bytes_again(evening: Evening, luck: Random) -> None:
    exported_again(begun(told(evening)))
    _, rules = by(evening.data, luck)
    if _all_counted(evening) and rules.options != evening.ruleset.options:
        change = thoughts(evening, rules, luck).change()
        exported_again(begun((dict(evening.data), evening.seats, (*evening.log, change))))


def _all_counted(evening: Evening) -> bool:
    """Whether no round is void: its blank hands would be asked for, and are not known here."""
    return all(dealt.play.went_out is not None for dealt in evening.rounds)

"""All keys about scoring by all schemes: every accepted value has an effect, others are refused.

An effect is anything that people see: points, doubts, totals, the outcome, the next deal, returns,
the questions of a round, the rules card, and answers of the referee about first melds. Rounds are
entered as at the table, so a way to end a round that nobody is asked about is never seen.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from typing import Any

import pytest
from flask import Flask

from companion.rules.fold import entries as e
from companion.rules.fold.replay import replay
from companion.rules.judging.doubts import find_doubts
from companion.rules.judging.refusals import Refused, check_play, check_return
from companion.rules.judging.scoring import SCHEMES, round_points
from companion.rules.model.play import Drop, RoundPlay
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import PlayedRound, State
from companion.rules.reading.cards import melding_data
from companion.rules.reading.catalogue import game_data
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.keys import RULE_KEYS, all_keys
from companion.rules.reading.own_games import read_own_game
from companion.rules.reading.sections import RulesetError
from companion.rules.referee.judge import judge
from companion.web.words.dealing import setting_up_words
from companion.web.words.playing import opening_words
from companion.web.words.rulesets import _UNPLAYABLE
from tests.unit.table import ANN, BEN, CY, entries_of, seats

Data = dict[str, Any]
Values = Sequence[Any]

# --- What can be set ---

ABSENT = object()
KNOCK = {"most": 5}
KNOCKING = {"knock_difference": KNOCK | {"gin": 25, "undercut": 25}, "capped_hands": KNOCK}
CLEAN = {"key": "clean", "called": "Clean", "points": 200, "counts": "melded"}
BONUSES = (
    CLEAN,
    CLEAN | {"called": "Pure"},
    CLEAN | {"key": "pure"},
    CLEAN | {"points": 100},
    CLEAN | {"points": [200, 500]},
    CLEAN | {"counts": "held"},
    CLEAN | {"meld_size": 7},
    CLEAN | {"cards": ["3H"]},
    CLEAN | {"run": ["A", "2", "3"]},
)
DROPS = {"first": 20, "middle": 40, "wrong": 80}
REWARDS = (ABSENT, -10, 25, "wins")
# By key: its values, and the keys without which it means nothing.
ROUND_KEYS: Mapping[str, tuple[Values, Mapping[str, Any]]] = {
    "rummy_doubles": ((False, True), {}),
    "most_points": (("none", 20, 40), {}),
    "drops.first": ((7, 9), {"drops": {"middle": 40, "wrong": 80}}),
    "drops.middle": ((7, 9), {"drops": {"first": 20, "wrong": 80}}),
    "drops.wrong": ((7, 9), {"drops": {"first": 20, "middle": 40}}),
    "opening.missed": ((ABSENT, 0, 60, 100), {}),
    "closing.out": (REWARDS, {}),
    "closing.rummy": (REWARDS, {}),
    "last_turns": ((False, True), {}),
    "bonuses": (([], *([bonus] for bonus in BONUSES)), {}),
    "partners": ((False, True), {}),
    "only_who_goes_out_lays_down_last": ((False, True), {}),
    "adjustments": (([], [{"points": -50, "reason": "Cut"}]), {}),
}
KNOCK_KEYS: Mapping[str, Values] = {
    "knocking.most": (1, 5),
    "knocking.at": ("most", "upcard"),
    "knocking.equal": ("undercut", "nobody"),
    "knocking.gin": (ABSENT, 20, 25),
    "knocking.big_gin": (0, 31, 50),
    "knocking.undercut": (ABSENT, 10, 25),
    "closing.knock": REWARDS,
    "closing.gin": REWARDS,
    "closing.big_gin": REWARDS,
    "drops.first": (7, 9),
    "rummy_doubles": (False, True),
}
END_KEYS: Mapping[str, tuple[Values, Mapping[str, Any]]] = {
    "end.limit": ((100, 150), {}),
    "end.winner": (("lowest_total", "highest_total"), {}),
    "end.tiebreak": (
        ("shared", "play_on", "tied_play_on", "went_out_last_round", "playoff"),
        {},
    ),
    "end.blocked": (("score_all", "void"), {}),
    "end.tie_points": (("with_deciding_round", "before_deciding_round"), {}),
    "end.rejoin": ((False, True, "highest"), {}),
    "end.rejoins": (("none", 1, 2), {"end.rejoin": "highest"}),
    "drops.most": (("none", 1, 2), {"drops": DROPS}),
    "drops.may_eliminate": ((False, True), {"drops": DROPS}),
    "settlement.game": ((0, 100), {}),
    "settlement.box": ((0, 25), {}),
    "settlement.shutout": (("none", "points", "game"), {"settlement.game": 70}),
    "settlement.games": ((1, 2, 3), {}),
}
OPENING_KEYS: Mapping[str, Values] = {
    "opening.points": (ABSENT, 40, [40, 50]),
    "opening.values": (ABSENT, {"K": 4}),
    "opening.low_ace_is_one": (True, False),
    "opening.pure_runs": (0, 1),
    "opening.pure_sets": (0, 1),
    "opening.all_at_once": ("opens", "no_points", "free"),
}
# Cards and texts, where newcomers start, and the schemes and ends themselves.
# The cards of a knock are a question of counted cards, not of these totals.
ELSEWHERE = {
    "knocking.cards",
    "joining",
    "scoring",
    "end.when",
}
_ROWS = {"adjustments", "bonuses"}  # keys of rows are tried with whole rows
_CALLED = {"closing.called", "adjustments.points", "adjustments.reason"}
_CALLED |= {f"bonuses.{key}" for bonus in BONUSES for key in bonus}
_PLAYING = {"last_turns", "partners", "only_who_goes_out_lays_down_last"}


def test_no_key_about_scoring_is_left_out() -> None:
    paths = [path for path, key in all_keys(tuple(k for k in RULE_KEYS if k.part == "scoring"))]
    tables = {path.rpartition(".")[0] for path in paths} - _ROWS
    tried = {*ROUND_KEYS, *KNOCK_KEYS, *END_KEYS, *OPENING_KEYS, *ELSEWHERE, *_CALLED} - _PLAYING
    assert {*paths} - tables == tried


ENDS: Mapping[str, Data] = {
    "limit": {"when": "limit_reached", "limit": 100, "winner": "lowest_total"},
    "most points": {"when": "limit_reached", "limit": 100, "winner": "highest_total"},
    "last left": {"when": "one_left", "limit": 100, "winner": "last_left"},
    "two rounds": {"when": "rounds_played", "winner": "lowest_total"},
    "table": {"when": "table_ends", "winner": "lowest_total"},
    "contracts": {"when": "contract_finished", "winner": "first_to_finish"},
    "fewest at the last contract": {
        "when": "contract_finished",
        "winner": "lowest_points_when_someone_finishes",
    },
}


@cache
def _base(scheme: str, end: str) -> Data:
    """A game of three (gin: of two) by this scheme and with this end."""
    finish = ENDS[end]["when"] == "contract_finished"
    data = apply_house_rules(game_data("twelve-step-rummy" if finish else "classic-rummy"), {})
    data |= {"house_rules": [], "scoring": scheme, "cards_dealt": [10, 10]}
    data["end"] = {"tiebreak": "shared", "blocked": "score_all", **ENDS[end]}
    if finish:
        data |= {"contracts": ["S3 S3"], "cards_dealt": 10}
    if scheme == "knock_difference":
        data |= {"players": {"least": 2, "most": 2}, "knocking": KNOCKING[scheme]}
    if scheme == "typed_points":
        data |= {"values": {}}
        del data["melding"]
    del data["options"]
    return data


def with_value(data: Data, path: str, value: Any) -> Data:
    """The game with this value at this path, or without the key."""
    data, (*tables, last) = deepcopy(data), path.split(".")
    place = data
    for table in tables:
        place = place.setdefault(table, {})
    place.pop(last, None)
    return data if value is ABSENT else _put(data, place, last, value)


def _put(data: Data, place: Data, last: str, value: Any) -> Data:
    place[last] = value
    return data


def with_values(data: Data, values: Mapping[str, Any]) -> Data:
    for path, value in values.items():
        data = with_value(data, path, value)
    return data


# --- What people see of it ---


def seen(ruleset: Ruleset) -> list[Any]:
    """Everything that people see of these rules in a dozen rounds and some short games."""
    state = replay(ruleset, seats(min(3, ruleset.most_players)), [])
    scheme = ruleset.scoring
    card = (scheme.on_the_card(ruleset), dict(scheme.figures(ruleset)), ruleset.last_turns)
    asked = (ruleset.endings, ruleset.asks_rummy, ruleset.adjustments, state.open.deal.down_counts)
    told = (ruleset.closing, ruleset.closing.called, [bonus.title for bonus in ruleset.bonuses])
    return [
        *(card, asked, told),
        *(_seen_of_round(ruleset, state, play) for play in _rounds(ruleset)),
        *(_seen_of_game(ruleset, plays) for plays in _games(ruleset)),
        _seen_of_returns(ruleset),
        _seen_of_drops(ruleset),
    ]


def _others(ruleset: Ruleset) -> tuple[int, ...]:
    return (BEN,) if ruleset.most_players < 3 else (BEN, CY)


def _round(
    ruleset: Ruleset,
    out: int | None,
    left: Mapping[int, int],
    *,
    rummy: bool = False,
    ending: Any = None,
    drops: Mapping[int, Drop] | None = None,
    down: frozenset[int] = frozenset(),
    more: int = 0,
) -> RoundPlay:
    """A round as entered: what these rules do not ask about is not stored."""
    went = e.WentOut(out, rummy, ending).settled(ruleset, None)
    dropped = [e.Dropped(s, d).settled(ruleset, None) for s, d in (drops or {}).items()]
    everybody = (ANN, *_others(ruleset))
    if went.seat is None and out is not None:  # nobody goes out, so this player has points too
        left = {out: 0, **left}
    if ruleset.partners and out is not None:  # the partner may still hold cards
        left = {out: 5, **left}
    hands = {s: e.Hand(points=left[s]) for s in everybody if s in left}
    melded = {s: e.Hand(points=20 + s) for s in everybody} if ruleset.scoring.melds_score else {}
    return RoundPlay(
        laid_down=down | ({went.seat} - {None}),
        went_out=went.seat,
        hands=hands,
        melded=melded,
        adjustments={s: e.Adjustment(more, "said") for s in everybody if more},
        went_rummy=went.went_rummy,
        ending=went.ending,
        drops={d.seat: d.drop for d in dropped if d.drop},
    )


def _rounds(ruleset: Ruleset) -> Iterator[RoundPlay]:
    left = {BEN: 15, CY: 45}
    for rummy, ending in ((False, None), (True, None), (False, "gin"), (False, "big_gin")):
        yield _round(ruleset, ANN, left, rummy=rummy, ending=ending, down=frozenset({BEN}))
    for own in (3, 15, 16):
        yield _round(ruleset, ANN, left | {ANN: own}, ending="knock")
    yield _round(ruleset, None, left | {ANN: 25})
    yield _round(ruleset, ANN, {BEN: 0, CY: 45})
    yield from _counted_by_bonuses(ruleset)
    if ruleset.most_players > 2:
        for drop in ("first", "middle", "wrong"):
            yield _round(ruleset, ANN, {CY: 45}, drops={BEN: drop})


def _counted_by_bonuses(ruleset: Ruleset) -> Iterator[RoundPlay]:
    play = _round(ruleset, ANN, {BEN: 15, CY: 45})
    for name, count in (("clean", 1), ("clean", 2), ("clean", 5), ("clean", 9), ("pure", 1)):
        with_bonus = e.Hand(cards={"K": 7, name: count})
        yield replace(play, melded={**play.melded, BEN: with_bonus} if play.melded else {})
        yield replace(play, hands={**play.hands, BEN: with_bonus})


def _games(ruleset: Ruleset) -> Iterator[list[RoundPlay]]:
    """To the limit; one scores alone; tied at the end; tied with points of that round; blocked."""
    others = _others(ruleset)
    out = _round(ruleset, ANN, {BEN: 55, CY: 45}, ending="gin")
    yield [out, out, out]
    yield [out, _round(ruleset, BEN, {ANN: 130, CY: 45}, ending="gin"), out]
    only_ben = {ANN: e.Hand(points=0), BEN: e.Hand(points=240), CY: e.Hand(points=0)}
    alone = _round(ruleset, ANN, {BEN: 110, CY: 0}, ending="gin")
    yield [replace(alone, melded=only_ben if alone.melded else {})] * 2
    everybody = frozenset((ANN, *others))
    level = _round(ruleset, None, dict.fromkeys((ANN, *others), 10), down=everybody, more=120)
    won = _round(ruleset, ANN, dict.fromkeys(others, 0), down=everybody, more=120)
    # Equal melds, and the bonus of gin taken back.
    bonus = round_points(_in_first_deal(ruleset, won))[ANN] - 120
    equal = {s: e.Hand(points=20) for s in won.melded}
    bonus = 0 if equal else bonus
    adjusted = {**won.adjustments, BEN: e.Adjustment(120 + bonus, "said")}
    behind = e.Adjustment(140 if ruleset.end.low_wins else 20, "said")
    adjusted |= {CY: behind} if CY in others else {}
    won = replace(won, melded=equal, adjustments=adjusted)
    yield [replace(level, melded=equal)] * 2
    yield [won, won]
    before = replace(won, adjustments={**adjusted, BEN: e.Adjustment(10, "said")})
    yield [before, won]


def _in_first_deal(ruleset: Ruleset, play: RoundPlay) -> PlayedRound:
    players = seats(len(_others(ruleset)) + 1)
    return replay(ruleset, players, []).open.deal.played(ruleset, play)


def _seen_of_round(ruleset: Ruleset, state: State, play: RoundPlay) -> Any:
    played = state.open.deal.played(ruleset, play)
    try:
        check_play(played)
    except Refused as refused:
        return refused.code
    doubts = [(doubt.key, dict(doubt.numbers)) for doubt in find_doubts(played)]
    return round_points(played), doubts, played.is_void


def _seen_of_game(ruleset: Ruleset, plays: Sequence[RoundPlay]) -> Any:
    log = [entry for play in plays for entry in entries_of(play)]
    state = replay(ruleset, seats(len(_others(ruleset)) + 1), log)
    deal = state.open.deal if state.open else None
    following = deal and (deal.number, deal.planned, deal.dealer, deal.players, deal.tiebreak)
    points = [(dict(row.points), row.void, row.counted) for row in state.rounds]
    return points, state.totals, state.outcome, state.settlement, state.standings, following


def _seen_of_returns(ruleset: Ruleset) -> Any:
    """Ben is over the limit again and again, and comes back as often as he may."""
    others, told = _others(ruleset), []
    log: list[e.Entry] = []
    for _ in range(4):
        play = _round(ruleset, ANN, dict.fromkeys(others, 0), ending="gin")
        play = replace(play, adjustments={BEN: e.Adjustment(120, "said")})
        log += entries_of(play)
        state = replay(ruleset, seats(len(others) + 1), log)
        if BEN not in state.left or state.open is None:
            break
        try:
            check_return(ruleset, state, BEN)
        except Refused as refused:
            return [*told, refused.code]
        log.append(e.PlayerReturned(BEN))
        told.append(replay(ruleset, seats(len(others) + 1), log).totals)
    return told


def _seen_of_drops(ruleset: Ruleset) -> list[tuple[int, ...]]:
    """Those who must play, while Ben drops again and again."""
    log: list[e.Entry] = []
    told = []
    for _ in range(4 if ruleset.drops else 0):
        log += entries_of(_round(ruleset, ANN, {CY: 0}, drops={BEN: "first"}))
        state = replay(ruleset, seats(len(_others(ruleset)) + 1), log)
        told.append(state.open.deal.must_play if state.open else ())
    return told


See = Callable[[Ruleset], Any]


def by_value(data: Data, path: str, values: Values, see: See = seen) -> dict[str, Any]:
    """What people see of each value, or the error that refuses it."""
    found: dict[str, Any] = {}
    for value in values:
        name = "absent" if value is ABSENT else repr(value)
        try:
            found[name] = see(read_own_game(with_value(data, path, value)))
        except RulesetError as error:
            found[name] = error
    return found


def check_effects(data: Data, path: str, values: Values, see: See = seen) -> set[str]:
    """The values that are accepted: no two of them play alike; the others are refused in words."""
    found = by_value(data, path, values, see)
    refused = {name: error for name, error in found.items() if isinstance(error, RulesetError)}
    accepted = {name: view for name, view in found.items() if name not in refused}
    alike = [(a, b) for a, b in combinations(accepted, 2) if accepted[a] == accepted[b]]
    assert alike == [], (data["scoring"], path)
    unreadable = [e.pattern for e in refused.values() if e.pattern not in _UNPLAYABLE]
    assert [p for p in unreadable if not p.startswith(("one of", "a whole"))] == []
    return accepted.keys()


# --- The tests ---

_EVERYWHERE = {"adjustments"}
_OF_CONTRACTS = {*_EVERYWHERE, "only_who_goes_out_lays_down_last"}
_TURNS = {"last_turns"}
_CLOSING = {"closing.out", "closing.rummy"}
_DROPS = {"drops.first", "drops.middle", "drops.wrong"}
READ_BY: Mapping[str, set[str]] = {
    "leftover_against_holder": {"rummy_doubles", "opening.missed", *_TURNS, *_CLOSING},
    "winner_collects": {"rummy_doubles", *_TURNS, *_CLOSING},
    "melded_minus_hand": {"bonuses", "partners", *_TURNS, *_CLOSING},
    "capped_hands": {"rummy_doubles", "most_points", *_TURNS, *_DROPS, *_CLOSING},
    "losers_pay": {"rummy_doubles", "most_points", *_TURNS, *_DROPS},
    "knock_difference": _TURNS,
    "typed_points": set(),
}
WITHOUT_CONTRACTS = {"knock_difference", "typed_points"}
_OF_DIFFERENCE = {"gin", "big_gin", "undercut", "at", "equal"}
KNOCKED_BY: Mapping[str, set[str]] = {
    "capped_hands": {"knocking.most", "closing.knock", "closing.gin", "closing.big_gin"},
    "knock_difference": {"knocking.most", *(f"knocking.{key}" for key in _OF_DIFFERENCE)},
}

each_scheme = pytest.mark.parametrize("scheme", SCHEMES)


def a_spread(expected: Callable[..., Hashable], *all_of: Iterable[str]) -> Iterator[Any]:
    """Each with each of the others, a third of all together; the others in the soak.

    And each answer that any of them expect, for each of the last ones.
    """
    known = set[Hashable]()
    for places in product(*map(enumerate, all_of)):
        names = [name for _, name in places]
        answer = (names[-1], expected(*names))
        is_usual = answer in known and sum(number for number, _ in places) % 3
        yield pytest.param(*names, marks=pytest.mark.soak if is_usual else ())
        known.add(answer)


def _is_read(scheme: str, end: str, path: str) -> bool:
    return path in READ_BY[scheme] | (_OF_CONTRACTS if end == "contracts" else _EVERYWHERE)


@pytest.mark.parametrize(
    ("scheme", "end", "path"), [*a_spread(_is_read, SCHEMES, ("limit", "contracts"), ROUND_KEYS)]
)
def test_each_value_of_a_key_of_rounds_changes_something_or_is_refused(
    scheme: str, end: str, path: str
) -> None:
    if scheme in WITHOUT_CONTRACTS and end == "contracts":
        return  # nobody lays down contracts and knocks, or types points
    values, beside = ROUND_KEYS[path]
    accepted = check_effects(with_values(_base(scheme, end), beside), path, values)
    neutral = 0 if path.startswith("drops") else 1
    assert len(accepted) == (len(values) if _is_read(scheme, end, path) else neutral)


@each_scheme
@pytest.mark.parametrize("path", KNOCK_KEYS)
def test_each_value_of_a_key_of_knocks_changes_something_or_is_refused(
    scheme: str, path: str
) -> None:
    knocking = KNOCKING.get(scheme, KNOCK)
    beside = {"drops": {"middle": 40, "wrong": 80}} if path.startswith("drops") else {}
    data = with_values(_base(scheme, "limit"), {"knocking": knocking, **beside})
    accepted = check_effects(data, path, KNOCK_KEYS[path])
    is_read = path in KNOCKED_BY.get(scheme, ())
    if scheme not in KNOCKED_BY:
        assert accepted == set()
    elif is_read:
        needed = scheme == "knock_difference" and path in {"knocking.gin", "knocking.undercut"}
        assert len(accepted) == len(KNOCK_KEYS[path]) - needed
    else:
        assert len(accepted) == (0 if path.startswith("drops") else 1)


_DROPPED_IN = {"capped_hands", "losers_pay"}
_SETTLED = {"settlement.game", "settlement.box", "settlement.shutout", "settlement.games"}
READ_WHEN: Mapping[str, Mapping[str, int]] = {  # by end: the number of values that are accepted
    "limit": {"end.limit": 2, "end.winner": 2, "end.tiebreak": 3},
    "most points": {
        "end.limit": 2,
        "end.winner": 2,
        "end.tiebreak": 3,
        **dict.fromkeys(_SETTLED, 2),
    },
    "last left": {"end.limit": 2, "end.rejoin": 3, "end.rejoins": 3},
    "two rounds": {"end.winner": 2, "end.tiebreak": 3},
    "table": {"end.winner": 2},
    "contracts": {"end.tiebreak": 5, "end.tie_points": 2},
    "fewest at the last contract": {"end.tiebreak": 5},
}


def _settled_values(scheme: str, path: str) -> int:
    """Where the most points win; several games do not add up to 0."""
    if path == "settlement.games":
        return 1 if scheme == "losers_pay" else 3
    return 3 if path == "settlement.shutout" else READ_WHEN["most points"].get(path, 1)


def expected_values(scheme: str, end: str, path: str) -> int:
    values = END_KEYS[path][0]
    if path == "end.blocked":
        return 1 if scheme == "typed_points" else 2  # where nobody goes out, no round is void
    if path in {"end.rejoin", "end.rejoins"} and scheme in {"losers_pay", "knock_difference"}:
        return 1 if path == "end.rejoin" else 0
    if path == "end.rejoins" and end != "last left":
        return 0
    if path.startswith("drops"):
        is_read = path == "drops.most" or (scheme, end) == ("capped_hands", "last left")
        return 0 if scheme not in _DROPPED_IN else len(values) if is_read else 1
    if path in _SETTLED:
        return _settled_values(scheme, path) if end == "most points" else 0
    is_whole = path in {"end.limit", "end.winner"}
    return min(READ_WHEN[end].get(path, 0 if is_whole else 1), len(values))


@pytest.mark.parametrize(
    ("scheme", "end", "path"), [*a_spread(expected_values, SCHEMES, ENDS, END_KEYS)]
)
def test_each_value_of_a_key_of_the_end_changes_something_or_is_refused(
    scheme: str, end: str, path: str
) -> None:
    if scheme in WITHOUT_CONTRACTS and end.endswith(("contracts", "contract")):
        return
    if path == "drops.most" and end not in {"limit", "most points", "last left", "table"}:
        return  # over before anybody could drop again
    values, beside = END_KEYS[path]
    accepted = check_effects(with_values(_base(scheme, end), beside), path, values)
    assert len(accepted) == expected_values(scheme, end, path), accepted


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("values", {"K": 10}),
        ("contracts", ["S3 S3"]),
        ("opening", {"points": 40}),
        ("buys.allowed", True),
        ("end.blocked", "void"),
    ],
)
def test_where_points_are_typed_nothing_about_cards_is_accepted(path: str, value: Any) -> None:
    data = with_value(_base("typed_points", "limit"), path, value)
    data |= {"advancing": "round", "cards_dealt": 10} if path == "contracts" else {}
    with pytest.raises(RulesetError) as refused:
        read_own_game(data)
    assert (refused.value.key, refused.value.pattern in _UNPLAYABLE) == (path, True)


# --- First melds, and contradictions ---

_FIRST_MELDS = (  # 45 points with kings of 10; 36 with an ace of 1; two kinds; all ten cards
    ("KH KS KD", "4H 5H 6H"),
    ("AS 2S 3S", "QD QC QH"),
    ("KS KD KC", "QS QD QC"),
    ("10H JH QH KH AH",),
    ("2S 2D 2C 2H", "3S 3D 3C", "4S 4D 4C"),
)
OPENINGS: Mapping[str, Data] = {
    "none": {},
    "points": {"points": 40},
    "a pure run": {"pure_runs": 1},
    "both": {"points": 40, "pure_runs": 1},
}


def seen_of_openings(ruleset: Ruleset) -> Any:
    """The rules card, and the referee about some first melds."""
    rules = melding_data(ruleset)
    cases = [[{"kind": "any", "cards": meld.split()} for meld in melds] for melds in _FIRST_MELDS]
    answers = [
        judge(rules, {"ask": "opening", "melds": melds}) for melds in cases if rules["opening"]
    ]
    verdicts = [(answer["verdict"], answer.get("rule")) for answer in answers]
    return verdicts, [*opening_words(ruleset)], [*setting_up_words(ruleset)]


def _accepted_of_openings(scheme: str, opening: str, path: str) -> int:
    """The number of values of this key that are accepted beside this opening."""
    if scheme == "typed_points":
        return 1 if opening == "none" else 0
    has_points, has_any = opening in {"points", "both"}, opening != "none"
    if path in {"opening.values", "opening.low_ace_is_one"}:
        return 2 if has_points and scheme != "melded_minus_hand" else 1
    if path == "opening.all_at_once":
        return 1 + has_points + has_any
    return len(OPENING_KEYS[path])


@pytest.mark.parametrize(
    ("scheme", "opening", "path"),
    [*a_spread(_accepted_of_openings, SCHEMES, OPENINGS, OPENING_KEYS)],
)
def test_each_value_of_a_key_of_first_melds_changes_something_or_is_refused(
    app: Flask, scheme: str, opening: str, path: str
) -> None:
    key = path.removeprefix("opening.")
    beside = {name: value for name, value in OPENINGS[opening].items() if name != key}
    if beside != OPENINGS[opening]:
        return  # the same values beside another opening
    data = with_value(_base(scheme, "limit"), "opening", beside)
    if scheme != "typed_points":
        data = with_values(data, {"values.A": 11, "melding.ace": "high_or_low"})
    with app.test_request_context():
        accepted = check_effects(data, path, OPENING_KEYS[path], seen_of_openings)
    assert len(accepted) == _accepted_of_openings(scheme, opening, path)


WITH_RUNS = {"contracts": ["R4"], "melding.runs": False}


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"discards": False}, "discard_to_go_out"),
        (
            {"discards": False, "discard_to_go_out": False, "melding.discard_to_go_out": True},
            "melding.discard_to_go_out",
        ),
        ({"discards": False, "discard_to_go_out": False}, None),
        ({"advancing": "round", "cards_dealt": 10} | WITH_RUNS, "melding.runs"),
        ({"advancing": "round", "cards_dealt": 10} | WITH_RUNS | {"contracts": ["S3 S3"]}, None),
        ({"opening": {"pure_runs": 1}, "melding.runs": False}, "melding.runs"),
        ({"melding.least_runs": 1, "melding.runs": False}, "melding.runs"),
        ({"melding.runs": False}, None),
        ({"melding.no_meld": ["3H", "3X"]}, "melding.no_meld"),
        ({"melding.melded_going_out": ["Joker"]}, "melding.melded_going_out"),
        ({"melding.no_meld": ["3H"], "melding.melded_going_out": ["3S"]}, None),
    ],
    ids=str,
)
def test_what_other_keys_contradict_is_refused(changes: Data, key: str | None) -> None:
    data = with_values(_base("leftover_against_holder", "two rounds"), changes)
    if key is None:
        read_own_game(data)
        return
    with pytest.raises(RulesetError) as refused:
        read_own_game(data)
    assert (refused.value.key, refused.value.pattern in _UNPLAYABLE) == (key, True)


@pytest.mark.parametrize("key", ["cards", "at", "equal"])
def test_nothing_about_knocks_is_accepted_where_nobody_can_knock(key: str) -> None:
    value = {"cards": 1, "at": "upcard", "equal": "nobody"}[key]
    data = with_value(_base("knock_difference", "limit"), "knocking.most", 0)
    read_own_game(data)
    with pytest.raises(RulesetError) as refused:
        read_own_game(with_value(data, f"knocking.{key}", value))
    assert refused.value.key == f"knocking.{key}"

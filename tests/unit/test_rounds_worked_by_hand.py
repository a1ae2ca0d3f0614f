"""Rounds of the keys about opening, closing, doubling and coming back, with totals by hand.

A row is a round: `B rummy: 16 0 29! = 49 46 152`. Ben went out in one turn; then the points of each
hand, with `!` for a player who has not opened, a letter for a drop (first, middle, wrong) and `.`
for a player who is not dealt in; then all totals. `-` is nobody, and `+C` lets Cy come back before.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from companion.rules.fold import entries as e
from companion.rules.fold.replay import replay
from companion.rules.judging.refusals import Refused, check_return
from companion.rules.model.play import Drop
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import State
from companion.rules.reading.catalogue import game_data
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.own_games import read_own_game
from tests.unit.table import ANN, BEN, CY, entries_of, seats

ROW = re.compile(r"(\+(?P<back>\w) )?(?P<out>[A-D-]) ?(?P<way>\w*): (?P<hands>.*) = (?P<totals>.*)")
DROPS: Mapping[str, Drop] = {"f": "first", "m": "middle", "w": "wrong"}
TABLE_ENDS = {"when": "table_ends", "winner": "lowest_total"}
LAST_LEFT = {"when": "one_left", "winner": "last_left", "limit": 100}
DROP = {"first": 20, "middle": 40, "wrong": 80}


def a_game(**changes: Any) -> Ruleset:
    """Classic Rummy with these keys; the table ends it."""
    data = apply_house_rules(game_data("classic-rummy"), {}) | {"house_rules": []}
    data.pop("options")
    end = {"tiebreak": "shared", "blocked": "score_all", **changes.pop("end", TABLE_ENDS)}
    return read_own_game({**data, **changes, "end": end})


def _seat(letter: str) -> int | None:
    return None if letter == "-" else "ABCD".index(letter)


def entries(row: str) -> Iterator[e.Entry]:
    """The entries of this round."""
    found = ROW.fullmatch(row)
    assert found, row
    if found["back"]:
        yield e.PlayerReturned("ABCD".index(found["back"]))
    out, way, held = _seat(found["out"]), found["way"], found["hands"].split()
    counted = [(s, h) for s, h in enumerate(held) if h not in {".", *DROPS}]
    dealt = [(s, h) for s, h in counted if s != out or way == "knock"]
    play = e.RoundPlay(
        laid_down=frozenset(s for s, h in counted if not h.endswith("!")),
        went_out=out,
        hands={s: e.Hand(points=int(h.rstrip("!"))) for s, h in dealt},
        went_rummy=way == "rummy",
        ending=way if way in {"knock", "gin", "big_gin"} else None,
        drops={s: DROPS[h] for s, h in enumerate(held) if h in DROPS},
    )
    yield from entries_of(play)


def played(ruleset: Ruleset, rows: str) -> State:
    """The game after these rounds; each has the totals that it says."""
    lines = [line.strip() for line in rows.strip().splitlines()]
    log = [entry for row in lines for entry in entries(row)]
    state = replay(ruleset, seats(len(lines[0].split("=")[1].split())), log)
    found = [" ".join(str(total) for total in row.totals.values()) for row in state.rounds]
    assert found == [row.split("= ")[1] for row in lines]
    return state


CHINCHON = {"scoring": "capped_hands", "knocking": {"most": 5}}
GAMES: Mapping[str, tuple[Mapping[str, Any], str]] = {
    "opening.missed": (
        {"opening": {"missed": 100}},
        """
        A out: 0 16 77! = 0 16 100
        B out: 23 0 20 = 23 16 120
        C out: 7 20 0 = 30 36 120
        A out: 0 95! 4 = 30 136 124
        -: 13 98! 30 = 43 236 154
        -: 80! 85! 99! = 143 336 254
        B out: 1! 0 2! = 243 336 354
        C out: 120! 130! 0 = 343 436 354
        A out: 0 100 100! = 343 536 454
        """,
    ),
    "the price of not having opened doubles, the reward does not (Hand)": (
        {"opening": {"missed": 100}, "closing": {"out": -30, "rummy": -60}, "rummy_doubles": True},
        """
        A out: 0 10 98! 97! = -30 10 100 100
        B rummy: 10 0 99! 99! = -10 -50 300 300
        C out: 20 22 0 12 = 10 -28 270 312
        D out: 18 98! 2 0 = 28 72 272 282
        C rummy: 11 8 0 15 = 50 88 212 312
        -: 13 96! 30 5 = 63 188 242 317
        """,
    ),
    "closing.out and closing.rummy": (
        {"closing": {"out": -30, "rummy": -60}},
        """
        A out: 0 10 20 = -30 10 20
        B rummy: 20 0 5 = -10 -50 25
        C out: 20 22 0 = 10 -28 -5
        -: 5 5 5 = 15 -23 0
        C rummy: 11 8 0 = 26 -15 -60
        A out: 0 40 41 = -4 25 -19
        A rummy: 0 1 2 = -64 26 -17
        B out: 30 0 30 = -34 -4 13
        """,
    ),
    "closing.knock, closing.gin and closing.big_gin": (
        {**CHINCHON, "closing": {"knock": 3, "gin": -10, "big_gin": -25}},
        """
        A gin: 0 18 20 = -10 18 20
        B gin: 23 0 54 = 13 8 74
        C knock: 31 29 4 = 44 37 81
        A big_gin: 0 10 10 = 19 47 91
        -: 1 2 3 = 20 49 94
        B knock: 9 5 9 = 29 57 103
        C big_gin: 8 8 0 = 37 65 78
        A knock: 1 30 40 = 41 95 118
        C gin: 12 0 0 = 53 95 108
        """,
    ),
    "a reward beside the cards of the others": (
        {"scoring": "winner_collects", "closing": {"out": 5, "rummy": 50}},
        """
        A out: 0 10 20 = 35 0 0
        B rummy: 10 0 5 = 35 65 0
        -: 10 10 10 = 35 65 0
        C out: 1 2 0 = 35 65 8
        """,
    ),
    "rummy_doubles, own cards (Rommé)": (
        {"rummy_doubles": True},
        """
        C out: 17 34 0 = 17 34 0
        A out: 0 12 94! = 17 46 94
        B rummy: 16 0 29 = 49 46 152
        C rummy: 88! 4 0 = 225 54 152
        C out: 3 30 0 = 228 84 152
        A rummy: 0 6 20 = 228 96 192
        -: 1 2 3 = 229 98 195
        """,
    ),
    "rummy_doubles after the cap, and not for a drop": (
        {"scoring": "capped_hands", "rummy_doubles": True, "most_points": 80, "drops": DROP},
        """
        A rummy: 0 30 45 = 0 60 90
        B rummy: 41 0 40 = 82 60 170
        C out: 79 81 0 = 161 140 170
        A rummy: 0 99 f = 161 300 190
        B rummy: m 0 10 = 201 300 210
        C rummy: 12 w 0 = 225 380 210
        -: 90 10 5 = 305 390 215
        A out: 0 f m = 305 410 255
        """,
    ),
    "rummy_doubles where losers pay": (
        {"scoring": "losers_pay", "rummy_doubles": True, "most_points": 80, "drops": DROP}
        | {"end": {"when": "table_ends", "winner": "highest_total"}},
        """
        A rummy: 0 10 20 = 60 -20 -40
        B out: 10 0 20 = 50 10 -60
        C rummy: 50 f 0 = -50 -10 60
        -: 5 5 5 = -50 -10 60
        A rummy: 0 41 39 = 110 -92 -18
        """,
    ),
    "knocking where everybody scores deadwood (Chinchón)": (
        CHINCHON,
        """
        A knock: 3 22 12 = 3 22 12
        B gin: 14 0 41 = 17 22 53
        C knock: 12 13 2 = 29 35 55
        A gin: 0 4 10 = 29 39 65
        B knock: 1 5 1 = 30 44 66
        C knock: 0 0 5 = 30 44 71
        A knock: 4 3 2 = 34 47 73
        -: 20 30 40 = 54 77 113
        """,
    ),
    "knocking with a cap": (
        {**CHINCHON, "most_points": 50},
        """
        A knock: 5 60 51 = 5 50 50
        B gin: 49 0 50 = 54 50 100
        C knock: 70 2 1 = 104 52 101
        A gin: 0 0 0 = 104 52 101
        B knock: 3 3 3 = 107 55 104
        -: 51 52 53 = 157 105 154
        C gin: 10 20 0 = 167 125 154
        """,
    ),
    "back once, with the highest total (Pontinho)": (
        {"end": {**LAST_LEFT, "rejoin": "highest", "rejoins": 1}},
        """
        A out: 0 32 30 41 = 0 32 30 41
        B out: 5 0 50 20 = 5 32 80 61
        A out: 0 30 20 13 = 5 62 100 74
        +C D out: 65 27 2 0 = 70 89 76 74
        D out: 20 7 26 0 = 90 96 102 74
        D out: 15 2 . 0 = 105 98 102 74
        +A D out: 1 1 . 0 = 99 99 102 74
        A out: 0 5 . 3 = 99 104 102 77
        +B D out: 1 1 . 0 = 100 100 102 77
        """,
    ),
    "back once, three players": (
        {"end": {**LAST_LEFT, "rejoin": "highest", "rejoins": 1}},
        """
        A out: 0 60 99 = 0 60 99
        B out: 40 0 1 = 40 60 100
        +C A out: 0 30 10 = 40 90 70
        A out: 0 10 5 = 40 100 75
        +B C out: 20 24 0 = 60 99 75
        B out: 39 0 24 = 99 99 99
        C out: 1 1 0 = 100 100 99
        """,
    ),
    "back twice, with one point more than the highest total": (
        {"end": {**LAST_LEFT, "rejoin": True, "rejoins": 2}},
        """
        A out: 0 100 50 = 0 100 50
        +B A out: 0 10 20 = 0 61 70
        C out: 30 39 0 = 30 100 70
        +B A out: 0 28 3 = 30 99 73
        B out: 5 0 20 = 35 99 93
        A out: 0 1 6 = 35 100 99
        A out: 0 . 1 = 35 100 100
        """,
    ),
    "back as often as one likes": (
        {"end": {**LAST_LEFT, "rejoin": "highest"}},
        """
        A out: 0 100 40 = 0 100 40
        +B C out: 10 60 0 = 10 100 40
        +B A out: 0 59 1 = 10 99 41
        B out: 20 0 60 = 30 99 101
        +C A out: 0 1 0 = 30 100 99
        +B A out: 0 0 1 = 30 99 100
        A out: 0 5 . = 30 104 100
        """,
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_the_totals_are_those_worked_by_hand(name: str) -> None:
    rules, rows = GAMES[name]
    state = played(a_game(**rules), rows)
    assert (state.outcome.code == "last_left") == ("back" in name)


@pytest.mark.parametrize("winner", "ABC")
@pytest.mark.parametrize("before", ["", "A gin: 0 10 20 =", "- gin: 1 2 3 ="])
@pytest.mark.parametrize(
    ("rules", "way", "totals"),
    [
        ({"closing": {"rummy": "wins"}}, "rummy", ("0 10 20", "1 2 3")),
        ({"closing": {"out": "wins", "rummy": 5}}, "out", None),
        (
            {**CHINCHON, "closing": {"gin": -10, "big_gin": "wins"}},
            "big_gin",
            ("-10 10 20", "1 2 3"),
        ),
        (
            {"scoring": "winner_collects", "closing": {"rummy": "wins"}},
            "rummy",
            ("30 0 0", "0 0 0"),
        ),
    ],
)
def test_a_way_that_wins_ends_the_game_and_no_hand_counts(
    rules: Mapping[str, Any], way: str, totals: tuple[str, str] | None, before: str, winner: str
) -> None:
    so_far = "0 0 0"
    if before and totals is None:
        return  # there the first round that somebody ends is the last
    if before and totals:
        so_far = totals[before.startswith("-")]
        before = f"{before if way == 'big_gin' else before.replace('gin', 'out')} {so_far}\n"
    state = played(a_game(**rules), f"{before}{winner} {way}: 60 70 80 = {so_far}")
    assert (state.outcome.code, state.outcome.winners) == ("won_at_once", (_seat(winner),))
    assert (state.open, state.outcome.round) == (None, len(state.rounds))


def test_the_order_in_a_round() -> None:
    """Cap, doubling, reward, adjustment, total, out and back: each figure needs those before it."""
    ruleset = a_game(
        scoring="capped_hands",
        rummy_doubles=True,
        most_points=80,
        closing={"rummy": -20},
        end={**LAST_LEFT, "rejoin": "highest"},
    )
    rummy = e.RoundPlay(
        went_out=ANN,
        went_rummy=True,
        hands={BEN: e.Hand(points=90), CY: e.Hand(points=30)},
        adjustments={BEN: e.Adjustment(25, "said"), ANN: e.Adjustment(7, "said")},
    )
    log = entries_of(rummy)
    state = replay(ruleset, seats(3), log)
    # Ann 0 - 20 + 7; Ben 90, at most 80, x 2, + 25; Cy 30 x 2.
    assert state.totals == (-13, 185, 60)
    assert sorted(state.active) == [ANN, CY]
    assert replay(ruleset, seats(3), [*log, e.PlayerReturned(BEN)]).totals == (-13, 60, 60)


def test_the_price_of_not_having_opened_comes_first() -> None:
    ruleset = a_game(opening={"missed": 40}, closing={"rummy": -20}, rummy_doubles=True)
    played(ruleset, "A rummy: 0 90! 30 = -20 80 60")


# --- Late corrections ---


WON = {**CHINCHON, "closing": {"gin": -10, "big_gin": "wins"}}


def test_a_correction_makes_a_round_that_wins_an_ordinary_one_and_back() -> None:
    ruleset = a_game(**WON)
    log = [*entries("A gin: 0 10 20 = "), *entries("B big_gin: 7 0 9 = ")]
    won = replay(ruleset, seats(3), log)
    assert (won.outcome.code, won.totals, won.open) == ("won_at_once", (-10, 10, 20), None)
    hands = {ANN: e.Hand(points=7), CY: e.Hand(points=9)}
    ordinary = e.RoundPlay(frozenset({BEN}), BEN, hands, ending="gin")
    after = replay(ruleset, seats(3), [*log, e.RoundCorrected(2, ordinary)])
    assert (after.outcome.over, after.totals) == (False, (-3, 0, 29))
    assert after.open is not None
    assert after.open.deal.number == 3
    back = e.RoundPlay(frozenset({CY}), CY, {}, ending="big_gin")
    again = [*log, e.RoundCorrected(2, ordinary), e.RoundCorrected(2, back)]
    assert replay(ruleset, seats(3), again).outcome.winners == (CY,)
    undone = replay(ruleset, seats(3), [*again, e.EntryUndone(len(again))])
    assert (undone.rounds, undone.outcome) == (after.rounds, after.outcome)


def test_a_correction_that_wins_earlier_leaves_later_rounds_uncounted() -> None:
    ruleset = a_game(**WON)
    log = [*entries("A gin: 0 10 20 = "), *entries("B gin: 7 0 9 = ")]
    wins = e.RoundCorrected(1, e.RoundPlay(frozenset({CY}), CY, {}, ending="big_gin"))
    state = replay(ruleset, seats(3), [*log, wins])
    assert [row.counted for row in state.rounds] == [True, False]
    assert (state.outcome.winners, state.outcome.round, state.totals) == ((CY,), 1, (0, 0, 0))
    undone = replay(ruleset, seats(3), [*log, wins, e.EntryUndone(len(log) + 1)])
    assert undone.totals == replay(ruleset, seats(3), log).totals == (-3, 0, 29)


def test_a_correction_gives_a_return_back_or_takes_it() -> None:
    """Ben came back once, and is out again; by a correction he was never out before."""
    ruleset = a_game(end={**LAST_LEFT, "rejoin": "highest", "rejoins": 1})
    rows = "A out: 0 100 40 = ", "+B C out: 10 60 0 = "
    log = [entry for row in rows for entry in entries(row)]
    state = replay(ruleset, seats(3), log)
    assert state.totals == (10, 100, 40)
    with pytest.raises(Refused, match="no_more_returns"):
        check_return(ruleset, state, BEN)
    lower = e.RoundPlay(frozenset({ANN}), ANN, {BEN: e.Hand(points=50), CY: e.Hand(points=40)})
    corrected = replay(ruleset, seats(3), [*log, e.RoundCorrected(1, lower)])
    assert corrected.totals == (10, 110, 40)
    check_return(ruleset, corrected, BEN)  # he was not out then
    undone = replay(
        ruleset, seats(3), [*log, e.RoundCorrected(1, lower), e.EntryUndone(len(log) + 1)]
    )
    with pytest.raises(Refused, match="no_more_returns"):
        check_return(ruleset, undone, BEN)

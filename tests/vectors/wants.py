"""Possible next commands, sensible or not."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import get_args

from companion.rules.fold import entries as e
from companion.rules.game import Game
from companion.rules.model.play import Drop, Ending
from tests.vectors.luck import draw

# Kinds that pages write; the others are checked on the server only.
OF_A_PAGE = frozenset(
    kind.kind
    for kind in (
        e.LaidDown,
        e.TookBack,
        e.Melded,
        e.WentOut,
        e.TurnedUp,
        e.Dropped,
        e.HandCounted,
        e.RoundScored,
        e.RoundCorrected,
        e.EntryUndone,
    )
)
_ODD = (
    {"cards": {"1": 1}},
    {"cards": {"A": -1}},
    {"cards": {}},
    {"cards": {"A": 40}},
    {"points": 0},
    {"points": 5},
    {"points": -5},
    {"points": 999},
    {"cards": {"3": 3}},
    {},
    {"points": 45},
    {"points": 100},
)


def wants(game: Game, luck: Random) -> Iterator[list[e.Entry]]:
    """Two random commands; over time each kind occurs."""
    for _ in range(2):
        yield [WANTS[draw(WANTS, luck.random())](game, luck)]
    if game.state.open and luck.random() < 0.2:
        yield [e.WentOut(_seat(game, luck)), _hand(game, luck), e.RoundScored()]


def _seat(game: Game, luck: Random) -> int:
    """A random player, sometimes an unknown seat."""
    state = game.state
    known = sorted(state.active) or [0]
    return luck.choice(known) if luck.random() < 0.9 else luck.randint(0, len(state.names))


def _any_hand(luck: Random) -> e.Hand:
    return e.Hand(**luck.choice(_ODD))


def _hand(game: Game, luck: Random) -> e.Entry:
    down, buys = luck.choice((None, None, True, False)), luck.choice((None, None, None, 0, 2, -1))
    melds = game.ruleset.scoring.melds_score or luck.random() < 0.1
    melded = _any_hand(luck) if melds and luck.random() < 0.8 else None
    return e.HandCounted(_seat(game, luck), _any_hand(luck), down, buys, melded)


def _again(game: Game, luck: Random) -> e.Entry:
    """The hand that is already stored."""
    play = game.state.open.play if game.state.open else e.RoundPlay()
    seat = _seat(game, luck)
    hand, down = play.hand(seat), seat in play.laid_down
    return e.HandCounted(seat, hand, down, play.buys.get(seat), play.melded.get(seat))


def _correction(game: Game, luck: Random) -> e.Entry:
    rounds = game.state.rounds
    if not rounds:
        return e.RoundCorrected(luck.randint(0, 1), e.RoundPlay())
    number = luck.randint(1, len(rounds) + (luck.random() < 0.1))
    return e.RoundCorrected(number, _another_play(rounds[min(number, len(rounds)) - 1].play, luck))


def _another_play(play: e.RoundPlay, luck: Random) -> e.RoundPlay:
    out = luck.choice((None, play.went_out, luck.randint(0, 3)))
    down = luck.choice((play.laid_down | {out}, play.laid_down, play.laid_down - {out})) - {None}
    hands = {s: hand for s, hand in play.hands.items() if s != out or luck.random() < 0.1}
    if luck.random() < 0.3:
        hands[luck.randint(0, 3)] = _any_hand(luck)
    return replace(play, laid_down=down, went_out=out, hands=hands)


def _out(game: Game, luck: Random) -> e.Entry:
    """Where nobody knocks, an ending that the log does not keep."""
    seat, rummy = luck.choice((None, _seat(game, luck))), luck.random() < 0.3
    return e.WentOut(seat, rummy, (None, *get_args(Ending))[game.version % 4])


def _undo(game: Game, luck: Random) -> e.Entry:
    state = game.state
    last = [state.last[0]] * 3 if state.last else []
    return e.EntryUndone(luck.choice((*last, luck.randint(0, state.version + 1))))


def _doubts(_: Game, luck: Random) -> e.Entry:
    seats = (None, *range(5))
    codes = ("nobody_out", "points_not_reachable", "wrong_hand_size_without_contract")
    said = frozenset((code, seat) for code in codes for seat in seats)
    return e.RoundScored(said if luck.random() < 0.7 else frozenset())


def _drop(game: Game, luck: Random) -> e.Entry:
    return e.Dropped(_seat(game, luck), luck.choice((*get_args(Drop), None)))


def _wild(game: Game, luck: Random) -> e.Entry:
    return e.TurnedUp(luck.choice((*game.ruleset.pack.ranks, "1", None)))


WANTS: Mapping[str, Callable[[Game, Random], e.Entry]] = {
    "hand": _hand,
    "another hand": _hand,
    "one more hand": _hand,
    "the same hand": _again,
    "correction": _correction,
    "another correction": _correction,
    "undo": _undo,
    "doubts": _doubts,
    "down": lambda game, luck: e.LaidDown(_seat(game, luck)),
    "not down": lambda game, luck: e.TookBack(_seat(game, luck)),
    "out": _out,
    "drop": _drop,
    "wild": _wild,
    "rules": lambda game, _: e.RulesChanged(game.ruleset.options),
}

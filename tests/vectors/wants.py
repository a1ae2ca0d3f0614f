"""What somebody might want written next, sensible or not."""

from collections.abc import Iterator
from random import Random

from companion.rules.entries import (
    Adjusted,
    Adjustment,
    DealerChanged,
    Entry,
    EntryUndone,
    GameEnded,
    Hand,
    HandCounted,
    LaidDown,
    Noted,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    PlayerReturned,
    RoundCorrected,
    RoundPlay,
    RoundScored,
    RulesChanged,
    SeatsReordered,
    Titled,
    TookBack,
    WentOut,
)
from companion.rules.game import Game
from companion.rules.state import State

_ODD = (
    *(
        {"cards": {"1": 1}},
        {"cards": {"A": -1}},
        {"cards": {}},
        {"cards": {"A": 40}},
        {"points": 0},
    ),
    *({"points": 5}, {"points": -5}, {"points": 999}, {"cards": {"3": 3}}, {}),
    *({"points": 45}, {"points": 100}),
)


def wants(game: Game, luck: Random) -> Iterator[list[Entry]]:
    """Two things that somebody wants: one of each kind comes up by and by."""
    for _ in range(2):
        yield [luck.choice(WANTS)(game, luck)]
    if game.state.open and luck.random() < 0.2:
        yield [WentOut(_seat(game, luck)), _hand(game, luck), RoundScored()]


def _seat(game: Game, luck: Random) -> int:
    """Somebody who plays, or now and then somebody who does not."""
    state = game.state
    known = sorted(state.active) or [0]
    return luck.choice(known) if luck.random() < 0.9 else luck.randint(0, len(state.names))


def _any_hand(luck: Random) -> Hand:
    return Hand(**luck.choice(_ODD))


def _hand(game: Game, luck: Random) -> Entry:
    down, buys = luck.choice((None, None, True, False)), luck.choice((None, None, None, 0, 2, -1))
    melds = game.ruleset.scoring.melds_score or luck.random() < 0.1
    melded = _any_hand(luck) if melds and luck.random() < 0.8 else None
    return HandCounted(_seat(game, luck), _any_hand(luck), down, buys, melded)


def _again(game: Game, luck: Random) -> Entry:
    """The hand that is kept already."""
    play = game.state.open.play if game.state.open else RoundPlay()
    seat = _seat(game, luck)
    hand, down = play.hand(seat), seat in play.laid_down
    return HandCounted(seat, hand, down, play.buys.get(seat), play.melded.get(seat))


def _correction(game: Game, luck: Random) -> Entry:
    rounds = game.state.rounds
    if not rounds:
        return RoundCorrected(luck.randint(0, 1), RoundPlay())
    number = luck.randint(1, len(rounds) + (luck.random() < 0.1))
    return RoundCorrected(number, _another_play(rounds[min(number, len(rounds)) - 1].play, luck))


def _another_play(play: RoundPlay, luck: Random) -> RoundPlay:
    out = luck.choice((None, play.went_out, luck.randint(0, 3)))
    down = luck.choice((play.laid_down | {out}, play.laid_down, play.laid_down - {out})) - {None}
    hands = {s: hand for s, hand in play.hands.items() if s != out or luck.random() < 0.1}
    if luck.random() < 0.3:
        hands[luck.randint(0, 3)] = _any_hand(luck)
    return RoundPlay(down, out, hands, play.buys, play.adjustments, play.melded)


def _join(game: Game, luck: Random) -> Entry:
    name = luck.choice((game.state.names[0].upper(), "Zoë", "Straße", *game.state.names))
    return PlayerJoined(name, luck.choice((None, None, 0, 30)))


def _undo(game: Game, luck: Random) -> Entry:
    state = game.state
    last = [state.last[0]] * 3 if state.last else []
    return EntryUndone(luck.choice((*last, luck.randint(0, state.version + 1))))


def _order(game: Game, luck: Random) -> Entry:
    state: State = game.state
    order = luck.sample(state.order, len(state.order))
    return SeatsReordered(tuple(order if luck.random() < 0.7 else order[1:]))


def _doubts(_: Game, luck: Random) -> Entry:
    seats = (None, *range(5))
    codes = ("nobody_out", "points_not_reachable", "wrong_hand_size_without_contract")
    said = frozenset((code, seat) for code in codes for seat in seats)
    return RoundScored(said if luck.random() < 0.7 else frozenset())


WANTS = (
    *(_hand, _hand, _hand, _again, _correction, _correction, _join, _undo, _order, _doubts),
    lambda game, luck: LaidDown(_seat(game, luck)),
    lambda game, luck: TookBack(_seat(game, luck)),
    lambda game, luck: WentOut(luck.choice((None, _seat(game, luck))), luck.random() < 0.3),
    lambda game, luck: Adjusted(_seat(game, luck), Adjustment(luck.choice((0, 5, -5)), "said")),
    lambda game, luck: PlayerLeft(_seat(game, luck)),
    lambda game, luck: PlayerReturned(luck.choice((*game.state.left, _seat(game, luck)))),
    lambda game, luck: PlayerRenamed(_seat(game, luck), luck.choice(("ANN", "Ben", "ben", "Bo"))),
    lambda game, luck: DealerChanged(_seat(game, luck)),
    lambda *_: GameEnded("late"),
    lambda *_: Titled("Again"),
    lambda *_: Noted("Late"),
    lambda game, _: RulesChanged(game.ruleset.options),
)

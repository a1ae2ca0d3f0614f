"""Random games: all kinds of entries, in almost any order, with any rules."""

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from companion.rules.fold import entries as e
from companion.rules.game import Game
from companion.rules.judging.hand_sizes import points_range
from companion.rules.judging.refusals import Doubted, Refused
from companion.rules.model.cards import UnknownCard
from companion.rules.model.house_rules import UnknownOption
from companion.rules.model.state import Deal, Seats, State
from companion.rules.reading.sections import RulesetError
from tests.filled import filled
from tests.property.any_game import a_legal_round
from tests.vectors.own_rules import some_options, some_rules

NAMES = ("Ann", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kay", "Lou")
_OTHERS = ("Zoe", "Yan", NAMES[0], NAMES[1])  # also former players, for takeovers
_LENGTHS = (5, 10, 20, 40)  # entries


# Kinds that walks produce realistically; all others have random field values.
_TOLD = frozenset(
    (
        *(
            e.LaidDown,
            e.TookBack,
            e.Melded,
            e.WentOut,
            e.HandCounted,
            e.Adjusted,
            e.RoundScored,
            e.RoundCorrected,
        ),
        *(e.Dropped, e.TurnedUp),
        *(e.PlayerJoined, e.PlayerLeft, e.PlayerReturned, e.PlayerRenamed, e.SeatTakenOver),
        *(
            e.SeatsReordered,
            e.DealerChanged,
            e.DealtIn,
            e.RulesChanged,
            e.EntryUndone,
            e.GameEnded,
            e.Titled,
            e.Noted,
        ),
    )
)


class Walk:
    """A random game; `games` are its states after each entry."""

    def __init__(self, seed: int, snapshot: str | None = None) -> None:
        self.luck = luck = Random(seed)
        self.snapshot = snapshot or some_rules(seed, luck)
        rules = Game.begun(self.snapshot, Seats(NAMES[:2])).ruleset
        players = luck.choice((rules.least_players, rules.least_players, 3, 5, rules.most_players))
        players = max(rules.least_players, min(players, rules.most_players, len(NAMES)))
        seats = Seats(NAMES[:players], luck.randrange(players))
        self.games = [Game.begun(self.snapshot, seats)]
        self.close = luck.random() < 0.7  # everybody lays down, so games end and ties are common
        self.even = self.close and luck.random() < 0.6  # all hold the same, or nothing
        self._walk(luck.choice(_LENGTHS))

    @property
    def game(self) -> Game:
        return self.games[-1]

    def _walk(self, entries: int, /) -> None:
        for _ in range(200):
            if self.game.version >= entries:
                return
            if self.game.state.open is None and self.luck.random() < 0.5:
                return
            steps = (*(self._round,) * 4, *(self._between,) * 2, self._undo)
            self.luck.choice(steps)()

    def _take(self, entry: e.Entry) -> bool:
        """The game with this additional entry, if it is accepted."""
        try:
            settled = entry.settled(self.game.ruleset, self.game.state)
            self.games.append(self.game.after(settled))
        except (Refused, Doubted, RulesetError, UnknownOption):
            return False
        return True

    def _round(self) -> None:
        current = self.game.state.open
        if current is None:
            return
        entries = [*self._told(self._a_round(current.deal))]
        if self.luck.random() < 0.2:
            entries = self.luck.sample(entries, self.luck.randint(0, len(entries)))
        for entry in entries:
            self._take(entry)
        try:
            self.games.append(self.game.after(e.RoundScored()))
        except Refused:
            return
        except Doubted as doubted:
            # Written down as it is, or sometimes with some doubts unconfirmed, as offline.
            keys = [doubt.key for doubt in doubted.doubts]
            entry = e.RoundScored(frozenset(keys if self.game.version % 3 else keys[1:]))
            kept = entry.unasked(self.game.ruleset, self.game.state)
            self.games.append(self.game.after(kept))

    def _a_round(self, deal: Deal) -> e.RoundPlay:
        try:
            return a_legal_round(self.game.ruleset, deal, self.luck, close=self.close).play
        except AssertionError:  # custom rules may deal more cards than exist, which the app accepts
            out = self.luck.choice(deal.players)
            hands = {seat: e.Hand(points=5) for seat in deal.players if seat != out}
            return e.RoundPlay(frozenset({out}), out, hands)

    def _told(self, play: e.RoundPlay) -> Iterator[e.Entry]:
        """The round as people enter it, with slips and impossible hands."""
        luck = self.luck
        marked = sorted(play.laid_down - {play.went_out})
        often = 0.5 if self.game.ruleset.only_who_goes_out_lays_down_last else 0.15
        for seat in marked:
            yield e.LaidDown(seat)
        if luck.random() < 0.2:
            yield e.LaidDown(luck.choice(sorted(self.game.state.active)))
        if marked and luck.random() < 0.1:
            yield e.TookBack(luck.choice(marked))
        if play.turned_up or (self.game.ruleset.turns_up and luck.random() < 0.1):
            yield e.TurnedUp(play.turned_up)
        for seat, drop in play.drops.items():
            yield e.Dropped(seat, drop)
        if play.drops and luck.random() < 0.2:
            yield e.Dropped(luck.choice(sorted(play.drops)), None)
        yield e.WentOut(play.went_out, play.went_rummy, play.ending)
        for seat, hand in luck.sample(sorted(play.hands.items()), len(play.hands)):
            held = odd_hand(self.game.state, luck) if luck.random() < 0.1 else hand
            held = e.Hand(points=luck.choice((0, 0, 10))) if self.even else held
            slip = luck.random() < often  # a player is marked down who cannot be
            down = seat in play.laid_down or slip if luck.random() < 0.7 else None
            buys = luck.randint(0, 9) if luck.random() < 0.1 else play.buys.get(seat)
            yield e.HandCounted(seat, held, down, buys, play.melded.get(seat))
        for seat, adjustment in play.adjustments.items():
            yield e.Adjusted(seat, adjustment)

    def _between(self) -> None:
        state, luck = self.game.state, self.luck
        may_come = len(state.names) < len(NAMES)
        entries: list[e.Entry] = [
            e.DealerChanged(luck.choice(state.order)),
            e.PlayerRenamed(luck.choice(state.order), luck.choice(("Nan", "Benny"))),
            e.SeatsReordered(tuple(luck.sample(state.order, len(state.order)))),
            self._takeover(),
            *(e.Titled("Again"), e.Noted("Late")),
            self._deal(),
            *(filled(kind) for kind in e.KINDS.values() if kind not in _TOLD),
            *(e.PlayerReturned(seat) for seat in state.left),
            *(e.PlayerLeft(seat) for seat in state.outcome.tied),
        ]
        if len(state.active) > 2:
            entries += [e.PlayerLeft(luck.choice(sorted(state.active)))] * 2
        if may_come:
            place = luck.choice((None, *state.order))
            entries += [e.PlayerJoined(NAMES[len(state.names)], place)] * 2
        if state.rounds:
            entries += [self._correction()] * 2
        if luck.random() < 0.3:
            entries += [e.GameEnded("late")] * 3
        if luck.random() < 0.2:
            self._other_rules()
        else:
            self._take(luck.choice(entries))

    def _deal(self) -> e.Entry:
        """Whoever it is by the number of entries: half of the time a player misses the round."""
        version, order = self.game.version, self.game.state.order
        return e.DealtIn(order[version % len(order)], plays=version % 4 < 2)

    def _takeover(self) -> e.Entry:
        seat = self.luck.choice(self.game.state.order)
        return e.SeatTakenOver(seat, self.luck.choice(_OTHERS), self.game.state.names[seat])

    def _correction(self) -> e.Entry:
        scored = self.luck.choice(self.game.state.rounds)
        play = self._a_round(scored.deal)
        if self.luck.random() < 0.2:
            play = replace(
                scored.play, adjustments={scored.deal.players[0]: e.Adjustment(5, "odd")}
            )
        entry = e.RoundCorrected(scored.deal.number, play)
        try:
            entry.check(self.game.ruleset, self.game.state)
        except Refused:
            return entry
        except Doubted as doubted:
            return replace(entry, accepted=frozenset(d.key for d in doubted.doubts))
        return entry

    def _other_rules(self) -> None:
        """Every hand without a price gets one."""
        options = some_options({"house_rules": _house_rules(self.snapshot)}, self.luck)
        try:
            recounted, down = self.game.to_recount(options)
        except (RulesetError, UnknownOption, UnknownCard):
            return
        said = tuple(replace(r, hand=e.Hand(points=self.luck.randint(0, 9) * 5)) for r in recounted)
        told = tuple(e.RoundDown(*place, down=self.luck.random() < 0.5) for place in down)
        self._take(e.RulesChanged(options, said, told))

    def _undo(self) -> None:
        state = self.game.state
        if self.luck.random() < 0.5 or state.last is None:
            return
        counts = state.open.counted_at.values() if state.open else ()
        ended = [state.ended[0]] * 3 if state.ended else []
        self._take(e.EntryUndone(self.luck.choice([state.last[0], *counts, *ended])))


def _house_rules(snapshot: str) -> list[dict[str, Any]]:
    return list(json.loads(snapshot)["house_rules"])


def odd_hand(state: State, luck: Random) -> e.Hand:
    """Cards or points, right or wrong; perhaps nothing at all."""
    classes = state.open.deal.values.classes if state.open else ()
    names = [name for card_class in classes for name in (card_class.key, *card_class.ranks)]
    way = luck.random()
    if way < 0.1 or not names:
        return e.Hand()
    if way < 0.2 and state.open:
        ends = points_range(state.open.deal, (state.open.deal.cards,))
        return e.Hand(points=max(0, luck.choice(ends) + luck.choice((-1, 0, 0, 1))))
    if way < 0.4:
        return e.Hand(points=luck.choice((0, 1, 3, 5, 15, 40, 85, 123, 999)))
    cards = luck.sample(names, min(len(names), luck.randint(0, 3)))
    return e.Hand(cards={name: luck.choice((0, 1, 2, 5, 13, 40)) for name in cards})

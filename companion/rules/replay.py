"""replay(): fold a game's log into its state. Nothing else knows how a game goes on."""

import copy
from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.rules.entries import Entry, PlayerJoined, RoundPlay
from companion.rules.events import Events, WrittenRound, open_round_of, read_events
from companion.rules.order import next_after, order_of_play
from companion.rules.retelling import retell
from companion.rules.rulesets import Ruleset
from companion.rules.scoring import round_points
from companion.rules.standings import (
    ended_early,
    once_tied_have_left,
    outcome_after,
    standings_of,
)
from companion.rules.state import (
    Deal,
    OpenRound,
    Outcome,
    PlayedRound,
    Return,
    ScoredRound,
    Seats,
    State,
)


def replay(ruleset: Ruleset, seats: Seats, entries: Sequence[Entry]) -> State:
    """The state of the game after these entries; the same entries always give the same state.

    `ruleset` holds the house rules that are in force after them: what was counted by others before
    is told again in its words.
    """
    events = read_events(entries)
    table = _Table(ruleset, seats, events)
    rounds = tuple(table.score(written) for written in events.rounds)
    return table.state(rounds, events, len(entries))


def go_on(ruleset: Ruleset, seats: Seats, before: State, entries: Sequence[Entry]) -> State:
    """The same as replay(entries), sooner: `before` is the state after the first of them.

    What is said of the open round changes nothing that was written before it.
    """
    of_open_round = all(entry.of_open_round for entry in entries[before.version :])
    draft = open_round_of(entries) if before.open and of_open_round else None
    if draft is None or before.open is None:
        return replay(ruleset, seats, entries)
    now = replace(
        before.open,
        play=draft.play(),
        over=draft.over,
        counted_at=draft.counted_at,
        marked=frozenset(draft.marked),
    )
    return replace(before, open=now, last=(len(entries), entries[-1]), version=len(entries))


class Fold:
    """The same for a log that is being written: each entry is told once, however long it grows.

    Only what goes on with the game can be told so; what goes back in it (an undo, a correction,
    other house rules) needs replay().
    """

    def __init__(self, ruleset: Ruleset, seats: Seats) -> None:
        self._events, self._version = Events(), 0
        self._table = _Table(ruleset, seats, self._events)
        self._rounds: list[ScoredRound] = []

    def tell(self, entry: Entry) -> None:
        """Add one entry to the log."""
        self._version += 1
        self._events.tell(self._version, entry)
        if len(self._events.rounds) > len(self._rounds):
            self._rounds.append(self._table.score(self._events.rounds[-1]))

    def state(self) -> State:
        """The state after what was told so far."""
        return self._table.copy().state(tuple(self._rounds), self._events, self._version)


class _Table:
    """The table as it stands between two rounds, while the fold goes on."""

    def __init__(self, ruleset: Ruleset, seats: Seats, events: Events) -> None:
        self.ruleset, self.events = ruleset, events
        self.names = list(seats.names)
        self.before: dict[int, int | None] = {}
        self.order = self._order_of_play()
        self.contracts = [1] * len(self.names)
        self.made = [0] * len(self.names)
        self.totals = [0] * len(self.names)
        self.joined: dict[int, int] = {}
        self.left: dict[int, int] = {}
        self.returns: list[Return] = []
        self.dealer = seats.first_dealer
        self.outcome = Outcome()
        self.round = 0  # index of the round about to be dealt
        self.number = 1  # its number in the plan of the game: a void round is dealt again
        self.dealt: tuple[int, bool] | None = None  # who dealt last, and whether they deal again
        self.is_ready = False

    def copy(self) -> "_Table":
        """A table to look ahead with, while this one waits for what is said next."""
        other = copy.copy(self)
        for name, value in vars(self).items():
            if isinstance(value, list | dict):
                setattr(other, name, value.copy())
        return other

    def score(self, written: WrittenRound) -> ScoredRound:
        """Score one round, once everything is told that was said before it was written."""
        self._get_ready()
        deal = self._deal()
        play = self._in_words_of(deal, written.play)
        played = PlayedRound(self.ruleset, deal, play)
        counted, void = not self.outcome.over and _is_of_this_deal(played), played.is_void
        scores = counted and not void and not deal.playoff
        made = play.laid_down & deal.contracts.keys() if scores else frozenset()
        points = dict.fromkeys(deal.players, 0) if void else round_points(played)
        if counted:
            self._add(points, made)
            if not void:
                self.outcome = outcome_after(played, made, self.totals, points)
        totals = dict(enumerate(self.totals))
        next_contracts = dict(enumerate(self._next_contracts(self.number + (not void))))
        self.dealt, self.is_ready = (deal.dealer, void), False
        return ScoredRound(
            deal=deal,
            play=play,
            made=made,
            points=points,
            totals=totals,
            next_contracts=next_contracts,
            accepted=written.accepted,
            void=void,
            counted=counted,
            corrected=written.corrected,
        )

    def _in_words_of(self, deal: Deal, play: RoundPlay) -> RoundPlay:
        return retell(play, deal, self.events.retold) if self.events.new_rules else play

    def state(self, rounds: tuple[ScoredRound, ...], events: Events, version: int) -> State:
        """Everything that follows, once the last written round is scored."""
        self._get_ready()
        progress = [contract - 1 for contract in self.contracts]
        if events.ended and not self.outcome.over:
            players = self._active() or self.order
            self.outcome = ended_early(self.ruleset, self.round, players, progress, self.totals)
        return State(
            names=tuple(events.renamed.get(seat, name) for seat, name in enumerate(self.names)),
            order=self.order,
            active=frozenset(self._active()),
            joined=self.joined,
            left=self.left,
            returns=tuple(self.returns),
            rounds=rounds,
            open=None if self.outcome.over else self._open(events),
            made=tuple(self.made),
            totals=tuple(self.totals),
            next_contracts=tuple(self._next_contracts(self.number)),
            standings=standings_of(
                self.ruleset,
                self.order,
                self.made,
                progress,
                self.totals,
                self.left,
                self.outcome.winners,
            ),
            outcome=self.outcome,
            ended=events.ended,
            title=events.title,
            note=events.note,
            new_rules=tuple(events.new_rules),
            last=events.last,
            version=version,
            undone=events.undone,
        )

    def _deal(self) -> Deal:
        tied = self.outcome.tied if self.outcome.code == "playoff_needed" else ()
        players = tuple(s for s in self.order if s in tied) or self._active()
        cards = self.ruleset.dealt(self.number, len(players))
        dealer = self.dealer if self.dealer in players else self._after(self.dealer, players)
        return Deal(
            number=self.round + 1,
            planned=self.number,
            dealer=dealer,
            leads=self._after(dealer, players),
            players=players,
            contracts=self._contracts(players, tied=bool(tied)),
            cards=cards,
            decks=self.ruleset.decks_for(len(players)),
            values=self.ruleset.card_values_for(cards),
            scoring=self.ruleset.scoring,
            playoff=bool(tied),
        )

    def _contracts(self, players: tuple[int, ...], *, tied: bool) -> dict[int, int]:
        """The contract each of these players is on in the round about to be dealt."""
        last = len(self.ruleset.contracts)
        if self.ruleset.advancing == "none":
            return {}
        if self.ruleset.advancing == "round":
            return dict.fromkeys(players, min(self.number, last))
        return {s: last if tied else min(self.contracts[s], last) for s in players}

    def _open(self, events: Events) -> OpenRound:
        deal, draft = self._deal(), events.draft
        play = self._in_words_of(deal, draft.play())
        return OpenRound(deal, play, draft.over, draft.counted_at, frozenset(draft.marked))

    def _add(self, points: dict[int, int], made: Iterable[int]) -> None:
        for seat, cost in points.items():
            self.totals[seat] += cost
        for seat in made:
            self.contracts[seat] += 1
            self.made[seat] += 1

    def _get_ready(self) -> None:
        """Seat who comes before the next round, and settle who deals it."""
        if self.is_ready:
            return
        if self.dealt is None:
            self.order = self._order_of_play()  # until then people may change places
            self._seat_comers_and_goers()
        else:
            dealer, same_dealer = self.dealt
            self._next_round(dealer, same_dealer=same_dealer)
        self._settle_who_deals()
        self.is_ready = True

    def _next_round(self, dealer: int, *, same_dealer: bool) -> None:
        self.round += 1
        self.number += 0 if same_dealer else 1
        self._seat_comers_and_goers()
        # The deal passes to whoever sits next to the dealer by now, be it a newcomer.
        self.dealer = dealer if same_dealer else self._after(dealer, self._active())

    def _seat_comers_and_goers(self) -> None:
        """Who leaves, then who comes back, then who is new, in whatever order it was said."""
        self._let_go()
        stayed = self._active()
        for index, seat in self.events.returned:
            if index == self.round and seat in self.left:
                self._seat_again(seat, stayed)
        at_the_table = self._active()
        for index, newcomer in self.events.joined:
            if index == self.round:
                self._seat_newcomer(newcomer, at_the_table)
        self._let_go()  # somebody may have sat down and got up again
        self.outcome = once_tied_have_left(self.ruleset, self.outcome, self.left, self.round)

    def _let_go(self) -> None:
        for index, seat in self.events.left:
            if index == self.round and seat < len(self.names):
                self.left.setdefault(seat, self.round)

    def _settle_who_deals(self) -> None:
        self.dealer = self.events.dealers.get(self.round, self.dealer)
        if self.dealer in self.left:
            self.dealer = self._after(self.dealer, self._active())

    def _seat_newcomer(self, newcomer: PlayerJoined, others: Sequence[int]) -> None:
        """RULES 20, 19 and 35: by default a newcomer never has an advantage over any of these."""
        at_one = self.ruleset.joining == "start_at_one"
        seat = len(self.names)
        self.joined[seat], self.before[seat] = self.round + 1, newcomer.before
        self.names.append(newcomer.name)
        self.order = self._order_of_play()
        self.contracts.append(1 if at_one else min((self.contracts[s] for s in others), default=1))
        self.totals.append(0 if at_one else self._worst(others))
        self.made.append(0)

    def _seat_again(self, seat: int, stayed: Sequence[int]) -> None:
        """Who missed rounds keeps the contracts made, and must not gain by points not taken."""
        left_after = self.left.pop(seat)
        if self.ruleset.joining != "start_at_one":
            self.totals[seat] = self._worst((seat, *stayed))
        self.returns.append(Return(seat, left_after, self.round + 1, self.totals[seat]))

    def _worst(self, seats: Sequence[int]) -> int:
        """The total of whoever among these has come off worst; 0 where there is nobody."""
        worst = max if self.ruleset.end.low_wins else min
        return worst((self.totals[seat] for seat in seats), default=0)

    def _order_of_play(self) -> tuple[int, ...]:
        return order_of_play(len(self.names), self.events.order, self.before)

    def _active(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.order if seat not in self.left)

    def _after(self, seat: int, players: Sequence[int]) -> int:
        return next_after(seat, players, self.order, self.ruleset.direction)

    def _next_contracts(self, number: int) -> list[int | None]:
        """What everybody goes for in round `number` of the plan, the next one."""
        if self.outcome.over or self.ruleset.advancing == "none":
            return [None] * len(self.names)
        by_round = self.ruleset.advancing == "round"
        upcoming = [number] * len(self.names) if by_round else self.contracts
        return [c if c <= len(self.ruleset.contracts) else None for c in upcoming]


def _is_of_this_deal(played: PlayedRound) -> bool:
    """A correction may put a play-off where a round is due, or a round where a play-off is."""
    _, deal, play = played
    if deal.playoff:
        return {*play.laid_down, *play.hands} <= set(deal.players)
    return played.is_void or not any(play.hand(seat).is_blank for seat in deal.players)

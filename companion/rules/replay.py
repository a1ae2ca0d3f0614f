"""replay(): fold a game's log into its state. Nothing else knows how a game goes on."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.rules.log import (
    Adjusted,
    Entry,
    EntryUndone,
    HandCounted,
    LaidDown,
    RoundPlay,
    RoundScored,
    TookBack,
    WentOut,
)
from companion.rules.rulesets import Ruleset
from companion.rules.scoring import hand_points
from companion.rules.standings import outcome_after, standings_of
from companion.rules.state import Deal, OpenRound, Outcome, ScoredRound, Seats, State
from companion.rules.story import Draft, Story, WrittenRound, read_story

_OF_THE_OPEN_ROUND = (LaidDown, TookBack, WentOut, HandCounted, Adjusted)


def replay(ruleset: Ruleset, seats: Seats, entries: Sequence[Entry]) -> State:
    """The state of the game after these entries; the same entries always give the same state."""
    story = read_story(entries)
    table = _Table(ruleset, seats, story)
    rounds = tuple(table.score(written) for written in story.rounds)
    return table.state(rounds, story, len(entries))


def go_on(ruleset: Ruleset, seats: Seats, before: State, entries: Sequence[Entry]) -> State:
    """The same as replay(entries), sooner: `before` is the state without the last of them.

    What is said of the open round changes nothing that was written before it.
    """
    draft = _draft(entries) if isinstance(entries[-1], _OF_THE_OPEN_ROUND) else None
    if draft is None or before.open is None:
        return replay(ruleset, seats, entries)
    now = OpenRound(before.open.deal, draft.play(), draft.over, draft.counted_at)
    return replace(before, open=now, last=(len(entries), entries[-1]), version=len(entries))


def _draft(entries: Sequence[Entry]) -> Draft | None:
    """The open round so far; None if an undo since the last round was written reaches behind it."""
    start = len(entries)
    while start and not isinstance(entries[start - 1], RoundScored):
        start -= 1
    since = entries[start:]
    if any(isinstance(entry, EntryUndone) and entry.sequence <= start for entry in since):
        return None
    return read_story(since, start + 1).draft


class _Table:
    """The table as it stands between two rounds, while the fold goes on."""

    def __init__(self, ruleset: Ruleset, seats: Seats, story: Story) -> None:
        self.ruleset, self.story = ruleset, story
        self.names = list(seats.names)
        self.contracts = [1] * len(self.names)
        self.made = [0] * len(self.names)
        self.totals = [0] * len(self.names)
        self.joined: dict[int, int] = {}
        self.left: dict[int, int] = {}
        self.dealer = seats.first_dealer
        self.outcome = Outcome()
        self.round = 0  # index of the round about to be dealt
        self._seat_comers_and_goers()

    def score(self, written: WrittenRound) -> ScoredRound:
        """Score one round and get the table ready for the next."""
        deal, play = self._deal(), written.play
        counted = not self.outcome.over
        void = play.went_out is None and self.ruleset.end.blocked == "void" and not deal.playoff
        scores = counted and not void and not deal.playoff
        made = play.laid_down & set(deal.players) if scores else frozenset()
        points = {seat: self._points(deal, play, seat, void=void) for seat in deal.players}
        if counted:
            self._add(points, made)
            if not void:
                self.outcome = outcome_after(self.ruleset, deal, play, made, self.totals)
        totals = dict(enumerate(self.totals))
        next_contracts = dict(enumerate(self._next_contracts()))
        self._next_round(deal.dealer, same_dealer=void)
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

    def state(self, rounds: tuple[ScoredRound, ...], story: Story, version: int) -> State:
        """Everything that follows, once the last written round is scored."""
        progress = [contract - 1 for contract in self.contracts]
        return State(
            names=tuple(self.names),
            active=frozenset(self._active()),
            joined=self.joined,
            left=self.left,
            rounds=rounds,
            open=None if self.outcome.over else self._open(story),
            made=tuple(self.made),
            totals=tuple(self.totals),
            next_contracts=tuple(self._next_contracts()),
            standings=standings_of(
                self.ruleset, self.made, progress, self.totals, self.left, self.outcome.winners
            ),
            outcome=self.outcome,
            last=story.last,
            version=version,
        )

    def _deal(self) -> Deal:
        tied = self.outcome.tied if self.outcome.code == "playoff_needed" else ()
        players = tied or tuple(self._active())
        last = len(self.ruleset.contracts)
        dealer = self.dealer if self.dealer in players else self._after(self.dealer, players)
        return Deal(
            number=self.round + 1,
            dealer=dealer,
            leads=self._after(dealer, players),
            players=players,
            contracts={s: last if tied else min(self.contracts[s], last) for s in players},
            cards=self.ruleset.cards_dealt,
            decks=self.ruleset.decks_for(len(players)),
            playoff=bool(tied),
        )

    def _open(self, story: Story) -> OpenRound:
        draft = story.draft
        return OpenRound(self._deal(), draft.play(), draft.over, draft.counted_at)

    def _points(self, deal: Deal, play: RoundPlay, seat: int, *, void: bool) -> int:
        if void or deal.playoff:
            return 0
        adjustment = play.adjustments.get(seat)
        extra = adjustment.points if adjustment else 0
        return hand_points(self.ruleset, play.hand(seat)) + extra

    def _add(self, points: dict[int, int], made: Iterable[int]) -> None:
        for seat, cost in points.items():
            self.totals[seat] += cost
        for seat in made:
            self.contracts[seat] += 1
            self.made[seat] += 1

    def _next_round(self, dealer: int, *, same_dealer: bool) -> None:
        self.round += 1
        self.dealer = dealer if same_dealer else self._after(dealer, tuple(self._active()))
        self._seat_comers_and_goers()

    def _seat_comers_and_goers(self) -> None:
        for index, seat in self.story.left:
            if index == self.round:
                self.left[seat] = self.round
        for index, name in self.story.joined:
            if index == self.round:
                self._seat_newcomer(name)
        self.dealer = self.story.dealers.get(self.round, self.dealer)
        if self.dealer in self.left:
            self.dealer = self._after(self.dealer, tuple(self._active()))

    def _seat_newcomer(self, name: str) -> None:
        """RULES 20, 19: by default a newcomer never has an advantage."""
        at_one = self.ruleset.joining == "start_at_one"
        active = self._active()
        self.joined[len(self.names)] = self.round + 1
        self.names.append(name)
        self.contracts.append(1 if at_one else min((self.contracts[s] for s in active), default=1))
        self.totals.append(0 if at_one else max((self.totals[s] for s in active), default=0))
        self.made.append(0)

    def _active(self) -> list[int]:
        return [seat for seat in range(len(self.names)) if seat not in self.left]

    def _after(self, seat: int, players: tuple[int, ...]) -> int:
        """The next of these players clockwise; the seat itself once everybody has left."""
        return next((s for s in players if s > seat), players[0] if players else seat)

    def _next_contracts(self) -> list[int | None]:
        if self.outcome.over:
            return [None] * len(self.names)
        last = len(self.ruleset.contracts)
        return [c if c <= last else None for c in self.contracts]

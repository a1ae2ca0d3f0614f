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
    RulesChanged,
    TookBack,
    WentOut,
)
from companion.rules.retelling import retell
from companion.rules.rulesets import Ruleset
from companion.rules.scoring import needs_no_hands, round_points
from companion.rules.standings import outcome_after, standings_of
from companion.rules.state import Deal, OpenRound, Outcome, ScoredRound, Seats, State
from companion.rules.story import Draft, Story, WrittenRound, read_story

_OF_THE_OPEN_ROUND = (LaidDown, TookBack, WentOut, HandCounted, Adjusted)


def replay(ruleset: Ruleset, seats: Seats, entries: Sequence[Entry]) -> State:
    """The state of the game after these entries; the same entries always give the same state.

    `ruleset` holds the house rules that are in force after them: what was counted by others before
    is told again in its words.
    """
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
    now = replace(
        before.open,
        play=draft.play(),
        over=draft.over,
        counted_at=draft.counted_at,
        marked=frozenset(draft.marked),
    )
    return replace(before, open=now, last=(len(entries), entries[-1]), version=len(entries))


def _draft(entries: Sequence[Entry]) -> Draft | None:
    """The open round so far; None if that cannot be told from what was said since the last one.

    An undo may reach behind it, and new house rules make hands mean something else.
    """
    start = len(entries)
    while start and not isinstance(entries[start - 1], RoundScored):
        start -= 1
    since = entries[start:]
    if any(_reaches_behind(entry, start) for entry in since):
        return None
    return read_story(since, start + 1).draft


def _reaches_behind(entry: Entry, start: int) -> bool:
    undone = isinstance(entry, EntryUndone) and entry.sequence <= start
    return undone or isinstance(entry, RulesChanged)


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
        self.number = 1  # its number in the plan of the game: a void round is dealt again
        self._seat_comers_and_goers()

    def score(self, written: WrittenRound) -> ScoredRound:
        """Score one round and get the table ready for the next."""
        deal = self._deal()
        play = self._in_words_of(deal, written.play)
        counted = not self.outcome.over and self._is_of_this_deal(deal, play)
        void = play.went_out is None and self.ruleset.end.blocked == "void" and not deal.playoff
        scores = counted and not void and not deal.playoff
        made = play.laid_down & deal.contracts.keys() if scores else frozenset()
        points = dict.fromkeys(deal.players, 0) if void else round_points(self.ruleset, deal, play)
        if counted:
            self._add(points, made)
            if not void:
                self.outcome = outcome_after(self.ruleset, deal, play, made, self.totals)
        totals = dict(enumerate(self.totals))
        next_contracts = dict(enumerate(self._next_contracts(self.number + (not void))))
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

    def _in_words_of(self, deal: Deal, play: RoundPlay) -> RoundPlay:
        return retell(play, deal, self.story.retold) if self.story.new_rules else play

    def _is_of_this_deal(self, deal: Deal, play: RoundPlay) -> bool:
        """A correction may put a play-off where a round is due, or a round where a play-off is."""
        if deal.playoff:
            return {*play.laid_down, *play.hands} <= set(deal.players)
        return needs_no_hands(self.ruleset, deal, play) or not any(
            play.hand(seat).is_blank for seat in deal.players
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
            next_contracts=tuple(self._next_contracts(self.number)),
            standings=standings_of(
                self.ruleset, self.made, progress, self.totals, self.left, self.outcome.winners
            ),
            outcome=self.outcome,
            new_rules=tuple(story.new_rules),
            last=story.last,
            version=version,
        )

    def _deal(self) -> Deal:
        tied = self.outcome.tied if self.outcome.code == "playoff_needed" else ()
        players = tied or tuple(self._active())
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

    def _open(self, story: Story) -> OpenRound:
        deal, draft = self._deal(), story.draft
        play = self._in_words_of(deal, draft.play())
        melds = self.ruleset.scoring == "melded_minus_hand"
        return OpenRound(deal, play, draft.over, draft.counted_at, frozenset(draft.marked), melds)

    def _add(self, points: dict[int, int], made: Iterable[int]) -> None:
        for seat, cost in points.items():
            self.totals[seat] += cost
        for seat in made:
            self.contracts[seat] += 1
            self.made[seat] += 1

    def _next_round(self, dealer: int, *, same_dealer: bool) -> None:
        self.round += 1
        self.number += 0 if same_dealer else 1
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
        worst = max if self.ruleset.end.low_wins else min
        active = self._active()
        self.joined[len(self.names)] = self.round + 1
        self.names.append(name)
        self.contracts.append(1 if at_one else min((self.contracts[s] for s in active), default=1))
        self.totals.append(0 if at_one else worst((self.totals[s] for s in active), default=0))
        self.made.append(0)

    def _active(self) -> list[int]:
        return [seat for seat in range(len(self.names)) if seat not in self.left]

    def _after(self, seat: int, players: tuple[int, ...]) -> int:
        """The next of these players in the direction of play; the seat once everybody has left."""
        if not players:
            return seat
        if self.ruleset.direction == "right":
            return next((s for s in reversed(players) if s < seat), players[-1])
        return next((s for s in players if s > seat), players[0])

    def _next_contracts(self, number: int) -> list[int | None]:
        """What everybody goes for in round `number` of the plan, the next one."""
        if self.outcome.over or self.ruleset.advancing == "none":
            return [None] * len(self.names)
        by_round = self.ruleset.advancing == "round"
        upcoming = [number] * len(self.names) if by_round else self.contracts
        return [c if c <= len(self.ruleset.contracts) else None for c in upcoming]

"""replay(): folds a log into a state, incrementally."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from companion.rules.fold.entries import Entry
from companion.rules.fold.events import Events
from companion.rules.fold.log import add_entry, read_events
from companion.rules.fold.order import takeovers_of
from companion.rules.fold.standings import ended_early, settlement_of, standings_of
from companion.rules.fold.table import Table
from companion.rules.model.play import RoundPlay
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import Deal, LaidMeld, OpenRound, ScoredRound, Seats, State


def replay(ruleset: Ruleset, seats: Seats, entries: Sequence[Entry]) -> State:
    """The state after these entries; deterministic.

    `ruleset` has the house rules in force after them: hands counted by other ones are converted to
    its card classes.
    """
    return Fold.of(ruleset, seats, entries).state


@dataclass(frozen=True, slots=True)
class Fold:
    """A folded log with everything needed to continue; immutable.

    `ruleset` and `seats` are those of `replay`; `events` are the events so far, `table` the
    situation after the last written round.
    """

    ruleset: Ruleset
    seats: Seats
    entries: tuple[Entry, ...]
    events: Events
    table: Table
    state: State

    @classmethod
    def of(cls, ruleset: Ruleset, seats: Seats, entries: Sequence[Entry] = ()) -> Self:
        """Fold a whole log. Raises UnknownCard."""
        events, log = read_events(entries), tuple(entries)
        return cls._scored(seats, log, events, Table(ruleset, seats, events), ())

    def after(self, entries: Sequence[Entry], ruleset: Ruleset) -> Self:
        """Fold these further entries, by the rules in force after them.

        Only the new entries are folded, unless one of them rewrites earlier ones. Raises
        UnknownCard.
        """
        log = (*self.entries, *entries)
        if ruleset is not self.ruleset or any(entry.goes_back for entry in entries):
            return self.of(ruleset, self.seats, log)
        events = self.events.branch()
        for sequence, entry in enumerate(entries, len(self.entries) + 1):
            add_entry(events, sequence, entry)
        table = self.table.branch(events)
        return self._scored(self.seats, log, events, table, self.state.rounds)

    @classmethod
    def _scored(
        cls,
        seats: Seats,
        log: tuple[Entry, ...],
        events: Events,
        table: Table,
        scored: tuple[ScoredRound, ...],
    ) -> Self:
        """Score the rounds that are written but not scored yet."""
        new = tuple(table.score(written) for written in events.rounds[len(scored) :])
        state = _state(table.branch(events), (*scored, *new), len(log))
        return cls(table.ruleset, seats, log, events, table, state)


def _state(table: Table, rounds: tuple[ScoredRound, ...], version: int) -> State:
    """The whole state, with the open round."""
    table.get_ready()
    events, seating, tally = table.events, table.seating, table.tally
    _end_early(table)
    names = tuple(events.renamed.get(seat, name) for seat, name in enumerate(seating.names))
    settlement = settlement_of(table.ruleset, table.outcome, tally.games)
    return State(
        names=names,
        order=seating.order,
        active=frozenset(seating.active),
        joined=seating.joined,
        left=seating.left,
        returns=tuple(seating.returns),
        takeovers=takeovers_of(events.handed_over, names, seating.joined),
        rounds=rounds,
        open=None if table.outcome.over else _open_round(table),
        made=tuple(tally.made),
        totals=tuple(tally.totals),
        games=tally.games,
        next_contracts=tuple(table.next_contracts(table.number)),
        standings=standings_of(table.ruleset, seating, tally, table.outcome.winners, settlement),
        outcome=table.outcome,
        settlement=settlement,
        ended=events.ended,
        end_time=events.end_time,
        title=events.title,
        note=events.note,
        new_rules=tuple(events.new_rules),
        last=events.last,
        version=version,
        undone=events.undone,
    )


def _end_early(table: Table) -> None:
    """The outcome of a game that the table ended early."""
    if table.events.ended and not table.outcome.over:
        players = table.seating.active or table.seating.order
        table.outcome = ended_early(table.ruleset, table.round, players, table.tally)


def _open_round(table: Table) -> OpenRound:
    dealt = table.deal(table.events.draft.play())
    draft = table.dealt_to(dealt, table.events.draft)
    is_over = draft.over or table.ruleset.scoring.only_points  # points can be typed at any time
    facts = (draft.unasked, draft.told_down)
    (_, deal, play), unsaid = table.played(dealt, draft.play(), *facts, is_over=is_over)
    marked, melds = frozenset(draft.marked), _melds(deal, play, draft.melds)
    return OpenRound(deal, play, is_over, draft.counted_at, marked, melds, unsaid)


def _melds(
    deal: Deal, play: RoundPlay, melds: Mapping[int, tuple[LaidMeld, ...]]
) -> dict[int, tuple[LaidMeld, ...]]:
    """The melds that are not counted; other house rules may have made their cards worthless."""
    if not deal.scoring.melds_score:
        return {}
    priced = {
        seat: tuple(meld for meld in laid if all(map(deal.values.find, meld.cards)))
        for seat, laid in melds.items()
    }
    return {seat: () if seat in play.melded else laid for seat, laid in priced.items()}

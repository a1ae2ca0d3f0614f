"""A game: its rules, its first players, its log, and the derived state."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple, Self

from companion.rules.fold.entries import Entry, EntryUndone, Hand, RoundHand, RulesChanged
from companion.rules.fold.events import Draft
from companion.rules.fold.log import options_in_force, read_events, seated
from companion.rules.fold.recounting import down_to_tell, hands_to_recount
from companion.rules.fold.replay import Fold
from companion.rules.judging.refusals import only_known_cards
from companion.rules.model.cards import CardValues
from companion.rules.model.house_rules import Switched, Value, switched
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import Seats, State
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.ruleset import read_ruleset


class Recount(NamedTuple):
    """The questions of a change of house rules that only the table can answer.

    `hands` have no price by the new rules, and are as they were counted; `down` are the round
    numbers and seats of players of whom nobody was asked whether they were down.
    """

    hands: tuple[RoundHand, ...] = ()
    down: tuple[tuple[int, int], ...] = ()


NOTHING_ASKED = Recount()


@dataclass(frozen=True, slots=True)
class Game:
    """A game as of the end of its log; immutable.

    `snapshot` is the JSON text of its ruleset before house rules are applied, with the first
    choices under `options`.
    """

    snapshot: str
    fold: Fold

    @classmethod
    def begun(cls, snapshot: str, seats: Seats, entries: Sequence[Entry] = ()) -> Self:
        """The game of these players by these rules, after these entries, without checks.

        Raises UnknownOption or RulesetError.
        """
        ruleset = rules_of(snapshot, options_in_force(entries))
        return cls(snapshot, Fold.of(ruleset, seats, entries))

    @property
    def ruleset(self) -> Ruleset:
        """The rules with the house rules in force now."""
        return self.fold.ruleset

    @property
    def seats(self) -> Seats:
        """The players before the first deal."""
        return self.fold.seats

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The log."""
        return self.fold.entries

    @property
    def state(self) -> State:
        """The state after the log."""
        return self.fold.state

    @property
    def version(self) -> int:
        """The length of the log."""
        return len(self.entries)

    @property
    def snapshot_data(self) -> dict[str, Any]:
        """The snapshot as data."""
        data: dict[str, Any] = json.loads(self.snapshot)
        return data

    @property
    def first_options(self) -> Mapping[str, Value]:
        """The house rules chosen before the first deal."""
        return rules_of(self.snapshot).options

    @property
    def rule_changes(self) -> list[tuple[int, list[Switched]]]:
        """The changes of house rules during the game, each with the round it precedes."""
        options, changes = self.first_options, []
        for new in self.state.new_rules:
            if new.before_round > 1:
                rules = switched(self.ruleset.every_house_rule, options, new.options)
                changes.append((new.before_round, rules))
            options = new.options
        return changes

    def after(self, entry: Entry) -> Self:
        """The game with this entry.

        Raises Refused or Doubted; for other house rules UnknownOption, or RulesetError if they give
        no playable game.
        """
        entry.check(self.ruleset, self.state)
        with only_known_cards():  # a correction may move later deals and wild ranks
            after = self.with_entries(entry)
        entry.check_after(after.ruleset, self.state, after.state)
        return after

    def with_entries(self, *entries: Entry) -> Self:
        """The game with these entries, without checks. Raises UnknownCard."""
        if not entries:
            return self
        return replace(self, fold=self.fold.after(entries, self.rules_after(*entries)))

    def before(self, entries: Sequence[Entry]) -> Self:
        """The same game after only this number of entries."""
        return self.begun(self.snapshot, self.seats, entries)

    def values_when(self, sequence: int) -> CardValues:
        """The card values in force when the entry with this number was written.

        Those of the round that was open then, by the house rules of that moment: an entry may name
        a card class that later rules no longer have.
        """
        ruleset = self.rules_at(sequence - 1)
        if not ruleset.moving_wild:  # all deals have the same values then
            return ruleset.card_values
        before = self.before(self.entries[: sequence - 1])
        open_round = before.state.open
        return open_round.deal.values if open_round else before.ruleset.card_values

    def rules_at(self, version: int) -> Ruleset:
        """The rules in force when the log had this length."""
        if not _goes_back(self.entries[version:]):
            return self.ruleset
        return rules_of(self.snapshot, options_in_force(self.entries[:version]))

    def rules_after(self, *entries: Entry) -> Ruleset:
        """The rules after these entries: a change of house rules, or its undo, replaces them."""
        if not _goes_back(entries):
            return self.ruleset
        return rules_of(self.snapshot, options_in_force((*self.entries, *entries)))

    def to_recount(self, options: Mapping[str, Value]) -> Recount:
        """The questions about written and counted hands by these house rules.

        An answer may reveal another question. Raises UnknownOption or RulesetError.
        """
        asked = NOTHING_ASKED
        while True:
            recounted = tuple(replace(row, hand=Hand(points=0)) for row in asked.hands)
            entry = RulesChanged(options, recounted).settled(self.ruleset, self.state)
            after = self.with_entries(entry).state
            down = ((deal.number, seat) for deal, _, seat in down_to_tell(after))
            more = tuple(map(self._as_counted, hands_to_recount(self.state, after)))
            places = tuple(dict.fromkeys((*asked.down, *down)))
            asked = Recount(asked.hands + more, places)
            if not more:
                return asked

    def _as_counted(self, row: RoundHand) -> RoundHand:
        """The hand as somebody counted it: blank where nobody did, because it had a price."""
        return replace(row, hand=Hand()) if self.ruleset.is_price(row.hand) else row

    def may_change_rules_after(self, version: int) -> bool:
        """Whether the log after this version has undos or changes of house rules."""
        return _goes_back(self.entries[version:])

    def rules_changed_since(self, version: int) -> bool:
        """Whether a page of this version has other house rules than those in force."""
        if not _goes_back(self.entries[version:]):
            return False
        return options_in_force(self.entries[:version]) != options_in_force(self.entries)

    def wild_changed_since(self, version: int) -> bool:
        """Whether a page of this version has another wild rank for the open round.

        One that was drawn; or a corrected round is void now, and the deals have moved.
        """
        if self.ruleset.draws_wild:
            return self.draft_at(version).turned_up != self.fold.events.draft.turned_up
        since = self.entries[version:]
        if not (self.ruleset.moving_wild and _goes_back(since) and self._is_same_round(version)):
            return False
        then, now = self.before(self.entries[:version]).state.open, self.state.open
        return then is not None and now is not None and then.deal.values != now.deal.values

    def seated_at(self, version: int) -> list[list[int]]:
        """The players of each seat when the log had this length (`fold.seated`)."""
        return seated(len(self.seats.names), self.entries[:version])

    def hand_changed_since(self, seat: int, version: int) -> int | None:
        """The entry that changed a hand of the open round since this version.

        A count, or the undo of one; None if the hand is unchanged, or its count is gone otherwise:
        its player left, or others play on after a wrong declaration.
        """
        known = self.count_entry_at(seat, version) if self._is_same_round(version) else None
        current = self.state.open.counted_at.get(seat) if self.state.open else None
        if current == known:
            return None
        undone = [n for n, e in enumerate(self.entries, 1) if e == EntryUndone(known or 0)]
        return max([current or 0, *undone]) or None

    def _is_same_round(self, version: int) -> bool:
        """Whether the open round was already open at this version."""
        if version >= self.version:
            return True
        return len(read_events(self.entries[:version]).rounds) == len(self.state.rounds)

    def count_entry_at(self, seat: int, version: int) -> int | None:
        """The entry with the count of this hand of the open round at this version."""
        return self.draft_at(version).counted_at.get(seat)

    def draft_at(self, version: int) -> Draft:
        """The open round at this version; it must not be changed."""
        if version >= self.version:  # the common case
            return self.fold.events.draft
        return read_events(self.entries[:version]).draft


def _goes_back(entries: Sequence[Entry]) -> bool:
    """Whether any of these entries may change the rules: a change of them, or an undo of one."""
    return any(entry.goes_back for entry in entries)


def rules_of(snapshot: str, options: Mapping[str, Value] | None = None) -> Ruleset:
    """The rules of this snapshot, with its own house rules or with these.

    Raises UnknownOption or RulesetError.
    """
    return _read_rules(snapshot, None if options is None else json.dumps(options, sort_keys=True))


@lru_cache(maxsize=256)
def _read_rules(snapshot: str, options: str | None) -> Ruleset:
    """Cached, because many games share a snapshot."""
    data = json.loads(snapshot)
    chosen = data["options"] if options is None else json.loads(options)
    return read_ruleset(apply_house_rules(data, chosen))

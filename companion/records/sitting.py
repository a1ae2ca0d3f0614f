"""A game as it was just read, and what would follow from one more entry."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from companion.records.links import is_watch_link
from companion.records.models import Game
from companion.rules.draft import Draft
from companion.rules.going_on import go_on
from companion.rules.house_rules import Switched, Value, apply_house_rules, switched
from companion.rules.log import Entry, EntryUndone, Hand, RoundCorrected, RoundHand, RulesChanged
from companion.rules.refusals import Refused, check
from companion.rules.retelling import hands_to_tell
from companion.rules.ruleset_reading import read_ruleset
from companion.rules.rulesets import Ruleset
from companion.rules.scoring import UnknownCard
from companion.rules.state import Seats, State
from companion.rules.story import options_in_force, read_story


@dataclass(frozen=True, slots=True)
class Sitting:
    """A game as it was just read: its row, its rules, its log and the state that follows.

    `token` is that of the link it was opened by, for every link on its pages: who watches must not
    learn how to keep score. `keys` name the taps that wrote the entries.
    """

    token: str
    game: Game
    ruleset: Ruleset
    seats: Seats
    entries: tuple[Entry, ...]
    keys: tuple[str, ...]
    state: State

    @property
    def may_score(self) -> bool:
        """Whether the link it was opened by is one to keep score by."""
        return not is_watch_link(self.token)

    @property
    def title(self) -> str:
        """What the game is called now."""
        return self.game.title if self.state.title is None else self.state.title

    @property
    def first_options(self) -> Mapping[str, Value]:
        """The house rules chosen before the first deal."""
        return rules_of(self.game.ruleset).options

    @property
    def rule_changes(self) -> list[tuple[int, list[Switched]]]:
        """What was switched once a round was written, each with the round it came before."""
        options, changes = self.first_options, []
        for new in self.state.new_rules:
            if new.before_round > 1:
                rules = switched(self.ruleset.house_rules, options, new.options)
                changes.append((new.before_round, rules))
            options = new.options
        return changes

    def after(self, entry: Entry) -> State:
        """The state if this entry were added; nothing is kept.

        Raises Refused or Doubted; for other house rules UnknownOption, or RulesetError where no
        game can be played by them.
        """
        check(self.ruleset, self.state, entry)
        state = self.as_if(entry)
        self._check_prices(entry, state)
        return state

    def _check_prices(self, entry: Entry, after: State) -> None:
        """New rules must tell what every hand costs; a correction leaves later hands their price.

        Where a corrected round is void now, later deals move, and with them a wild rank.
        """
        if isinstance(entry, RulesChanged):
            for hand in hands_to_tell(self.state, after):
                raise Refused("blank_hand", hand.seat)
        if isinstance(entry, RoundCorrected):
            for hand in hands_to_tell(self.state, after):
                if entry.number < hand.number <= len(after.rounds):
                    raise Refused("unknown_card", card=_without_price(hand, after))

    def hands_to_tell(self, options: Mapping[str, Value]) -> tuple[RoundHand, ...]:
        """The hands whose price by these house rules only the table knows, as they were counted.

        To know one may bring out another. Raises as `after` does.
        """
        found: tuple[RoundHand, ...] = ()
        while True:
            told = tuple(replace(row, hand=Hand(points=0)) for row in found)
            more = hands_to_tell(self.state, self.as_if(RulesChanged(options, told)))
            if not more:
                return found
            found += more

    def rules_after(self, *entries: Entry) -> Ruleset:
        """The rules once these entries were added: new house rules, or an undo, change them."""
        if not _may_change_rules(entries):
            return self.ruleset
        return rules_of(self.game.ruleset, options_in_force((*self.entries, *entries)))

    def rules_changed_since(self, version: int) -> bool:
        """Whether a page made at this version knows other house rules than those in force."""
        if not _may_change_rules(self.entries[version:]):
            return False
        return options_in_force(self.entries[:version]) != options_in_force(self.entries)

    def hand_kept_at(self, seat: int, version: int) -> int | None:
        """The entry by which this hand of the open round stood when the log was this long."""
        return self.draft_at(version).counted_at.get(seat)

    def draft_at(self, version: int) -> Draft:
        """What was said of the open round when the log was this long."""
        return read_story(self.entries[:version]).draft

    def as_if(self, entry: Entry) -> State:
        """The state with this entry, whether or not the log may take it now; nothing is kept."""
        ruleset, entries = self.rules_after(entry), (*self.entries, entry)
        try:
            return go_on(ruleset, self.seats, self.state, entries)
        except UnknownCard as card:  # a correction that moves later deals, and with them a wild
            raise Refused("unknown_card", card=str(card.args[0])) from card


def _without_price(row: RoundHand, state: State) -> str | None:
    """The card of this hand that its round no longer has by this name."""
    values = state.rounds[row.number - 1].deal.values
    return next((name for name in row.hand.cards or {} if values.now_called(name) is None), None)


def _may_change_rules(entries: Sequence[Entry]) -> bool:
    return any(isinstance(entry, RulesChanged | EntryUndone) for entry in entries)


def rules_of(snapshot: str, options: Mapping[str, Value] | None = None) -> Ruleset:
    """The rules kept in this snapshot, with its own house rules or with these.

    Raises UnknownOption or RulesetError.
    """
    return _read_rules(snapshot, None if options is None else json.dumps(options, sort_keys=True))


@lru_cache(maxsize=256)
def _read_rules(snapshot: str, options: str | None) -> Ruleset:
    """The same snapshot always reads the same, and many games share one."""
    data = json.loads(snapshot)
    chosen = data["options"] if options is None else json.loads(options)
    return read_ruleset(apply_house_rules(data, chosen))

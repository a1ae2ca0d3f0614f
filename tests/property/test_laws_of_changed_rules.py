"""House rules changed in mid-game give the same result as rules in force from the start."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.rules.fold import entries as e
from companion.rules.fold.recounting import down_to_tell, hands_to_recount
from companion.rules.fold.replay import Fold, replay
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import State
from companion.rules.reading.catalogue import game_data
from tests.property.any_game import (
    Dealt,
    Evening,
    a_legal_round,
    cost,
    counted,
    evenings,
    rules_by,
    told,
)
from tests.soak import examples


@dataclass(frozen=True, repr=False)
class SecondThoughts:
    """A game, and the other rules."""

    evening: Evening
    rules: Ruleset
    luck: Random

    def __repr__(self) -> str:
        return f"{self.evening!r} by {dict(self.rules.options)}"

    def change(self) -> e.RulesChanged:
        """The entry, with the actual cards of each hand that has no price, and who was down."""
        evening, recounted, down = self.evening, (), ()
        while True:
            entry = e.RulesChanged(self.rules.options, recounted, down)
            change = entry.settled(evening.ruleset, evening.state)
            after = replay(self.rules, evening.seats, (*evening.log, change))
            missing = hands_to_recount(evening.state, after)
            unsaid = [(deal.number, seat) for deal, _, seat in down_to_tell(after)]
            if not missing and not unsaid:
                return change
            recounted += tuple(self.really(row, after) for row in missing)
            down += tuple(
                e.RoundDown(n, seat, down=was_down(evening.rounds[n - 1], seat))
                for n, seat in unsaid
            )

    def really(self, row: e.RoundHand, after: State) -> e.RoundHand:
        dealt, deal = self.evening.rounds[row.number - 1], after.rounds[row.number - 1].deal
        cards = dealt.melded if row.melded else dealt.left
        assume(row.seat in cards)  # whoever was out then had none
        held = cards[row.seat]
        points = cost(replace(dealt, ruleset=self.rules, deal=deal), held)
        return replace(row, hand=e.Hand(points=points))


@st.composite
def second_thoughts(draw: st.DrawFn) -> SecondThoughts:
    evening, luck = draw(evenings()), Random(draw(st.integers(0, 2**32)))
    rows = game_data(evening.ruleset.key)["house_rules"]
    chosen = tuple((row["key"], luck.choice(row["choices"])["value"]) for row in rows)
    rules = rules_by(evening.ruleset.key, chosen)[1]
    # In a game without jokers a joker has no price, nor has a bonus that is not counted.
    priced = {*rules.values, *(bonus.key for bonus in rules.bonuses)}
    assume(all(rank in priced for dealt in evening.rounds for rank in _held(dealt)))
    thoughts = SecondThoughts(evening, rules, luck)
    # A return keeps the price that it had by rules that allowed it.
    assume(rules.end.rejoin != "no" or not evening.state.returns)
    # By rules that put nobody out more players would have had cards, and these have none.
    assume(dealt_in(played_so_from_the_start(thoughts)) == dealt_in(evening.state))
    return thoughts


def was_down(dealt: Dealt, seat: int) -> bool:
    """Whether this player really was: whoever was not still had all cards."""
    if dealt.ruleset.down_counts:
        return seat in dealt.play.laid_down
    return len(dealt.left.get(seat, ())) < dealt.deal.cards


def _held(dealt: Dealt) -> set[str]:
    return {
        rank for cards in (dealt.left, dealt.melded) for held in cards.values() for rank in held
    }


def dealt_in(state: State) -> list[set[int]]:
    return [{*scored.deal.players} for scored in state.rounds]


def tells_who_played(after: State, before: State) -> bool:
    """Whether each round without hands has the same players: nothing else tells who had cards."""
    rounds = zip(after.rounds, before.rounds, strict=True)
    return all(now.play.hands or now.deal.players == then.deal.players for now, then in rounds)


def played_so_from_the_start(thoughts: SecondThoughts) -> State:
    """All cards given by rank; a typed total has no cards."""
    evening = thoughts.evening
    dealt = iter(evening.rounds)
    log: list[e.Entry] = []
    for entry in evening.log:
        log.append(entry)
        if type(entry).__name__ == "RoundScored":
            log[:] = _by_rank(log[:-1], next(dealt), thoughts.rules)
            log.append(entry)
    return replay(thoughts.rules, evening.seats, log)


def _by_rank(log: list[e.Entry], dealt: Dealt, rules: Ruleset) -> Iterator[e.Entry]:
    begins = max((n for n, at in enumerate(log, 1) if type(at).__name__ == "RoundScored"),
                 default=0)  # fmt: skip
    for number, entry in enumerate(log):
        if number < begins or not isinstance(entry, e.HandCounted):
            yield entry
            continue
        hand, melded = entry.hand, entry.melded
        if hand.points is None and not hand.is_blank:
            hand = counted(dealt.left[entry.seat])
        if entry.seat == dealt.play.went_out and dealt.ruleset.partners and not rules.partners:
            hand = e.Hand()  # no partner holds cards
        if melded is not None and melded.points is None:
            melded = counted(dealt.melded[entry.seat])
        yield replace(entry, hand=hand, melded=melded, down=was_down(dealt, entry.seat))
    yield from _uncounted(dealt)


def _uncounted(dealt: Dealt) -> Iterator[e.Entry]:
    """The hands that nobody counted, because they did not matter."""
    if dealt.play.hands or dealt.deal.playoff:
        return
    for seat, held in dealt.left.items():
        melded = counted(dealt.melded[seat]) if seat in dealt.melded else None
        yield e.HandCounted(seat, counted(held), was_down(dealt, seat), None, melded)


def gist(state: State) -> tuple[object, ...]:
    """All derived state, independent of how hands were counted."""
    rounds = [(r.deal, r.made, r.points, r.totals, r.void, r.counted) for r in state.rounds]
    deal = state.open.deal if state.open else None
    return rounds, deal, state.totals, state.next_contracts, state.standings, state.outcome


@settings(max_examples=examples(6, 12))
@given(second_thoughts())
def test_changed_rules_apply_as_if_they_had_always_been_in_force(thoughts: SecondThoughts) -> None:
    evening, change = thoughts.evening, thoughts.change()
    after = replay(thoughts.rules, evening.seats, (*evening.log, change))
    assume(not change.recounted or dealt_in(after) == dealt_in(evening.state))
    assume(tells_who_played(after, evening.state))
    assert gist(after) == gist(played_so_from_the_start(thoughts))


@settings(max_examples=examples(5, 10))
@given(second_thoughts())
def test_a_change_taken_back_leaves_everything_as_it_was(thoughts: SecondThoughts) -> None:
    evening, before = thoughts.evening, thoughts.evening.state
    log = (*evening.log, thoughts.change())
    after = replay(evening.ruleset, evening.seats, (*log, e.EntryUndone(len(log))))
    assert replace(after, version=before.version) == before


@settings(max_examples=examples(5, 10))
@given(second_thoughts())
def test_folding_on_after_a_change_of_rules_equals_a_replay(thoughts: SecondThoughts) -> None:
    rules, seats = thoughts.rules, thoughts.evening.seats
    log: tuple[e.Entry, ...] = (*thoughts.evening.log, thoughts.change())
    fold = Fold.of(rules, seats, log)
    if fold.state.open is None:
        return
    for entry in told(a_legal_round(rules, fold.state.open.deal, thoughts.luck).play):
        fold = fold.after([entry], rules)
        assert fold.state == replay(rules, seats, fold.entries)

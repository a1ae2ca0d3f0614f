"""The open round: its number, dealer, deal, and the state of its hands."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import Deal, OpenRound, State

HandState = Literal["", "counting", "to_count", "counted"]


@dataclass(frozen=True, slots=True)
class RoundFigures:
    """The figures of a deal for headings.

    `planned` of `rounds` is its place in the plan of the game, if there is one and no tie has
    prolonged it; `dealer` and
    `leads` are names, `cards` is cards per player; `wild` is the moving wild rank, None if there is
    none, and `called` the names that the pack gives its ranks.
    """

    number: int
    planned: int
    rounds: int | None
    is_playoff: bool
    dealer: str
    leads: str
    cards: int
    decks: int
    jokers: int
    wild: str | None
    called: Mapping[str, str]


def round_figures(ruleset: Ruleset, names: Sequence[str], deal: Deal) -> RoundFigures:
    """The figures of this deal."""
    return RoundFigures(
        number=deal.number,
        planned=deal.planned,
        rounds=ruleset.rounds if deal.planned <= (ruleset.rounds or 0) else None,
        is_playoff=deal.playoff,
        dealer=names[deal.dealer],
        leads=names[deal.leads],
        cards=deal.cards,
        decks=deal.decks.decks,
        jokers=deal.decks.jokers,
        wild=deal.wild,
        called=ruleset.pack.called,
    )


def hand_state(open_round: OpenRound, seat: int, counting: Container[int]) -> HandState:
    """The state of this hand at the end of the round; `counting` are those on other phones.

    Empty during the round, in a play-off, and for players without a hand to count: those who went
    out without cards, and those who dropped.
    """
    play = open_round.play
    no_hand = play.is_out(seat) or seat in play.drops
    if not open_round.over or open_round.deal.playoff or no_hand:
        return ""
    if seat in counting:
        return "counting"
    return "to_count" if open_round.is_uncounted(seat) else "counted"


def may_draw_wild(ruleset: Ruleset, open_round: OpenRound) -> bool:
    """Whether the wild rank can be named or changed: until a hand is counted by it."""
    is_settled = open_round.play.hands or open_round.deal.playoff
    return ruleset.draws_wild and not is_settled


def leaders(state: State) -> list[int]:
    """The leaders; empty before the first written round, or while all are equal."""
    if not state.rounds:
        return []
    first = [standing.seat for standing in state.standings if standing.place == 1]
    return first if len(first) < len(state.active) else []

"""Refusals: entries that cannot be stored. Everything else is at most a doubt."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Literal

from companion.rules.judging.doubts import Doubt, find_doubts
from companion.rules.judging.hand_sizes import total_leaves_down_open
from companion.rules.model.cards import CountedPart, UnknownCard
from companion.rules.model.names import folded, people_of
from companion.rules.model.play import Accepted, Hand, Missing
from companion.rules.model.ruleset import End, Ruleset
from companion.rules.model.state import Deal, OpenRound, PlayedRound, Return, Seats, State

RefusalCode = Literal[
    "blank_hand",
    "unknown_card",
    "negative_count",
    "down_or_not",
    "opened_or_not",
    "unknown_player",
    "out_without_contract",
    "out_with_cards",
    "out_and_dropped",
    "wild_is_settled",
    "never_back",
    "no_way_back",
    "no_more_returns",
    "game_over",
    "nothing_scored",
    "order_is_settled",
    "table_full",
    "too_few_stay",
    "tied_play_alone",
    "name_taken",
    "sits_twice",
    "not_to_be_undone",
]


class Refused(Exception):
    """An entry that cannot be stored: a code, the seat of the entry, and figures for a sentence.

    `missing` says which cards are not counted, in games that score melds.
    """

    missing: Missing = "hand"

    def __init__(
        self,
        code: RefusalCode,
        seat: int | None = None,
        numbers: Mapping[str, int] | None = None,
        card: str | None = None,
    ) -> None:
        super().__init__(code)
        self.code, self.seat, self.numbers, self.card = code, seat, numbers or {}, card


class Doubted(Exception):
    """A round with doubts that nobody has been asked about yet."""

    def __init__(self, doubts: tuple[Doubt, ...]) -> None:
        super().__init__(", ".join(doubt.code for doubt in doubts))
        self.doubts = doubts


@contextmanager
def only_known_cards() -> Iterator[None]:
    """Refuse an entry with a card that the game does not have."""
    try:
        yield
    except UnknownCard as card:
        raise Refused("unknown_card", card=str(card.args[0])) from card


def open_round(state: State) -> OpenRound:
    """The open round. Raises Refused after the end of the game."""
    if state.open is None:
        raise Refused("game_over", numbers={"round": len(state.rounds)})
    return state.open


def check_dealt_in(state: State, *seats: int) -> None:
    """Check that these players are dealt in to the open round. Raises Refused."""
    _check_seats(open_round(state).deal, seats)


def check_hand(
    deal: Deal, seat: int, hand: Hand, buys: int = 0, part: CountedPart = "held"
) -> None:
    """Check that this part of a hand can be stored. Raises Refused."""
    points = 0 if deal.scoring.only_points else hand.points or 0
    counts = [*(hand.cards or {}).items(), ("points", points), ("buys", buys)]
    for name, count in counts:
        if count < 0:
            raise Refused("negative_count", seat, {"count": count}, name)
    values = deal.values.of_part(part)
    for name in hand.cards or {}:
        if values.find(name) is None:
            raise Refused("unknown_card", seat, card=name)


def check_turned_up(ruleset: Ruleset, rank: str | None) -> None:
    """Check that a card of this rank can be turned up. Raises Refused."""
    if rank is not None and rank not in ruleset.pack.ranks:
        raise Refused("unknown_card", card=rank)


def check_may_come(state: State) -> None:
    """Check that players may join or return now: a tie is decided by the tied players alone.

    Raises Refused.
    """
    if open_round(state).deal.tiebreak:
        raise Refused("tied_play_alone")


def check_return(ruleset: Ruleset, state: State, seat: int) -> None:
    """Check that a player who left may return: one who is out, only below the limit.

    Raises Refused.
    """
    if seat not in state.left:
        raise Refused("unknown_player", seat)
    end = ruleset.end
    if end.is_out(state.totals[seat]):
        others = state.active - state.back_now
        back = max((state.totals[other] for other in others), default=0) + end.rejoin_costs
        if end.rejoin == "no":
            raise Refused("never_back", seat)
        if end.is_out(back):
            raise Refused("no_way_back", seat, {"limit": end.limit or 0})
        if end.rejoins is not None and _times_back(end, state, seat) >= end.rejoins:
            raise Refused("no_more_returns", seat, {"times": end.rejoins})


def _times_back(end: End, state: State, seat: int) -> int:
    """How often this player has come back after being out by their total."""
    return sum(r.seat == seat and was_out(end, state, r) for r in state.returns)


def was_out(end: End, state: State, back: Return) -> bool:
    """Whether this player was out by their total before they came back."""
    before = state.rounds[back.left_after - 1].totals if back.left_after else {}
    return end.is_out(before.get(back.seat, 0))


def check_down_is_said(
    ruleset: Ruleset, deal: Deal, seat: int, hand: Hand, buys: int | None
) -> None:
    """Check that `down` is given where it cannot be inferred. Raises Refused."""
    if total_leaves_down_open(ruleset, deal, seat, hand, buys):
        raise down_or_not(deal, seat, hand)


def down_or_not(deal: Deal, seat: int, hand: Hand) -> Refused:
    """The question about a hand whose total leaves it open whether its player is down."""
    numbers = {"points": hand.points or 0}
    if deal.contracts:
        numbers["contract"] = deal.contracts[seat]
    return Refused("down_or_not" if deal.contracts else "opened_or_not", seat, numbers)


def check_round(played: PlayedRound, accepted: Accepted) -> None:
    """Check that a round can be written. Raises Refused, or Doubted."""
    check_play(played)
    open_doubts = tuple(d for d in find_doubts(played) if d.key not in accepted)
    if open_doubts:
        raise Doubted(open_doubts)


def check_counted(deal: Deal, seat: int, hand: Hand, melded: Hand | None) -> None:
    """Check that all scoring cards of this player are counted. Raises Refused."""
    missing = deal.scoring.missing(hand, melded)
    if missing:
        refused = Refused("blank_hand", seat)
        refused.missing = missing
        raise refused


def check_play(played: PlayedRound) -> None:
    """Check that a round can be scored. Raises Refused."""
    ruleset, deal, play = played
    check_turned_up(ruleset, play.turned_up)
    fields = (play.laid_down, play.hands, play.buys, play.adjustments, play.melded, play.drops)
    _check_seats(deal, {seat for seats in fields for seat in seats})
    out = play.went_out
    if out is not None:
        _check_seats(deal, (out,))
        if deal.contracts and out not in play.laid_down:
            raise Refused("out_without_contract", out, {"contract": deal.contracts[out]})
        if out in play.drops:
            raise Refused("out_and_dropped", out)
        if play.is_out(out) and play.hand(out).has_some:
            raise Refused("out_with_cards", out, {"cards": play.hand(out).size or 0})
    for seat in deal.players:
        check_hand(deal, seat, play.hand(seat), play.buys.get(seat, 0))
        check_hand(deal, seat, play.melds(seat), part="melded")
    for seat in () if played.needs_no_hands else deal.players:
        check_counted(deal, seat, play.hand(seat), play.melds(seat))


def check_start(ruleset: Ruleset, seats: Seats) -> None:
    """Check that these players can start this game. Raises Refused."""
    for seat, name in enumerate(seats.names):
        check_name(name, seats.names[:seat])
    check_all_sit_once(ruleset, seats.names)
    check_room(ruleset, len(seats.names) - 1)


def check_room(ruleset: Ruleset, others: int) -> None:
    """Check that there is room for one more player beside these others. Raises Refused."""
    if not has_room(ruleset, others):
        raise Refused("table_full", numbers={"most": ruleset.most_players})


def has_room(ruleset: Ruleset, others: int) -> bool:
    """Whether there is room for one more player beside these others."""
    return others < ruleset.most_players


def people_at(state: State) -> frozenset[int]:
    """The players of this round or the next: by a record some may miss one of them."""
    return state.active.union(state.open.deal.players if state.open else ())


def check_all_have_room(ruleset: Ruleset, state: State, before: State | None = None) -> None:
    """Check that no round has more players than these rules allow, or than there were before.

    Raises Refused.
    """
    most = max(ruleset.most_players, _most_dealt_in(before) if before else 0)
    if _most_dealt_in(state) > most:
        raise Refused("table_full", numbers={"most": ruleset.most_players})


def _most_dealt_in(state: State) -> int:
    deals = (row.deal for row in (*state.rounds, state.open) if row)
    return max((len(deal.players) for deal in deals), default=0)


def check_stay(ruleset: Ruleset, state: State, seat: int) -> None:
    """Check that enough players stay if this one leaves; whoever leaves a tie may end the game.

    Raises Refused.
    """
    least = ruleset.least_players
    if len(state.active) <= least and seat not in state.outcome.tied:
        raise Refused("too_few_stay", numbers={"least": least})


def check_name(name: str, names: Sequence[str], but_for: int | None = None) -> None:
    """Check that a name is unique, ignoring case, also among players who left.

    Raises Refused.
    """
    for seat, known in enumerate(names):
        if seat != but_for and folded(known) == folded(name):
            raise Refused("name_taken", seat)


def check_people(
    ruleset: Ruleset, side: str, names: Sequence[str], but_for: int | None = None
) -> None:
    """Check that nobody of this side occurs twice, in it or in another one, as `check_name`.

    Raises Refused.
    """
    people = people_of(side) if ruleset.partners else []
    if len({*people}) < len(people):
        raise Refused("sits_twice")
    for seat, known in enumerate(names):
        if seat != but_for and not {*people}.isdisjoint(people_of(known)):
            raise Refused("sits_twice", seat)


def check_all_sit_once(ruleset: Ruleset, names: Sequence[str]) -> None:
    """Check that nobody occurs twice at this table, as `check_people`. Raises Refused."""
    for seat, name in enumerate(names):
        check_people(ruleset, name, names[:seat])


def _check_seats(deal: Deal, seats: Iterable[int]) -> None:
    for seat in seats:
        if seat not in deal.players:
            raise Refused("unknown_player", seat)

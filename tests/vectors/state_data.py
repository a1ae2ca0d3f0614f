"""The state of a game as JSON data: the keys of `static/js/rules/fold/replay.js`."""

from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from typing import Any

from companion.rules.fold.entries import Accepted, Entry, write_entry
from companion.rules.judging.hand_sizes import (
    hand_sizes,
    infer_down,
    laying_down_is_going_out,
    most_buys,
    most_held,
    points_range,
    shown_buys,
    total_leaves_down_open,
)
from companion.rules.judging.refusals import Doubted, Refused, check_round
from companion.rules.model.json_codec import form_of, to_data
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import Deal, OpenRound, ScoredRound, Settlement, State
from companion.rules.reading.ruleset import decks_data, values_data

Data = dict[str, Any]
write_accepted = form_of(Accepted).write


def entry_data(entry: Entry) -> Data:
    """As in the JSON API: the kind beside the fields."""
    kind, fields = write_entry(entry)
    return {"kind": kind, **fields}


def state_data(state: State, known: dict[int, Data] | None = None) -> Data:
    """The whole state; `known` caches rounds by identity, for a game that continues."""
    known = {} if known is None else known
    as_they_are = ("names", "order", "made", "totals", "next_contracts")
    as_they_are += ("end_time", "title", "note", "version")
    return {key: getattr(state, key) for key in as_they_are} | {
        "active": sorted(state.active),
        "joined": by_seat(state.joined),
        "left": by_seat(state.left),
        "returns": [fields_of(row) for row in state.returns],
        "takeovers": [fields_of(row) for row in state.takeovers],
        "games": [fields_of(game) for game in state.games],
        "rounds": [_once(known, row) for row in state.rounds],
        "open": None if state.open is None else open_data(state.open),
        "standings": [fields_of(row) for row in state.standings],
        "outcome": fields_of(state.outcome),
        "settlement": settlement_data(state.settlement),
        "ended": numbered(state.ended),
        "new_rules": [fields_of(row) for row in state.new_rules],
        "last": numbered(state.last),
        "undone": sorted(state.undone),
    }


def settlement_data(settlement: Settlement | None) -> Data | None:
    if settlement is None:
        return None
    rows = [
        {"code": row.code, "points": by_seat(row.points), "games": by_seat(row.games)}
        for row in settlement.rows
    ]
    totals, games = by_seat(settlement.totals), by_seat(settlement.games)
    return {"rows": rows, "totals": totals, "games": games}


def _once(known: dict[int, Data], scored: ScoredRound) -> Data:
    if id(scored) not in known:
        known[id(scored)] = round_data(scored)
    return known[id(scored)]


def round_data(scored: ScoredRound) -> Data:
    return {
        "deal": deal_data(scored.deal),
        "play": to_data(scored.play),
        "made": sorted(scored.made),
        "points": by_seat(scored.points),
        "totals": by_seat(scored.totals),
        "games": [fields_of(game) for game in scored.games],
        "next_contracts": by_seat(scored.next_contracts),
        "accepted": write_accepted(scored.accepted),
        "not_asked": write_accepted(scored.not_asked),
        "unsaid": sorted(scored.unsaid),
        **{key: getattr(scored, key) for key in ("void", "no_hands", "counted", "corrected")},
    }


def open_data(current: OpenRound) -> Data:
    return {
        "deal": deal_data(current.deal),
        "play": to_data(current.play),
        "over": current.over,
        "counted_at": by_seat(current.counted_at),
        "marked": sorted(current.marked),
        "melds": {
            str(seat): [{"number": meld.number, "cards": dict(meld.cards)} for meld in laid]
            for seat, laid in sorted(current.melds.items())
        },
        "unsaid": sorted(current.unsaid),
    }


def deal_data(deal: Deal) -> Data:
    numbers = ("number", "planned", "dealer", "leads", "players", "cards")
    others = ("tiebreak", "playoff", "wild", "knock_most", "down_counts", "must_play")
    return {key: getattr(deal, key) for key in (*numbers, *others)} | {
        "contracts": by_seat(deal.contracts),
        "decks": decks_data(deal.decks),
        "values": values_data(deal.values),
        "scoring": deal.scoring.key,
    }


def fields_of(row: Any) -> Data:
    """The fields of a dataclass that are already JSON data."""
    return {key: getattr(row, key) for key in _names(type(row))}


@cache
def _names(kind: type) -> list[str]:
    return [field.name for field in fields(kind)]


def by_seat(values: Mapping[int, Any]) -> Data:
    return {str(seat): value for seat, value in values.items()}


def numbered(pair: tuple[int, Entry] | None) -> list[Any] | None:
    return None if pair is None else [pair[0], entry_data(pair[1])]


def round_so_far(
    ruleset: Ruleset, current: OpenRound, before: tuple[OpenRound, Data] | None = None
) -> Data:
    """The displayed open round: sizes and buys of every hand, refusals and doubts.

    `before` is the same after the previous entry: unchanged hands are not computed again.
    """
    players = current.deal.players
    is_same_deal = before is not None and before[0].deal == current.deal
    known = before[1]["hands"] if before and is_same_deal else {}
    same = {s for s in players if known and _cards(before[0], s) == _cards(current, s)}
    return {
        "hands": {
            str(s): known[str(s)] if s in same else _hand(ruleset, current, s) for s in players
        },
        "most_buys": most_buys(ruleset, current.deal),
        "write_down": write_down(ruleset, current),
    }


def _cards(current: OpenRound, seat: int) -> tuple[object, ...]:
    play = current.play
    return play.hand(seat), play.melds(seat), play.buys.get(seat)


def _hand(ruleset: Ruleset, current: OpenRound, seat: int) -> Data:
    deal, play = current.deal, current.play
    hand, buys = play.hand(seat), play.buys.get(seat)
    sizes = hand_sizes(ruleset, deal, seat, buys)
    return {
        "sizes": None if sizes is None else fields_of(sizes),
        "most_held": most_held(ruleset, deal, buys),
        "shown_buys": None if hand.size is None else shown_buys(ruleset, deal, hand.size),
        "infer_down": None if hand.is_blank else infer_down(ruleset, deal, seat, hand, buys),
        "laying_down_is_going_out": laying_down_is_going_out(ruleset, deal, seat),
        "worth": deal.scoring.worth(deal.values, hand, play.melds(seat)),
        "missing": deal.scoring.missing(hand, play.melds(seat)),
        "leaves_down_open": total_leaves_down_open(ruleset, deal, seat, hand, buys),
        "points_range": points_range(deal, sizes.without_contract[:1]) if sizes else None,
    }


def write_down(ruleset: Ruleset, current: OpenRound) -> Data:
    """The result of writing the round down now."""
    try:
        check_round(current.by(ruleset), frozenset())
    except Refused as refused:
        return refused_data(refused)
    except Doubted as doubted:
        return {"doubted": [fields_of(doubt) for doubt in doubted.doubts]}
    return {}


def refused_data(refused: Refused) -> Data:
    keys = ("code", "seat", "numbers", "card", "missing")
    return {"refused": {key: getattr(refused, key) for key in keys}}

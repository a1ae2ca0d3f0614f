"""Entries of the log as plain JSON data, and back."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from companion.rules.log import (
    Accepted,
    Adjusted,
    Adjustment,
    DealerChanged,
    Entry,
    EntryUndone,
    GameEnded,
    Hand,
    HandCounted,
    LaidDown,
    Noted,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    PlayerReturned,
    RoundCorrected,
    RoundHand,
    RoundPlay,
    RoundScored,
    RulesChanged,
    SeatsReordered,
    Titled,
    TookBack,
    WentOut,
)

_KINDS: dict[str, type[Entry]] = {
    "laid_down": LaidDown,
    "took_back": TookBack,
    "went_out": WentOut,
    "hand_counted": HandCounted,
    "adjusted": Adjusted,
    "round_scored": RoundScored,
    "round_corrected": RoundCorrected,
    "rules_changed": RulesChanged,
    "entry_undone": EntryUndone,
    "player_joined": PlayerJoined,
    "player_left": PlayerLeft,
    "player_returned": PlayerReturned,
    "player_renamed": PlayerRenamed,
    "seats_reordered": SeatsReordered,
    "dealer_changed": DealerChanged,
    "game_ended": GameEnded,
    "titled": Titled,
    "noted": Noted,
}
_KIND_OF = {cls: kind for kind, cls in _KINDS.items()}


def write_entry(entry: Entry) -> tuple[str, dict[str, Any]]:
    """The entry as a kind and plain JSON data, for keeping."""
    data = {f.name: getattr(entry, f.name) for f in fields(entry)}
    for name, write in _WRITERS.items():
        if name in data:
            data[name] = write(data[name])
    return _KIND_OF[type(entry)], data


def read_entry(kind: str, data: Mapping[str, Any]) -> Entry:
    """The entry that `write_entry` wrote."""
    values = {name: _READERS[name](v) if name in _READERS else v for name, v in data.items()}
    return _KINDS[kind](**values)


def _write_hand(hand: Hand) -> dict[str, Any]:
    if hand.cards is not None:
        return {"cards": dict(hand.cards)}
    return {} if hand.points is None else {"points": hand.points}


def _read_hand(data: Mapping[str, Any]) -> Hand:
    return Hand(data.get("cards"), data.get("points"))


def _write_adjustment(adjustment: Adjustment) -> dict[str, Any]:
    return {"points": adjustment.points, "reason": adjustment.reason}


def _write_accepted(accepted: Accepted) -> list[list[Any]]:
    return [[code, seat] for code, seat in sorted(accepted, key=str)]


def _read_accepted(data: list[list[Any]]) -> Accepted:
    return frozenset((code, seat) for code, seat in data)


def _write_play(play: RoundPlay) -> dict[str, Any]:
    return {
        "laid_down": sorted(play.laid_down),
        "went_out": play.went_out,
        "hands": {str(seat): _write_hand(hand) for seat, hand in play.hands.items()},
        "buys": {str(seat): count for seat, count in play.buys.items()},
        "adjustments": {str(seat): _write_adjustment(a) for seat, a in play.adjustments.items()},
        "melded": {str(seat): _write_hand(hand) for seat, hand in play.melded.items()},
        "went_rummy": play.went_rummy,
    }


def _read_play(data: Mapping[str, Any]) -> RoundPlay:
    return RoundPlay(
        laid_down=frozenset(data["laid_down"]),
        went_out=data["went_out"],
        hands={int(seat): _read_hand(hand) for seat, hand in data["hands"].items()},
        buys={int(seat): count for seat, count in data["buys"].items()},
        adjustments={int(seat): Adjustment(**a) for seat, a in data["adjustments"].items()},
        melded={int(seat): _read_hand(hand) for seat, hand in data.get("melded", {}).items()},
        went_rummy=data.get("went_rummy", False),
    )


def _write_retold(hands: tuple[RoundHand, ...]) -> list[dict[str, Any]]:
    return [
        {"number": h.number, "seat": h.seat, "hand": _write_hand(h.hand), "melded": h.melded}
        for h in hands
    ]


def _read_retold(data: list[dict[str, Any]]) -> tuple[RoundHand, ...]:
    return tuple(
        RoundHand(row["number"], row["seat"], _read_hand(row["hand"]), row["melded"])
        for row in data
    )


# Every field name whose value is not plain JSON already.
_WRITERS: dict[str, Callable[[Any], Any]] = {
    "hand": _write_hand,
    "melded": lambda hand: None if hand is None else _write_hand(hand),
    "adjustment": _write_adjustment,
    "accepted": _write_accepted,
    "play": _write_play,
    "order": list,
    "options": dict,
    "retold": _write_retold,
}
_READERS: dict[str, Callable[[Any], Any]] = {
    "hand": _read_hand,
    "melded": lambda data: None if data is None else _read_hand(data),
    "adjustment": lambda data: Adjustment(**data),
    "accepted": _read_accepted,
    "play": _read_play,
    "order": tuple,
    "retold": _read_retold,
}

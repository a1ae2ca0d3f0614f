"""How the fields of entries are written as JSON, and what may stand there."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, get_args

from companion.rules.play import (
    Accepted,
    Adjustment,
    DoubtCode,
    Hand,
    RoundHand,
    RoundPlay,
)

Schema = Mapping[str, Any]
_MOST_SEATS, _MOST_ROUNDS, _MOST_ENTRIES = 1_000, 10_000, 100_000
_MOST_CARDS, _MOST_POINTS = 1_000, 99_999
MOST_CHARACTERS = 300  # of a note; a name has up to 30, a title or a reason up to 80
FORM, KEY, RARE = "form", "key", "rare"


def _as_it_is(value: Any) -> Any:  # noqa: ANN401
    return value


@dataclass(frozen=True)
class Form:
    """The JSON of one kind of field: what may stand there, and the way there and back.

    `read` is only given what fits `schema`, a JSON Schema.
    """

    schema: Schema
    write: Callable[[Any], Any] = _as_it_is
    read: Callable[[Any], Any] = _as_it_is

    @property
    def or_none(self) -> "Form":
        """The same, where nobody may have said."""
        return Form(
            {"oneOf": [self.schema, {"type": "null"}]},
            lambda value: None if value is None else self.write(value),
            lambda data: None if data is None else self.read(data),
        )


def kept(form: Form, key: str | None = None, *, is_rare: bool = False, **default: Any) -> Any:  # noqa: ANN401
    """A field of an entry, kept in this form; `key` is its key in the log, if not its name.

    One that `is_rare` is in the log only where it says something, and nobody can ask for it.
    """
    return field(metadata={FORM: form, KEY: key, RARE: is_rare}, **default)


def _whole(least: int, most: int) -> dict[str, Any]:
    return {"type": "integer", "minimum": least, "maximum": most}


def _object(properties: Mapping[str, Schema], *needed: str) -> dict[str, Any]:
    shape = {"type": "object", "additionalProperties": False, "properties": dict(properties)}
    return shape | {"required": [*needed]} if needed else shape


def _by_seat(schema: Schema) -> dict[str, Any]:
    return {
        "type": "object",
        "maxProperties": _MOST_SEATS,
        "propertyNames": {"pattern": "^(0|[1-9][0-9]{0,2})$"},
        "additionalProperties": schema,
    }


def _list(schema: Schema, most: int) -> dict[str, Any]:
    return {"type": "array", "items": schema, "maxItems": most}


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


def _write_recounted(hands: tuple[RoundHand, ...]) -> list[dict[str, Any]]:
    return [
        {"number": h.number, "seat": h.seat, "hand": _write_hand(h.hand), "melded": h.melded}
        for h in hands
    ]


def _read_recounted(data: list[dict[str, Any]]) -> tuple[RoundHand, ...]:
    return tuple(
        RoundHand(row["number"], row["seat"], _read_hand(row["hand"]), row["melded"])
        for row in data
    )


FLAG = Form({"type": "boolean"})
SEAT = Form(_whole(0, _MOST_SEATS))
ROUND = Form(_whole(1, _MOST_ROUNDS))
SEQUENCE = Form(_whole(1, _MOST_ENTRIES))
COUNT = Form(_whole(0, _MOST_CARDS))
TEXT = Form({"type": "string", "maxLength": MOST_CHARACTERS})
TITLE = Form({"type": "string", "maxLength": 80})
NAME = Form({"type": "string", "minLength": 1, "maxLength": 30})
ORDER = Form(_list(SEAT.schema, _MOST_SEATS), list, tuple)
_COUNTS = {
    "type": "object",
    "maxProperties": 60,
    "propertyNames": {"maxLength": 100},
    "additionalProperties": COUNT.schema,
}
_POINTS = _whole(0, _MOST_POINTS)
_HAND = _object({"cards": _COUNTS, "points": _POINTS}) | {"maxProperties": 1}
HAND = Form(_HAND, _write_hand, _read_hand)
_ADJUSTMENT = _object(
    {"points": _whole(-_MOST_POINTS, _MOST_POINTS), "reason": TITLE.schema}, "points", "reason"
)
ADJUSTMENT = Form(_ADJUSTMENT, _write_adjustment, lambda data: Adjustment(**data))
_DOUBT = {
    "type": "array",
    "prefixItems": [{"enum": [*get_args(DoubtCode)]}, SEAT.or_none.schema],
    "minItems": 2,
    "maxItems": 2,
}
ACCEPTED = Form(_list(_DOUBT, _MOST_SEATS), _write_accepted, _read_accepted)
_PLAY = _object(
    {
        "laid_down": ORDER.schema,
        "went_out": SEAT.or_none.schema,
        "hands": _by_seat(_HAND),
        "buys": _by_seat(COUNT.schema),
        "adjustments": _by_seat(_ADJUSTMENT),
        "melded": _by_seat(_HAND),
        "went_rummy": FLAG.schema,
    },
    *("laid_down", "went_out", "hands", "buys", "adjustments"),
)
PLAY = Form(_PLAY, _write_play, _read_play)
OPTIONS = Form(
    {
        "type": "object",
        "maxProperties": 60,
        "propertyNames": {"maxLength": 100},
        "additionalProperties": {"type": ["string", "integer", "boolean"]},
    },
    dict,
)
_RECOUNTED = _object(
    {"number": ROUND.schema, "seat": SEAT.schema, "hand": _HAND, "melded": FLAG.schema},
    *("number", "seat", "hand", "melded"),
)
RECOUNTED = Form(_list(_RECOUNTED, _MOST_ROUNDS), _write_recounted, _read_recounted)

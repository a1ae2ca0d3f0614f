"""The responses about games, as JSON Schemas: catalogue, links of a new game, score."""

from typing import Any, get_args

from companion.rules.model.play import Drop, Ending
from companion.rules.model.state import ReasonCode, SettlementCode

Schema = dict[str, Any]

_TEXT: Schema = {"type": "string"}
_WHOLE: Schema = {"type": "integer"}
_YES: Schema = {"type": "boolean"}
_NAMES: Schema = {"type": "array", "items": _TEXT}
_NOTATION = "`S3 R4 C7 2xA`: a set of three, a run of four, seven of a colour, two aces."


def _object(**properties: Schema) -> Schema:
    """An object with at least these properties: later versions may add some."""
    return {"type": "object", "properties": properties, "required": [*properties]}


def _or_null(schema: Schema, description: str) -> Schema:
    return {"oneOf": [schema, {"type": "null"}], "description": description}


def _by_name(values: Schema, description: str = "By name.") -> Schema:
    return {"type": "object", "additionalProperties": values, "description": description}


KEY = _object(key=_TEXT)
LINKS = _object(
    token=_TEXT | {"description": "Opens the game to keep score. Whoever knows it can."},
    watch_token=_TEXT | {"description": "Opens the game to look on."},
    link=_TEXT | {"format": "uri", "description": "The table, for a browser."},
    watch_link=_TEXT | {"format": "uri"},
)
_PLAYABLE: dict[str, Schema] = {
    "key": _TEXT | {"description": "The `game` of a new game."},
    "name": _TEXT,
    "least_players": _WHOLE,
    "most_players": _WHOLE,
}
CATALOGUE = _object(games={"type": "array", "items": _object(**_PLAYABLE)})
_VALUE: Schema = {"type": ["string", "integer", "boolean"]}
_HOUSE_RULE = _object(
    key=_TEXT,
    question=_TEXT,
    default=_VALUE,
    choices={"type": "array", "items": _object(value=_VALUE, label=_TEXT)},
)
PLAYABLE = _object(
    **_PLAYABLE,
    contracts=_NAMES | {"description": _NOTATION},
    house_rules={"type": "array", "items": _HOUSE_RULE},
)

_CONTRACT = _object(
    number=_WHOLE | {"description": "From 1."},
    melds=_TEXT | {"description": _NOTATION},
    words=_TEXT,
)
_PLAYER = _object(
    seat=_WHOLE | {"description": "The number of the player in entries, from 0."},
    name=_TEXT,
    playing=_YES | {"description": "False once the player has left."},
    contract=_or_null(_CONTRACT, "What to lay down in the open round; null if there is nothing."),
    down=_YES | {"description": "Whether the contract is laid down in the open round."},
    total=_WHOLE,
)
_DOUBT: Schema = _object(code=_TEXT) | {"properties": {"code": _TEXT, "player": _TEXT}}
_ROUND = _object(
    round=_WHOLE,
    dealer=_TEXT,
    cards_dealt=_WHOLE,
    points=_by_name(_WHOLE),
    totals=_by_name(_WHOLE),
    next_contract=_by_name({"type": ["integer", "null"]}),
    doubts={"type": "array", "items": _DOUBT},
)
# Only in games and rounds that have them.
_ROUND["properties"] |= {
    "void": _YES | {"description": "True for a round that nobody finished, where that is void."},
    "ending": {"enum": [*get_args(Ending)]},
    "wild": _TEXT | {"description": "The rank that was turned up."},
    "drops": _by_name({"enum": [*get_args(Drop)]}, "Who gave the round up, and how, by name."),
}
_STANDING = _object(place=_WHOLE, player=_TEXT, contracts=_WHOLE, total=_WHOLE)
_REASON = _object(
    code={"enum": [*get_args(ReasonCode)]},
    sentence=_TEXT | {"description": "Why they have won; empty while the game goes on."},
)
_SETTLED = _object(code={"enum": [*get_args(SettlementCode)]}, points=_by_name(_WHOLE))
_SETTLEMENT = _object(
    rows={"type": "array", "items": _SETTLED},
    totals=_by_name(_WHOLE, "The totals with these points, by name."),
)
SCORE = _object(
    format={"const": "companion-score/1"},
    title=_TEXT,
    game=_object(key=_TEXT, name=_TEXT),
    version=_WHOLE | {"description": "How many entries the log has: what `seen` means."},
    round=_or_null(_WHOLE, "The number of the open round; null after the end."),
    dealer=_or_null(_TEXT, "Who deals the open round."),
    players={"type": "array", "items": _PLAYER, "description": "In order of play."},
    down=_NAMES | {"description": "Who is down in the open round."},
    went_out=_or_null(_TEXT, "Who went out in the open round."),
    rounds={"type": "array", "items": _ROUND, "description": "Those that count."},
    standings={"type": "array", "items": _STANDING},
    over=_YES,
    winners=_NAMES,
    reason=_REASON,
)
# Only once a game with points after the last round is over.
SCORE["properties"]["settlement"] = _SETTLEMENT

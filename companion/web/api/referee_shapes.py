"""The requests and responses of the referee, as JSON Schemas."""

from typing import Any

from companion.rules.referee.reading import MOST_CARDS

Schema = dict[str, Any]

MOST_CASES = 20  # per request

_TEXT: Schema = {"type": "string"}
_CARDS: Schema = {
    "type": "array",
    "items": _TEXT,
    "maxItems": MOST_CARDS,
    "description": "`5H`; `*` for a joker; `*=5H` for a wild card that stands for a card.",
}
_MELD: Schema = {
    "type": "object",
    "properties": {
        "kind": {"enum": ["set", "run", "colour", "any"]},
        "cards": _CARDS,
        "in_order": {"type": "boolean", "description": "The cards lie in the order given."},
    },
    "required": ["cards"],
}
_CASE: Schema = {
    "type": "object",
    "properties": {
        "game": _TEXT | {"description": "A game of the catalogue, or `own`."},
        "house_rules": {"type": "object", "description": "The choices made, by house rule."},
        "melding": {"type": "object", "description": "Keys of `[melding]` that differ."},
        "ask": {
            "enum": [
                *("meld", "contract", "lay_off", "swap", "go_down", "go_out"),
                *("deadwood", "knock", "declare", "defend"),
            ],
            "description": "`defend` asks for the deadwood after lay-offs on `melds`.",
        },
        "contract": {"type": ["string", "integer"], "description": "`S3 R4`, or its number."},
        "melds": {"type": "array", "items": _MELD},
        "card": _TEXT,
        "on": _MELD,
        "whose": {"enum": ["own", "other", None]},
        "down": {"type": "boolean", "description": "The player\u2019s own contract is down."},
        "turn": {"enum": ["same", "later"], "description": "Of the contract, or a later one."},
        "hand": _CARDS,
        "discards": {"type": "boolean"},
        "players": {"type": ["integer", "null"]},
        "wild_rank": {"type": ["string", "null"]},
    },
    "required": ["game"],
}
CASES: Schema = {"type": "array", "items": _CASE, "maxItems": MOST_CASES}
_MELDS: Schema = {"type": "array", "items": {"type": "array", "items": _TEXT}}
_QUESTION: Schema = {
    "type": "object",
    "properties": {"rule": _TEXT, "readings": {"type": "object"}},
    "required": ["rule", "readings"],
}
_REMEDY: Schema = {
    "type": "object",
    "description": "A card of `would_do`, the card that it replaces (null: it is added), and the "
    "legal meld.",
    "properties": {
        "card": _TEXT,
        "replaces": {"type": ["string", "null"]},
        "meld": {"type": "array", "items": _TEXT},
    },
    "required": ["card", "replaces", "meld"],
}
_JUDGED: Schema = {
    "type": "object",
    "properties": {
        "verdict": {"enum": ["legal", "not_legal", "your_table_decides"]},
        "places": _MELDS | {"description": "Each wild card with the card that it stands for."},
        "also": {"type": "array", "items": _MELDS, "description": "Other ways to lie."},
        "ways": {"type": "array", "items": {"type": "object"}},
        "frees": _TEXT,
        "rule": _TEXT | {"description": "The first rule that is broken: a key of `[melding]`."},
        "cards": {"type": "array", "items": _TEXT},
        "source": _TEXT,
        "would_do": {"type": "array", "items": _TEXT},
        "remedies": {"type": "array", "items": _REMEDY},
        "kind": {"enum": ["set", "run", "colour"], "description": "Of a single legal meld."},
        "questions": {"type": "array", "items": _QUESTION},
        "melds": _MELDS,
        "left": {"type": "integer", "description": "The fewest points that can be left."},
        "deadwood": {"type": "array", "items": _TEXT, "description": "The cards left over."},
        "discard": _TEXT | {"description": "The card to discard, of a hand with one too many."},
        "ending": {"enum": ["knock", "gin", "big_gin"]},
        "lacks": _TEXT | {"description": "The rule about runs without which no meld counts."},
        "laid_off": {"type": "array", "items": _TEXT},
        "missing": {"type": "array", "items": _TEXT},
    },
    "required": ["verdict"],
}
_ERROR: Schema = {
    "type": "object",
    "properties": {"error": _TEXT, "at": _TEXT},
    "required": ["error", "at"],
}
ANSWERS: Schema = {"type": "array", "items": {"oneOf": [_JUDGED, _ERROR]}}

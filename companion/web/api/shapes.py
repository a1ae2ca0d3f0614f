"""The JSON Schemas of requests and responses, derived from the entries."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from jsonschema_rs import Draft202012Validator

from companion.rules.decide import Command
from companion.rules.fold.entries import KINDS, KINDS_OF_COMMANDS, read_entry
from companion.rules.model.fields import MOST_SEATS
from companion.web.forms.faults import Fault, first_fault, unfit_text
from companion.web.forms.json_shapes import TAP, record

MOST_COMMANDS = 200
_MOST_ENTRIES = 20
MOST_ENTRIES_AT_ONCE = 400  # in all commands of a request: each is folded and written
_MOST_VERSION = 100_000
_MARK = {"type": "string", "pattern": "^[A-Za-z0-9_-]{12}$"}
_BOOK = {"type": "string", "maxLength": 22}
_LATEST = 8_640_000_000_000_000  # ms: the maximum of Date in a browser
_MOMENT = {"type": "integer", "minimum": -_LATEST, "maximum": _LATEST}
_VERSION = {"type": "integer", "minimum": 0, "maximum": _MOST_VERSION}


def entry_shapes() -> dict[str, dict[str, Any]]:
    """The schema of every kind of entry that a command may have, by kind."""
    return {kind: cls.schema() for kind, cls in KINDS_OF_COMMANDS.items()}


COMMAND = record(
    "tap",
    "seen",
    "entries",
    tap=TAP | {"description": "The random key of one press: sent again, it is written once."},
    seen=_VERSION | {"description": "How many entries the log had for whoever pressed."},
    round={
        "oneOf": [{"type": "integer", "minimum": 1, "maximum": _MOST_VERSION}, {"type": "null"}],
        "description": "The number of the round that was open then, where one is meant.",
    },
    seated={
        "type": "object",
        "maxProperties": MOST_SEATS,
        "propertyNames": {"pattern": "^(0|[1-9][0-9]{0,2})$"},
        "additionalProperties": {"type": "string", "pattern": "^[A-Za-z0-9_+-]{1,70}$"},
        "description": "The players whom the seats of these entries mean, by seat: the `tap` of "
        "the command that seated them, or `resent-of-` and the `name` of its entry. First players "
        "are left out. Where somebody else has the seat by now, it is a conflict. Without it, "
        "seats are those of the log that was seen.",
    },
    unasked={
        "type": "boolean",
        "description": "Whoever pressed can no longer be asked: a round is kept with its doubts, "
        "and they are marked on the sheet; an entry is undone though others have written since, "
        "where that does not rest on it.",
    },
    tapped_at=_MOMENT
    | {
        "description": "When it was pressed, by the clock of the phone: ms since 1970 in UTC. With "
        "`now` the server knows how wrong that clock is; a time that cannot be is not kept."
    },
    entries={
        "type": "array",
        "minItems": 1,
        "maxItems": _MOST_ENTRIES,
        "items": {
            "oneOf": [{"$ref": f"#/components/schemas/{kind}"} for kind in KINDS_OF_COMMANDS]
        },
        "description": "What is to be written, in this order: all of it, or nothing.",
    },
)
COMMANDS = record(
    "commands",
    commands={
        "type": "array",
        "maxItems": MOST_COMMANDS,
        "items": {"$ref": "#/components/schemas/command"},
        "description": f"With {MOST_ENTRIES_AT_ONCE} entries at most, all commands together.",
    },
    after=_VERSION | {"description": "The log is answered from the entry after this one."},
    mark=_MARK
    | {"description": "The `mark` of the log up to there: nothing is written elsewhere."},
    book=_BOOK | {"description": "The `book` that this was read from; a `mark` says more."},
    now=_MOMENT | {"description": "The time by the clock of the phone when it sends this, in ms."},
    in_order={
        "type": "boolean",
        "description": "Commands may rest on those before them: what follows the first that is "
        "not kept is left alone, and not answered.",
    },
)
ANSWER = {
    "type": "object",
    "properties": {
        "tap": TAP,
        "status": {"enum": ["kept", "refused", "doubted", "conflict"]},
        "numbers": {
            "type": "array",
            "items": {"type": "integer"},
            "description": "The numbers in the log of what was kept; none where it was no news.",
        },
        "code": {"type": "string"},
        "seat": {"type": ["integer", "null"]},
        "sentence": {"type": "string", "description": "In the language that was asked for."},
        "doubts": {
            "type": "array",
            "items": record(
                "code",
                "seat",
                "sentence",
                code={"type": "string"},
                seat={"type": ["integer", "null"]},
                sentence={"type": "string"},
            ),
        },
        "others": {
            "type": "array",
            "items": {"type": "integer"},
            "description": "The numbers of what was written since it was seen.",
        },
        "by": {
            "type": "string",
            "description": "The phone that wrote what a conflict is with; empty if unknown.",
        },
        "at": {"type": "string", "format": "date-time", "description": "When that was written."},
    },
    "required": ["tap", "status"],
}
LINE = {
    "type": "object",
    "description": "An entry of the log, with its number, and when and where it was written.",
    "properties": {
        "number": {"type": "integer", "minimum": 1, "description": "Its place in the log."},
        "entry": {
            "type": "object",
            "description": "Its kind and the fields of that kind.",
            "properties": {"kind": {"enum": [*KINDS]}},
            "required": ["kind"],
        },
        "at": {"type": "string", "format": "date-time"},
        "tapped_at": {
            "type": "string",
            "format": "date-time",
            "description": "When it was pressed, by the clock of the server, where that is known.",
        },
        "here": {"type": "boolean", "description": "Whether the phone that asks wrote it."},
        "name": {"type": "string", "description": "The entry itself, whatever number it has."},
        "tap": {"type": "string", "description": "By which press, where the phone that asks did."},
    },
    "additionalProperties": False,
    "required": ["number", "entry", "at", "here", "name"],
}
TAIL = record(
    "version",
    "book",
    "mark",
    "at",
    "entries",
    version=_VERSION | {"description": "How many entries the log has."},
    book=_BOOK | {"description": "The id of the score book: another one after each restore."},
    mark=_MARK | {"description": "A digest of the log: the same log has the same mark."},
    at=_MOMENT | {"description": "When the newest entry was written, else the game begun, in ms."},
    entries={"type": "array", "items": {"$ref": "#/components/schemas/line"}},
    answers={"type": "array", "items": {"$ref": "#/components/schemas/answer"}},
    ruleset={
        "type": "object",
        "description": "The rules as a fold reads them, where others are in force since `after`.",
    },
)


def schemas() -> dict[str, Any]:
    """Every schema by its name, for `components` of OpenAPI."""
    ours = {"command": COMMAND, "commands": COMMANDS, "answer": ANSWER, "line": LINE, "tail": TAIL}
    return ours | entry_shapes()


def fault_of(data: Any, *, of_log: bool = False) -> Fault | None:  # noqa: ANN401
    """The first fault of commands that do not fit the schema; None if they do.

    Entries `of_log` may also be of kinds, and have fields, that no command has.
    """
    return (
        unfit_text(data)
        or first_fault(_commands(of_log=of_log), data)
        or next(_unfit_entries(data["commands"], of_log=of_log), None)
    )


def number_of_entries(data: dict[str, Any]) -> int:
    """The number of entries in all of these commands."""
    return sum(len(command["entries"]) for command in data["commands"])


def _unfit_entries(commands: list[Any], *, of_log: bool) -> Iterator[Fault]:
    """The fault of an entry for its kind; a union of all kinds would take ten times as long."""
    for n, command in enumerate(commands):
        for m, entry in enumerate(command["entries"]):
            if fault := first_fault(_entry(entry["kind"], of_log=of_log), entry):
                yield fault.below("commands", n, "entries", m)


@cache
def _commands(*, of_log: bool) -> Draft202012Validator:
    """Commands with entries of a known kind; `_entry` checks their fields."""
    some_entry = {
        "type": "object",
        "properties": {"kind": {"enum": [*(KINDS if of_log else KINDS_OF_COMMANDS)]}},
        "required": ["kind"],
    }
    entries = COMMAND["properties"]["entries"] | {"items": some_entry}
    command = COMMAND | {"properties": COMMAND["properties"] | {"entries": entries}}
    return Draft202012Validator(COMMANDS | {"components": {"schemas": {"command": command}}})


@cache
def _entry(kind: str, *, of_log: bool) -> Draft202012Validator:
    return Draft202012Validator(KINDS[kind].schema(with_hidden=of_log))


def command_of(data: dict[str, Any]) -> Command:
    """The command in valid data."""
    fields = [dict(row) for row in data["entries"]]
    entries = tuple(read_entry(row.pop("kind"), row) for row in fields)
    unasked = data.get("unasked", False)
    return Command(entries, data["seen"], data.get("round"), unasked=unasked)


def seated_of(data: dict[str, Any]) -> dict[int, str] | None:
    """The keys of the players whom valid data names, by seat; None if it does not say."""
    seated: dict[str, str] | None = data.get("seated")
    return None if seated is None else {int(seat): key for seat, key in seated.items()}

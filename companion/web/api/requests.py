"""The requests of the JSON API, as JSON Schemas, and reading them.

Commands have entries, whose schemas are derived from their dataclasses.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

from jsonschema_rs import Draft202012Validator

from companion.records.log.taps import is_resent
from companion.rules.decide import Command
from companion.rules.fold.entries import KINDS, KINDS_OF_COMMANDS, read_entry
from companion.rules.model.fields import MOST_SEATS
from companion.rules.referee.judge import MOST_CARDS
from companion.web.forms.json_input import (
    BOOK,
    MARK,
    MOMENT,
    NEW_GAME,
    ROUND,
    TAP,
    VERSION,
    Fault,
    array,
    choice,
    first_fault,
    flag,
    mapping,
    of_type,
    open_record,
    or_null,
    record,
    reference,
    text,
    unfit_text,
)

MOST_COMMANDS = 200
_MOST_ENTRIES = 200  # one undo takes back all saves of a hand
MOST_ENTRIES_AT_ONCE = 400  # in all commands of a request: each is folded and written
MOST_CASES = 20  # per request
_COMMAND = record(
    *("tap", "seen", "entries"),
    tap=TAP | {"description": "The random key of one press: sent again, it is written once."},
    seen=VERSION | {"description": "How many entries the log had for whoever pressed."},
    round=or_null(ROUND, "The number of the round that was open then, where one is meant."),
    seated=mapping(
        text(pattern="^[A-Za-z0-9_+-]{1,70}$"),
        "The players whom the seats of these entries mean, by seat: the `tap` of the command that "
        "seated them, with `+1` if its second entry did, and so on; or `resent-of-` and the `name` "
        "of that entry. First players are left out. "
        "Where somebody else has the seat by now, it is a conflict. Without it, seats are those "
        "of the log that was seen.",
        maxProperties=MOST_SEATS,
        propertyNames={"pattern": "^(0|[1-9][0-9]{0,2})$"},
    ),
    unasked=flag(
        "Whoever pressed can no longer be asked: a round is kept with its doubts, and they are "
        "marked on the sheet; an entry is undone though others have written since, where that "
        "does not rest on it."
    ),
    tapped_at=MOMENT
    | {
        "description": "When it was pressed, by the clock of the phone: ms since 1970 in UTC. With "
        "`now` the server knows how wrong that clock is; a time that cannot be is not kept."
    },
    entries=array(
        {"oneOf": [reference(kind) for kind in KINDS_OF_COMMANDS]},
        "What is to be written, in this order: all of it, or nothing.",
        minItems=1,
        maxItems=_MOST_ENTRIES,
    ),
)
_COMMANDS = record(
    "commands",
    commands=array(
        reference("command"),
        f"With {MOST_ENTRIES_AT_ONCE} entries at most, all commands together.",
        maxItems=MOST_COMMANDS,
    ),
    after=VERSION | {"description": "The log is answered from the entry after this one."},
    mark=MARK | {"description": "The `mark` of the log up to there: nothing is written elsewhere."},
    book=BOOK | {"description": "The `book` that this was read from; a `mark` says more."},
    now=MOMENT | {"description": "The time by the clock of the phone when it sends this, in ms."},
    in_order=flag(
        "Commands may rest on those before them: what follows the first that is not kept is left "
        "alone, and not answered."
    ),
)

_CARDS = array(
    text(),
    "`5H`; `*` for a joker; `*=5H` for a wild card that stands for a card.",
    maxItems=MOST_CARDS,
)
_MELD = open_record(
    kind=choice("set", "run", "colour", "any"),
    cards=_CARDS,
    in_order=flag("The cards lie in the order given."),
) | {"required": ["cards"]}
_CASE = open_record(
    game=text("A game of the catalogue, or `own`."),
    house_rules=of_type("object", "The choices made, by house rule."),
    melding=of_type("object", "Keys of `[melding]` that differ."),
    ask=choice(
        *("meld", "contract", "opening", "lay_off", "swap", "go_down", "go_out"),
        *("deadwood", "knock", "declare", "defend"),
        about="`opening` asks whether `melds` are enough to go down without a contract, `go_down` "
        "whether a hand holds a contract or an opening, `defend` for the deadwood after lay-offs "
        "on `melds`.",
    ),
    opening=of_type("object", "Keys of `[opening]` instead of those of the game."),
    contract=of_type(["string", "integer"], "`S3 R4`, or its number."),
    least=of_type(
        "integer",
        "The points that an opening needs, by default those of the first round of a player without "
        "points.",
    ),
    melds=array(_MELD),
    card=text(),
    on=_MELD,
    whose=choice("own", "other", None),
    down=flag("The player\u2019s own contract is down."),
    turn=choice("same", "later", about="Of the contract, or a later one."),
    hand=_CARDS,
    discards=flag(),
    players=of_type(["integer", "null"]),
    wild_rank=of_type(["string", "null"]),
) | {"required": ["game"]}

REQUESTS = {
    **{kind: cls.schema() for kind, cls in KINDS_OF_COMMANDS.items()},
    "command": _COMMAND,
    "commands": _COMMANDS,
    "cases": array(_CASE, maxItems=MOST_CASES),
    "new_game": NEW_GAME,
}


def fault_of(data: Any, *, of_log: bool = False) -> Fault | None:  # noqa: ANN401
    """The first fault of commands that do not fit the schema; None if they do.

    Entries `of_log` may also be of kinds, and have fields, that no command has; lost ones that are
    sent again may be of such kinds.
    """
    return (
        unfit_text(data)
        or first_fault(_commands(), data)
        or next(_unfit_entries(data["commands"], of_log=of_log), None)
    )


def number_of_entries(data: dict[str, Any]) -> int:
    """The number of entries in all of these commands."""
    return sum(len(command["entries"]) for command in data["commands"])


def _unfit_entries(commands: list[Any], *, of_log: bool) -> Iterator[Fault]:
    """The fault of an entry for its kind; a union of all kinds would take ten times as long."""
    for n, command in enumerate(commands):
        kinds = KINDS if of_log or is_resent(command["tap"]) else KINDS_OF_COMMANDS
        for m, entry in enumerate(command["entries"]):
            known = entry["kind"] in kinds
            schema = _entry(entry["kind"], of_log=of_log) if known else _some_command()
            if fault := first_fault(schema, entry):
                yield fault.below("commands", n, "entries", m)


@cache
def _commands() -> Draft202012Validator:
    """Commands with entries of a known kind; `_entry` checks their fields."""
    entries = _COMMAND["properties"]["entries"] | {"items": open_record(kind=choice(*KINDS))}
    command = _COMMAND | {"properties": _COMMAND["properties"] | {"entries": entries}}
    return Draft202012Validator(_COMMANDS | {"components": {"schemas": {"command": command}}})


@cache
def _some_command() -> Draft202012Validator:
    return Draft202012Validator(open_record(kind=choice(*KINDS_OF_COMMANDS)))


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

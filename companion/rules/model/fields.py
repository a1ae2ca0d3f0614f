"""The field types of entries and their values: bounds, and markers for JSON.

A dataclass is the only definition of its fields; `json_codec` derives the rest.
"""

from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field
from typing import Annotated, Any

MOST_SEATS, MOST_ROUNDS, MOST_ENTRIES = 1_000, 10_000, 100_000
MOST_CARDS, MOST_POINTS = 1_000, 99_999
MOST_CHARACTERS = 300  # of a note; a name has up to 30, a title or a reason up to 80
_KEY, _NEEDED, _SPARSE, _HIDDEN = "key", "is_needed", "is_sparse", "is_hidden"
_ABOUT, _BESIDE = "about", "beside"


@dataclass(frozen=True, eq=False)
class Fits:
    """Constraints of a value besides its type, as keywords of JSON Schema.

    `about` describes the value in errors about game files; `in_files` overrides keywords there.
    """

    keywords: dict[str, Any]
    about: str = ""
    in_files: dict[str, Any] = field(default_factory=dict)


def _whole(least: int, most: int, about: str = "", **in_files: int) -> Fits:
    return Fits({"minimum": least, "maximum": most}, about, in_files)


def _points(about: str) -> Fits:
    return _whole(-MOST_POINTS, MOST_POINTS, about, minimum=-100_000, maximum=100_000)


Seat = Annotated[int, _whole(0, MOST_SEATS)]
RoundNumber = Annotated[int, _whole(1, MOST_ROUNDS)]
SequenceNumber = Annotated[int, _whole(1, MOST_ENTRIES)]
Count = Annotated[int, _whole(0, MOST_CARDS, "How many: a whole number from 0 to 1000.")]
Buys = Annotated[int, _whole(0, MOST_CARDS, "How often: a whole number from 0 to 20.", maximum=20)]
Points = Annotated[
    int,
    _points(
        "A typed total: a whole number from 0 to 100000, or below 0 where only points are typed."
    ),
]
SignedPoints = Annotated[int, _points("A whole number from -100000 to 100000.")]
Reason = Annotated[
    str, Fits({"maxLength": 80}, "Why, in at most 200 characters.", {"maxLength": 200})
]
Text = Annotated[str, Fits({"maxLength": MOST_CHARACTERS})]
Title = Annotated[str, Fits({"maxLength": 80})]
Name = Annotated[str, Fits({"minLength": 1, "maxLength": 30})]
Minute = Annotated[int, _whole(0, 100_000_000, "Minutes since 1970, in UTC.")]
Options = Mapping[str, str | int | bool]


def json_field(
    key: str | None = None,
    *,
    is_needed: bool = False,
    is_sparse: bool = False,
    is_hidden: bool = False,
    about: str = "",
    beside: str = "",
    **default: Any,  # noqa: ANN401 - `default` or `default_factory`
) -> Any:  # noqa: ANN401 - as `dataclasses.field`
    """A field with special storage.

    `key` is its JSON key if that is not its name. A field that `is_needed` is required in JSON
    although it has a default; one that `is_sparse` is left out if it has its default; one that
    `is_hidden` cannot be set by commands, and is in no game file. `about` is as in `Fits`; in game
    files a mapping by seat may be stored in the rows of the field `beside`.
    """
    marks: dict[str, Any] = {_KEY: key, _NEEDED: is_needed, _SPARSE: is_sparse, _HIDDEN: is_hidden}
    marks |= {_ABOUT: about, _BESIDE: beside}
    return field(metadata=marks, **default)


def key_of(field: Field[Any]) -> str:
    """Its JSON key."""
    return str(field.metadata.get(_KEY) or field.name)


def is_needed(field: Field[Any]) -> bool:
    """Whether JSON must contain it."""
    return bool(field.metadata.get(_NEEDED)) or default_of(field) is MISSING


def is_sparse(field: Field[Any]) -> bool:
    """Whether JSON omits it if it has its default."""
    return bool(field.metadata.get(_SPARSE))


def is_hidden(field: Field[Any]) -> bool:
    """Whether commands cannot set it."""
    return bool(field.metadata.get(_HIDDEN))


def about(field: Field[Any]) -> str:
    """Its description; empty if the type says it."""
    return str(field.metadata.get(_ABOUT, ""))


def beside(field: Field[Any]) -> str:
    """The field in whose rows game files store it; empty for most."""
    return str(field.metadata.get(_BESIDE, ""))


def default_of(field: Field[Any]) -> Any:  # noqa: ANN401 - of any type
    """Its default; MISSING if there is none."""
    return field.default if field.default_factory is MISSING else field.default_factory()

"""The types of the fields of entries and of what they hold: their bounds, and marks for JSON.

A dataclass is the only place that lists its fields; `json_codec` derives the rest.
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
    """What a value has to fit besides its type, by the keywords of JSON Schema.

    `about` says in a sentence what belongs there, as whoever wrote a game file is told; `in_files`
    are keywords that are others there.
    """

    keywords: dict[str, Any]
    about: str = ""
    in_files: dict[str, Any] = field(default_factory=dict)


def _whole(least: int, most: int, about: str = "", **in_files: int) -> Fits:
    return Fits({"minimum": least, "maximum": most}, about, in_files)


Seat = Annotated[int, _whole(0, MOST_SEATS)]
RoundNumber = Annotated[int, _whole(1, MOST_ROUNDS)]
SequenceNumber = Annotated[int, _whole(1, MOST_ENTRIES)]
Count = Annotated[int, _whole(0, MOST_CARDS, "How many: a whole number from 0 to 1000.")]
Buys = Annotated[int, _whole(0, MOST_CARDS, "How often: a whole number from 0 to 20.", maximum=20)]
Points = Annotated[
    int,
    _whole(0, MOST_POINTS, "A typed total: a whole number from 0 to 100000.", maximum=100_000),
]
SignedPoints = Annotated[
    int,
    _whole(
        -MOST_POINTS,
        MOST_POINTS,
        "A whole number from -100000 to 100000.",
        minimum=-100_000,
        maximum=100_000,
    ),
]
Reason = Annotated[
    str, Fits({"maxLength": 80}, "Why, in at most 200 characters.", {"maxLength": 200})
]
Text = Annotated[str, Fits({"maxLength": MOST_CHARACTERS})]
Title = Annotated[str, Fits({"maxLength": 80})]
Name = Annotated[str, Fits({"minLength": 1, "maxLength": 30})]
Options = Mapping[str, str | int | bool]


def kept(
    key: str | None = None,
    *,
    is_needed: bool = False,
    is_sparse: bool = False,
    is_hidden: bool = False,
    about: str = "",
    beside: str = "",
    **default: Any,  # noqa: ANN401 - `default` or `default_factory`
) -> Any:  # noqa: ANN401 - as `dataclasses.field`
    """A field that is not kept like others.

    `key` is its key in JSON where that is not its name. One that `is_needed` may not be left out of
    JSON although it has a default; one that `is_sparse` is left out where it has its default, and
    one that `is_hidden` nobody can ask for. `about` is as in `Fits`; in game files what goes by
    seat may stand in the rows `beside`, those of another field.
    """
    marks: dict[str, Any] = {_KEY: key, _NEEDED: is_needed, _SPARSE: is_sparse, _HIDDEN: is_hidden}
    marks |= {_ABOUT: about, _BESIDE: beside}
    return field(metadata=marks, **default)


def key_of(one: Field[Any]) -> str:
    """Its key in JSON."""
    return str(one.metadata.get(_KEY) or one.name)


def is_needed(one: Field[Any]) -> bool:
    """Whether it may not be left out of JSON."""
    return bool(one.metadata.get(_NEEDED)) or default_of(one) is MISSING


def is_sparse(one: Field[Any]) -> bool:
    """Whether it is left out of JSON where it has its default."""
    return bool(one.metadata.get(_SPARSE))


def is_hidden(one: Field[Any]) -> bool:
    """Whether nobody can ask for it."""
    return bool(one.metadata.get(_HIDDEN))


def about(one: Field[Any]) -> str:
    """What belongs there, in a sentence; empty where the type says it."""
    return str(one.metadata.get(_ABOUT, ""))


def beside(one: Field[Any]) -> str:
    """The name of the field in whose rows it stands in game files; empty for most."""
    return str(one.metadata.get(_BESIDE, ""))


def default_of(one: Field[Any]) -> Any:  # noqa: ANN401 - of any type
    """What it holds where nothing is said; MISSING where something has to be."""
    return one.default if one.default_factory is MISSING else one.default_factory()

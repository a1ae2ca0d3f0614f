"""What every entry of a log is: it can be refused, and it changes what has happened."""

from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import TYPE_CHECKING, Any, ClassVar, Self

from companion.rules.entries.forms import FORM, KEY, RARE

if TYPE_CHECKING:
    from companion.rules.events import Events
    from companion.rules.rulesets import Ruleset
    from companion.rules.state import State


class Entry:
    """One thing that happened at the table: it says what was done, never what follows from it.

    `kind` is its name in the log. `rests_on_log` says that who wants it written has all of the log
    before their eyes, so that it is out of date once that has grown; `goes_back` that it changes
    what was written before, so that the whole log has to be folded anew.
    """

    __slots__ = ()
    kind: ClassVar[str]
    rests_on_log: ClassVar[bool] = False
    goes_back: ClassVar[bool] = False

    def check(self, ruleset: "Ruleset", state: "State") -> None:
        """Whether the log may take this entry now. Raises Refused, or Doubted for a round."""
        raise NotImplementedError

    def check_after(self, before: "State", after: "State") -> None:
        """Whether the game can stand `after` it, as it stood `before`. Raises Refused."""

    def is_outdated(self, state: "State") -> bool:  # noqa: ARG002
        """Whether it was made for something that is no longer so."""
        return False

    def happen(self, events: "Events", sequence: int) -> None:
        """Add to what has happened that this did, as the entry with this number."""
        raise NotImplementedError

    def settled(self, ruleset: "Ruleset", state: "State") -> Self:  # noqa: ARG002
        """The entry as the log keeps it: what the game itself knows need not be said."""
        return self

    def unasked(self, ruleset: "Ruleset", state: "State") -> Self:  # noqa: ARG002
        """The same where nobody could be asked about what it contradicts: that is kept with it."""
        return self

    def is_news(self, state: "State") -> bool:  # noqa: ARG002
        """Whether it says something that is not so already."""
        return True

    def as_data(self) -> dict[str, Any]:
        """Its fields as JSON data."""
        said = (f for f in fields(self) if not f.metadata[RARE] or getattr(self, f.name))  # type: ignore[arg-type]
        return {_key(f): f.metadata[FORM].write(getattr(self, f.name)) for f in said}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """The entry with these fields, which fit its schema."""
        known = (f for f in fields(cls) if _key(f) in data)  # type: ignore[arg-type]
        return cls(**{f.name: f.metadata[FORM].read(data[_key(f)]) for f in known})

    @classmethod
    def schema(cls, *, with_rare: bool = False) -> dict[str, Any]:
        """A JSON Schema of what can be wanted of this kind: its fields, and `kind`.

        With those that are rare it is that of what a log can hold.
        """
        wanted = [f for f in fields(cls) if with_rare or not f.metadata[RARE]]  # type: ignore[arg-type]
        shapes = {_key(f): f.metadata[FORM].schema for f in wanted}
        needed = [_key(f) for f in wanted if _is_needed(f)]
        return {
            "type": "object",
            "description": (cls.__doc__ or "").partition("\n")[0],
            "additionalProperties": False,
            "properties": {"kind": {"const": cls.kind}, **shapes},
            "required": ["kind", *needed],
        }


def _key(field: Any) -> str:  # noqa: ANN401
    """The key of a field in the log."""
    return str(field.metadata[KEY] or field.name)


def _is_needed(field: Any) -> bool:  # noqa: ANN401
    return field.default is MISSING and field.default_factory is MISSING

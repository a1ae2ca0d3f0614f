"""What every entry of a log is: it can be refused, and it changes what has happened."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Self, cast

from companion.rules.forms import form_of, to_data

if TYPE_CHECKING:
    from companion.rules.events import Events
    from companion.rules.play import RoundPlay
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

    @classmethod
    def telling(cls, play: "RoundPlay") -> Iterator[Self]:  # noqa: ARG003
        """The entries of this kind by which a log tells this round; most kinds tell none."""
        return iter(())

    def as_data(self) -> dict[str, Any]:
        """Its fields as JSON data."""
        return cast("dict[str, Any]", to_data(self))

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """The entry with these fields, which fit its schema."""
        read = form_of(cls).read
        return cast("Self", read(data) if read else data)

    @classmethod
    def schema(cls, *, with_hidden: bool = False) -> dict[str, Any]:
        """A JSON Schema of what can be wanted of this kind: its fields, and `kind`.

        With the hidden ones it is that of what a log can hold.
        """
        form = form_of(cls)
        shape = form.whole_schema if with_hidden else form.schema
        return {
            "type": "object",
            "description": (cls.__doc__ or "").partition("\n")[0],
            "additionalProperties": False,
            "properties": {"kind": {"const": cls.kind}, **shape["properties"]},
            "required": ["kind", *shape.get("required", ())],
        }

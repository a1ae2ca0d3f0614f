"""The TypeScript declarations of all data that scripts share with Python, derived from the types.

`make lint` writes them to `static/js/types/generated.d.ts` before it checks types, so they are
never stale, and git ignores them. They are for `tsc --checkJs` only: no page loads them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from companion.rules.fold.entries import KINDS
from companion.rules.model.cards import CardClass, CardValues, Decks
from companion.rules.model.contracts import Contract
from companion.rules.model.fields import Seat, is_sparse, key_of
from companion.rules.model.log_entry import LogEntry
from companion.rules.model.melding import OpeningRules
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.scheme import Scheme
from companion.rules.model.state import EarlyEnd, State
from companion.rules.reading.keys import PLAIN_KEYS
from companion.rules.reading.ruleset import CLASS_KEYS, DECKS_KEYS, OPENING_KEYS
from companion.web.pages.aloud import AloudView
from companion.web.pages.counting.hand_view import CountView
from companion.web.pages.counting.review_view import ReviewView
from companion.web.pages.home import OpenGame
from companion.web.pages.melding import MeldView
from companion.web.pages.seating import OwnPage
from companion.web.pages.table.view import OutView, TableView
from companion.web.view_models.sheet import SheetView
from tests.vectors.view_data import told_of

FILE = Path(__file__).parents[1] / "static" / "js" / "types" / "generated.d.ts"
_WEB = "companion.web."
_HEAD = """\
// What scripts share with Python, derived from its dataclasses; `make lint` writes this file.
// For `tsc --checkJs` alone. Records by seat have text keys in JSON, and are read by number.
"""
_VIEWS = (
    TableView,
    AloudView,
    OutView,
    MeldView,
    OwnPage,
    ReviewView,
    CountView,
    SheetView,
    OpenGame,
)
_PLAIN: Mapping[Any, str] = {
    int: "number",
    float: "number",
    str: "string",
    bool: "boolean",
    NoneType: "null",
}
_INSTEAD: Mapping[Any, str] = {  # the JSON representation of these
    CardValues: "CardClass[]",
    Mapping[str, Any]: "Record<string, any>",
    Scheme: "string",
    Contract: "true | number",
    LogEntry: "Entry",
    EarlyEnd: "Entry",
    Any: "any",
}
# The keys of `ruleset_data`, which differ from the fields where it resolves them.
_TOLD: Mapping[Any, tuple[str, ...]] = {
    Ruleset: ("most_players", *PLAIN_KEYS, "buys", "end", "knocking", "opening", "settlement"),
    CardClass: CLASS_KEYS,
    OpeningRules: OPENING_KEYS,
    Decks: DECKS_KEYS,
}
_RESOLVED = (
    "pack: { ranks: string[]; copies: number[] }",
    "decks: (Decks & { up_to: number; cards_dealt: number | null })[]",
    "contracts: number[]",
    "card_values: CardClass[]",
    "card_values_for: Record<string, CardClass[]>",
    "draws_wild: boolean",
    "endings: Ending[]",
    "asks_rummy: boolean",
    "lost_lives: number | null",
    "closing: Record<Closed, number | string | null> | null",
    "drops: Record<string, number> | null",
    "scoring: string",
)


@dataclass(frozen=True)
class Declarations:
    """Interfaces by name, each written once."""

    written: dict[str, str]
    kinds: list[Any] = field(default_factory=list)

    def of(self, hint: Any) -> str:
        """The type in TypeScript; also declares the types it consists of."""
        origin, args = get_origin(hint), get_args(hint)
        if hint in _INSTEAD or hint in _PLAIN:
            return _INSTEAD.get(hint) or _PLAIN[hint]
        if origin is Annotated:
            return "Seat" if hint is Seat else self.of(args[0])
        if origin is Literal:
            return " | ".join(f'"{word}"' for word in args)
        if origin in {Union, UnionType}:
            return " | ".join(dict.fromkeys(self.of(kind) for kind in args))
        if is_dataclass(hint):
            return self._interface(hint)
        if origin is None:
            raise TypeError(hint)
        return self._several(origin, args)

    def _several(self, origin: Any, args: tuple[Any, ...]) -> str:
        if origin in {tuple, frozenset, list}:
            if origin is tuple and args[-1] is not ...:
                return f"[{', '.join(map(self.of, args))}]"
            each = self.of(args[0])
            return f"({each})[]" if " " in each else f"{each}[]"
        key = "string" if args[0] is str else "number"
        return f"Record<{key}, {self.of(args[1])}>"

    def _interface(self, kind: Any) -> str:
        if kind.__name__ not in self.written:
            self.kinds.append(kind)
            self.written[kind.__name__] = ""  # reserved first, because it may contain itself
            lines = "".join(f"  {line};\n" for line in self._lines(kind))
            self.written[kind.__name__] = f"interface {kind.__name__} {{\n{lines}}}\n"
        return str(kind.__name__)

    def _lines(self, kind: Any) -> Iterator[str]:
        hints = get_type_hints(kind, include_extras=True)
        if kind in KINDS.values():
            yield f'kind: "{kind.kind}"'
        told = _TOLD.get(kind) or told_of(kind) or []
        for one in fields(kind):
            if one.name in told:
                yield f"{key_of(one)}{'?' if is_sparse(one) else ''}: {self.of(hints[one.name])}"
        if kind is CardClass:  # or a bonus
            yield from ("ranks: string[]", "counts?: CountedPart", "by_count?: number[]")
            yield from (
                "meld_size?: number",
                "cards?: string[]",
                "in_deck?: number",
                "run?: string[]",
                "also?: Record<string, string>",
            )
        if kind is Ruleset:
            yield from _RESOLVED


def views() -> list[Any]:
    """Every view model of a page that a script also computes."""
    found = Declarations({})
    for kind in _VIEWS:
        found.of(kind)
    kinds = {kind.__name__: kind for kind in found.kinds}
    return [kinds[name] for name in found.written if kinds[name].__module__.startswith(_WEB)]


def as_text() -> str:
    """All declarations, by name."""
    found = Declarations({})
    entries = [found.of(kind) for kind in KINDS.values()]
    for kind in (State, Ruleset, CardClass, *_VIEWS):
        found.of(kind)
    union = f"type KnownEntry = {' | '.join(entries)};\n"
    return f"{_HEAD}\ntype Seat = number;\n{union}\n{_sorted(found)}"


def _sorted(found: Declarations) -> str:
    return "\n".join(found.written[name] for name in sorted(found.written))


if __name__ == "__main__":
    FILE.write_text(as_text(), "utf-8")

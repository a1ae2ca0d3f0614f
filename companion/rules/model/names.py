"""Names: when two of them are one, what no text of a game may hold, what a device calls people."""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

# Joiners hold scripts and family emoji together, marks steer direction, tags make flags.
_ALLOWED_CONTROLS = {*"\u200c\u200d\u200e\u200f", *map(chr, range(0xE0020, 0xE0080))}


def folded(name: str) -> str:
    """The name as it is compared: however its letters are composed, capitals aside."""
    composed = unicodedata.normalize("NFC", name)
    return unicodedata.normalize("NFC", composed.casefold())


def has_controls(text: str) -> bool:
    """Whether it breaks the line, turns what stands around it, or has other signs nobody sees.

    Private-use characters are among them: only the font of who typed them may show anything.
    """
    return has_private_use(text) or any(
        unicodedata.category(character) in {"Cc", "Cf", "Cs", "Zl", "Zp"}
        for character in text
        if character not in _ALLOWED_CONTROLS
    )


def has_private_use(text: str) -> bool:
    """Whether it has a character to which Unicode gives no meaning (category Co)."""
    return any(unicodedata.category(character) == "Co" for character in text)


@dataclass(frozen=True, slots=True)
class Nickname:
    """What a device calls whoever sits down under one name: their `person`, and a chosen colour.

    Whoever has the same `person` is one person. `colour` counts from 0; None where none was chosen.
    """

    person: str
    colour: int | None = None


@dataclass(frozen=True, slots=True)
class Nicknames:
    """What a device calls people, by their folded names as they stand in its games."""

    by_name: Mapping[str, Nickname] = field(default_factory=dict)

    def key(self, name: str) -> str:
        """Who sits down under this name: the same for all names of one person."""
        known = self.by_name.get(folded(name))
        return folded(known.person) if known else folded(name)

    def called(self, name: str) -> str:
        """What they are called here: as it was written, unless something else was said."""
        known = self.by_name.get(folded(name))
        return known.person if known else self._same(folded(name)) or name

    def colour(self, name: str) -> int | None:
        """The colour that was chosen for them, if any."""
        mine = self.key(name)
        chosen = (n.colour for n in self.by_name.values() if folded(n.person) == mine)
        return next((colour for colour in chosen if colour is not None), None)

    def keys(self, names: Sequence[str]) -> tuple[str, ...]:
        """Who sits at one table under these names, in whichever order: nobody is two of them.

        Whoever has the very name of somebody goes first; another of that person is who they were.
        """
        found: dict[str, str] = {}
        sitting = sorted(set(map(folded, names)))
        for name in sorted(sitting, key=lambda name: self.key(name) != name):
            mine = self.key(name)
            _sit_down(found, name, name if mine in found.values() else mine)
        return tuple(found[folded(name)] for name in names)

    def _same(self, key: str) -> str | None:
        """What somebody is called whose very name this is, where another name led to them."""
        people = (n.person for n in self.by_name.values())
        return next((person for person in people if folded(person) == key), None)


def _sit_down(found: dict[str, str], name: str, key: str) -> None:
    """They have this key; somebody who was only called so gives way, and is who they were."""
    before = next((other for other, theirs in found.items() if theirs == key), None)
    found[name] = key
    if before is not None:
        _sit_down(found, before, before)

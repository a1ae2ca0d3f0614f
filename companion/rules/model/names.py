"""Names: stored form, equality, forbidden characters, and nicknames on a device."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

# Joiners belong to scripts and family emoji, marks set the direction, tags make flags.
_ALLOWED_CONTROLS = {*"\u200c\u200d\u200e\u200f", *map(chr, range(0xE0020, 0xE0080))}
# A flag is spelled with tags; all other tags are ignored, as the default ignorable characters of
# Unicode, and the blank of Braille.
_FLAG = "\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f"
_IGNORED = re.compile(
    f"({_FLAG})|"
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)


def tidy_name(text: str | None) -> str:
    """The stored form of a name: normalised, single spaces, trimmed."""
    return " ".join(unicodedata.normalize("NFC", text or "").split())


def folded(name: str) -> str:
    """The name for comparison: normalised, case-folded, without characters that nobody sees."""
    composed = unicodedata.normalize("NFC", _seen(name))
    return unicodedata.normalize("NFC", composed.casefold())


def people_of(side: str) -> list[str]:
    """The names of a side for comparison: Ann & Bo are two people."""
    return [*filter(None, (folded(name.strip()) for name in side.split("&")))]


# Arabic letters that writers do not tell apart; NFKD takes the hamza from its bearer.
SPELLINGS = {"ة": "ه", "ى": "ي", "ٱ": "ا", "ک": "ك", "ی": "ي", "ـ": ""}  # noqa: RUF001
_ONE_SPELLING = str.maketrans(SPELLINGS)


def searchable(text: str) -> str:
    """The text for searching: lower case without accents, and Arabic letters in one spelling.

    Chloe finds Chloé, and ريمى finds ريمي.
    """
    parts = unicodedata.normalize("NFKD", text.casefold())
    letters = (p for p in parts if unicodedata.category(p)[0] not in "CM" or p.isspace())
    return " ".join("".join(letters).translate(_ONE_SPELLING).split())


def is_readable(text: str) -> bool:
    """Whether everybody sees the same text: a blank one, or visible and without controls."""
    return not has_controls(text) and (not text.strip() or _is_visible(text))


def _is_visible(text: str) -> bool:
    """Combining marks and joiners alone would be invisible on the sheet."""
    return any(unicodedata.category(each)[0] in "LNPS" for each in _seen(text))


def _seen(text: str) -> str:
    """The text without characters that nobody sees."""
    return _IGNORED.sub(r"\1", text)


def has_controls(text: str) -> bool:
    """Whether it contains line breaks, direction overrides or other invisible characters.

    Private-use characters are among them: they depend on the font.
    """
    return any(
        unicodedata.category(character) in {"Cc", "Cf", "Co", "Cs", "Zl", "Zp"}
        for character in text
        if character not in _ALLOWED_CONTROLS
    )


@dataclass(frozen=True, slots=True)
class Nickname:
    """The person behind a name on a device, and a chosen colour.

    All names with the same `person` belong to one person. `colour` counts from 0; None if none was
    chosen.
    """

    person: str
    colour: int | None = None


@dataclass(frozen=True, slots=True)
class Nicknames:
    """The nicknames of a device, by case-folded name in its games."""

    by_name: Mapping[str, Nickname] = field(default_factory=dict)

    def key(self, name: str) -> str:
        """The key of the person with this name: equal for all names of one person."""
        known = self.by_name.get(folded(name))
        return folded(known.person) if known else folded(name)

    def called(self, name: str) -> str:
        """The name of the person on this device; by default the name itself."""
        known = self.by_name.get(folded(name))
        return known.person if known else self._same(folded(name)) or name

    def colour(self, name: str) -> int | None:
        """The chosen colour of the person, if any."""
        mine = self.key(name)
        chosen = (n.colour for n in self.by_name.values() if folded(n.person) == mine)
        return next((colour for colour in chosen if colour is not None), None)

    def keys(self, names: Sequence[str]) -> tuple[str, ...]:
        """The keys of the players of one game, in any order: nobody occurs twice.

        A player with the exact name of a person has priority; another name of that person is then a
        person of its own.
        """
        keys_by_name: dict[str, str] = {}
        sitting = sorted(set(map(folded, names)))
        for name in sorted(sitting, key=lambda name: self.key(name) != name):
            mine = self.key(name)
            _sit_down(keys_by_name, name, name if mine in keys_by_name.values() else mine)
        return tuple(keys_by_name[folded(name)] for name in names)

    def _same(self, key: str) -> str | None:
        """The person with this exact name, if another name is assigned to them."""
        people = (n.person for n in self.by_name.values())
        return next((person for person in people if folded(person) == key), None)


def _sit_down(keys_by_name: dict[str, str], name: str, key: str) -> None:
    """Assign this key; a player who has it by another name loses it."""
    before = next((other for other, other_key in keys_by_name.items() if other_key == key), None)
    keys_by_name[name] = key
    if before is not None:
        _sit_down(keys_by_name, before, before)


def N_(text: str) -> str:  # noqa: N802 - the usual gettext marker
    """A text that is translated where it is shown."""
    return text


def NC_(context: str, text: str) -> str:  # noqa: ARG001, N802
    """The same for a word that has other meanings elsewhere."""
    return text

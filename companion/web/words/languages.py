"""The languages of the pages: English, and each language that has a catalogue."""

from dataclasses import dataclass
from pathlib import Path

from babel import Locale
from flask import Flask, current_app
from flask_babel import get_locale

from companion.settings.locale import tag_of

_EXTENSION = "companion-languages"
_CATALOGUE = "*/LC_MESSAGES/messages.mo"


@dataclass(frozen=True, slots=True)
class Language:
    """A language under its own name; `code` is the folder of its catalogue, such as `pt_BR`."""

    code: str
    name: str
    is_reviewed: bool = False

    @property
    def tag(self) -> str:
        """The BCP 47 tag; digits are Latin in every language."""
        return tag_of(self.code)

    @property
    def direction(self) -> str:
        """The direction of its script: `ltr` or `rtl`."""
        return str(Locale.parse(self.code).text_direction)


ENGLISH = Language("en", "English", is_reviewed=True)
# Checked by a native speaker. Not in the header of a catalogue, because Babel drops unknown
# headers.
_REVIEWED: frozenset[str] = frozenset()


def init_app(app: Flask) -> None:
    """Find the compiled catalogues once."""
    folders = app.config.get("BABEL_TRANSLATION_DIRECTORIES", "translations").split(";")
    found = (file for folder in folders for file in (Path(app.root_path) / folder).glob(_CATALOGUE))
    codes = sorted({file.parents[1].name for file in found})
    app.extensions[_EXTENSION] = (ENGLISH, *map(_language, codes))


def on_offer() -> tuple[Language, ...]:
    """English, then the others by code."""
    offered: tuple[Language, ...] = current_app.extensions[_EXTENSION]
    return offered


def language_name() -> str:
    """The language of this page under its own name."""
    code = str(get_locale())
    return next((one.name for one in on_offer() if one.code == code), ENGLISH.name)


def language_tag() -> str:
    """The BCP 47 tag of this page."""
    return tag_of(str(get_locale()))


def spoken() -> str:
    """The code of the language of this page without a region, such as `pt`."""
    return str(get_locale() or ENGLISH.code).partition("_")[0]


def _language(code: str) -> Language:
    name = Locale.parse(code).get_display_name() or code
    return Language(code, name[0].upper() + name[1:], is_reviewed=code in _REVIEWED)

"""What commands print, in the language of the terminal: LANGUAGE, LC_ALL, LC_MESSAGES or LANG."""

import gettext as catalogues
from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parents[1] / "translations"


def gettext(text: str, **values: object) -> str:
    """The text in the language of the terminal; English if it has no catalogue."""
    translated = _catalogue().gettext(text)
    return translated % values if values else translated


def ngettext(singular: str, plural: str, num: int, **values: object) -> str:
    """The same with a plural; `num` is also its value `%(num)s`."""
    return _catalogue().ngettext(singular, plural, num) % {"num": num, **values}


def pgettext(context: str, text: str) -> str:
    """The same for a word that has other meanings elsewhere."""
    return _catalogue().pgettext(context, text)


@cache
def _catalogue() -> catalogues.NullTranslations:
    return catalogues.translation("messages", _FOLDER, fallback=True)

"""`_` and `ngettext` of templates, in the language of whoever asks.

A page says a hundred sentences. Those of Flask-Babel find the language anew for each, by way of
four calls that Jinja looks into first: that was a tenth of a page.
"""

from typing import Any

from babel import Locale
from babel.support import NullTranslations
from flask import Flask
from flask_babel import get_locale, get_translations
from markupsafe import Markup


def init_app(app: Flask) -> None:
    """Let templates say whole sentences; what they are filled with is escaped, they are not."""
    known: dict[Locale | None, _Spoken] = {}
    latest: tuple[Locale | None, _Spoken | None] = (None, None)

    def here() -> _Spoken:
        nonlocal latest
        locale, (told, spoken) = get_locale(), latest
        if spoken is None or locale is not told:  # once a page: they are compared part by part
            spoken = known.get(locale)
            if spoken is None:
                spoken = known[locale] = _Spoken(get_translations())
            latest = (locale, spoken)
        return spoken

    def gettext(text: str, /, **values: Any) -> Markup:  # noqa: ANN401
        return here().filled(text, values) if values else here().plain(text)

    def ngettext(one: str, many: str, num: int, /, **values: Any) -> Markup:  # noqa: ANN401
        return here().counted(one, many, num) % {"num": num, **values}

    app.jinja_env.globals.update({"_": gettext, "gettext": gettext, "ngettext": ngettext})


class _Spoken:
    """What is said in one language; a sentence that was looked up once is known."""

    def __init__(self, words: NullTranslations) -> None:
        self._words = words
        self._texts: dict[str, Markup] = {}
        self._plain: dict[str, Markup] = {}

    def plain(self, text: str) -> Markup:
        """A sentence without places; `%%` is a sign in it, as in all others."""
        if text not in self._plain:
            self._plain[text] = self.filled(text, {})
        return self._plain[text]

    def filled(self, text: str, values: dict[str, Any]) -> Markup:
        if text not in self._texts:
            self._texts[text] = Markup(self._words.ugettext(text))  # noqa: S704 - ours
        return self._texts[text] % values

    def counted(self, one: str, many: str, num: int) -> Markup:
        return Markup(self._words.ungettext(one, many, num))  # noqa: S704

"""`_` and `ngettext` for templates, cached by language.

Those of Flask-Babel determine the language for each sentence, by way of four calls through the
Jinja context: that was a tenth of the time of a page.
"""

from typing import Any

from babel import Locale
from babel.support import NullTranslations
from flask import Flask
from flask_babel import get_locale, get_translations
from markupsafe import Markup


def init_app(app: Flask) -> None:
    """Register them; values are escaped, sentences are not."""
    known: dict[Locale | None, _Spoken] = {}
    latest: tuple[Locale | None, _Spoken | None] = (None, None)

    def here() -> _Spoken:
        nonlocal latest
        locale, (told, spoken) = get_locale(), latest
        if spoken is None or locale is not told:  # once per page: locales are compared part by part
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
    """The sentences of one language, cached."""

    def __init__(self, words: NullTranslations) -> None:
        self._words = words
        self._texts: dict[str, Markup] = {}
        self._plain: dict[str, Markup] = {}

    def plain(self, text: str) -> Markup:
        """A sentence without placeholders; `%%` is a percent sign."""
        if text not in self._plain:
            self._plain[text] = self.filled(text, {})
        return self._plain[text]

    def filled(self, text: str, values: dict[str, Any]) -> Markup:
        if text not in self._texts:
            self._texts[text] = Markup(self._words.ugettext(text))  # noqa: S704 - ours
        return self._texts[text] % values

    def counted(self, one: str, many: str, num: int) -> Markup:
        return Markup(self._words.ungettext(one, many, num))  # noqa: S704

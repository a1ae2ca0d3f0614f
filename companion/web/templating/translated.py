"""`_`, `pgettext` and `ngettext` for templates, cached by language.

Those of Flask-Babel determine the language for each sentence, by way of four calls through the
Jinja context: that was a tenth of the time of a page. No line of a page ends between a number and
its noun.
"""

from typing import Any

from babel import Locale
from babel.support import NullTranslations
from flask import Flask
from flask_babel import get_locale, get_translations
from markupsafe import Markup

from companion.rules.model.ruleset import Terms
from companion.web.words.terms import figure, plural_translation, terms, translation
from companion.web.words.text import with_its_placeholder


def init_app(app: Flask) -> None:
    """Register them; values are escaped, sentences are not."""
    known: dict[tuple[Locale | None, Terms], _Spoken] = {}
    latest: tuple[Locale | None, Terms, _Spoken | None] = (None, Terms(), None)

    def here() -> _Spoken:
        nonlocal latest
        (locale, of), (told, told_of, spoken) = (get_locale(), terms()), latest
        # Once per page, because comparing locales is slow.
        if spoken is None or locale is not told or of != told_of:
            spoken = known.get((locale, of))
            if spoken is None:
                spoken = known[locale, of] = _Spoken(get_translations(), of)
            latest = (locale, of, spoken)
        return spoken

    def gettext(text: str, /, **values: Any) -> Markup:  # noqa: ANN401
        return here().filled(text, values) if values else here().plain(text)

    def pgettext(context: str, text: str, /) -> Markup:
        return here().in_context(context, text)

    def ngettext(one: str, many: str, num: int, /, **values: Any) -> Markup:  # noqa: ANN401
        return here().counted(one, many, num) % _written({"num": num, **values})

    words = {"_": gettext, "gettext": gettext, "pgettext": pgettext, "ngettext": ngettext}
    app.jinja_env.globals.update(words)


def _written(values: dict[str, Any]) -> dict[str, Any]:
    return {name: figure(one) if type(one) is int else one for name, one in values.items()}


class _Spoken:
    """The sentences of one language in the terms of a game, cached."""

    def __init__(self, words: NullTranslations, of: Terms) -> None:
        self._words, self._terms = words, of
        self._texts: dict[str, Markup] = {}
        self._plain: dict[str, Markup] = {}
        self._contextual: dict[tuple[str, str], Markup] = {}

    def plain(self, text: str) -> Markup:
        """A sentence without placeholders; `%%` is a percent sign."""
        if text not in self._plain:
            self._plain[text] = self.filled(text, {})
        return self._plain[text]

    def in_context(self, context: str, text: str) -> Markup:
        """A word that has other meanings elsewhere; it has no placeholders."""
        if (context, text) not in self._contextual:
            said = translation(self._words, text, self._terms, context)
            self._contextual[context, text] = Markup(said)  # noqa: S704 - a literal
        return self._contextual[context, text]

    def filled(self, text: str, values: dict[str, Any]) -> Markup:
        if text not in self._texts:
            said = with_its_placeholder(translation(self._words, text, self._terms))
            self._texts[text] = Markup(said)  # noqa: S704 - a literal
        return self._texts[text] % _written(values)

    def counted(self, one: str, many: str, num: int) -> Markup:
        said = plural_translation(self._words, one, many, num, self._terms)
        return Markup(with_its_placeholder(said))  # noqa: S704 - a literal

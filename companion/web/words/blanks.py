"""One template, drawn twice: with figures for the page, and with blanks for the browser to fill in.

A page is drawn from a view model. Drawn from a `Blank` instead, it says where each figure goes, as
its path between two marks, what is there only sometimes, as `<template data-if>`, and what comes
several times, as `<template data-each>`: `drawing/draw.js` fills that in from a view model of its
own. The marks are characters for private use: a name with braces is a name.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache, wraps
from typing import Any, Self

from babel import Locale
from flask_babel import get_locale
from markupsafe import Markup

Caller = Callable[..., str]
_OPEN, _CLOSE = "\ue000", "\ue001"
_ANY_NUMBER = 987_654_321  # no seat
_SAMPLES = 200  # every plural form of every language comes up below


def _gap(inside: str) -> Markup:
    return Markup("%s%s%s") % (_OPEN, inside, _CLOSE)


class Blank:
    """A figure of a view model that nobody knows yet, by its path: `round.dealer`."""

    def __init__(self, path: str = "") -> None:
        self.path = path

    def __getattr__(self, name: str) -> Self:
        """A figure of this part of the view model. Raises AttributeError for what Python asks."""
        if name.startswith("__"):
            raise AttributeError(name)
        return type(self)(f"{self.path}.{name}" if self.path else name)

    def __getitem__(self, number: int) -> Self:
        """One of several."""
        return type(self)(f"{self.path}.{number}")

    def __html__(self) -> str:
        """Where it goes; templates write this instead of the figure."""
        return _gap(self.path)

    __str__ = __html__

    def said(self, words: str) -> Markup:
        """The same, by these words for it."""
        return _gap(f"{self.path}:{words}")


class _BlankNumber(int):
    """Some number in the plural form wanted, told as a blank."""

    path = ""

    def __html__(self) -> str:
        return _gap(self.path)

    __str__ = __html__


def or_blank(words: Callable[..., Any]) -> Callable[..., Any]:
    """These words, which the browser says itself of a blank."""

    @wraps(words)
    def said(value: Any, *others: Any) -> Any:  # noqa: ANN401
        return value.said(words.__name__) if isinstance(value, Blank) else words(value, *others)

    return said


def when(model: Any, name: str, *values: object, caller: Caller) -> str:  # noqa: ANN401
    """What is called with, where that figure is one of these values; or, with none, is there."""
    return _under(model, name, values, caller, holds=True)


def unless(model: Any, name: str, *values: object, caller: Caller) -> str:  # noqa: ANN401
    """What is called with, where it is not."""
    return _under(model, name, values, caller, holds=False)


def _under(model: Any, name: str, values: Sequence[object], caller: Caller, *, holds: bool) -> str:  # noqa: ANN401
    if isinstance(model, Blank):
        attributes = Markup(' data-is="%s"') % " ".join(map(_in_script, values)) if values else ""
        attributes += "" if holds else Markup(" data-not")
        path = getattr(model, name).path
        return Markup('<template data-if="%s"%s>%s</template>') % (path, attributes, caller())
    found = None if model is None else getattr(model, name)
    return caller() if _is(found, values) == holds else ""


def _in_script(value: object) -> str:
    """A value as JavaScript writes it."""
    return value if isinstance(value, str) else json.dumps(value)


def flag(model: Any, name: str, text: str, *values: object) -> str:  # noqa: ANN401
    """A part of an attribute, such as a class, on the same terms."""
    if isinstance(model, Blank):
        found = getattr(model, name).path + "".join(f"={value}" for value in values)
        return _gap(f"{found}?{text}")
    return text if _is(getattr(model, name), values) else ""


def attribute(model: Any, name: str, attribute: str, text: str, *values: object) -> str:  # noqa: ANN401
    """An attribute that an element has on the same terms; the last one of its tag."""
    if isinstance(model, Blank):
        found = getattr(model, name).path + (
            f"={' '.join(map(_in_script, values))}" if values else ""
        )
        return Markup(' data-if-%s="%s?%s"') % (attribute, found, text)
    return Markup(' %s="%s"') % (attribute, text) if _is(getattr(model, name), values) else ""


def with_blanks(url_for: Callable[..., str]) -> Callable[..., str]:
    """The address of a page, in which numbers may be blanks."""

    @wraps(url_for)
    def address(endpoint: str, **values: Any) -> str:  # noqa: ANN401
        blanks = {name: value for name, value in values.items() if isinstance(value, Blank)}
        numbers = dict(zip(blanks, range(_ANY_NUMBER, _ANY_NUMBER + len(blanks)), strict=True))
        url = url_for(endpoint, **values | numbers)
        for name, value in blanks.items():
            url = url.replace(str(numbers[name]), _gap(value.path))
        return url

    return address


def _is(value: object, values: Sequence[object]) -> bool:
    if values:
        return any(type(value) is type(one) and value == one for one in values)
    return not (value is None or value is False or value in ("", ()))


def each(model: Any, name: str, caller: Caller) -> str:  # noqa: ANN401
    """What is called with, once for each of these."""
    if isinstance(model, Blank):
        several = getattr(model, name)
        one = type(several)()
        return Markup('<template data-each="%s">%s</template>') % (several.path, caller(one))
    return Markup("").join(caller(one) for one in getattr(model, name))


def counted(model: Any, name: str, caller: Caller) -> str:  # noqa: ANN401
    """What is called with, which says the number it is given in the plural form of that number."""
    if not isinstance(model, Blank):
        return caller(getattr(model, name))
    return in_each_form(getattr(model, name).path, caller)


def in_each_form(path: str, words: Callable[..., str]) -> Markup:
    """These words of a number that nobody knows yet, in each plural form."""
    return Markup("").join(
        Markup('<template data-plural="%s" data-is="%s">%s</template>')
        % (path, form, words(_blank_number(number, path)))
        for form, number in _plural_samples().items()
    )


def listed(path: str) -> Markup:
    """Some names, as a sentence lists them."""
    return Markup('<template data-list="%s"><bdi>%s</bdi></template>') % (path, Blank("name"))


def either(path: str, words: Markup, otherwise: Markup, value: str = "") -> Markup:
    """These words where that figure is there, or is this value; otherwise the others."""
    condition = Markup('data-if="%s"') % path + (Markup(' data-is="%s"') % value if value else "")
    both = Markup("<template %s>%s</template><template %s data-not>%s</template>")
    return both % (condition, words, condition, otherwise)


def _blank_number(number: int, path: str) -> _BlankNumber:
    blank = _BlankNumber(number)
    blank.path = path
    return blank


def _plural_samples() -> Mapping[str, int]:
    """A number of each plural form of the reader’s language."""
    return _samples_of(get_locale())


@cache
def _samples_of(locale: Locale | None) -> Mapping[str, int]:
    form_of = locale.plural_form if locale else lambda number: "one" if number == 1 else "other"
    return {form_of(number): number for number in reversed(range(_SAMPLES))}


def drawn(name: str, model: Any, key: str, caller: Caller) -> str:  # noqa: ANN401
    """What is called with; the browser has it by this name and the value of that figure."""
    if isinstance(model, Blank):
        drawing = Markup('<template data-drawn="%s" data-by="%s" data-with="%s"></template>')
        return drawing % (name, getattr(model, key).path, model.path)
    return caller()


def blank(path: str) -> Blank:
    """A figure that is no part of a view model."""
    return Blank(path)


GLOBALS = (when, unless, flag, attribute, each, counted, drawn, blank)

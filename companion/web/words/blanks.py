"""Templates rendered twice: with values for the page, and with placeholders for the browser.

Rendered with a `Blank` instead of a view model, a template has each value as its path between two
marks, conditions as `<template data-if>`, and loops as `<template data-each>`; `drawing/draw.js`
fills these in. The marks are private-use characters, because a name may contain braces.
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
_SAMPLES = 200  # enough for every plural form of every language


def _gap(inside: str) -> Markup:
    return Markup("%s%s%s") % (_OPEN, inside, _CLOSE)


class Blank:
    """A placeholder for a value of a view model, by its path: `round.dealer`."""

    def __init__(self, path: str = "") -> None:
        self.path = path

    def __getattr__(self, name: str) -> Self:
        """A value of this part of the view model. Raises AttributeError for dunder names."""
        if name.startswith("__"):
            raise AttributeError(name)
        return type(self)(f"{self.path}.{name}" if self.path else name)

    def __getitem__(self, number: int) -> Self:
        """An item of a list."""
        return type(self)(f"{self.path}.{number}")

    def __html__(self) -> str:
        """The placeholder; Jinja writes this instead of the value."""
        return _gap(self.path)

    __str__ = __html__

    def said(self, words: str) -> Markup:
        """The same value in words, by the name of the function."""
        return _gap(f"{self.path}:{words}")


class _BlankNumber(int):
    """A number in a given plural form, written as a placeholder."""

    path = ""

    def __html__(self) -> str:
        return _gap(self.path)

    __str__ = __html__


def or_blank(words: Callable[..., Any]) -> Callable[..., Any]:
    """These words; a placeholder is put into words by the browser."""

    @wraps(words)
    def said(value: Any, *others: Any) -> Any:  # noqa: ANN401
        return value.said(words.__name__) if isinstance(value, Blank) else words(value, *others)

    return said


def when(model: Any, name: str, *values: object, caller: Caller) -> str:  # noqa: ANN401
    """The block, if the value is one of these; without values, if it exists."""
    return _under(model, name, values, caller, holds=True)


def unless(model: Any, name: str, *values: object, caller: Caller) -> str:  # noqa: ANN401
    """The block, if the value is none of these."""
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
    """The value as a JavaScript literal."""
    return value if isinstance(value, str) else json.dumps(value)


def flag(model: Any, name: str, text: str, *values: object) -> str:  # noqa: ANN401
    """A conditional part of an attribute, such as a class."""
    if isinstance(model, Blank):
        found = getattr(model, name).path + "".join(f"={value}" for value in values)
        return _gap(f"{found}?{text}")
    return text if _is(getattr(model, name), values) else ""


def attribute(model: Any, name: str, attribute: str, text: str, *values: object) -> str:  # noqa: ANN401
    """A conditional attribute; the last one of its tag."""
    if isinstance(model, Blank):
        found = getattr(model, name).path + (
            f"={' '.join(map(_in_script, values))}" if values else ""
        )
        return Markup(' data-if-%s="%s?%s"') % (attribute, found, text)
    return Markup(' %s="%s"') % (attribute, text) if _is(getattr(model, name), values) else ""


def with_blanks(url_for: Callable[..., str]) -> Callable[..., str]:
    """The address of a page, whose numbers may be placeholders."""

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
    """The block for each item."""
    if isinstance(model, Blank):
        several = getattr(model, name)
        one = type(several)()
        return Markup('<template data-each="%s">%s</template>') % (several.path, caller(one))
    return Markup("").join(caller(one) for one in getattr(model, name))


def counted(model: Any, name: str, caller: Caller) -> str:  # noqa: ANN401
    """The block with a number in its plural form."""
    if not isinstance(model, Blank):
        return caller(getattr(model, name))
    return in_each_form(getattr(model, name).path, caller)


def in_each_form(path: str, words: Callable[..., str]) -> Markup:
    """These words in each plural form of an unknown number."""
    return Markup("").join(
        Markup('<template data-plural="%s" data-is="%s">%s</template>')
        % (path, form, words(_blank_number(number, path)))
        for form, number in _plural_samples(get_locale()).items()
    )


def listed(path: str) -> Markup:
    """Several names, as a sentence lists them."""
    return Markup('<template data-list="%s"><bdi>%s</bdi></template>') % (path, Blank("name"))


def either(path: str, words: Markup, otherwise: Markup, value: str = "") -> Markup:
    """The first words if the value exists, or is this one; otherwise the others."""
    condition = Markup('data-if="%s"') % path + (Markup(' data-is="%s"') % value if value else "")
    both = Markup("<template %s>%s</template><template %s data-not>%s</template>")
    return both % (condition, words, condition, otherwise)


def _blank_number(number: int, path: str) -> _BlankNumber:
    blank = _BlankNumber(number)
    blank.path = path
    return blank


@cache
def _plural_samples(locale: Locale | None) -> Mapping[str, int]:
    """A number of each plural form of the language."""
    form_of = locale.plural_form if locale else lambda number: "one" if number == 1 else "other"
    return {form_of(number): number for number in reversed(range(_SAMPLES))}


def drawn(name: str, model: Any, key: str, caller: Caller) -> str:  # noqa: ANN401
    """The block as a fragment, by this name and the value."""
    if isinstance(model, Blank):
        drawing = Markup('<template data-drawn="%s" data-by="%s" data-with="%s"></template>')
        return drawing % (name, getattr(model, key).path, model.path)
    return caller()


def blank(path: str) -> Blank:
    """A placeholder outside of a view model."""
    return Blank(path)


GLOBALS = (when, unless, flag, attribute, each, counted, drawn, blank)

"""Numbers as pages write them: with a minus sign, on the left of the number in every language.

Twin of `static/js/drawing/figures.js`.
"""

from collections.abc import Sequence

from babel.lists import format_list
from babel.numbers import format_decimal
from flask_babel import get_locale

_ISOLATE, _END = "\u2066", "\u2069"


def figure(number: int) -> str:
    """12, 0, −10."""
    return str(number) if number >= 0 else _isolated(f"−{-number}")


def signed(number: int) -> str:
    """+45, 0, −10."""
    return _isolated(f"+{number}") if number > 0 else figure(number)


def tenths(number: float) -> str:
    """23.6, 24.0, −3.5: in the format of the language."""
    words = str(format_decimal(abs(number), "0.0", locale=get_locale() or "en"))
    return words if number >= 0 else _isolated(f"−{words}")


def figures(numbers: Sequence[int]) -> str:
    """120 and −45."""
    return format_list([*map(figure, numbers)], locale=get_locale() or "en")


def or_dash(number: int | None) -> str:
    """A figure, or a dash for none."""
    return "–" if number is None else figure(number)


def _isolated(words: str) -> str:
    """Isolated from a right-to-left page, which would move a sign behind its number."""
    return f"{_ISOLATE}{words}{_END}" if is_right_to_left() else words


def is_right_to_left() -> bool:
    """Whether the page is."""
    here = get_locale()
    return bool(here and here.text_direction == "rtl")

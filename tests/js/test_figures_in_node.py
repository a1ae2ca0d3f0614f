"""Server and browser write numbers alike; on a right-to-left page a sign stays on the left."""

import pytest
from flask import Flask
from flask_babel import force_locale

from companion.web.words.terms import figure, or_dash, signed, tenths
from tests.js.node import run_in_node

NUMBERS = [-1200, -10, 0, 1, 45]
LTR = {
    "figure": ["−1200", "−10", "0", "1", "45"],
    "signed": ["−1200", "−10", "0", "+1", "+45"],
    "or_dash": ["−1200", "−10", "0", "1", "45", "–"],
}
RTL = {
    "figure": ["\u2066−1200\u2069", "\u2066−10\u2069", "0", "1", "45"],
    "signed": ["\u2066−1200\u2069", "\u2066−10\u2069", "0", "\u2066+1\u2069", "\u2066+45\u2069"],
    "or_dash": ["\u2066−1200\u2069", "\u2066−10\u2069", "0", "1", "45", "–"],
}


def _written(app: Flask, language: str) -> dict[str, list[str]]:
    with app.test_request_context(), force_locale(language):
        return {
            "figure": [*map(figure, NUMBERS)],
            "signed": [*map(signed, NUMBERS)],
            "or_dash": [*map(or_dash, [*NUMBERS, None])],
        }


def test_the_server(app: Flask) -> None:
    assert _written(app, "de") == LTR
    assert _written(app, "ar") == RTL


def test_the_browser() -> None:
    assert run_in_node("figures.mjs") == {"ltr": LTR, "rtl": RTL}


@pytest.mark.parametrize(
    ("language", "words"), [("en", "−3.5"), ("de", "−3,5"), ("ar", "\u2066−3.5\u2069")]
)
def test_tenths_of_a_point(app: Flask, language: str, words: str) -> None:
    with app.test_request_context(), force_locale(language):
        assert tenths(-3.5) == words
        assert "−" not in tenths(-0.04)

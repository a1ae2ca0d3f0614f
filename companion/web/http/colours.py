"""The colours of the people whose game this request is about."""

from collections.abc import Sequence

from flask import Flask, g

from companion.records.colours import COLOURS
from companion.web.words.blanks import or_blank


def init_app(app: Flask) -> None:
    """Let templates ask for the colour of a seat."""
    app.add_template_global(or_blank(colour_of))


def remember_colours(colours: Sequence[int]) -> None:
    """From now on this request is about a game in which these seats have these colours."""
    g.colours = colours


def colour_of(seat: int) -> int:
    """The number of the colour of this seat, from 1, as stylesheets call it."""
    colours: Sequence[int] = g.get("colours", ())
    return (colours[seat] if seat < len(colours) else seat % COLOURS) + 1

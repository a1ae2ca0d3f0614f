"""The colours of the players of the requested game."""

from collections.abc import Sequence

from flask import Flask, g

from companion.records.colours import COLOURS
from companion.web.words.blanks import or_blank


def init_app(app: Flask) -> None:
    """Register the colour of a seat as a template global."""
    app.add_template_global(or_blank(colour_of))


def remember_colours(colours: Sequence[int]) -> None:
    """Set the colours by seat for this request."""
    g.colours = colours


def colour_of(seat: int) -> int:
    """The number of the colour of this seat, from 1, as in stylesheets."""
    colours: Sequence[int] = g.get("colours", ())
    return (colours[seat] if seat < len(colours) else seat % COLOURS) + 1

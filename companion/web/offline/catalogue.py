"""All games of the catalogue in one response that phones cache: rules cards, new tables.

Most lines of these pages are equal, so each is sent and stored once (ADR 23).
"""

import json
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from string import ascii_lowercase, digits
from threading import Lock

from flask import Blueprint, Response, current_app, g, make_response, request, url_for
from flask_babel import get_locale

from companion.rules.reading.catalogue import catalogue, game_data
from companion.web.game.preferences import is_large
from companion.web.offline.unstarted_game import draw, usual
from companion.web.pages.rules_card import of_catalogue
from companion.web.words.languages import on_offer

blueprint = Blueprint("catalogue_pages", __name__)
_DRAWN = "companion-catalogue-pages"
_PAGES = ("table", "drawings", "rules")
_DRAWING = Lock()
_DIGITS = digits + ascii_lowercase


@blueprint.get("/catalogue-pages")
def page() -> Response:
    """The packed pages; the same for every phone with this language and size of letters."""
    answer = make_response(_drawn())
    answer.mimetype = "text/plain"
    answer.headers["Cache-Control"] = "no-cache"
    answer.add_etag()
    answer.make_conditional(request)
    return answer


def _drawn() -> str:
    """The pages, cached by language, prefix and size of letters: rendering takes half a second.

    At most two responses of about 1 MB for each language: behind some proxies a client can choose
    the prefix.
    """
    drawn: OrderedDict[tuple[str, str, bool], str] = current_app.extensions.setdefault(
        _DRAWN, OrderedDict()
    )
    which = (str(get_locale()), request.script_root, is_large())
    with _DRAWING:  # many phones ask at once after a restart
        if which not in drawn:
            drawn[which] = packed(dict(_pages()))
            while len(drawn) > 2 * len(on_offer()):
                drawn.popitem(last=False)
        drawn.move_to_end(which)
        return drawn[which]


def _pages() -> Iterator[tuple[str, str]]:
    """Each page with its address."""
    for key in catalogue():
        g.pop("shows_local_time", None)  # of the drawings before, whose day is that of no game
        yield url_for("rules_card.of_catalogue", key=key), of_catalogue(key)
        rules = usual(game_data(key))
        for page in _PAGES:
            address = url_for(f"anew.{page}_of_choice", key=key)
            yield address, draw(page, rules).get_data(as_text=True)


def _spans(numbers: Iterable[int]) -> Iterator[str]:
    """Consecutive numbers by their first and last."""
    for _, run in groupby(enumerate(numbers), lambda one: one[1] - one[0]):
        span = [number for _, number in run]
        yield "-".join(_to_base_36(number) for number in dict.fromkeys((span[0], span[-1])))


def _to_base_36(number: int) -> str:
    rest, digit = divmod(number, 36)
    return (_to_base_36(rest) if rest else "") + _DIGITS[digit]


def packed(pages: Mapping[str, str]) -> str:
    """Pages by address as one text: distinct lines, after a first line with the index.

    The index is JSON: for each address the numbers of its lines, from 0 and in base 36, such as
    `0-m g n-q`.
    """
    lines: dict[str, int] = {}
    index = {
        address: " ".join(_spans(lines.setdefault(line, len(lines)) for line in page.split("\n")))
        for address, page in pages.items()
    }
    return "\n".join((json.dumps(index, separators=(",", ":")), *lines))

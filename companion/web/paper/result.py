"""The result of a game to share: a text for messengers, and a picture."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any
from urllib.parse import urljoin

from flask import Blueprint, Response, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import get_locale, gettext, pgettext
from flask_babel import lazy_gettext as _
from markupsafe import Markup

from companion.records.log.stored_game import StoredGame
from companion.sentences import N_
from companion.web.game.gateway import finished_game
from companion.web.game.page import game_page
from companion.web.game.positions import colour_of
from companion.web.guard.errors import page
from companion.web.guard.proxies import public_address
from companion.web.paper.pdf import (
    can_typeset,
    is_too_long,
    letters_here,
    race_data,
    runs_of,
    sharers_data,
    typeset,
)
from companion.web.paper.printing import PrintedSheet, leaf_of, view_of
from companion.web.view_models.sheet import Rank, SheetView
from companion.web.words.terms import each_figure, figure
from companion.web.words.text import bdi, initial, say
from companion.web.words.troubles import ErrorPage
from companion.web.words.winners import how_far

_RANK = N_("%(place)s. %(name)s: %(total)s")
_RANK_AS_FAR = N_("%(place)s. %(name)s: %(total)s, %(far)s")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_TAG = 32  # characters
_MOST_PICTURES = 16  # cached pictures: a megabyte
_PICTURES: dict[str, bytes] = {}
_APART, _TOGETHER = "\u2068", "\u2069"
_NAME = re.compile("<bdi>(.*?)</bdi>")
# Measures of the picture in points, of 600 in width. A chat shows it 360 pixels wide, where letters
# of 19 points have 11.
_HEAD, _FOOT, _GAP = 210, 60, 16
_ROW, _ROW_WITH_FAR, _MOST_WITH_FAR = 44, 58, 6
_RACE_UNIT, _RACE_TALL = 1.5, 0.8
# The upper part alone, in the shape of link previews.
_PREVIEW = {"height": 315, "gap": 10, "row": 42, "race": None, "about": ""}
_PREVIEWED = 2  # lines of the standings


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game.

    `title` and `why` are plain text, `text` is all of it. `address` is that for watching, `height`
    (points, of 600 in width) and `picture`
    that of the picture for this phone, `picture_to_preview` that for link previews in messengers:
    each is empty if unavailable. `drawn` is the content of the picture where the browser must draw
    it, because the extra is not installed.
    """

    title: str
    why: str
    text: str
    address: str
    height: int
    picture: str
    picture_to_preview: str
    drawn: dict[str, Any] | None = None


def result_of(stored: StoredGame, view: SheetView, leaf: PrintedSheet) -> Result:
    """The result of a finished game, with its sheet."""
    address, is_long = _at(stored, "sheet.final"), is_too_long(leaf)
    has_picture = can_typeset() and not is_long
    return Result(
        title=plain_text(leaf.said.title),
        why=plain_text(leaf.said.why),
        text="\n".join(_lines(view, leaf, address)),
        address=address,
        height=_height(view, leaf),
        picture=url_for("result.picture", token=stored.token) if has_picture else "",
        picture_to_preview=_at(stored, "result.picture", preview=1) if has_picture else "",
        drawn=None if has_picture or is_long else _content(view, leaf),
    )


def picture_of(stored: StoredGame, *, preview: bool) -> bytes | None:
    """The standings and the race as PNG, cached; None without the extra, or if too long.

    The `preview` is its upper part in the shape of link previews. Raises TooBusy.
    """
    drawn = picture_tag(stored, preview=preview)
    if picture := _PICTURES.get(drawn):
        return picture
    view = view_of(stored)
    leaf = leaf_of(stored, view)
    if is_too_long(leaf):
        return None
    for oldest in [*_PICTURES][: 1 - _MOST_PICTURES]:
        _PICTURES.pop(oldest, None)
    data = _data(view, leaf)
    if preview:
        data |= {**_PREVIEW, "ranks": data["ranks"][:_PREVIEWED]}
    picture = _PICTURES[drawn] = typeset("result.typ", data, "png")
    return picture


def picture_tag(stored: StoredGame, *, preview: bool) -> str:
    """The ETag of this picture: it depends on the log and the language."""
    told = (stored.row.watch_token, stored.row.id, stored.game.version, get_locale(), preview)
    return sha256(repr(told).encode()).hexdigest()[:_TAG]


def plain_text(words: str) -> str:
    """Text without elements; names with another writing direction are isolated."""
    if not isinstance(words, Markup):
        return words
    return Markup(_NAME.sub(_set_apart, str(words))).striptags()  # noqa: S704 - plain text, in no page


def _set_apart(name: re.Match[str]) -> str:
    turned = bool(_RIGHT_TO_LEFT.search(name[1]))
    return f"{_APART}{name[1]}{_TOGETHER}" if turned else name[1]


def _lines(view: SheetView, leaf: PrintedSheet, address: str) -> Iterator[str]:
    said = leaf.said
    yield plain_text(said.title)
    yield plain_text(said.why)
    yield ""
    yield from _ranks(view)
    yield ""
    yield said.about
    yield " · ".join(filter(None, (said.place, said.date)))
    if address:
        yield address


def _ranks(view: SheetView) -> Iterator[str]:
    for rank in view.ranks:
        standing = rank.standing
        far = _far(view, rank)
        told = {"place": standing.place, "name": bdi(rank.name), "total": rank.total, "far": far}
        line = plain_text(say(_RANK_AS_FAR if far else _RANK, told))
        yield f"{line} ({each_figure(rank.games)})" if rank.games else line


def _at(stored: StoredGame, endpoint: str, **query: Any) -> str:  # noqa: ANN401 - as of url_for
    """An absolute URL for watchers; empty if phones cannot reach the requested address."""
    root = public_address()
    return urljoin(root, url_for(endpoint, token=stored.row.watch_token, **query)) if root else ""


def _far(view: SheetView, rank: Rank) -> str:
    """The progress through the contracts, or after which round a player was out."""
    if view.contracts_first:
        return how_far(view.contracts, rank.standing)
    if rank.out_after:
        return str(gettext("out after round %(number)s", number=rank.out_after))
    return str(pgettext("player", "left")) if rank.has_left else ""


def _below(view: SheetView, rank: Rank) -> str:
    """The line below the name in the picture: their total in each of several games comes first."""
    return each_figure(rank.games) if rank.games else _far(view, rank)


def _data(view: SheetView, leaf: PrintedSheet) -> dict[str, Any]:
    language = str(get_locale() or "en").partition("_")[0]
    return {"letters_of": letters_here(), "lang": language, **_content(view, leaf)}


def _row(view: SheetView) -> int:
    """The height of a line of the standings."""
    has_far = len(view.ranks) <= _MOST_WITH_FAR and any(_below(view, rank) for rank in view.ranks)
    return _ROW_WITH_FAR if has_far else _ROW


def _height(view: SheetView, leaf: PrintedSheet) -> int:
    race = leaf.paper.race
    drawn = _GAP + race.height * _RACE_TALL * _RACE_UNIT if race else 0
    return round(_HEAD + _GAP + len(view.ranks) * _row(view) + drawn + _FOOT)


def _content(view: SheetView, leaf: PrintedSheet) -> dict[str, Any]:
    """Everything on the picture, in words, figures, measures and numbers of colours."""
    said, paper = leaf.said, leaf.paper
    return {
        "height": _height(view, leaf),
        "head": _HEAD,
        "gap": _GAP,
        "row": _row(view),
        "unit": _RACE_UNIT,
        "title": runs_of(said.title),
        "letters": said.letters,
        "sharers": sharers_data(paper),
        "share": said.labels["share"],
        "why": runs_of(said.why),
        "about": " · ".join(filter(None, (said.about, said.place))),
        "colour": 0 if paper.winner is None else colour_of(paper.winner),
        "ranks": [
            {
                "place": str(rank.standing.place),
                "name": rank.name,
                "sign": initial(rank.name),
                "colour": colour_of(rank.standing.seat),
                "far": _below(view, rank),
                "total": figure(rank.total),
            }
            for rank in view.ranks
        ],
        "race": race_data(paper.race, said.race, _RACE_TALL) if paper.race else None,
    }


blueprint = Blueprint("result", __name__, url_prefix="/g/<token>/final")
_MISSING = ErrorPage(
    _("This app cannot make pictures"),
    _("Its PDF extra is not installed. You can still send the result as text."),
    "nothing",
)
_TOO_LONG = ErrorPage(
    _("That is too long for a picture"),
    _("This game has too many rounds for a picture. You can still send the result as text."),
    "nothing",
)


@blueprint.get("/share")
def share(token: str) -> str:
    """The result as text with its picture, to share or copy."""
    return _page(finished_game(token))


@blueprint.get("/picture.png")
def picture(token: str) -> ResponseReturnValue:
    """The standings and the race as a picture. Raises TooBusy."""
    preview = "preview" in request.args
    stored = finished_game(token)
    return _picture(stored, preview=preview) if can_typeset() else page(_MISSING, 404)


def _page(stored: StoredGame) -> str:
    view = view_of(stored)
    result = result_of(stored, view, leaf_of(stored, view))
    return game_page("paper/result.html", stored, result=result)


def _picture(stored: StoredGame, *, preview: bool) -> ResponseReturnValue:
    """The response with an ETag: a cached picture needs no typesetting."""
    tag = picture_tag(stored, preview=preview)
    is_known = request.if_none_match.contains(tag)
    picture = b"" if is_known else picture_of(stored, preview=preview)
    if picture is None:
        return page(_TOO_LONG, 404)
    answer = Response(picture, 304 if is_known else 200, mimetype="image/png")
    answer.set_etag(tag)
    answer.headers["Cache-Control"] = "no-cache, private"
    return answer

"""Share the result as text and picture."""

from collections.abc import Callable

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import lazy_gettext as _

from companion.records.kept_game import KeptGame
from companion.web.http.errors import page
from companion.web.http.games import the_game
from companion.web.http.troubles import Trouble
from companion.web.paper.printing import leaf_of, view_of
from companion.web.paper.result import picture_of, picture_tag, result_of
from companion.web.paper.typesetting import can_typeset

blueprint = Blueprint("result", __name__, url_prefix="/g/<token>/final")
Answer = Callable[[KeptGame], ResponseReturnValue]
_MISSING = Trouble(
    _("This app cannot make pictures"),
    _("Its PDF extra is not installed. You can still send the result as text."),
    "nothing",
)
_TOO_LONG = Trouble(
    _("That is too long for a picture"),
    _("This game has too many rounds for a picture. You can still send the result as text."),
    "nothing",
)


@blueprint.get("/share")
def share(token: str) -> ResponseReturnValue:
    """The result as text with its picture, to share or copy."""
    return _once_over(token, _page)


@blueprint.get("/picture.png")
def picture(token: str) -> ResponseReturnValue:
    """The standings and the race as a picture. Raises TooBusy."""
    return _once_over(token, _picture) if can_typeset() else page(_MISSING, 404)


def _once_over(
    token: str, answer: Callable[[KeptGame], ResponseReturnValue]
) -> ResponseReturnValue:
    """A game in play has no result."""
    kept = the_game(token)
    if not kept.state.outcome.over:
        return redirect(url_for("table.page", token=token), 303)
    return answer(kept)


def _page(kept: KeptGame) -> str:
    view = view_of(kept)
    result = result_of(kept, view, leaf_of(kept, view))
    return render_template("paper/result.html", token=kept.token, result=result)


def _picture(kept: KeptGame) -> ResponseReturnValue:
    """The response with an ETag: a cached picture needs no typesetting."""
    tag = picture_tag(kept)
    is_known = request.if_none_match.contains(tag)
    picture = b"" if is_known else picture_of(kept)
    if picture is None:
        return page(_TOO_LONG, 404)
    answer = Response(picture, 304 if is_known else 200, mimetype="image/png")
    answer.set_etag(tag)
    answer.headers["Cache-Control"] = "no-cache, private"
    return answer

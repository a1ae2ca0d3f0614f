"""Past games: search, open, print, rematch and archive."""

from typing import Any, cast

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from companion.records.archive import put_away, take_out
from companion.records.colours import colours_in
from companion.records.games import NoSuchGame
from companion.records.lists import Asked, Listed, games_of, rules_played_on
from companion.web.forms.fields import whole_number
from companion.web.http.device import known_device, opened_links, this_device
from companion.web.local_time import day_of
from companion.web.past_games.view import CameBy, Line, played_view
from companion.web.view_models.listed_game import played_game

blueprint = Blueprint("past_games", __name__, url_prefix="/played")
_KEPT = ("q", "game", "archived", "page")


@blueprint.get("")
def page() -> str:
    """The games of this phone by the day of their first deal, the latest first.

    With `q` those with these words, with `game` those by these rules, with `archived` archived
    ones; `page` counts from 1.
    """
    device, args = known_device() or "", request.args
    search, rules = args.get("q", "").strip(), args.get("game", "")
    asked = Asked(search, rules, archived="archived" in args, by_day=True)
    found = games_of(
        device, opened_links(), asked=asked, number=whole_number(args.get("page")) or 1
    )
    view = played_view(
        map(_line, found.games),
        rules_played_on(device, opened_links()),
        chosen=rules,
        archived=asked.archived,
        search=search,
        number=found.number,
        has_more=found.has_more,
    )
    return render_template("past_games/played.html", view=view, kept=_kept())


@blueprint.post("/archive")
def archive() -> ResponseReturnValue:
    """Archive a game on this phone, or undo that with `back`."""
    try:
        if "back" in request.form:
            take_out(request.form["back"], this_device())
            flash(gettext("The game is no longer archived."))
        else:
            put_away(request.form.get("game", ""), this_device())
            flash(gettext("Archived on this phone. It is in the archive."))
    except NoSuchGame:
        flash(gettext("That game is gone, or its link was replaced."))
    return redirect(url_for(".page", **_kept()), 303)


def _kept() -> dict[str, Any]:
    """The filters in the address."""
    return {name: request.args[name] for name in _KEPT if request.args.get(name)}


def _line(listed: Listed) -> Line:
    return Line(
        link=listed.token,
        rules=listed.name,
        called=listed.called,
        day=day_of(listed.started_at),
        came_by=cast("CameBy", listed.came_by),
        game=played_game(listed.summary, colours_in(listed.summary)),
    )

"""Past games: search, open, print, rematch and archive."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby
from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from companion.records.log.games import NoSuchGame
from companion.records.people.colours import colours_in
from companion.records.people.finished import put_away, take_out
from companion.records.people.lists import (
    GamesPage,
    GamesQuery,
    Listed,
    games_of,
    has_archived,
    rules_played_on,
)
from companion.web.forms.fields import whole_number
from companion.web.game.phones import known_device, opened_links, this_device
from companion.web.local_time import day_of
from companion.web.view_models.remembered import PlayedGame, played_game


@dataclass(frozen=True, slots=True)
class Line:
    """A game of the list with its view model; `day` is the local day of its first deal."""

    listed: Listed
    view: PlayedGame
    day: date


@dataclass(frozen=True, slots=True)
class Month:
    """The games of one month, the latest first; `day` is one of it."""

    day: date
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class PlayedView:
    """A page of games.

    `known_rules` are names to choose from, `chosen` the selected one, empty for all; `archived`
    says that archived games are shown. Otherwise the games of `lines` are finished, and those
    `in_progress` are apart. There are further pages if there are more of either.
    """

    lines: Sequence[Line]
    known_rules: Sequence[str]
    chosen: str = ""
    in_progress: Sequence[Line] = ()
    more_in_progress: bool = False
    archived: bool = False
    search: str = ""
    number: int = 1
    has_more: bool = False

    @property
    def months(self) -> list[Month]:
        """The games by month, in their order."""
        by_month = groupby(self.lines, key=lambda line: (line.day.year, line.day.month))
        return [Month(lines[0].day, lines) for lines in (tuple(found) for _, found in by_month)]

    @property
    def rules(self) -> Sequence[str]:
        """The names to choose from; the selected one is always among them."""
        known = self.known_rules
        return known if not self.chosen or self.chosen in known else (*known, self.chosen)

    @property
    def is_asked(self) -> bool:
        """Whether there is a filter."""
        return bool(self.search or self.chosen)


blueprint = Blueprint("past_games", __name__, url_prefix="/played")
_KEPT = ("q", "game", "archived", "page")
_NONE = GamesPage((), 1, has_more=False)


@blueprint.get("")
def page() -> str:
    """The games of this phone by the day of their first deal, the latest first.

    With `q` those with these words, with `game` those by these rules, with `archived` archived
    ones; `page` counts from 1.
    """
    args, device = request.args, known_device() or ""
    search, rules, archived = args.get("q", "").strip(), args.get("game", ""), "archived" in args
    asked = GamesQuery(search, rules, archived=archived, by_day=True)
    number = whole_number(args.get("page")) or 1
    found = _found(asked if archived else replace(asked, over=True), number)
    open_games = _NONE if archived else _found(replace(asked, over=False), number)
    view = PlayedView(
        [*map(_line, found.games)],
        rules_played_on(device, opened_links()),
        chosen=rules,
        in_progress=[*map(_line, open_games.games)],
        more_in_progress=open_games.has_more,
        archived=archived,
        search=search,
        number=found.number,
        has_more=found.has_more or open_games.has_more,
    )
    has_put_away = not (view.lines or view.in_progress) and has_archived(device, opened_links())
    return render_template(
        "past_games/played.html", view=view, has_put_away=has_put_away, kept=_kept()
    )


def _found(asked: GamesQuery, number: int = 1) -> GamesPage:
    return games_of(known_device() or "", opened_links(), query=asked, number=number)


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
    view = played_game(listed.summary, colours_in(listed.summary))
    return Line(listed, view, day_of(listed.started_at))

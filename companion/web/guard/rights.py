"""The rights of a link: a watcher cannot write, and a replaced link says so."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import Flask, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import lazy_gettext as _

from companion.records.log.games import OnlyWatching
from companion.records.people.links import LinkEnded, NotTheKeeper, is_watch_link
from companion.web.game.phones import known_device
from companion.web.guard.errors import is_for_program, page
from companion.web.words.troubles import ErrorPage

_LOOKING = {"GET", "HEAD", "OPTIONS"}
_SEND_AGAIN = 307
_WATCHING = ErrorPage(
    _("This link is for watching"),
    _(
        "Nothing was changed: with this link you can see everything but change nothing. To "
        "keep score too, ask for the other link to the game."
    ),
)
_REPLACED = ErrorPage(
    _("This link was replaced"),
    _(
        "New links were made on the phone that started the game, so this one no longer "
        "works. The game goes on: ask for the new link."
    ),
    "ended",
    "next",
)
_NOT_THE_KEEPER = ErrorPage(
    _("Only the phone that started the game can do that"),
    _("Only that phone can make new links. Nothing was changed."),
)

View = Callable[..., ResponseReturnValue]


def init_app(app: Flask) -> None:
    """Check the link before any view."""
    app.before_request(_refuse_watchers)
    app.register_error_handler(OnlyWatching, lambda _e: _only_watching())
    app.register_error_handler(LinkEnded, _link_ended)
    app.register_error_handler(NotTheKeeper, lambda _e: page(_NOT_THE_KEEPER, 403))


def scorers_only(view: View) -> View:
    """A page only for writing: watchers are redirected."""

    @wraps(view)
    def seen(**kwargs: Any) -> ResponseReturnValue:  # noqa: ANN401
        return _only_watching() if is_watch_link(kwargs["token"]) else view(**kwargs)

    return seen


def _refuse_watchers() -> ResponseReturnValue | None:
    watching = is_watch_link((request.view_args or {}).get("token", ""))
    return _only_watching() if watching and request.method not in _LOOKING else None


def _only_watching() -> ResponseReturnValue:
    table = url_for("table.page", token=(request.view_args or {})["token"])
    return page(_WATCHING, 403, table)


def _link_ended(ended: LinkEnded) -> ResponseReturnValue:
    """Redirect the keeper to the new link, a form as it was sent; others have to ask for it."""
    if known_device() != ended.device or request.blueprint == "api" or is_for_program():
        return page(_REPLACED, 410)
    old = (request.view_args or {}).get("token") or request.args.get("again")
    if not old:
        return redirect(url_for("table.page", token=ended.token), 303)
    there = request.full_path.rstrip("?").replace(old, ended.token)
    return redirect(request.script_root + there, 303 if request.method in _LOOKING else _SEND_AGAIN)

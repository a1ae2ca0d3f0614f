"""New games offline: the page that phones cache for them, and the route that receives them.

The phone generates the link and deals; the start is sent here later (ADR 25).
"""

import json
from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime, timedelta

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from flask_babel import lazy_gettext as _

from companion.records.log.games import NoSuchGame, open_game, started_by
from companion.records.log.stored_game import StoredGame
from companion.records.people.known_people import nicknames_of
from companion.records.people.links import LinkEnded, can_score
from companion.records.people.lists import colours_met, games_of
from companion.rules.game import rules_of
from companion.rules.judging.refusals import Refused
from companion.rules.model.house_rules import UnknownOption
from companion.rules.reading.catalogue import catalogue
from companion.rules.reading.sections import RulesetError
from companion.web.game.embedded_game import key_and_cookie
from companion.web.game.phones import keep_cookie, known_device, opened_links, this_device
from companion.web.game.playable import own_games_here
from companion.web.game.signing import read_signed, rules_again
from companion.web.pages.new_game.forms import NewGameForm, new_game_form
from companion.web.pages.new_game.view import AloneView, PlayedAgain, known_rules
from companion.web.pages.new_game.views import deal, rematch

blueprint = Blueprint("new_game_alone", __name__, url_prefix="/new/alone")
blueprint.add_url_rule("/key", "key", key_and_cookie)
_MOST_RULES = 4
_GAMES = 8  # recent games of this phone, by whose rules new ones can start
_NOT_OUR_RULES = _(
    "The rules of this game are not from this server. Start a new game, and enter the scores again."
)
_LONGEST_AGO = 31 * 24 * 60 * 60  # seconds; the longest plausible time offline


@blueprint.get("")
def page() -> str:
    """The page that asks who plays; its address tells the script which rules."""
    view = _view(known_device() or "")
    again = {token: asdict(game) for token, game in view.again.items()}
    carried = {"known": view.known, "again": again}
    return render_template("new_game/alone.html", view=view, carried=carried)


def _view(device: str) -> AloneView:
    nicknames = nicknames_of(device)
    known: dict[str, int] = {}
    for name, colour in colours_met(device).items():
        chosen = nicknames.colour(name)
        known.setdefault(nicknames.called(name), colour if chosen is None else chosen)
    lately = _played_lately(device)
    return AloneView(
        lately=tuple(known_rules(games[0].token, games[0].ruleset) for games in lately),
        own=tuple(known_rules(mine.key, mine.ruleset) for mine in own_games_here()),
        games=tuple(known_rules(key, game) for key, game in catalogue().items()),
        known=tuple(known.items()),
        again={
            stored.token: _again(games[0].token, stored) for games in lately for stored in games
        },
    )


def _again(rules: str, stored: StoredGame) -> PlayedAgain:
    people = rematch(stored)
    return PlayedAgain(rules, tuple(people["names"]), int(people["dealer"]))


def _played_lately(device: str) -> list[list[StoredGame]]:
    """The last game of this phone by each of its recent rules."""
    found: dict[str, list[StoredGame]] = {}
    for stored in _last_games(device):
        found.setdefault(json.dumps(rules_again(stored), sort_keys=True), []).append(stored)
    return [*found.values()][:_MOST_RULES]


def _last_games(device: str) -> Iterator[StoredGame]:
    for game in games_of(device, opened_links(), most=_GAMES).games:
        if game.is_watched:
            continue
        try:
            yield open_game(game.token)
        except (NoSuchGame, LinkEnded):  # deleted since the list was read
            continue


@blueprint.post("")
def start() -> ResponseReturnValue:
    """Store a game that a phone has started; idempotent."""
    link = request.form.get("link", "")
    rules = read_signed(request.form.get("rules", ""))
    if rules is None or not can_score(link):
        return _refused(_NOT_OUR_RULES)
    try:
        form = new_game_form(rules_of(json.dumps(rules)))  # normalised as by the game
        if not form.validate():
            return _refused(_first_error(form))
        deal(rules, form, link, _started_at())
    except (RulesetError, UnknownOption, Refused):  # of another version of the app
        return _refused(_NOT_OUR_RULES)
    if started_by(link) != this_device():
        return {
            "heading": gettext("This link cannot be used"),
            "sentence": gettext("It is already in use."),
        }, 409
    keep_cookie()
    return {"link": link}


def _refused(sentence: object) -> ResponseReturnValue:
    return {"heading": gettext("That could not be read"), "sentence": str(sentence)}, 422


def _first_error(form: NewGameForm) -> str:
    errors = [str(error) for field in (*form.names, form.title) for error in field.errors]
    return errors[0] if errors else gettext("Choose one of these.")


def _started_at() -> datetime | None:
    """The time of the deal: the phone states its age in seconds, because its clock may be wrong."""
    ago = request.form.get("ago", type=int) or 0
    return datetime.now(UTC) - timedelta(seconds=ago) if 0 < ago < _LONGEST_AGO else None

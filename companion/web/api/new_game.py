"""Starting a game by JSON: available games, the key of a program, and the start."""

import hashlib
import json
from functools import cache
from typing import Any

from flask import Blueprint, abort, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from jsonschema_rs import Draft202012Validator

from companion.records.people.links import token_of
from companion.records.people.own_games import Playable, find_game
from companion.rules.model.house_rules import HouseRule, UnknownOption
from companion.rules.model.ruleset import Ruleset
from companion.rules.reading.catalogue import UnknownGame, catalogue
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.sections import RulesetError
from companion.web.api.programs import NotTaken, check_key, does_not_fit, sent_json
from companion.web.forms.json_input import NEW_GAME, Fault, first_fault, unfit_text
from companion.web.game.embedded_game import key_and_cookie
from companion.web.game.gateway import the_game
from companion.web.game.phones import keep_cookie, this_device
from companion.web.pages.new_game.forms import NewGameForm, new_game_form
from companion.web.pages.new_game.views import deal
from companion.web.words.rulesets import refused_game_words, with_place
from companion.web.words.terms import set_game
from companion.web.words.text import own_words

blueprint = Blueprint("new_game_api", __name__, url_prefix="/api/1")
blueprint.before_request(check_key)
blueprint.add_url_rule("/key", "key", key_and_cookie)


@blueprint.get("/catalogue")
def games() -> ResponseReturnValue:
    """The games of the catalogue."""
    return {"games": [_summary(key, ruleset) for key, ruleset in catalogue().items()]}


@blueprint.get("/catalogue/<key>")
def one_game(key: str) -> ResponseReturnValue:
    """A game with its contracts and house rules."""
    if key not in catalogue():
        abort(404)
    ruleset = catalogue()[key]
    set_game(ruleset)
    contracts = [contract.notation for contract in ruleset.contracts]
    rules = [_house_rule(rule) for rule in ruleset.every_house_rule]
    return _summary(key, ruleset) | {"contracts": contracts, "house_rules": rules}


def _summary(key: str, ruleset: Ruleset) -> dict[str, Any]:
    return {
        "key": key,
        "name": own_words(ruleset.name),
        "least_players": ruleset.least_players,
        "most_players": ruleset.most_players,
    }


def _house_rule(rule: HouseRule) -> dict[str, Any]:
    choices = [{"value": one.value, "label": own_words(one.label)} for one in rule.offered]
    question = own_words(rule.question)
    return {"key": rule.key, "question": question, "default": rule.default, "choices": choices}


@blueprint.post("/games")
def start() -> ResponseReturnValue:
    """Start a game; idempotent for a repeated request with the same `tap`."""
    wanted = sent_json(lambda data: unfit_text(data) or first_fault(_new_game(), data))
    game = _game(wanted["game"])
    form = _form(game, wanted)
    try:
        token = deal({**game.data, "options": form.options()}, form, _token(wanted))
    except RulesetError as error:
        raise does_not_fit(_OF_RULES, refused_game_words(error)) from error
    keep_cookie()
    return _links(token), 201, {"Location": url_for("score.score", token=token)}


_OF_RULES = Fault("invalid", ("house_rules",))


@cache
def _new_game() -> Draft202012Validator:
    return Draft202012Validator(NEW_GAME)


def _game(key: str) -> Playable:
    """The game of the catalogue, or the custom one. Raises NotTaken."""
    try:
        game = find_game(key)
    except UnknownGame:
        raise does_not_fit(Fault("invalid", ("game",))) from None
    set_game(game.ruleset)
    return game


def _form(game: Playable, wanted: dict[str, Any]) -> NewGameForm:
    """The validated form of this game. Raises NotTaken."""
    names, dealer = wanted["names"], wanted.get("dealer", 0)
    options = _options(game, wanted.get("house_rules", {}))
    said = {"names": names, "dealer": str(dealer), "title": wanted.get("title", "")}
    form = new_game_form(game.ruleset, said | {"options": options}, game.data)
    set_game(form.played)
    if not form.validate():
        raise _first_error(form, len(names))
    if dealer >= len(names):
        raise does_not_fit(Fault("invalid", ("dealer",)))
    return form


def _options(game: Playable, chosen: dict[str, Any]) -> dict[str, Any]:
    """The validated choices of house rules. Raises NotTaken."""
    try:
        apply_house_rules(game.data, chosen)
    except UnknownOption as unknown:
        is_known = unknown.key in {rule.key for rule in game.ruleset.every_house_rule}
        fault = Fault("invalid" if is_known else "unknown", ("house_rules", unknown.key))
        words = gettext("Expected here: %(what)s.", what=unknown.expected)
        raise does_not_fit(fault, with_place(words, fault.field)) from unknown
    except RulesetError as error:
        raise does_not_fit(_OF_RULES, refused_game_words(error)) from error
    return chosen


def _first_error(form: NewGameForm, names: int) -> NotTaken:
    """The first error of the form; a wrong number of names is an error of all of them."""
    fits = form.played.least_players <= names <= form.played.most_players
    for row, field in enumerate(form.names):
        if field.errors:
            fault = Fault("invalid", ("names", row) if fits else ("names",))
            return does_not_fit(fault, str(field.errors[0]))
    return does_not_fit(Fault("invalid", ("title",)), str(form.title.errors[0]))


def _token(wanted: dict[str, Any]) -> str | None:
    """The token for this `tap`; the id of the phone, which nobody knows, makes it unguessable."""
    if "tap" not in wanted:
        return None
    sent = json.dumps([this_device(), wanted], sort_keys=True)
    return token_of(hashlib.sha256(sent.encode()).digest())


def _links(token: str) -> dict[str, str]:
    """Both links of the game: their tokens, for requests here, and their addresses for a browser.

    A game of an earlier request may have been deleted since: then an error page.
    """
    watch = the_game(token).row.watch_token
    table = "table.page"
    return {
        "token": token,
        "watch_token": watch,
        "link": url_for(table, token=token, _external=True),
        "watch_link": url_for(table, token=watch, _external=True),
    }

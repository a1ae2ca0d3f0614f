"""New game: who plays, who deals first, by which house rules."""

import json
from base64 import urlsafe_b64encode
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.records.games import new_key, start_game
from companion.records.lists import people_of
from companion.rules.catalogue import catalogue, game_data
from companion.rules.house_rules import apply_house_rules
from companion.rules.rulesets import Ruleset
from companion.rules.state import Seats
from companion.web.device import known_device, this_device
from companion.web.fields import tidy_name
from companion.web.games import digest_of_form, the_game
from companion.web.lineup import Lineup, NewGameForm, new_game_form

blueprint = Blueprint("new_game", __name__, url_prefix="/new")


@blueprint.get("")
def choose() -> ResponseReturnValue:
    """Pick a game; where there is only one, it is picked already."""
    games = catalogue()
    if len(games) == 1:
        again = request.args.get("again")
        return redirect(url_for(".set_up", key=next(iter(games)), again=again))
    return render_template("new_game/choose.html", games=games.values())


@blueprint.get("/<key>")
def set_up(key: str) -> ResponseReturnValue:
    """The form, empty, or filled with the people and rules of the game to play again."""
    ruleset = _ruleset(key)
    again = request.args.get("again")
    this_device()  # two taps at once on a new phone must come from one device
    return _page(new_game_form(ruleset, _rematch(again) if again else {}), ruleset)


@blueprint.post("/<key>")
def start(key: str) -> ResponseReturnValue:
    """Seat the players and go to the table, or take one step of filling in the form."""
    ruleset = _ruleset(key)
    form = new_game_form(ruleset)
    step = request.form.get("step")
    if step:
        return _page(new_game_form(ruleset, Lineup.of(form).after(step).typed(form)), ruleset)
    if not form.validate():
        return _page(form, ruleset), 422
    lineup = Lineup.of(form).seated()
    resolved = apply_house_rules(game_data(key), form.options(ruleset))
    seats = Seats(lineup.names, lineup.dealer)
    title = tidy_name(form.title.data)
    token = start_game(resolved, seats, this_device(), title, token=_token())
    return redirect(url_for("table.page", token=token), 303)


def _page(form: NewGameForm, ruleset: Ruleset) -> str:
    device = known_device()
    here = {name.casefold() for name in Lineup.of(form).names}
    people = [name for name in people_of(device) if name.casefold() not in here] if device else []
    key = request.form.get("key") or new_key()
    return render_template(
        "new_game/set_up.html", form=form, ruleset=ruleset, people=people, key=key
    )


def _token() -> str | None:
    """The same page sent twice is one game; sent again with other names it is another one."""
    if not request.form.get("key"):
        return None
    return urlsafe_b64encode(bytes.fromhex(digest_of_form())).decode().rstrip("=")


def _rematch(token: str) -> dict[str, Any]:
    sitting = the_game(token)
    state = sitting.state
    seats = [seat for seat in state.order if seat in state.active]
    names = [state.names[seat] for seat in seats]
    first = sitting.game.first_dealer
    dealer = (seats.index(first) + 1 if first in seats else 0) % len(names)
    options = json.loads(sitting.game.ruleset)["options"]
    return {"names": names, "dealer": str(dealer), "title": "", "options": options}


def _ruleset(key: str) -> Ruleset:
    ruleset = catalogue().get(key)
    return ruleset or abort(404)

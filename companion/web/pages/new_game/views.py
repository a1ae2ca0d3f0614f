"""New game: the players, the first dealer, the house rules."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.records.log.games import NewGame, NoSuchGame, open_game, start_game
from companion.records.log.stored_game import StoredGame
from companion.records.people.colours import colours_again
from companion.records.people.known_people import nicknames_of
from companion.records.people.links import LinkEnded
from companion.records.people.lists import colours_met, people_of
from companion.records.people.own_games import Playable
from companion.rules.fold.order import first_dealer, next_after
from companion.rules.model.house_rules import HouseRule
from companion.rules.model.names import Nicknames, tidy_name
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import Seats
from companion.rules.reading.catalogue import catalogue
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.ruleset import read_ruleset
from companion.rules.reading.sections import RulesetError
from companion.web.game.choosing import games_to_choose
from companion.web.game.gateway import key_of_form, the_game, token_of_form
from companion.web.game.phones import keep_cookie, known_device, this_device
from companion.web.game.playable import own_games_here, playable
from companion.web.game.source import games_an_hour
from companion.web.pages.new_game.forms import NewGameForm, TypedSeats, new_game_form
from companion.web.pages.new_game.view import SetUpView, set_up_view
from companion.web.words.agreed import agreed_words
from companion.web.words.rulesets import refused_game_words
from companion.web.words.terms import set_game

blueprint = Blueprint("new_game", __name__, url_prefix="/new")


@blueprint.get("")
def choose() -> ResponseReturnValue:
    """Choose a game: a recent one, a custom one, or one of the catalogue."""
    return render_template("new_game/choose.html", view=games_to_choose(catalogue()))


@blueprint.get("/again/<token>")
def same_again(token: str) -> ResponseReturnValue:
    """A rematch: the same people and rules, with the next dealer; lists do not have the rules."""
    key = the_game(token).ruleset.key
    return redirect(url_for(".set_up", key=key, again=token))


@blueprint.get("/<key>")
def set_up(key: str) -> ResponseReturnValue:
    """The form: empty, with the people of a game, or with those and the rules of a rematch."""
    game, again = _game(key), _again()
    this_device()  # two requests at once from a new phone must have one id
    form = _form(game, rematch(again) if again else _seated_again(game.ruleset))
    form.part_sides()
    return _page(form, game)


@blueprint.post("/<key>")
def start(key: str) -> ResponseReturnValue:
    """Start the game and go to its table, or apply one step of the form."""
    game = _game(key)
    form = _form(game)
    step = request.form.get("step")
    if step == "paper" and not form.refuse_leftovers():
        return redirect(url_for("blank.page", key=key, **_on_paper(form)), 303)
    if step:
        form = _form(game, TypedSeats.of(form).after(step).typed(form))
        form.refuse_leftovers()
        return _page(form, game)
    if not form.validate():
        return _page(form, game), 422
    try:
        rules = {**game.data, "options": form.options()}
        dealt = redirect(url_for("table.page", token=deal(rules, form, token_of_form())), 303)
    except RulesetError as error:
        return _page(form, game, refused_game_words(error)), 422
    keep_cookie()
    return dealt


def _form(game: Playable, data: dict[str, Any] | None = None) -> NewGameForm:
    """The form; its page speaks of players or sides, as its house rules say."""
    form = new_game_form(game.ruleset, data, game.data)
    set_game(form.played)
    return form


def _on_paper(form: NewGameForm) -> dict[str, Any]:
    """The address of a blank sheet with these names and house rules."""
    names, _ = TypedSeats.of(form).seated()
    rules = {f"option_{rule.key}": field.data for rule, field in form.rule_fields()}
    return {**{f"names-{n}": name for n, name in enumerate(names)}, **rules}


def deal(
    rules: dict[str, Any],
    form: NewGameForm,
    token: str | None,
    started_at: datetime | None = None,
) -> str:
    """The token of the game that this form starts.

    Raises RulesetError if the choices, each valid, exclude each other.
    """
    seats, title = Seats(*TypedSeats.of(form).seated()), tidy_name(form.title.data)
    colours = _colours(seats.names, nicknames_of(this_device()), this_device())
    new = NewGame(rules, seats, title, colours=colours, started_at=started_at)
    return start_game(new, this_device(), token, games_an_hour())


def _page(form: NewGameForm, game: Playable, error: str = "") -> str:
    return render_template(
        "new_game/set_up.html",
        form=form,
        game=game,
        view=_view(form),
        changed=_changed_since(game),
        has_paper=_again() is None or game.key in catalogue(),
        ruleset=form.played,
        agreed=agreed_words(form.played),
        error=error,
        seats_by=[rule.key for rule in game.ruleset.house_rules if _sets_seats(rule)],
        unfolded=request.form.get("step", "").partition("rules:")[2],
        key=key_of_form(),
    )


def _sets_seats(rule: HouseRule) -> bool:
    """Whether the lines for names depend on this house rule."""
    changed = {path for choice in rule.choices for path in choice.changes}
    return bool(changed & {"players", "partners"})


def _view(form: NewGameForm) -> SetUpView:
    typed, device = TypedSeats.of(form), known_device() or ""
    nicknames = nicknames_of(device)
    most = form.played.most_players
    called = dict.fromkeys(map(nicknames.called, people_of(device)))
    shut = {name for name in called if not typed.has_room_for(name, most)}
    colours = _colours(typed.names, nicknames, device)
    return set_up_view(form.played, typed.names, typed.dealer, called, colours, typed.people, shut)


def _colours(names: Sequence[str], nicknames: Nicknames, device: str) -> tuple[int, ...]:
    """Players known to this phone keep their colours; others get that of their row, or a free one.

    A chosen colour has priority, then that of the former game, then the latest one.
    """
    chosen = {name: nicknames.colour(name) for name in names}
    had = {nicknames.key(name): colour for name, colour in chosen.items() if colour is not None}
    before = _again()
    again = dict(zip(before.state.names, before.colours, strict=True)) if before else {}
    for name, colour in (*again.items(), *colours_met(device).items()):
        had.setdefault(nicknames.key(name), colour)
    return colours_again([nicknames.key(name) for name in names], had)


def _game(key: str) -> Playable:
    """The game to start; a rematch has the very rules of the former game."""
    again = _again()
    if again is None:
        return playable(key)
    game = _rules_of(key, again)
    set_game(game.ruleset)
    return game


def _changed_since(game: Playable) -> Playable | None:
    """The custom game of a rematch, if its rules have changed since."""
    own = own_games_here() if _again() else []
    now = next((mine for mine in own if mine.data["key"] == game.key), None)
    return now if now and now.data != game.data else None


def _rules_of(key: str, before: StoredGame) -> Playable:
    data = json.loads(before.row.ruleset)
    del data["options"]
    return Playable(key, data, read_ruleset(apply_house_rules(data, {})))


def _again() -> StoredGame | None:
    token = request.args.get("again")
    return the_game(token) if token else None


def _seated_again(ruleset: Ruleset) -> dict[str, Any]:
    """The form with the people of the game of the address, if there is one and they have seats."""
    try:
        before = open_game(request.args.get("people", ""))
    except (NoSuchGame, LinkEnded):  # the list is older than that
        return {}
    seated = {name: value for name, value in rematch(before).items() if name != "options"}
    return seated if len(seated["names"]) <= ruleset.most_players else {}


def rematch(before: StoredGame) -> dict[str, Any]:
    """The form of a rematch: the same people and rules, with the next dealer.

    Whoever is out by points plays again if there is room; whoever left does not, unless all have.
    """
    state, rules = before.state, before.ruleset
    gone = [seat for seat in state.order if seat not in state.active]
    out = [seat for seat in gone if rules.end.is_out(state.totals[seat])]
    free = max(0, rules.most_players - len(state.active))
    again = {*state.active, *out[:free]} or {*state.order[: rules.most_players]}
    seats = [seat for seat in state.order if seat in again]
    names = [state.names[seat] for seat in seats]
    first = first_dealer(before.seats, state)
    dealer = seats.index(next_after(first, seats, state.order, rules.direction))
    return {"names": names, "dealer": str(dealer), "title": "", "options": rules.options}

"""The referee: cards are tapped in, and the answer is one word. Nothing is written."""

from collections import Counter
from collections.abc import Mapping
from functools import reduce
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.records.log.stored_game import StoredGame
from companion.rules.model.house_rules import Value, read_options
from companion.rules.model.melding import SILENT
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.rulings import PREFIX, TELLS_GO_DOWN
from companion.rules.reading.cards import melding_data
from companion.rules.reading.catalogue import catalogue
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.ruleset import read_ruleset
from companion.rules.reading.sections import RulesetError
from companion.web.forms.house_rules import HouseRulesForm, with_house_rules
from companion.web.game.choosing import games_to_choose
from companion.web.game.gateway import the_game
from companion.web.game.page import game_page
from companion.web.game.phones import phones_at
from companion.web.game.playable import playable
from companion.web.guard.rights import scorers_only
from companion.web.pages.referee.answer import Desk, query_of, read_asked, tapped
from companion.web.pages.referee.view import referee_view
from companion.web.view_models.open_round import round_figures
from companion.web.words.cards import card_words
from companion.web.words.referee import spelled
from companion.web.words.terms import set_game

blueprint = Blueprint("referee", __name__)


@blueprint.get("/referee")
def practice() -> str:
    """Practice: all games with cards, to choose the rules."""
    games = {key: game for key, game in catalogue().items() if not game.scoring.only_points}
    return render_template("referee/games.html", view=games_to_choose(games))


@blueprint.get("/referee/<key>")
def of_catalogue(key: str) -> ResponseReturnValue:
    """The referee by the rules of a game, with the house rules of the address."""
    game = playable(key)
    said = dict(pair.split(":", 1) for pair in request.args.getlist("house") if ":" in pair)
    options = read_options(game.ruleset.every_house_rule, said)
    try:
        ruleset = read_ruleset(apply_house_rules(game.data, options), "address")
    except RulesetError:
        options, ruleset = {}, game.ruleset  # house rules that do not go together
    desk = Desk(**_of_game(ruleset, _knock_most(ruleset)), house=_house(options))
    set_game(ruleset)
    return _tapped(desk) or _page(desk, ruleset, key, None)


@blueprint.get("/g/<token>/referee")
def of_game(token: str) -> ResponseReturnValue:
    """The referee at a table, with its house rules."""
    stored = the_game(token)
    desk = desk_at(stored)
    return _tapped(desk) or _page(desk, stored.ruleset, _key_for_others(stored.ruleset), token)


@blueprint.get("/g/<token>/referee/decide")
@scorers_only
def decide(token: str) -> ResponseReturnValue:
    """The answer to an open question becomes a house rule of this game."""
    stored = the_game(token)
    desk = desk_at(stored)
    view = referee_view(read_asked(_params(), desk), desk)
    if not view.decides:
        return redirect(url_for(".of_game", token=token) + f"?{view.query}")
    question = next(one for one in view.questions if one.rule == view.decides)
    form = with_house_rules(HouseRulesForm, stored.ruleset, stored.ruleset.options)()
    rule = next(one for one in stored.ruleset.rulings if one.key == PREFIX + view.decides)
    choices = [choice for choice in rule.offered if choice.changes]
    verdicts = {reading.code: reading.verdict for reading in question.readings}
    others = {field.name: field.data for r, field in form.every_field() if r.key != rule.key}
    return game_page(
        "referee/decide.html",
        stored,
        desk=desk,
        view=view,
        question=question,
        choices=choices,
        verdicts={c.value: verdicts.get(f"{question.rule} {spelled(c.value)}") for c in choices},
        field=f"option_{rule.key}",
        others=others,
        version=stored.state.version,
    )


def desk_at(stored: StoredGame) -> Desk:
    """The data for the page at this table."""
    state, ruleset = stored.state, stored.ruleset
    seats = state.open.deal.players if state.open else state.active  # a play-off is dealt to few
    known: dict[str, Any] = {"players": len(seats)}
    is_over = state.open is None or state.open.over  # hands are counted: nobody is helped
    if state.open:
        deal, seat = state.open.deal, phones_at(stored).seat
        known["contract"] = _contract(deal.contracts, seat)
        total = 0 if seat is None else state.totals[seat]
        known["least"] = ruleset.opening.least(deal.planned, total)
        known["wild"] = round_figures(ruleset, state.names, deal).wild or ""
    return Desk(
        **_of_game(ruleset, state.open.deal.knock_most if state.open else None) | known,
        tells_go_down=bool(ruleset.options.get(TELLS_GO_DOWN.key)) or is_over,
        may_decide=tuple(_may_decide(ruleset)) if stored.may_score else (),
        house=_house(_unusual(ruleset)),
    )


def _contract(contracts: Mapping[int, int], seat: int | None) -> int | None:
    """That of the phone's player, else that of most players; None in a game without contracts."""
    if seat is not None and seat in contracts:
        return contracts[seat]
    return next((number for number, _ in Counter(contracts.values()).most_common(1)), None)


def _of_game(ruleset: Ruleset, knock_most: int | None = None) -> dict[str, Any]:
    called = {code: card_words(rank, ruleset.pack.called) for rank, code in _bare(ruleset)}
    rules = melding_data(ruleset)
    if knock_most is not None:
        rules["knocking"]["most"] = knock_most
    return {
        "rules": rules,
        "called": called,
        "knock_most": knock_most,
        "wild_moves": ruleset.moving_wild is not None,
    }


def _bare(ruleset: Ruleset) -> list[tuple[str, str]]:
    """Each card without a suit: its rank, and its code."""
    suits, named = ruleset.melding.suits, ruleset.melding.cards.items()
    bare = [(rank, code) for rank, codes in named for code in codes if code[-1] not in suits]
    return [*bare, ("Joker", "*")]


def _may_decide(ruleset: Ruleset) -> list[str]:
    return [rule.key.removeprefix(PREFIX) for rule in ruleset.rulings if rule.default == SILENT]


def _unusual(ruleset: Ruleset) -> dict[str, Value]:
    """The house rules that differ from the default, except the help of the referee."""
    return {
        rule.key: choice.value
        for rule, choice in ruleset.in_force
        if choice.value != rule.default and rule.key != TELLS_GO_DOWN.key
    }


def _house(options: Mapping[str, Value]) -> tuple[str, ...]:
    """House rules in the notation of an address: `melding_ace:low`."""
    return tuple(f"{key}:{value}" for key, value in options.items())


def _knock_most(ruleset: Ruleset) -> int | None:
    """The limit of the address, in games where the card turned up sets it."""
    knocking, said = ruleset.knocking, request.args.get("knock_most", type=int)
    if knocking is None or knocking.at != "upcard" or said is None:
        return None
    return said if 0 < said <= knocking.most else None


def _key_for_others(ruleset: Ruleset) -> str | None:
    """The game that others can open; None if its rules exist only at this table."""
    return ruleset.key if ruleset.key in catalogue() else None


def _params() -> dict[str, list[str]]:
    return {name: values for name, values in request.args.lists()}  # noqa: C416 - a MultiDict


def _tapped(desk: Desk) -> ResponseReturnValue | None:
    """A tap redirects to the address with its effect; a script may send several at once."""
    taps = request.args.getlist("tap")
    if not taps:
        return None
    asked = reduce(lambda so_far, tap: tapped(so_far, tap, desk), taps, read_asked(_params(), desk))
    here = url_for(request.endpoint or "", **request.view_args or {})
    return redirect(f"{here}?{query_of(asked)}")


def _page(desk: Desk, ruleset: Ruleset, key: str | None, token: str | None) -> str:
    """The answer to the case of the address; `key` is the game for the shared link."""
    return render_template(
        "referee/referee.html",
        desk=desk,
        ruleset=ruleset,
        key=key,
        token=token,
        view=referee_view(read_asked(_params(), desk), desk),
    )

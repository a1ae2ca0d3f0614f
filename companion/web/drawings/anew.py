"""The pages of a game that nobody has started: its table, the drawings of a round, its rules card.

A phone keeps them and makes a game of them where there is no network (ADR 25): it puts in the link,
the people and their colours. They are the same for every phone.
"""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from flask import Blueprint, Response, abort, make_response, render_template, url_for
from flask.typing import ResponseReturnValue

from companion.records.colours import COLOURS
from companion.records.kept_game import KeptGame
from companion.records.models import Game as GameRow
from companion.records.own_games import find_game
from companion.rules.game import Game
from companion.rules.model.state import Seats
from companion.rules.reading.catalogue import UnknownGame
from companion.web.drawings.views import drawings_of
from companion.web.http.carried import carried_game
from companion.web.http.colours import remember_colours
from companion.web.http.device import known_device
from companion.web.http.games import the_game
from companion.web.http.phones import phones_at
from companion.web.http.rights import scorers_only
from companion.web.http.signed_rules import rules_again, signed
from companion.web.rules_card.view import card_view
from companion.web.table.view import table_view
from companion.web.words.blanks import Blank

Rules = dict[str, Any]

blueprint = Blueprint("anew", __name__)
_NO_GAME = "-"
_NO_ROW = 0
_ANY_DAY = datetime(2000, 1, 1)  # noqa: DTZ001 - a phone puts in its own


def _add_page(page: str, path: str) -> None:
    """A page by the rules of a game that was played, or by those of one that can be chosen."""

    @scorers_only
    def of_game(token: str) -> ResponseReturnValue:
        return draw(page, rules_again(the_game(token)))

    def of_choice(key: str) -> ResponseReturnValue:
        try:
            game = find_game(key)
        except UnknownGame:
            abort(404)
        return draw(page, usual(game.data))

    blueprint.add_url_rule(f"/g/<token>/anew/{path}", f"{page}_of_game", of_game)
    blueprint.add_url_rule(f"/new/alone/<key>/{path}", f"{page}_of_choice", of_choice)


for _page, _path in (("table", ""), ("drawings", "drawings"), ("rules", "rules")):
    _add_page(_page, _path)


def usual(data: Mapping[str, Any]) -> Rules:
    """The rules of a game with no house rule chosen."""
    return {**data, "options": {}}


def draw(page: str, rules: Rules) -> Response:
    """The `table`, the `drawings` or the card of the `rules` of a game that is not started."""
    kept = _not_started(rules)
    if page == "drawings":
        return drawings_of(kept, colours=tuple(range(COLOURS)))
    return make_response(_card(kept) if page == "rules" else _table(kept, rules))


def _table(kept: KeptGame, rules: Rules) -> str:
    """It carries what starting the game takes."""
    phones, open_round = phones_at(kept), kept.state.open
    assert open_round is not None  # nobody can have won
    return render_template(
        "table/table.html",
        token=_NO_GAME,
        view=table_view(
            kept.ruleset, kept.state, open_round, may_score=True, counting=(), title=""
        ),
        key=Blank("key"),
        error="",
        phones=phones,
        carried=carried_game(phones, with_key=False) | {"start": _start(rules)},
    )


def _card(kept: KeptGame) -> str:
    card = card_view(kept.ruleset, kept.state, may_score=True, names_people=False)
    return render_template(
        "rules_card/rules_card.html",
        ruleset=kept.ruleset,
        card=card,
        token=_NO_GAME,
        own=None,
        is_mine=False,
    )


def _start(rules: Rules) -> dict[str, str]:
    """What is sent to start it, and where."""
    return {
        "rules": signed(rules),
        "to": url_for("new_game_alone.start"),
        "key": url_for("new_game_alone.key"),
    }


def _not_started(rules: Rules) -> KeptGame:
    """As many people as the rules ask for, and no name."""
    snapshot = json.dumps(rules)
    least = Game.begun(snapshot, Seats(("1", "2"))).ruleset.least_players
    game = Game.begun(snapshot, Seats(tuple(str(n + 1) for n in range(least))))
    row = GameRow(id=_NO_ROW, device=known_device(), title="", started_at=_ANY_DAY)
    kept = KeptGame(_NO_GAME, row, game)
    remember_colours(kept.colours)
    return kept

"""The table of a game that nobody has started, by the rules of one that was played.

A phone keeps it, with its drawings, and makes a game of it where there is no network (ADR 25): it
puts in the link, the people and their colours.
"""

import json
from typing import Any

from flask import Blueprint, render_template, url_for
from flask.typing import ResponseReturnValue

from companion.records.colours import COLOURS
from companion.records.database import now
from companion.records.kept_game import KeptGame
from companion.records.models import Game as GameRow
from companion.rules.game import Game
from companion.rules.state import Seats
from companion.web.drawings.views import drawings_of
from companion.web.http.carried import carried_game
from companion.web.http.colours import remember_colours
from companion.web.http.device import known_device
from companion.web.http.games import the_game
from companion.web.http.phones import phones_at
from companion.web.http.rights import scorers_only
from companion.web.http.signed_rules import rules_again, signed
from companion.web.table.view import table_view

blueprint = Blueprint("anew", __name__, url_prefix="/g/<token>/anew")
_NO_GAME = "-"
_NO_ROW = 0


@blueprint.get("/")
@scorers_only
def table(token: str) -> ResponseReturnValue:
    """The page of the table before the first deal; it carries what starting the game takes."""
    rules = rules_again(the_game(token))
    kept = _not_started(rules)
    phones, deal = phones_at(kept), kept.state.open
    assert deal is not None  # nobody can have won
    return render_template(
        "table/table.html",
        token=_NO_GAME,
        view=table_view(kept.ruleset, kept.state, deal, may_score=True, counting=(), title=""),
        key=_NO_GAME,
        error="",
        phones=phones,
        carried=carried_game(phones) | {"key": None, "start": _start(rules)},
    )


@blueprint.get("/drawings")
@scorers_only
def drawings(token: str) -> ResponseReturnValue:
    """Its drawings, in every colour a person can have."""
    kept = _not_started(rules_again(the_game(token)))
    return drawings_of(kept, colours=tuple(range(COLOURS)))


def _start(rules: dict[str, Any]) -> dict[str, str]:
    """What is sent to start it, and where."""
    return {
        "rules": signed(rules),
        "to": url_for("new_game_alone.start"),
        "key": url_for("new_game_alone.key"),
    }


def _not_started(rules: dict[str, Any]) -> KeptGame:
    """As many people as the rules ask for, and no name."""
    snapshot = json.dumps(rules)
    least = Game.begun(snapshot, Seats(("1", "2"))).ruleset.least_players
    game = Game.begun(snapshot, Seats(tuple(str(n + 1) for n in range(least))))
    row = GameRow(id=_NO_ROW, device=known_device(), title="", started_at=now())
    kept = KeptGame(_NO_GAME, row, game)
    remember_colours(kept.colours)
    return kept

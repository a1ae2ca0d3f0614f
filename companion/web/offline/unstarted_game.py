"""The pages of a game before its start: table, drawings of a round, rules card.

A phone caches them and starts a game from them offline (ADR 25), by filling in the link, the
players and their colours. They are the same for every phone.
"""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from flask import Blueprint, Response, make_response, render_template
from flask.typing import ResponseReturnValue

from companion.records.log.stored_game import StoredGame
from companion.records.models import Game as GameRow
from companion.records.people.colours import COLOURS
from companion.rules.game import Game
from companion.rules.model.state import Seats
from companion.web.game.embedded_game import embedded_game, how_to_start
from companion.web.game.gateway import the_game
from companion.web.game.phones import known_device, phones_at
from companion.web.game.playable import playable
from companion.web.game.positions import remember_colours
from companion.web.game.signing import rules_again
from companion.web.guard.rights import scorers_only
from companion.web.offline.drawings import drawings_of
from companion.web.pages.rules_card import card_view
from companion.web.pages.table.view import table_view
from companion.web.words.blanks import Blank
from companion.web.words.terms import set_game

Rules = dict[str, Any]

blueprint = Blueprint("anew", __name__)
_NO_GAME = "-"
_NO_ROW = 0
_ANY_DAY = datetime(2000, 1, 2)  # noqa: DTZ001 - replaced by the phone, which knows the year


def _add_page(page: str, path: str) -> None:
    """A page by the rules of a former game, or of a game of the catalogue."""

    @scorers_only
    def of_game(token: str) -> ResponseReturnValue:
        return draw(page, rules_again(the_game(token)))

    def of_choice(key: str) -> ResponseReturnValue:
        return draw(page, usual(playable(key).data))

    blueprint.add_url_rule(f"/g/<token>/anew/{path}", f"{page}_of_game", of_game)
    blueprint.add_url_rule(f"/new/alone/<key>/{path}", f"{page}_of_choice", of_choice)


for _page, _path in (("table", ""), ("drawings", "drawings"), ("rules", "rules")):
    _add_page(_page, _path)


def usual(data: Mapping[str, Any]) -> Rules:
    """The rules of a game with the default house rules."""
    return {**data, "options": {}}


def draw(page: str, rules: Rules) -> Response:
    """Render the `table`, the `drawings` or the `rules` card of rules without a game."""
    stored = _not_started(rules)
    if page == "drawings":
        return drawings_of(stored, colours=tuple(range(COLOURS)))
    if page == "table":
        return make_response(_table(stored, rules))
    return make_response(_card(stored))


def _table(stored: StoredGame, rules: Rules) -> str:
    """The table, with the data that starting the game needs."""
    phones, open_round = phones_at(stored), stored.state.open
    assert open_round is not None  # nobody has won
    return render_template(
        "table/table.html",
        token=_NO_GAME,
        ruleset=stored.ruleset,
        view=table_view(
            stored.ruleset, stored.state, open_round, may_score=True, counting=(), title=""
        ),
        key=Blank("key"),
        error="",
        phones=phones,
        carried=embedded_game(phones, with_key=False) | {"start": how_to_start(rules)},
    )


def _card(stored: StoredGame) -> str:
    card = card_view(stored.ruleset, stored.state, may_score=True, names_people=False)
    return render_template(
        "rules_card/rules_card.html",
        ruleset=stored.ruleset,
        card=card,
        token=_NO_GAME,
        own=None,
        is_mine=False,
    )


def _not_started(rules: Rules) -> StoredGame:
    """The minimum number of players, without names."""
    snapshot = json.dumps(rules)
    least = Game.begun(snapshot, Seats(("1", "2"))).ruleset.least_players
    game = Game.begun(snapshot, Seats(tuple(str(n + 1) for n in range(least))))
    row = GameRow(id=_NO_ROW, device=known_device(), title="", started_at=_ANY_DAY)
    stored = StoredGame(_NO_GAME, row, game)
    remember_colours(stored.colours)
    set_game(stored.ruleset)
    return stored

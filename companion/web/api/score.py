"""The score of a game for programs, with its players, and with the reason in words."""

from typing import Any

from flask import Blueprint, Response, jsonify

from companion.gamefile import score_now
from companion.records.log.stored_game import StoredGame
from companion.rules.model.contracts import Contract
from companion.web.game.gateway import the_game
from companion.web.words.cards import contract_words
from companion.web.words.text import own_words
from companion.web.words.winners import winner_words

blueprint = Blueprint("score", __name__)


@blueprint.get("/g/<token>/score.json")
@blueprint.get("/api/1/games/<token>")
def score(token: str) -> Response:
    """The current score (`companion-score/1`), for either link of the game."""
    answer = jsonify(_in_words(the_game(token)))
    answer.headers["Cache-Control"] = "no-store, private"
    return answer


def _in_words(stored: StoredGame) -> dict[str, Any]:
    """The score with names of the game, contracts and the reason in the language of the client."""
    told = score_now(stored.ruleset, stored.state, stored.title)
    told["game"]["name"] = own_words(told["game"]["name"])
    for player in told["players"]:
        if contract := player["contract"]:
            contract["words"] = contract_words(Contract.parse(contract["melds"])).replace(
                "\u00a0", " "
            )
    told["reason"]["sentence"] = winner_words(stored).striptags()
    return told

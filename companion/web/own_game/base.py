"""The base of a custom game."""

from flask import abort

from companion.records.own_games import Playable, find_game
from companion.rules.reading.catalogue import UnknownGame
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.own_games import blank_game
from companion.rules.reading.ruleset import read_ruleset
from companion.web.words.terms import set_game

BLANK = "blank"
NAME_LENGTH = 40


def base_game(key: str) -> Playable:
    """A game of the catalogue, a custom game, or a blank one; 404 for an unknown one.

    The page about it has its term for a contract.
    """
    if key == BLANK:
        data = blank_game()
        return Playable(BLANK, data, read_ruleset(apply_house_rules(data, {})))
    try:
        game = find_game(key)
    except UnknownGame:
        abort(404)
    set_game(game.ruleset)
    return game

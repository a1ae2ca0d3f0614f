"""The games that can be started here: those of the catalogue, and custom games."""

from flask import abort

from companion.records.people.own_games import Playable, find_game, own_games_of
from companion.rules.reading.catalogue import UnknownGame
from companion.web.game.phones import known_device
from companion.web.words.terms import set_game


def playable(key: str) -> Playable:
    """The game with this key or token; 404 for an unknown one.

    The page about it has its term for a contract.
    """
    try:
        game = find_game(key)
    except UnknownGame:
        abort(404)
    set_game(game.ruleset)
    return game


def own_games_here() -> list[Playable]:
    """The custom games of this device, the last changed first."""
    device = known_device()
    return own_games_of(device) if device else []

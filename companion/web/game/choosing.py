"""The list of games as this phone has it, and as its visitor searches it."""

from collections.abc import Mapping

from flask import request

from companion.records.people.lists import games_of
from companion.records.people.searching import searched
from companion.rules.model.ruleset import Ruleset
from companion.web.game.phones import known_device
from companion.web.game.playable import own_games_here
from companion.web.view_models.games import GamesList, games_list
from companion.web.words.games import reader


def games_to_choose(games: Mapping[str, Ruleset]) -> GamesList:
    """What was played last on this phone, its custom games, and these games.

    With `q` only those with these words in their names, of any language, or their players.
    """
    device, search = known_device(), request.args.get("q", "").strip()
    played = games_of(device).games if device else ()
    return games_list(
        [(game.token, game.name, game.summary) for game in played],
        [(mine.key, mine.ruleset) for mine in own_games_here()],
        games,
        reader(search, searched(search)),
    )

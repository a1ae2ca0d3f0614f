"""Every place of games of every kind opens, with the link for keeping score and that for watching.

The places come from the app's URL map, so that new ones are included.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from companion.records.log.games import NewGame, open_game, start_game
from companion.records.people.links import new_key
from companion.rules.fold.entries import Entry, WentOut
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import Seats
from companion.rules.reading.catalogue import catalogue, game_data
from tests.books import happens
from tests.web.phone import Phone

STREAM = "live.stream"  # endless
BOTH = {"twelve-step-rummy", "just-points"}  # also while cards are played


def places(app: Flask, token: str) -> list[str]:
    """The GET addresses of this game, with its first seat and its first round."""
    game = [rule for rule in app.url_map.iter_rules() if rule.rule.startswith("/g/<token>/")]
    opened = [rule for rule in game if "GET" in (rule.methods or ()) and rule.endpoint != STREAM]
    with app.test_request_context():
        urls = app.url_map.bind("localhost")
        values = {"token": token, "seat": 0, "number": 1}
        return [
            urls.build(rule.endpoint, {name: values[name] for name in rule.arguments})
            for rule in opened
        ]


def links_of(app: Flask, key: str, *entries: Entry) -> tuple[str, str]:
    """Both links of a game of three after these entries."""
    with app.app_context():
        data, names = game_data(key), ("Ann", "Ben", "Cy")[: catalogue()[key].most_players]
        options = dict(catalogue()[key].options)
        token = start_game(NewGame({**data, "options": options}, Seats(names)), new_key())
        for entry in entries:
            happens(token, entry)
        return token, open_game(token).row.watch_token


def what_pages_hang_on(ruleset: Ruleset) -> tuple[object, ...]:
    """Properties that determine the contents of pages: equal games are tested once."""
    return ruleset.scoring.key, ruleset.advancing == "none"


def one_of_each() -> Iterator[Any]:
    """One game of the catalogue for each combination, counted; the others in `make soak`."""
    known = set()
    for key, ruleset in catalogue().items():
        alike = what_pages_hang_on(ruleset)
        rare, played = alike in known, key in BOTH
        known.add(alike)
        yield pytest.param(key, (WentOut(0),), marks=(pytest.mark.soak,) if rare else ())
        yield pytest.param(key, (), marks=(pytest.mark.soak,) if rare or not played else ())


@pytest.mark.parametrize(("key", "entries"), [*one_of_each()])
def test_every_place_of_a_game_opens_while_cards_are_played_and_counted(
    app: Flask, phone: Phone, key: str, entries: tuple[Entry, ...]
) -> None:
    token, _ = links_of(app, key, *entries)
    for address in places(app, token):
        # An open round cannot be corrected.
        no_round = "/correct" in address or "/rounds/" in address
        expected = {404} if no_round else {200, 302, 303}
        if address.endswith("/share/new"):  # this phone has not started the game
            expected = {403}
        assert phone.client.get(address).status_code in expected, address


def test_who_watches_sees_no_link_to_score_by(app: Flask, phone: Phone) -> None:
    score, watch = links_of(app, "five-crowns", WentOut(0))
    opened = 0
    for address in places(app, watch):
        answer = phone.client.get(address)
        assert score.encode() not in answer.data, address
        assert score not in answer.headers.get("Location", ""), address
        opened += answer.status_code == 200
    assert opened > 4

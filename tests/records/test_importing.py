"""Importing game records on a device that has some of the games already."""

import json

import pytest
from flask import Flask

from companion.gamefile import read_record, to_json
from companion.gamefile.exports import to_file
from companion.records.log.deleting import delete_game
from companion.records.log.game_records import TakenIn, game_record, keep_records, take_in
from companion.records.log.games import open_game
from companion.records.people.all_games import record_sizes
from companion.records.people.links import LinkEnded, new_key, renew_links
from companion.records.people.lists import games_of
from companion.rules.fold.entries import LaidDown, Titled
from tests.books import happens
from tests.gamefile.games import GAMES
from tests.records.book import a_game


def test_a_game_imported_again_after_its_links_changed_is_still_one(app: Flask) -> None:
    device = new_key()
    with app.app_context():
        record = read_record(to_json(game_record(a_game())).encode())
        [first] = take_in([record], device).new
        renewed = renew_links(first, device)
        happens(renewed, LaidDown(0))
        assert take_in([record], device) == TakenIn((), known=1, copies=0)
        last = renew_links(renewed, device)
        delete_game(last, device)
        assert take_in([record], device).known == 1
        assert [game.token for game in games_of(device).games] == [last]
        with pytest.raises(LinkEnded):
            open_game(first)


def test_all_games_of_a_day_are_known_when_the_phone_imports_its_own_export(app: Flask) -> None:
    device, noon = new_key(), {"started_at": "2026-11-20T12:00:00Z"}
    with app.app_context():
        record = game_record(a_game("Ann", "Cy")) | noon
        out = {"laid_down": ["Ann"], "went_out": "Ann"}
        rounds = [[out | {"hands": {"Cy": {"points": 10 * n}}}] for n in range(1, 6)]
        day = [read_record(to_json(record | {"rounds": one}).encode()) for one in rounds]
        games = take_in(day, device).new
        for number, game in enumerate(games):
            happens(game, Titled(f"Game {number}"))
        exported = [read_record(to_json(game_record(game)).encode()) for game in games]
        assert take_in(exported, device) == TakenIn((), known=5, copies=0)


def test_no_record_is_larger_than_its_size_estimated_from_the_rows(app: Flask) -> None:
    with app.app_context():
        for file in sorted(GAMES.glob("*.json"))[::8]:
            told = json.loads(file.read_text())
            told.pop("expected", None)
            [token] = keep_records([read_record(to_json(told).encode())])
            [size] = record_sizes([open_game(token).row.id])
            written = to_file([game_record(token, with_history=True)])
            assert len(written.encode()) < size, file.name

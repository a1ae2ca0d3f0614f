"""The games of a device and their players, the latest first."""

import pytest
from flask import Flask
from sqlalchemy import text

from companion.records.log.games import NewGame, open_game, start_game
from companion.records.people.finished import put_away
from companion.records.people.links import new_key
from companion.records.people.lists import PAGE, GamesQuery, Listed, games_of, people_of
from companion.records.people.phones import sit_down
from companion.records.store.database import db
from companion.rules.fold.entries import LaidDown, PlayerRenamed, Titled
from companion.rules.model.state import Seats
from tests.books import happens
from tests.records.book import a_game, many_games, resolved, statements


def test_the_game_changed_last_stands_first(app: Flask) -> None:
    device = new_key()
    with app.app_context():
        first, second = a_game(device=device), a_game(device=device)
        assert [game.token for game in games_of(device).games] == [second, first]
    with app.app_context():
        happens(first, LaidDown(0))
        assert [game.token for game in games_of(device).games] == [first, second]


def test_no_device_sees_the_games_or_the_people_of_another(app: Flask) -> None:
    with app.app_context():
        a_game(device=new_key())
        assert list(games_of(new_key()).games) == []
        assert people_of(new_key()) == []


def test_people_stand_once_in_seat_order_those_of_the_latest_game_first(app: Flask) -> None:
    device = new_key()
    with app.app_context():
        a_game("Ann", "Ben", "Cy", device=device)
        a_game("Dee", "Ben", device=device)
        assert people_of(device) == ["Dee", "Ben", "Ann", "Cy"]
        assert people_of(device, most=2) == ["Dee", "Ben"]


def called(games: tuple[Listed, ...]) -> list[str]:
    return [game.called for game in games]


def test_a_long_list_comes_in_pages_the_game_changed_last_first(own_book: Flask) -> None:
    with own_book.app_context():
        many_games(2 * PAGE + 3, device="mine")
        pages = [games_of("mine", number=number) for number in (1, 2, 3, 4)]
    assert [len(page.games) for page in pages] == [PAGE, PAGE, 3, 0]
    assert [page.has_more for page in pages] == [True, True, False, False]
    assert called([game for page in pages for game in page.games]) == [
        f"Evening {number}" for number in range(2 * PAGE + 3, 0, -1)
    ]


def test_own_games_those_of_others_and_watched_ones_are_one_list(app: Flask) -> None:
    me, keeper = new_key(), new_key()
    with app.app_context():
        devices = (keeper, keeper, me, keeper)
        watched, guest, own, opened = (a_game(device=device) for device in devices)
        sit_down(open_game(guest).row.id, me, guest, None, "")
        sit_down(open_game(own).row.id, me, own, None, "")
        tokens = (watched, guest, opened)
        link, guests, also = (open_game(token).row.watch_token for token in tokens)
        found = games_of(me, [link, guests, opened, also, "w.nobody"]).games
    assert {(game.token, game.came_by) for game in found} == {
        (own, "own"),
        (guest, "guest"),
        (opened, "guest"),
        (link, "watched"),
    }
    assert len(found) == 4


def test_archived_games_are_among_those_of_a_moment(app: Flask) -> None:
    mine = new_key()
    with app.app_context():
        game = a_game(device=mine)
        put_away(game, mine)
        for archived, tokens in ((False, []), (True, [game]), (None, [game])):
            found = games_of(mine, query=GamesQuery(archived=archived)).games
            assert [one.token for one in found] == tokens


SEARCHES = {
    **dict.fromkeys(["lake", "LAKE", "friday ann", "chloe", "Chloé", "12-step", "100%"], 1),
    **dict.fromkeys(["  ", "a\0nn", "lake " * 1000], 1),
    **dict.fromkeys(["twelve", "ann dee", "100_", "lake%ann"], 0),
}


@pytest.mark.parametrize(("search", "found"), SEARCHES.items())
def test_a_game_is_found_by_its_title_its_players_and_its_name(
    app: Flask, search: str, found: int
) -> None:
    mine = new_key()
    with app.app_context():
        start_game(NewGame(resolved(), Seats(("Ann", "Chloé")), "Friday at the lake, 100%"), mine)
        assert len(games_of(mine, query=GamesQuery(search=search)).games) == found


def test_a_game_is_found_by_what_it_is_called_now(app: Flask) -> None:
    mine = new_key()
    with app.app_context():
        token = start_game(NewGame(resolved(), Seats(("Ann", "Ben")), "Friday"), mine)
        happens(token, Titled("Saturday"))
        happens(token, PlayerRenamed(1, "Bjørn"))
        found = {word: len(games_of(mine, query=GamesQuery(search=word)).games) for word in FRIDAYS}
    assert found == FRIDAYS


FRIDAYS = {"friday": 0, "saturday": 1, "ben": 0, "bjørn": 1, "saturday bjørn rummy": 1}


def test_a_page_is_read_by_one_statement_that_reads_no_ruleset(own_book: Flask) -> None:
    with own_book.app_context():
        many_games(60, device="mine")
        with statements() as said:
            assert (
                len(games_of("mine", ["w.nobody"], query=GamesQuery("evening"), number=2).games)
                == PAGE
            )
    assert len(said) == 1
    assert "game.ruleset " not in said[0]
    assert "game.ruleset," not in said[0]


@pytest.mark.only_on("sqlite")
def test_the_database_walks_along_the_latest_games_and_sorts_none_of_them(own_book: Flask) -> None:
    with own_book.app_context():
        many_games(60, device="mine")
        with statements() as said:
            games_of("mine")
        plan = [row[3] for row in db.session.execute(text(f"EXPLAIN QUERY PLAN {filled(said[0])}"))]
    own = [line for line in plan if "ix_game_device_deleted_at_changed_at" in line]
    assert own, plan
    assert "device=? AND deleted_at=?" in own[0]
    assert "COVERING" in own[0]
    assert not any(line.startswith("SCAN game") for line in plan)


def filled(statement: str) -> str:
    """The statement with literals for EXPLAIN, which do not change the query plan."""
    return statement.replace("?", "1")

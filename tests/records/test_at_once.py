"""Concurrent requests with the same content, sent before any response arrives."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

from flask import Flask
from sqlalchemy import func, select

from companion.records.log.deleting import delete_game
from companion.records.log.games import NewGame, start_game
from companion.records.models import Game, OwnGame, Phone
from companion.records.people.limits import GamesAnHour, TooManyGames
from companion.records.people.links import new_key
from companion.records.people.own_games import keep_own_game
from companion.records.people.phones import begin_counting, sit_down
from companion.records.store.database import db
from companion.rules.model.state import Seats
from companion.rules.reading.catalogue import game_data
from tests.records.book import a_game, resolved
from tests.web.page import Page
from tests.web.phone import Phone as Browser
from tests.web.table import NEW_GAME

AT_ONCE, TIMES = 4, 5
T = TypeVar("T")


def at_once(app: Flask, act: Callable[[], T], number: int = AT_ONCE) -> list[T]:
    """The results of several threads that do this at the same time."""
    together = Barrier(number)

    def one(_: int) -> T:
        together.wait()
        with app.app_context():
            return act()

    with ThreadPoolExecutor(number) as threads:
        return [*threads.map(one, range(number))]


def count(app: Flask, table: type, **which: object) -> int:
    with app.app_context():
        asked = select(func.count()).select_from(table).filter_by(**which)
        return db.session.scalar(asked) or 0


def test_a_start_sent_four_times_at_once_is_one_game(app: Flask) -> None:
    """Without a lock 31 of 60 failed on PostgreSQL: there is no row to lock yet."""
    for _ in range(TIMES):
        sent = {"names-0": "Ann", "names-1": "Ben", "dealer": "0", "key": new_key()}
        phone = Browser(app)
        sent["csrf_token"] = phone.csrf_token
        cookie = phone.client.get_cookie("companion")

        def tap(sent: dict[str, str] = sent, signed: str = cookie.value) -> str:
            again = Browser(app)
            again.client.set_cookie("companion", signed)
            answer = again.answer(NEW_GAME, sent)
            assert answer.status_code == 303, Page(again, answer).trouble
            return answer.headers["Location"]

        assert len({*at_once(app, tap)}) == 1
        assert len(phone.home_lists()) == 1


def test_an_own_game_kept_four_times_at_once_is_one(app: Flask) -> None:
    for _ in range(TIMES):
        device, token = new_key(), new_key()

        def keep(device: str = device, token: str = token) -> None:
            keep_own_game(game_data("five-crowns"), device, token)

        at_once(app, keep)
        assert count(app, OwnGame, device=device) == 1


def test_two_simultaneous_seat_choices_of_a_phone_take_one_seat(app: Flask) -> None:
    for _ in range(TIMES):
        with app.app_context():
            token = a_game()
            game = db.session.scalar(select(Game.id).where(Game.token == token))
        assert game

        def say(game: int = game, token: str = token) -> None:
            sit_down(game, "phone", token, 0, "")
            begin_counting(game, "phone", token, 1)

        at_once(app, say)
        assert count(app, Phone, game_id=game) == 1


def test_simultaneous_starts_respect_the_limit(app: Flask) -> None:
    device, limit = new_key(), GamesAnHour(2, 10**6)

    def start() -> bool:
        try:
            start_game(NewGame(resolved(), Seats(("Ann", "Ben"))), device, at_most=limit)
        except TooManyGames:
            return False
        return True

    assert sum(at_once(app, start, 6)) == 2
    assert count(app, Game, device=device) == 2


def test_games_deleted_at_once_are_all_deleted(app: Flask) -> None:
    device = new_key()
    with app.app_context():
        tokens = [a_game(device=device) for _ in range(AT_ONCE)]
    waiting = [*tokens]
    at_once(app, lambda: delete_game(waiting.pop(), device))
    assert count(app, Game, device=device, deleted_at=None) == 0

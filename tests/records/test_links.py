"""Two links per game, for keeping score and for watching; new ones revoke the old ones."""

import pytest
from flask import Flask

from companion.records.log.games import NewGame, NoSuchGame, OnlyWatching, open_game, start_game
from companion.records.people.links import (
    LinkEnded,
    NotTheKeeper,
    is_watch_link,
    new_key,
    renew_links,
)
from companion.records.people.lists import games_of
from companion.records.people.phones import sit_down
from companion.rules.fold.entries import LaidDown
from companion.rules.model.state import Seats
from tests.books import happens
from tests.records.book import a_game, resolved, rows
from tests.records.writers import in_processes


def test_either_link_opens_the_same_game_each_with_its_right(app: Flask) -> None:
    with app.app_context():
        scoring = open_game(a_game("Ann", "Ben"))
        watching = open_game(scoring.row.watch_token)
    assert (scoring.may_score, watching.may_score) == (True, False)
    assert watching.row.id == scoring.row.id
    assert watching.token == scoring.row.watch_token


def test_who_watches_sees_what_is_written_meanwhile(app: Flask) -> None:
    with app.app_context():
        token = a_game()
        watch = open_game(token).row.watch_token
        for seat in (0, 1):
            happens(token, LaidDown(seat))
            assert open_game(watch).state.version == seat + 1


def test_nothing_is_written_by_a_link_to_watch(app: Flask) -> None:
    with app.app_context():
        token = a_game()
        with pytest.raises(OnlyWatching):
            happens(open_game(token).row.watch_token, LaidDown(0))
    assert rows(app, token) == []


def test_score_links_and_watch_links_differ_in_form() -> None:
    assert not any(is_watch_link(new_key()) for _ in range(200))


@pytest.mark.parametrize("entries", [0, 1])
def test_new_links_end_both_old_ones_at_once(app: Flask, entries: int) -> None:
    device = new_key()
    with app.app_context():
        old = a_game(device=device)
        for _ in range(entries):
            happens(old, LaidDown(0))
        old_watch = open_game(old).row.watch_token
        open_game(old_watch)
        new = renew_links(old, device)
        for ended in (old, old_watch):
            with pytest.raises(LinkEnded) as told:
                open_game(ended)
            assert (told.value.token, told.value.device) == (new, device)
        with pytest.raises(LinkEnded):
            happens(old, LaidDown(1))
        assert open_game(new).state.version == entries
        assert not open_game(open_game(new).row.watch_token).may_score


def test_links_may_be_renewed_again_and_the_first_one_leads_to_the_last(app: Flask) -> None:
    device = new_key()
    with app.app_context():
        first = a_game(device=device)
        last = renew_links(renew_links(first, device), device)
        with pytest.raises(LinkEnded) as told:
            open_game(first)
    assert told.value.token == last


def test_a_link_ended_by_another_process_leads_nowhere_in_this_one(own_book: Flask) -> None:
    with own_book.app_context():
        device = new_key()
        token = a_game(device=device)
        happens(token, LaidDown(0))
        remembered = open_game(token)
        in_processes(own_book, token, times=1, processes=1)
        new = renew_links(token, device)
        assert remembered.state.version == 1
        with pytest.raises(LinkEnded):
            open_game(token)
        assert open_game(new).state.version == 1 + 2


def test_only_the_keeper_makes_new_links(app: Flask) -> None:
    with app.app_context():
        token = a_game(device=new_key())
        with pytest.raises(NotTheKeeper):
            renew_links(token, new_key())
        with pytest.raises(NotTheKeeper):
            renew_links(open_game(token).row.watch_token, open_game(token).row.device)
        open_game(token)


def test_a_game_started_by_the_same_tap_long_after_its_links_changed_is_still_one(
    app: Flask,
) -> None:
    device, tap = new_key(), new_key()
    with app.app_context():
        start_game(NewGame(resolved(), Seats(("Ann", "Ben"))), device, tap)
        new = renew_links(tap, device)
        assert start_game(NewGame(resolved(), Seats(("Ann", "Ben"))), device, tap) == new
        assert len(games_of(device).games) == 1


def test_a_phone_that_came_by_a_link_finds_the_game_on_its_home_until_the_link_ends(
    app: Flask,
) -> None:
    keeper, guest = new_key(), new_key()
    with app.app_context():
        token = a_game(device=keeper)
        assert list(games_of(guest).games) == []
    with app.app_context():
        sit_down(open_game(token).row.id, guest, token, 1, "")
        assert [game.token for game in games_of(guest).games] == [token]
    with app.app_context():
        new = renew_links(token, keeper)
        assert list(games_of(guest).games) == []
        assert [game.token for game in games_of(keeper).games] == [new]


def test_no_made_up_link_leads_anywhere(app: Flask) -> None:
    with app.app_context():
        for token in (new_key(), f"w.{new_key()}", "w.", "", "w.'; DROP TABLE game"):
            with pytest.raises(NoSuchGame):
                open_game(token)

"""Join codes are valid for an hour, each with its access; wrong ones are rate-limited."""

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import func, select, update

from companion.records.log.deleting import delete_game, put_back, sweep
from companion.records.log.games import open_game
from companion.records.models import Attempt, JoinCode
from companion.records.people.limits import TooManyGuesses, wrong_codes
from companion.records.people.links import (
    CHARACTERS,
    CodeEnded,
    NoSuchCode,
    code_of,
    link_of,
    new_key,
    renew_links,
)
from companion.records.store.database import db, now, write_connection
from tests.records.book import a_game

MANY = wrong_codes(10**6, 10**6)
NOBODYS = "222222"


@pytest.fixture(autouse=True)
def _in_the_book(app: Flask) -> Iterator[None]:
    with app.app_context():
        yield


def leads_to(code: str) -> str:
    return link_of(code, new_key(), MANY)


def an_hour_later(code: str) -> None:
    with write_connection() as connection:
        earlier = update(JoinCode).where(JoinCode.code == code)
        connection.execute(earlier.values(ends_at=now() - timedelta(seconds=1)))


def count(kind: type[JoinCode | Attempt], **which: object) -> int:
    db.session.rollback()
    return db.session.scalar(select(func.count()).select_from(kind).filter_by(**which)) or 0


def test_no_characters_of_a_code_look_alike() -> None:
    assert len(CHARACTERS) == len(set(CHARACTERS)) == 32
    assert not set("0O1I") & set(CHARACTERS)


def test_each_right_has_its_own_code_for_its_link() -> None:
    token = a_game()
    watch = open_game(token).row.watch_token
    score_signs, watch_signs = code_of(token), code_of(watch)
    assert re.fullmatch(f"[{CHARACTERS}]{{6}}", score_signs)
    assert (leads_to(score_signs), leads_to(watch_signs)) == (token, watch)


def test_a_code_remains_valid_for_an_hour_after_the_last_look() -> None:
    token = a_game()
    code = code_of(token)
    with write_connection() as connection:
        soon = now() + timedelta(minutes=1)
        connection.execute(update(JoinCode).where(JoinCode.code == code).values(ends_at=soon))
    assert code_of(token) == code
    db.session.rollback()
    ends_at = db.session.scalar(select(JoinCode.ends_at).where(JoinCode.code == code))
    assert timedelta(minutes=59) < ends_at - now() <= timedelta(hours=1)


def test_an_expired_code_says_so_and_a_new_one_is_made() -> None:
    token = a_game()
    code = code_of(token)
    an_hour_later(code)
    with pytest.raises(CodeEnded):
        leads_to(code)
    assert leads_to(code_of(token)) == token
    assert code_of(token) != code


@pytest.mark.parametrize("ending", ["links made anew", "deleted"])
def test_codes_end_with_the_links_and_with_the_game(ending: str) -> None:
    device = new_key()
    token = a_game(device=device)
    codes = [code_of(token), code_of(open_game(token).row.watch_token)]
    if ending == "deleted":
        delete_game(token, device)
        put_back(token, device)
    else:
        token = renew_links(token, device)
    for code in codes:
        with pytest.raises(CodeEnded):
            leads_to(code)
    assert leads_to(code_of(token)) == token


@pytest.mark.parametrize("how", ["another is made", "the server starts"])
def test_codes_of_the_day_before_are_removed(how: str) -> None:
    old, token = a_game(), a_game()
    code = code_of(old)
    with write_connection() as connection:
        long_ago = now() - timedelta(hours=25)
        connection.execute(update(JoinCode).where(JoinCode.code == code).values(ends_at=long_ago))
    if how == "another is made":
        code_of(token)
    else:
        with write_connection() as connection:
            sweep(connection)
    assert count(JoinCode, code=code) == 0
    with pytest.raises(NoSuchCode):
        leads_to(code)


def test_after_too_many_wrong_codes_not_even_the_right_one_works() -> None:
    guesser, limit, code = new_key(), wrong_codes(3, 10**6), code_of(a_game())
    for _ in range(3):
        link_of(code, guesser, limit)
        with pytest.raises(NoSuchCode):
            link_of(NOBODYS, guesser, limit)
    with pytest.raises(TooManyGuesses):
        link_of(code, guesser, limit)
    assert count(Attempt, source=guesser) == 3
    link_of(code, new_key(), limit)  # other addresses are not limited


def test_all_addresses_share_a_limit_that_ends_after_an_hour(own_book: Flask) -> None:
    with own_book.app_context():
        limit = wrong_codes(10, 2)
        for _ in range(2):
            with pytest.raises(NoSuchCode):
                link_of(NOBODYS, new_key(), limit)
        with pytest.raises(TooManyGuesses):
            link_of(NOBODYS, new_key(), limit)
        with write_connection() as connection:
            connection.execute(update(Attempt).values(counted_at=now() - timedelta(minutes=61)))
        with pytest.raises(NoSuchCode):
            link_of(NOBODYS, new_key(), limit)
        assert count(Attempt) == 1

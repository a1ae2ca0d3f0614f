"""Join codes: six characters that lead to a link, shown while a table is being shared."""

import secrets
from datetime import datetime, timedelta

from sqlalchemy import Connection, Select, delete, select
from sqlalchemy.orm import Session

from companion.records.database import alone, now, reading, write_transaction
from companion.records.limits import HOUR, AnHour
from companion.records.links import is_watch_link
from companion.records.models import Counted, Game, JoinCode

CHARACTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # without 0 and O, 1 and I
LENGTH = 6
HOLDS_FOR = HOUR
_SHOWN_AGAIN = timedelta(minutes=59)  # so that a page loaded twice writes once
_REMEMBERED = timedelta(days=1)  # expired codes are kept this long, for a clear error


class NoSuchCode(LookupError):
    """No table has this code."""


class CodeEnded(LookupError):
    """The code has expired, or its links were replaced."""


def code_of(token: str) -> str:
    """The code for this link, valid for an hour from now.

    The same code as long as it is requested within the hour. Raises NoSuchCode if the link has
    ended meanwhile.
    """
    with write_transaction(token) as session:
        alone(session.connection(), "making codes")
        game = session.scalar(_game_of(token))
        if game is None:
            raise NoSuchCode
        right = {"for_watching": is_watch_link(token)}
        code = session.scalar(_valid_of(game, **right)) or _new_code(session, game, **right)
        if code.ends_at - now() < _SHOWN_AGAIN:
            code.ends_at = now() + HOLDS_FOR
        return code.code


def link_of(code: str, guesser: str, at_most: AnHour) -> str:
    """The token of the link behind this code.

    `guesser` stands for the address of the request. Raises NoSuchCode and CodeEnded, which both
    count as wrong guesses, and TooManyGuesses before the code is looked up.
    """
    with reading() as connection, Session(connection) as session:
        at_most.check(session, guesser)  # beyond the limit no write lock is taken
    with write_transaction() as session:
        alone(session.connection(), "guessing codes")
        at_most.check(session, guesser)
        found = session.execute(_led_to(code)).first()
        if found and found.ends_at > now():
            return str(found.watch_token if found.for_watching else found.token)
        at_most.count(session, guesser)
    raise CodeEnded if found else NoSuchCode


def forget_old(connection: Connection) -> None:
    """Remove expired codes and counters."""
    connection.execute(delete(JoinCode).where(JoinCode.ends_at <= now() - _REMEMBERED))
    connection.execute(delete(Counted).where(Counted.counted_at < now() - HOUR))


def _game_of(token: str) -> Select[int]:
    link = Game.watch_token if is_watch_link(token) else Game.token
    return select(Game.id).where(link == token, Game.deleted_at.is_(None))


def _valid_of(game: int, *, for_watching: bool) -> Select[JoinCode]:
    mine = (JoinCode.game_id == game, JoinCode.for_watching == for_watching)
    return select(JoinCode).where(*mine, JoinCode.ends_at > now())


def _new_code(session: Session, game: int, *, for_watching: bool) -> JoinCode:
    """A code that is not in use and was not lately; expired ones are removed."""
    forget_old(session.connection())
    while True:
        code = "".join(secrets.choice(CHARACTERS) for _ in range(LENGTH))
        if session.scalar(select(JoinCode.id).where(JoinCode.code == code)) is None:
            ends_at = now() + HOLDS_FOR
            made = JoinCode(game_id=game, code=code, for_watching=for_watching, ends_at=ends_at)
            session.add(made)
            return made


def _led_to(code: str) -> Select[str, str, bool, datetime]:
    columns = (Game.token, Game.watch_token, JoinCode.for_watching, JoinCode.ends_at)
    return select(*columns).join(Game, Game.id == JoinCode.game_id).where(JoinCode.code == code)

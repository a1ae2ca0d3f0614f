"""Six signs that lead to a table: shown while somebody shares it, typed on another phone."""

import secrets
from datetime import datetime, timedelta

from sqlalchemy import Connection, Select, delete, select
from sqlalchemy.orm import Session

from companion.records.database import alone, now, reading, write_transaction
from companion.records.limits import HOUR, AnHour
from companion.records.links import is_watch_link
from companion.records.models import Counted, Game, JoinCode

SIGNS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # no 0 and no O, no 1 and no I: 32 of them
LENGTH = 6
HOLDS_FOR = HOUR
_SHOWN_AGAIN = timedelta(minutes=59)  # a page that is loaded twice need not be written twice
_REMEMBERED = timedelta(days=1)  # so that who types old ones is told that they have ended


class NoSuchCode(LookupError):
    """These six signs lead to no table."""


class CodeEnded(LookupError):
    """They led to a table, and their hour is over or its links were made anew."""


def code_of(token: str) -> str:
    """The six signs that give the right of this link, for an hour from now.

    The same ones for as long as somebody looks at them within the hour. Raises NoSuchCode where
    the link has ended meanwhile.
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
    """The token of the link that these six signs stand for.

    `guesser` stands for the address that they come from. Raises NoSuchCode and CodeEnded, each of
    which counts as a wrong guess, and TooManyGuesses before the signs are looked at.
    """
    with reading() as connection, Session(connection) as session:
        at_most.check(session, guesser)  # whoever has no guess left makes no writer wait
    with write_transaction() as session:
        alone(session.connection(), "guessing codes")
        at_most.check(session, guesser)
        found = session.execute(_led_to(code)).first()
        if found and found.ends_at > now():
            return str(found.watch_token if found.for_watching else found.token)
        at_most.count(session, guesser)
    raise CodeEnded if found else NoSuchCode


def forget_old(connection: Connection) -> None:
    """Remove the six signs, and what was counted, that nobody needs any more."""
    connection.execute(delete(JoinCode).where(JoinCode.ends_at <= now() - _REMEMBERED))
    connection.execute(delete(Counted).where(Counted.counted_at < now() - HOUR))


def _game_of(token: str) -> Select[int]:
    link = Game.watch_token if is_watch_link(token) else Game.token
    return select(Game.id).where(link == token, Game.deleted_at.is_(None))


def _valid_of(game: int, *, for_watching: bool) -> Select[JoinCode]:
    mine = (JoinCode.game_id == game, JoinCode.for_watching == for_watching)
    return select(JoinCode).where(*mine, JoinCode.ends_at > now())


def _new_code(session: Session, game: int, *, for_watching: bool) -> JoinCode:
    """One that nobody has or had lately; those that nobody need hear of any more are removed."""
    forget_old(session.connection())
    while True:
        code = "".join(secrets.choice(SIGNS) for _ in range(LENGTH))
        if session.scalar(select(JoinCode.id).where(JoinCode.code == code)) is None:
            ends_at = now() + HOLDS_FOR
            made = JoinCode(game_id=game, code=code, for_watching=for_watching, ends_at=ends_at)
            session.add(made)
            return made


def _led_to(code: str) -> Select[str, str, bool, datetime]:
    columns = (Game.token, Game.watch_token, JoinCode.for_watching, JoinCode.ends_at)
    return select(*columns).join(Game, Game.id == JoinCode.game_id).where(JoinCode.code == code)

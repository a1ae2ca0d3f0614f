"""The links of a game: one for keeping score, one for watching; new ones end the old ones.

Join codes are six characters that lead to a link, shown while a table is being shared; those of old
links end with them. Attempts are counted per hour and source in the book, so that all workers share
the counters.
"""

import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Collection
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Connection, Select, bindparam, delete, insert, select, update
from sqlalchemy.orm import Session

from companion.records.models import Attempt, EndedLink, Game, JoinCode
from companion.records.people.limits import HOUR, AnHour
from companion.records.store.database import (
    advisory_lock,
    now,
    reading,
    write_connection,
    write_transaction,
)


def check_attempt(at_most: AnHour, source: str) -> None:
    """Check the limit before an attempt, without the write lock.

    Raises the error of `at_most`.
    """
    with reading() as connection, Session(connection) as session:
        at_most.check(session, source)


def count_attempt(at_most: AnHour, source: str) -> None:
    """Count an attempt. Raises the error of `at_most` beyond the limit."""
    with write_transaction() as session:
        advisory_lock(session.connection(), f"counting {at_most.kind}")
        at_most.check(session, source)
        at_most.count(session, source)


_IN_A_LINK = re.compile(r"/g/([^/?#]+)")
_SCORE = r"[A-Za-z0-9_-]{22}"
_CAN_BE = re.compile(rf"(w\.)?{_SCORE}")
_TOKEN_BYTES = 16  # 128 bits cannot be guessed
_WATCH = "w."  # score links contain no dot, so a link reveals its right

_END = insert(EndedLink)
_BY_ENDED_LINK = select(EndedLink.game_id).where(EndedLink.token == bindparam("token"))
_LED_TO = select(Game).where(Game.id.in_(_BY_ENDED_LINK))
_REPLACE = (
    update(Game)
    .where(Game.id == bindparam("game"))
    .values(token=bindparam("score"), watch_token=bindparam("watch"), changed_at=bindparam("now"))
)


class LinkEnded(LookupError):
    """The links were replaced; `token` is the new one, `device` the keeper's."""

    def __init__(self, token: str, device: str) -> None:
        super().__init__()
        self.token, self.device = token, device


class NotTheKeeper(PermissionError):
    """Only the device that started the game may do this."""


def new_key() -> str:
    """A token or key: 128 random bits in 22 characters."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def token_of(digest: bytes) -> str:
    """A token derived from a digest: deterministic, and not guessable."""
    return urlsafe_b64encode(digest[:_TOKEN_BYTES]).decode().rstrip("=")


def can_score(text: str) -> bool:
    """Whether this has the form of a link for keeping score."""
    return re.fullmatch(_SCORE, text) is not None


def new_watch_link() -> str:
    """A new token for watching."""
    return _WATCH + new_key()


def is_watch_link(token: str) -> bool:
    """Whether this link may only read."""
    return token.startswith(_WATCH)


def token_in(link: str) -> str:
    """The token in a link or a part of it; a bare token is returned as it is."""
    match = _IN_A_LINK.search(link)
    return match[1] if match else link.strip()


def find_ended(session: Session, token: str) -> Game | None:
    """The game of a link that has been replaced."""
    return session.scalar(_LED_TO, {"token": token})


def games_by_link(session: Session, tokens: Collection[str]) -> dict[str, int]:
    """The games of these links for keeping score, also of replaced ones, by link."""
    present = select(Game.token, Game.id).where(Game.token.in_(tokens))
    replaced = select(EndedLink.token, EndedLink.game_id).where(EndedLink.token.in_(tokens))
    return {token: game for links in (present, replaced) for token, game in session.execute(links)}


def has_replaced(game: int, token: str) -> bool:
    """Whether this link led to that game until it was replaced."""
    with reading() as connection:
        return connection.scalar(_BY_ENDED_LINK, {"token": token}) == game


def renew_links(token: str, device: str) -> str:
    """Replace the links; returns the token of the new score link.

    The old links end at once. Raises NotTheKeeper, and LinkEnded if that was done already.
    """
    with write_connection() as connection, Session(connection) as session:
        mine = select(Game).where(Game.token == token, Game.device == device)
        game = session.scalar(mine.with_for_update())
        if game is None:
            raise _why_not(session, token)
        return _replace(connection, game)


def end_codes(connection: Connection, *conditions: ColumnElement[bool]) -> None:
    """End the join codes of these games."""
    of_games = JoinCode.game_id.in_(select(Game.id).where(*conditions))
    running = update(JoinCode).where(of_games, JoinCode.ends_at > now())
    connection.execute(running.values(ends_at=now()))


def _why_not(session: Session, token: str) -> Exception:
    game = find_ended(session, token)
    return LinkEnded(game.token, game.device) if game else NotTheKeeper()


def _replace(connection: Connection, game: Game) -> str:
    old, score = (game.token, game.watch_token), new_key()
    connection.execute(_END, [{"game_id": game.id, "token": token} for token in old])
    new = {"game": game.id, "score": score, "watch": new_watch_link()}
    # Touched, so that open pages learn at once that the link has ended.
    connection.execute(_REPLACE, new | {"now": now()})
    end_codes(connection, Game.id == game.id)
    return score


def count_wrong_link(token: str, source: str, at_most: AnHour) -> None:
    """Count a request for a link to no game; a string that cannot be a link is not a guess.

    Raises TooManyLinks.
    """
    if not _CAN_BE.fullmatch(token):
        return
    check_attempt(at_most, source)
    count_attempt(at_most, source)


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
        advisory_lock(session.connection(), "making codes")
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
        advisory_lock(session.connection(), "guessing codes")
        at_most.check(session, guesser)
        row = session.execute(_led_to(code)).first()
        if row and row.ends_at > now():
            return str(row.watch_token if row.for_watching else row.token)
        at_most.count(session, guesser)
    raise CodeEnded if row else NoSuchCode


def watch_link_of(link: str) -> str:
    """The link for watching the game of this link. Raises NoSuchCode if it has ended meanwhile."""
    with reading() as connection:
        watch = connection.scalar(select(Game.watch_token).where(Game.id.in_(_game_of(link))))
    if watch is None:
        raise NoSuchCode
    return watch


def forget_old(connection: Connection) -> None:
    """Remove expired codes and counters."""
    connection.execute(delete(JoinCode).where(JoinCode.ends_at <= now() - _REMEMBERED))
    connection.execute(delete(Attempt).where(Attempt.counted_at < now() - HOUR))


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
            row = JoinCode(game_id=game, code=code, for_watching=for_watching, ends_at=ends_at)
            session.add(row)
            return row


def _led_to(code: str) -> Select[str, str, bool, datetime]:
    columns = (Game.token, Game.watch_token, JoinCode.for_watching, JoinCode.ends_at)
    return select(*columns).join(Game, Game.id == JoinCode.game_id).where(JoinCode.code == code)

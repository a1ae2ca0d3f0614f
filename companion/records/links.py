"""The links of a game: one for keeping score, one for watching; new ones end the old ones.

The join codes of the old links end with them.
"""

import re
import secrets
from base64 import urlsafe_b64encode

from sqlalchemy import ColumnElement, Connection, bindparam, insert, select, update
from sqlalchemy.orm import Session

from companion.records.counted import check_one, count_one
from companion.records.database import now, reading, write_connection
from companion.records.limits import AnHour
from companion.records.models import EndedLink, Game, JoinCode

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
    found = _IN_A_LINK.search(link)
    return found[1] if found else link.strip()


def find_ended(session: Session, token: str) -> Game | None:
    """The game of a link that has been replaced."""
    return session.scalar(_LED_TO, {"token": token})


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


def end_codes(connection: Connection, *which: ColumnElement[bool]) -> None:
    """End the join codes of these games."""
    theirs = JoinCode.game_id.in_(select(Game.id).where(*which))
    running = update(JoinCode).where(theirs, JoinCode.ends_at > now())
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
    check_one(at_most, source)
    count_one(at_most, source)

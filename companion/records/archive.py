"""Archiving a game on one device, whose lists then leave it out."""

from sqlalchemy import Connection, Delete, delete, insert, select

from companion.records.database import write_connection
from companion.records.games import NoSuchGame
from companion.records.links import is_watch_link
from companion.records.models import ArchivedGame, Game


def put_away(link: str, device: str) -> None:
    """Archive the game of this link on this device; idempotent. Raises NoSuchGame."""
    with write_connection() as connection:
        game = _game(connection, link)
        connection.execute(_this(game, device))
        connection.execute(insert(ArchivedGame).values(game_id=game, device=device))


def take_out(link: str, device: str) -> None:
    """Move the game of this link back to the lists. Raises NoSuchGame."""
    with write_connection() as connection:
        connection.execute(_this(_game(connection, link), device))


def _this(game: int, device: str) -> Delete:
    return delete(ArchivedGame).where(ArchivedGame.game_id == game, ArchivedGame.device == device)


def _game(connection: Connection, link: str) -> int:
    by = Game.watch_token if is_watch_link(link) else Game.token
    found = connection.scalar(select(Game.id).where(by == link, Game.deleted_at.is_(None)))
    if found is None:
        raise NoSuchGame(link)
    return found

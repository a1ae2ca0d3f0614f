"""Putting a game away on one device: there it stands among those put away, and nowhere else."""

from sqlalchemy import Connection, Delete, delete, insert, select

from companion.records.database import write_connection
from companion.records.games import NoSuchGame
from companion.records.links import is_watch_link
from companion.records.models import ArchivedGame, Game


def put_away(link: str, device: str) -> None:
    """Put the game of this link away on this device; twice is once. Raises NoSuchGame."""
    with write_connection() as connection:
        game = _game(connection, link)
        connection.execute(_this(game, device))
        connection.execute(insert(ArchivedGame).values(game_id=game, device=device))


def take_out(link: str, device: str) -> None:
    """The game of this link stands among the others again. Raises NoSuchGame."""
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

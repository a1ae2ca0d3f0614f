"""What a device finds again: its games, those it deleted, and the people who played in them."""

from collections.abc import Sequence

from sqlalchemy import Select, or_, select

from companion.records.database import db
from companion.records.deleting import oldest_kept
from companion.records.models import Game, Phone


def games_of(device: str) -> Sequence[Game]:
    """The games this device made or came to by a link that still holds, the latest first."""
    came = select(Phone.game_id).where(Phone.device == device, Phone.token == Game.token)
    mine = or_(Game.device == device, Game.id.in_(came.correlate(Game)))
    games = select(Game).where(mine, Game.deleted_at.is_(None))
    return db.session.scalars(games.order_by(Game.changed_at.desc(), Game.id)).all()


def games_watched(links: Sequence[str], device: str) -> Sequence[Game]:
    """The games that these links to watch by lead to, but for those the device has a better one."""
    others = Game.id.not_in([game.id for game in games_of(device)])
    games = select(Game).where(Game.watch_token.in_(links), others, Game.deleted_at.is_(None))
    return db.session.scalars(games.order_by(Game.changed_at.desc(), Game.id)).all()


def deleted_games_of(device: str) -> Sequence[Game]:
    """The games this device deleted within a day, the latest first."""
    games = _of(device).where(Game.deleted_at > oldest_kept())
    return db.session.scalars(games.order_by(Game.deleted_at.desc(), Game.id)).all()


def people_of(device: str, most: int = 12) -> list[str]:
    """Those who played on this device before, by their names of now, the latest first."""
    summaries = (
        _of(device)
        .where(Game.deleted_at.is_(None))
        .with_only_columns(Game.summary)
        .order_by(Game.id.desc())
        .limit(most)
    )
    names = [name for summary in db.session.scalars(summaries) for name in summary["players"]]
    return list(dict.fromkeys(names))[:most]


def _of(device: str) -> Select[Game]:
    return select(Game).where(Game.device == device)

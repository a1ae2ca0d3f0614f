"""All games of a score book, for its operator."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import select

from companion.records.database import reading
from companion.records.models import Game


@dataclass(frozen=True, slots=True)
class GameInBook:
    """A game that is not deleted; `token` opens it, `started_at` has its time zone.

    `game` is the name of its rules, `round` the number of the current or last round. `winners` is
    empty unless the game is `over`.
    """

    token: str
    title: str
    game: str
    players: tuple[str, ...]
    started_at: datetime
    round: int
    over: bool
    winners: tuple[str, ...]

    def as_data(self) -> dict[str, Any]:
        """The game for JSON."""
        return {
            "link": f"/g/{self.token}/",
            "title": self.title,
            "game": self.game,
            "players": [*self.players],
            "started_at": self.started_at.isoformat(),
            "round": self.round,
            "over": self.over,
            "winners": [*self.winners],
        }


def all_games() -> list[GameInBook]:
    """The games in the order of their first deals."""
    columns = (Game.token, Game.title, Game.ruleset_name, Game.started_at, Game.summary)
    kept = select(*columns).where(Game.deleted_at.is_(None)).order_by(Game.started_at, Game.id)
    with reading() as connection:
        return [
            GameInBook(
                row.token,
                row.summary.get("title", row.title),
                row.ruleset_name,
                tuple(row.summary["players"]),
                row.started_at.replace(tzinfo=UTC),
                row.summary["round"],
                row.summary["over"],
                tuple(row.summary["winners"]),
            )
            for row in connection.execute(kept)
        ]

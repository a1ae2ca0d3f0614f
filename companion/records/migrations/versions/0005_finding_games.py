"""Games know the name of their rules and the text they are found by; a device's by their age."""

import json
import unicodedata

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_INDEX = "ix_game_device_deleted_at_changed_at"
_AT_ONCE = 200


def upgrade():
    # Never in batch mode: SQLite would drop the table of games, and their logs would go with it.
    for name in ("ruleset_name", "found_by"):
        op.add_column("game", sa.Column(name, sa.Text(), nullable=False, server_default=sa.text("''")))
    _tell_what_they_are_found_by(op.get_bind())
    op.create_index(_INDEX, "game", ["device", "deleted_at", "changed_at"])


def downgrade():
    op.drop_index(_INDEX, "game")
    op.drop_column("game", "found_by")
    op.drop_column("game", "ruleset_name")


def _tell_what_they_are_found_by(connection):
    """A few games at a time: each brings a whole ruleset."""
    columns = ("id", "title", "ruleset", "ruleset_name", "found_by")
    game = sa.table("game", *map(sa.column, columns), sa.column("summary", sa.JSON()))
    told = sa.update(game).where(game.c.id == sa.bindparam("number"))
    told = told.values(ruleset_name=sa.bindparam("name"), found_by=sa.bindparam("text"))
    some = sa.select(game.c.id, game.c.title, game.c.ruleset, game.c.summary)
    some, last = some.order_by(game.c.id).limit(_AT_ONCE), 0
    while rows := connection.execute(some.where(game.c.id > last)).all():
        connection.execute(told, [_told(row) for row in rows])
        last = rows[-1].id


def _told(row):
    name = json.loads(row.ruleset).get("name", "")
    called = row.summary.get("title", row.title)
    words = (called, *row.summary.get("players", ()), name)
    return {"number": row.id, "name": name, "text": " ".join(map(_plain, words))}


def _plain(text):
    parts = unicodedata.normalize("NFKD", text.casefold())
    kept = (part for part in parts if unicodedata.category(part)[0] not in "CM" or part.isspace())
    return " ".join("".join(kept).split())

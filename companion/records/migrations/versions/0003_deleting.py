"""A game that was deleted says when, so that it can be put back for a day."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade():
    with op.batch_alter_table("game") as game:
        game.add_column(sa.Column("deleted_at", sa.DateTime(), nullable=True))
        game.create_index("ix_game_deleted_at", ["deleted_at"])


def downgrade():
    # Never in batch mode: SQLite would drop the table of games, and their logs would go with it.
    op.drop_index("ix_game_deleted_at", "game")
    op.drop_column("game", "deleted_at")

"""Games that a device has put away, and the lists of its games by the day they were played."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

_STARTED = "ix_game_device_deleted_at_started_at"


def upgrade():
    op.create_table(
        "archived_game",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("device", sa.String(22), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name="fk_archived_game_game_id_game", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_archived_game"),
        sa.UniqueConstraint("game_id", "device", name="uq_archived_game_game_id"),
    )
    op.create_index("ix_archived_game_device", "archived_game", ["device"])
    op.create_index(_STARTED, "game", ["device", "deleted_at", "started_at"])


def downgrade():
    op.drop_index(_STARTED, "game")
    op.drop_table("archived_game")

"""What a device calls people and groups; when its games were changed, by the day of each."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

_STARTED = "ix_game_device_deleted_at_started_at"
_BY_DAY = "ix_game_by_day"


def upgrade():
    op.create_table(
        "known_name",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("device", sa.String(22), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("colour", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_known_name"),
        sa.UniqueConstraint("device", "name", name="uq_known_name_device"),
    )
    op.create_table(
        "named_group",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("device", sa.String(22), nullable=False),
        sa.Column("people", sa.JSON(), nullable=False),
        sa.Column("called", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_named_group"),
    )
    op.create_index("ix_named_group_device", "named_group", ["device"])
    op.drop_index(_STARTED, "game")
    op.create_index(_BY_DAY, "game", ["device", "deleted_at", "started_at", "changed_at"])


def downgrade():
    op.drop_index(_BY_DAY, "game")
    op.create_index(_STARTED, "game", ["device", "deleted_at", "started_at"])
    op.drop_table("named_group")
    op.drop_table("known_name")

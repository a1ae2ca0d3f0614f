"""Own games."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade():
    op.create_table(
        "own_game",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token", sa.String(22), nullable=False),
        sa.Column("device", sa.String(22), nullable=False),
        sa.Column("ruleset", sa.Text(), nullable=False),
        sa.Column("changed_at", sa.DateTime(), nullable=False),
        sa.Column("dropped_at", sa.DateTime(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_own_game"),
        sa.UniqueConstraint("token", name="uq_own_game_token"),
    )
    op.create_index("ix_own_game_device", "own_game", ["device"])


def downgrade():
    op.drop_index("ix_own_game_device", "own_game")
    op.drop_table("own_game")

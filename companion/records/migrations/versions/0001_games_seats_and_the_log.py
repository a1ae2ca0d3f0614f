"""Games, seats and the log."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade():
    op.create_table(
        "game",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token", sa.String(22), nullable=False),
        sa.Column("device", sa.String(22), nullable=False),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("ruleset", sa.Text(), nullable=False),
        sa.Column("first_dealer", sa.Integer(), nullable=False),
        sa.Column("started_at", sa.DateTime(), nullable=False),
        sa.Column("changed_at", sa.DateTime(), nullable=False),
        sa.Column("summary", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_game"),
        sa.UniqueConstraint("token", name="uq_game_token"),
    )
    op.create_index("ix_game_device", "game", ["device"])
    op.create_table(
        "seat",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        _game("seat"),
        sa.PrimaryKeyConstraint("id", name="pk_seat"),
        sa.UniqueConstraint("game_id", "position", name="uq_seat_game_id"),
    )
    op.create_table(
        "log_entry",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("recorded_at", sa.DateTime(), nullable=False),
        _game("log_entry"),
        sa.PrimaryKeyConstraint("id", name="pk_log_entry"),
        sa.UniqueConstraint("game_id", "sequence", name="uq_log_entry_game_id"),
        sa.UniqueConstraint("game_id", "key", name="uq_log_entry_game_id_key"),
    )


def downgrade():
    op.drop_table("log_entry")
    op.drop_table("seat")
    op.drop_index("ix_game_device", "game")
    op.drop_table("game")


def _game(table):
    """The game a row belongs to; it goes when its game goes."""
    name = f"fk_{table}_game_id_game"
    return sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=name, ondelete="CASCADE")

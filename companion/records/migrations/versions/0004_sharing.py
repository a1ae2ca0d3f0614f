"""Links to watch by and links that have ended; phones at the table; entries know their device."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade():
    # Never in batch mode: SQLite would drop the table of games, and their logs would go with it.
    link = sa.Column("watch_token", sa.String(24), nullable=False, server_default=sa.text("''"))
    op.add_column("game", link)
    _give_links_to_watch_by(op.get_bind())
    op.create_index("ix_game_watch_token", "game", ["watch_token"], unique=True)
    op.add_column("log_entry", sa.Column("device", sa.String(22)))
    op.create_table(
        "ended_link",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("token", sa.String(24), nullable=False),
        _game("ended_link"),
        sa.PrimaryKeyConstraint("id", name="pk_ended_link"),
        sa.UniqueConstraint("token", name="uq_ended_link_token"),
    )
    op.create_table(
        "phone",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("device", sa.String(22), nullable=False),
        sa.Column("token", sa.String(22), nullable=False),
        sa.Column("seat", sa.Integer()),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("counting", sa.Integer()),
        sa.Column("seen_at", sa.DateTime()),
        _game("phone"),
        sa.PrimaryKeyConstraint("id", name="pk_phone"),
        sa.UniqueConstraint("game_id", "device", name="uq_phone_game_id"),
    )
    op.create_index("ix_phone_device", "phone", ["device"])


def downgrade():
    op.drop_index("ix_phone_device", "phone")
    op.drop_table("phone")
    op.drop_table("ended_link")
    op.drop_column("log_entry", "device")
    op.drop_index("ix_game_watch_token", "game")
    op.drop_column("game", "watch_token")


def _give_links_to_watch_by(connection):
    game = sa.table("game", sa.column("id"), sa.column("watch_token"))
    for (number,) in connection.execute(sa.select(game.c.id)).all():
        link = "w." + secrets.token_urlsafe(16)
        connection.execute(game.update().where(game.c.id == number).values(watch_token=link))


def _game(table):
    """The game a row belongs to; it goes when its game goes."""
    name = f"fk_{table}_game_id_game"
    return sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=name, ondelete="CASCADE")

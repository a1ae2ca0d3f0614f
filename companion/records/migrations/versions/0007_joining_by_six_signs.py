"""Six signs that lead to a table for an hour, and the wrong guesses at them."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade():
    op.create_table(
        "join_code",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(6), nullable=False),
        sa.Column("for_watching", sa.Boolean(), nullable=False),
        sa.Column("ends_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name="fk_join_code_game_id_game", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_join_code"),
        sa.UniqueConstraint("code", name="uq_join_code_code"),
    )
    op.create_index("ix_join_code_game_id", "join_code", ["game_id"])
    op.create_index("ix_join_code_ends_at", "join_code", ["ends_at"])
    op.create_table(
        "wrong_guess",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("guesser", sa.String(22), nullable=False),
        sa.Column("guessed_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_wrong_guess"),
    )
    op.create_index("ix_wrong_guess_guessed_at", "wrong_guess", ["guessed_at"])


def downgrade():
    op.drop_table("wrong_guess")
    op.drop_table("join_code")

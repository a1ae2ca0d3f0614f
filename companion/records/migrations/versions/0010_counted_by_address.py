"""What is counted for an hour by the address it comes from: not only wrong guesses at six signs."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade():
    op.drop_table("wrong_guess")  # of the last hour
    op.create_table(
        "counted",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("what", sa.String(10), nullable=False),
        sa.Column("source", sa.String(22), nullable=False),
        sa.Column("counted_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_counted"),
    )
    op.create_index("ix_counted_counted_at", "counted", ["counted_at"])
    op.create_index(
        "ix_counted_what_source_counted_at", "counted", ["what", "source", "counted_at"]
    )


def downgrade():
    op.drop_table("counted")
    op.create_table(
        "wrong_guess",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("guesser", sa.String(22), nullable=False),
        sa.Column("guessed_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_wrong_guess"),
    )
    op.create_index("ix_wrong_guess_guessed_at", "wrong_guess", ["guessed_at"])

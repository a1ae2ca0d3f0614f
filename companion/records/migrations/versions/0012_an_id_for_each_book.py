"""An id for each score book, by which an open page notices that an older copy was put back."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade():
    book = op.create_table(
        "book",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(22), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_book"),
    )
    op.bulk_insert(book, [{"id": 1, "key": secrets.token_urlsafe(16)}])


def downgrade():
    op.drop_table("book")

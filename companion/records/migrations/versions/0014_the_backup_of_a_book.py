"""Which backup a book was restored from: whether a game it lacks is lost or deleted follows from it."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade():
    op.add_column("book", sa.Column("copied_from", sa.String(22), server_default="", nullable=False))
    op.add_column("book", sa.Column("as_of", sa.DateTime(), nullable=True))


def downgrade():
    op.drop_column("book", "as_of")
    op.drop_column("book", "copied_from")

"""How far the backup went that a book was restored from: which games it lacks follows from that."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade():
    op.add_column("book", sa.Column("as_of", sa.DateTime(), nullable=True))


def downgrade():
    op.drop_column("book", "as_of")

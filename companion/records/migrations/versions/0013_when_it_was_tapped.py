"""When an entry was tapped, beside when it arrived; and how far ahead the phone's clock was."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade():
    op.add_column("log_entry", sa.Column("tapped_at", sa.DateTime(), nullable=True))
    op.add_column("log_entry", sa.Column("clock_ahead", sa.Integer(), nullable=True))


def downgrade():
    op.drop_column("log_entry", "clock_ahead")
    op.drop_column("log_entry", "tapped_at")

"""The entry by which the player of a phone joined: the undo of a join moves seats, or gives one away."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade():
    op.add_column("phone", sa.Column("join_entry", sa.Integer(), nullable=True))


def downgrade():
    op.drop_column("phone", "join_entry")

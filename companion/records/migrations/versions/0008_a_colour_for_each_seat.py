"""The colour of each who sits down; none was kept so far, and then it is the number of the seat."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade():
    op.add_column("seat", sa.Column("colour", sa.Integer()))


def downgrade():
    op.drop_column("seat", "colour")

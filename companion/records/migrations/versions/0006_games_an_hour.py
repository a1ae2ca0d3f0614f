"""Games by the time they were started: so those of the last hour are counted at once."""

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade():
    op.create_index("ix_game_started_at", "game", ["started_at"])


def downgrade():
    op.drop_index("ix_game_started_at", "game")

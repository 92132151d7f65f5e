"""Find bots and substitutes that are due"""

from __future__ import annotations

from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("games_bots_due", "games", ["status", "bot_due_at"])
    op.create_index("ix_seats_substitute_until", "seats", ["substitute_until"])


def downgrade() -> None:
    op.drop_index("ix_seats_substitute_until", "seats")
    op.drop_index("games_bots_due", "games")

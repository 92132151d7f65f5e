"""Mails by seat"""

from __future__ import annotations

from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("mails_by_seat", "mails", ["seat_id", "received_at"])


def downgrade() -> None:
    op.drop_index("mails_by_seat", "mails")

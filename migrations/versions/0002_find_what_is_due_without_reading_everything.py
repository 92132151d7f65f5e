"""Find what is due without reading everything"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_HELD = sa.text("raw IS NOT NULL")


def upgrade() -> None:
    op.create_index("kept_by_seat", "kept_orders", ["seat_id", "status"])
    op.create_index("offers_due", "offers", ["status", "lapses_at"])
    op.create_index("deadlines_of_seat", "deadlines", ["seat_id", "open"])
    op.create_index("ix_seats_substitute_id", "seats", ["substitute_id"])
    op.create_index("games_by_age", "games", ["created_at"])
    op.create_index("outbox_bulky", "outbox", ["status", "sent_at"], sqlite_where=_HELD, postgresql_where=_HELD)


def downgrade() -> None:
    op.drop_index("outbox_bulky", "outbox")
    op.drop_index("games_by_age", "games")
    op.drop_index("ix_seats_substitute_id", "seats")
    op.drop_index("deadlines_of_seat", "deadlines")
    op.drop_index("offers_due", "offers")
    op.drop_index("kept_by_seat", "kept_orders")

"""What moderators and operators can mend: redo, orders that come back, numbers of one's own, people, outages"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

FLAGS = (("people", "blocked"), ("games", "outage"), ("offers", "come"))
WHOLE = sa.text("length(raw) > 0")


def upgrade() -> None:
    for table, name in FLAGS:
        op.add_column(table, sa.Column(name, sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("kept_orders", sa.Column("ended_seq", sa.Integer(), nullable=True))
    op.add_column("offers", sa.Column("numbers", sa.JSON(), nullable=True))
    op.create_index("mails_bulky", "mails", ["status", "handled_at"], sqlite_where=WHOLE, postgresql_where=WHOLE)


def downgrade() -> None:
    op.drop_index("mails_bulky", "mails")
    op.drop_column("offers", "numbers")
    op.drop_column("kept_orders", "ended_seq")
    for table, name in reversed(FLAGS):
        op.drop_column(table, name)

"""Which reports a player wants of one game, where that is not what they want of the others"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("seats", sa.Column("reports", sa.String(16), nullable=False, server_default=""))
    op.execute(sa.text("UPDATE seats SET reports = 'mine' WHERE quiet"))
    op.drop_column("seats", "quiet")


def downgrade() -> None:
    op.add_column("seats", sa.Column("quiet", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.execute(sa.text("UPDATE seats SET quiet = true WHERE reports = 'mine'"))
    op.drop_column("seats", "reports")

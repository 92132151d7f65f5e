"""What mails enclose is kept once"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "enclosures",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.Column("used_at", sa.DateTime(), nullable=False),
    )
    op.create_index("ix_enclosures_used_at", "enclosures", ["used_at"])
    op.add_column("outbox", sa.Column("enclosed", sa.JSON(), nullable=True))


def downgrade() -> None:
    op.drop_column("outbox", "enclosed")
    op.drop_table("enclosures")

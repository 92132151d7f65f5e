"""Whom press was for: the people, not only the names of their seats"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("press", sa.Column("people", sa.JSON(), nullable=True))


def downgrade() -> None:
    op.drop_column("press", "people")

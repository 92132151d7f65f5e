"""Moves are links of a chain; games, seats and clocks carry seals

The columns are left empty here: what fills them needs the service's secret, and `moderator.errands.chaining` has it.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

ADDED = (
    ("moves", "link", 64),
    ("moves", "seal", 48),
    ("moves", "rules", 12),
    ("games", "salt", 32),
    ("games", "head", 64),
    ("games", "seal", 48),
    ("seats", "seal", 48),
    ("deadlines", "seal", 48),
)


def upgrade() -> None:
    for table, name, length in ADDED:
        op.add_column(table, sa.Column(name, sa.String(length), nullable=False, server_default=""))


def downgrade() -> None:
    for table, name, _ in reversed(ADDED):
        op.drop_column(table, name)

"""Time as a budget: banks, what calendars add, misses in a row, reminders of one's own, how people keep their time"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

COUNTERS = (
    ("seats", "in_row"),
    ("seats", "bank_spent"),
    ("seats", "waited"),
    ("seats", "overtime"),
    ("deadlines", "banked"),
)


def upgrade() -> None:
    for table, name in COUNTERS:
        op.add_column(table, sa.Column(name, sa.Integer(), nullable=False, server_default="0"))
    op.add_column("people", sa.Column("reminders", sa.String(40), nullable=False, server_default=""))
    op.create_table(
        "punctuality",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("person_id", sa.Integer(), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("game_id", sa.String(40), sa.ForeignKey("games.id"), nullable=False),
        sa.Column("seat_id", sa.Integer(), sa.ForeignKey("seats.id"), nullable=False),
        sa.Column("decision_id", sa.Integer(), sa.ForeignKey("deadlines.id"), nullable=True),
        sa.Column("what", sa.String(12), nullable=False),
        sa.Column("overtime", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.UniqueConstraint("decision_id"),
    )
    op.create_index("punctuality_of_person", "punctuality", ["person_id", "at"])
    op.create_index("ix_punctuality_game_id", "punctuality", ["game_id"])


def downgrade() -> None:
    op.drop_table("punctuality")
    op.drop_column("people", "reminders")
    for table, name in reversed(COUNTERS):
        op.drop_column(table, name)

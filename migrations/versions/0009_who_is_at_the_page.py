"""Who is at the page: devices, limits, operators and guests; games not everybody may see; seats played by programs"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

FLAGS = (("people", "operator"), ("people", "guest"), ("seats", "machine"))


def upgrade() -> None:
    for table, name in FLAGS:
        op.add_column(table, sa.Column(name, sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("games", sa.Column("visibility", sa.String(12), nullable=False, server_default=""))
    op.create_table(
        "devices",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("person_id", sa.Integer(), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("label", sa.String(80), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("seen_at", sa.DateTime(), nullable=False),
        sa.Column("expires_at", sa.DateTime(), nullable=False),
    )
    op.create_index("ix_devices_person_id", "devices", ["person_id"])
    op.create_index("ix_devices_expires_at", "devices", ["expires_at"])
    op.create_table(
        "tallies",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("what", sa.String(20), nullable=False),
        sa.Column("whose", sa.String(64), nullable=False),
        sa.Column("slot", sa.Integer(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("expires_at", sa.DateTime(), nullable=False),
        sa.UniqueConstraint("what", "whose", "slot"),
    )
    op.create_index("ix_tallies_expires_at", "tallies", ["expires_at"])


def downgrade() -> None:
    op.drop_table("tallies")
    op.drop_table("devices")
    op.drop_column("games", "visibility")
    for table, name in reversed(FLAGS):
        op.drop_column(table, name)

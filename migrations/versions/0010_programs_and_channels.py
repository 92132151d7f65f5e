"""Keys with which programs play, and channels elsewhere in which people are told"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "seat_keys",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("seat_id", sa.Integer(), sa.ForeignKey("seats.id"), nullable=False),
        sa.Column("person_id", sa.Integer(), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("used_at", sa.DateTime(), nullable=True),
    )
    op.create_index("ix_seat_keys_seat_id", "seat_keys", ["seat_id"])
    op.create_index("ix_seat_keys_person_id", "seat_keys", ["person_id"])
    op.create_table(
        "hooks",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("person_id", sa.Integer(), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("game_id", sa.String(40), sa.ForeignKey("games.id"), nullable=True),
        sa.Column("whole", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("salt", sa.String(32), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("stopped", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("created_at", sa.DateTime(), nullable=False),
    )
    op.create_index("ix_hooks_person_id", "hooks", ["person_id"])
    op.create_index("ix_hooks_game_id", "hooks", ["game_id"])
    op.create_table(
        "hook_deliveries",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("hook_id", sa.Integer(), sa.ForeignKey("hooks.id"), nullable=False),
        sa.Column("key", sa.String(200), nullable=False, unique=True),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("due_at", sa.DateTime(), nullable=False),
        sa.Column("status", sa.String(12), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("answer", sa.String(200), nullable=False),
    )
    op.create_index("ix_hook_deliveries_hook_id", "hook_deliveries", ["hook_id"])
    op.create_index("ix_hook_deliveries_created_at", "hook_deliveries", ["created_at"])
    op.create_index("hook_deliveries_due", "hook_deliveries", ["status", "due_at"])


def downgrade() -> None:
    op.drop_table("hook_deliveries")
    op.drop_table("hooks")
    op.drop_table("seat_keys")

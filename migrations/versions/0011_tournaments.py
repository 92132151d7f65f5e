"""Tournaments, outcomes of games, ratings"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "cups",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("status", sa.String(length=12), nullable=False),
        sa.Column("terms", sa.JSON(), nullable=False),
        sa.Column("seed", sa.String(length=64), nullable=False),
        sa.Column("season_of", sa.String(length=40), nullable=True),
        sa.Column("wishes", sa.JSON(), nullable=False),
        sa.Column("due_at", sa.DateTime(), nullable=True),
        sa.Column("trouble", sa.Text(), server_default="", nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("closed_at", sa.DateTime(), nullable=True),
        sa.Column("ended_at", sa.DateTime(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_cups_due_at"), "cups", ["due_at"], unique=False)
    op.create_index(op.f("ix_cups_status"), "cups", ["status"], unique=False)
    op.create_table(
        "cup_deeds",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("cup_id", sa.String(length=40), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("who", sa.String(length=200), nullable=False),
        sa.Column("what", sa.String(length=60), nullable=False),
        sa.Column("old", sa.Text(), nullable=False),
        sa.Column("new", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["cup_id"],
            ["cups.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_cup_deeds_cup_id"), "cup_deeds", ["cup_id"], unique=False)
    op.create_table(
        "cup_entries",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("cup_id", sa.String(length=40), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=True),
        sa.Column("bot", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("status", sa.String(length=12), nullable=False),
        sa.Column("club", sa.String(length=60), server_default="", nullable=False),
        sa.Column("division", sa.Integer(), server_default="1", nullable=False),
        sa.Column("entered_at", sa.DateTime(), nullable=False),
        sa.Column("left_at", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["cup_id"],
            ["cups.id"],
        ),
        sa.ForeignKeyConstraint(
            ["person_id"],
            ["people.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("cup_id", "number"),
        sa.UniqueConstraint("cup_id", "person_id"),
    )
    op.create_index(op.f("ix_cup_entries_cup_id"), "cup_entries", ["cup_id"], unique=False)
    op.create_index(op.f("ix_cup_entries_person_id"), "cup_entries", ["person_id"], unique=False)
    op.create_table(
        "cup_rounds",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("cup_id", sa.String(length=40), nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=12), nullable=False),
        sa.Column("draws", sa.JSON(), nullable=False),
        sa.Column("drawn_at", sa.DateTime(), nullable=False),
        sa.Column("starts_at", sa.DateTime(), nullable=True),
        sa.Column("ends_at", sa.DateTime(), nullable=True),
        sa.Column("over_at", sa.DateTime(), nullable=True),
        sa.Column("standings", sa.JSON(), nullable=True),
        sa.ForeignKeyConstraint(
            ["cup_id"],
            ["cups.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("cup_id", "stage", "number"),
    )
    op.create_index(op.f("ix_cup_rounds_cup_id"), "cup_rounds", ["cup_id"], unique=False)
    op.create_table(
        "cup_staff",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("cup_id", sa.String(length=40), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(length=12), nullable=False),
        sa.ForeignKeyConstraint(
            ["cup_id"],
            ["cups.id"],
        ),
        sa.ForeignKeyConstraint(
            ["person_id"],
            ["people.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("cup_id", "person_id"),
    )
    op.create_index(op.f("ix_cup_staff_cup_id"), "cup_staff", ["cup_id"], unique=False)
    op.create_index(op.f("ix_cup_staff_person_id"), "cup_staff", ["person_id"], unique=False)
    op.create_table(
        "cup_tables",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("cup_id", sa.String(length=40), nullable=False),
        sa.Column("round_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("pool", sa.String(length=20), server_default="", nullable=False),
        sa.Column("title", sa.String(length=20), nullable=False),
        sa.Column("seats", sa.JSON(), nullable=False),
        sa.Column("game_id", sa.String(length=40), nullable=True),
        sa.Column("status", sa.String(length=12), nullable=False),
        sa.Column("result", sa.JSON(), nullable=True),
        sa.Column("estimate", sa.JSON(), nullable=True),
        sa.ForeignKeyConstraint(
            ["cup_id"],
            ["cups.id"],
        ),
        sa.ForeignKeyConstraint(
            ["game_id"],
            ["games.id"],
        ),
        sa.ForeignKeyConstraint(
            ["round_id"],
            ["cup_rounds.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("game_id"),
        sa.UniqueConstraint("round_id", "number"),
    )
    op.create_index("cup_tables_of_round", "cup_tables", ["round_id", "status"], unique=False)
    op.create_index(op.f("ix_cup_tables_cup_id"), "cup_tables", ["cup_id"], unique=False)
    op.create_table(
        "game_ends",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.String(length=40), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("over", sa.Boolean(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("taken_at", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["game_id"],
            ["games.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_game_ends_game_id"), "game_ends", ["game_id"], unique=False)
    op.create_index("game_ends_waiting", "game_ends", ["taken_at", "id"], unique=False)
    op.create_table(
        "rating_steps",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("title", sa.String(length=20), nullable=False),
        sa.Column("game_id", sa.String(length=40), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"],
            ["games.id"],
        ),
        sa.ForeignKeyConstraint(
            ["person_id"],
            ["people.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("person_id", "game_id"),
    )
    op.create_index(op.f("ix_rating_steps_game_id"), "rating_steps", ["game_id"], unique=False)
    op.create_index(op.f("ix_rating_steps_person_id"), "rating_steps", ["person_id"], unique=False)
    op.create_index("ratings_of_title", "rating_steps", ["title", "id"], unique=False)
    op.create_table(
        "cup_appeals",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("cup_id", sa.String(length=40), nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("entry_id", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("made_at", sa.DateTime(), nullable=False),
        sa.Column("ruling", sa.Text(), nullable=False),
        sa.Column("ruled_at", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["cup_id"],
            ["cups.id"],
        ),
        sa.ForeignKeyConstraint(
            ["entry_id"],
            ["cup_entries.id"],
        ),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["cup_tables.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_cup_appeals_cup_id"), "cup_appeals", ["cup_id"], unique=False)
    op.create_index(op.f("ix_cup_appeals_table_id"), "cup_appeals", ["table_id"], unique=False)
    op.add_column("people", sa.Column("rated", sa.Boolean(), server_default=sa.false(), nullable=False))


def downgrade() -> None:
    op.drop_column("people", "rated")
    for table in (
        "cup_appeals",
        "rating_steps",
        "game_ends",
        "cup_tables",
        "cup_staff",
        "cup_rounds",
        "cup_entries",
        "cup_deeds",
        "cups",
    ):
        op.drop_table(table)

"""Find guests who are gone without reading everybody"""

from __future__ import annotations

from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("people_guests", "people", ["guest", "created_at"])


def downgrade() -> None:
    op.drop_index("people_guests", "people")

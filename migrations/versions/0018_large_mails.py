"""Large mails, whose files are let go before their text"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

_LARGE = sa.text("length(raw) > 1048576")


def upgrade() -> None:
    op.create_index("mails_large", "mails", ["status", "handled_at"], sqlite_where=_LARGE, postgresql_where=_LARGE)


def downgrade() -> None:
    op.drop_index("mails_large", "mails")

"""Brings a database to the present shape; run through moderator.store.migrate, never by hand."""

from __future__ import annotations

from alembic import context

from moderator.store.tables import Table


def run() -> None:
    connection = context.config.attributes["connection"]
    context.configure(connection=connection, target_metadata=Table.metadata, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()


run()

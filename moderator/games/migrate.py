"""Brings the database to the newest shape, and says which shape it has."""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, text

from config.settings import ROOT

# Any number will do, as long as all our processes use the same one.
_ONE_AT_A_TIME = 1861_1882


def config() -> Config:
    settings = Config()
    settings.set_main_option("script_location", str(ROOT / "migrations").replace("%", "%%"))
    return settings


def migrate(engine: Engine, to: str = "head") -> None:
    """Runs what is missing; two processes that start together do it one after the other."""
    with engine.connect() as connection, connection.begin():
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _ONE_AT_A_TIME})
        settings = config()
        settings.attributes["connection"] = connection
        command.upgrade(settings, to)


def present(engine: Engine) -> str | None:
    with engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def newest() -> str:
    head = ScriptDirectory.from_config(config()).get_current_head()
    assert head is not None
    return head

"""Brings the database to the newest shape, and says which shape it has."""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Engine, text
from sqlalchemy.exc import OperationalError

from config.settings import ROOT

# Any number will do, as long as all our processes use the same one.
_ONE_AT_A_TIME = 1861_1882


def config() -> Config:
    settings = Config()
    settings.set_main_option("script_location", str(ROOT / "migrations").replace("%", "%%"))
    return settings


class NoDatabase(Exception):
    """The database can't be used; said in one sentence for whoever starts us."""


def migrate(engine: Engine, to: str = "head") -> None:
    """Runs what is missing; two processes that start together do it one after the other. Raises `NoDatabase`."""
    try:
        _migrate(engine, to)
    except OperationalError as away:
        why = str(away.orig).strip().partition("\n")[0]
        raise NoDatabase(f"The database at {engine.url.render_as_string()} can't be used: {why}") from away
    except CommandError as strange:
        raise NoDatabase(f"The database was made by a newer Waybill than this one: {strange}.") from strange


def _migrate(engine: Engine, to: str) -> None:
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

"""What every set of named queries has: the session of its unit of work, which nobody else holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import sqlalchemy
from sqlalchemy import func, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import InstrumentedAttribute, Session

from moderator.store.tables import Table


def table_of(rows: type[Table]) -> sqlalchemy.Table:
    """The table itself, for statements that are written once and need no object for a row."""
    return cast(sqlalchemy.Table, rows.__table__)


def unless_there(rows: type[Table], *told: InstrumentedAttribute[Any]) -> Mapping[str, sqlalchemy.Insert]:
    """Writes a row unless what must be unique is there already, in the words of each database."""
    table = table_of(rows)
    first = sqlite.insert(table).on_conflict_do_nothing()
    second = postgresql.insert(table).on_conflict_do_nothing()
    # Without something to tell, nobody can see whether the row was written.
    return {"sqlite": first.returning(*told), "postgresql": second.returning(*told)}


class Rows:
    """The rows of one or two tables, asked for by name. Whoever needs another question adds it here."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @property
    def _dialect(self) -> str:
        return self._session.get_bind().dialect.name

    def _counted(self, column: InstrumentedAttribute[str]) -> dict[str, int]:
        found = self._session.execute(select(column, func.count()).group_by(column))
        return {status: count for status, count in found}  # noqa: C416  (a row is no pair to the type checker)

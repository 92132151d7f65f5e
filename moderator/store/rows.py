"""What every set of named queries has: the session of its unit of work, which nobody else holds."""

from __future__ import annotations

from sqlalchemy import func, select
from sqlalchemy.orm import InstrumentedAttribute, Session


class Rows:
    """The rows of one or two tables, asked for by name. Whoever needs another question adds it here."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def _counted(self, column: InstrumentedAttribute[str]) -> dict[str, int]:
        found = self._session.execute(select(column, func.count()).group_by(column))
        return {status: count for status, count in found}  # noqa: C416  (a row is no pair to the type checker)

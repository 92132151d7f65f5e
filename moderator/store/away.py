"""Whether the trouble is the database and not the work: then the work is begun again, and nobody is blamed for it."""

from __future__ import annotations

import sqlite3

from sqlalchemy.exc import InterfaceError, OperationalError, PendingRollbackError
from sqlalchemy.exc import TimeoutError as NoneFree

# Nobody there, no room left, or told to stop: the first two letters of PostgreSQL's codes.
_CLASSES = ("08", "53", "57")
_SQLITE = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
}


def is_away(trouble: BaseException) -> bool:
    """A connection that was lost or never made, and a disk that takes nothing; never what a statement itself is."""
    if isinstance(trouble, NoneFree | PendingRollbackError):
        return True
    if not isinstance(trouble, OperationalError | InterfaceError):
        return False
    if trouble.connection_invalidated:
        return True
    if isinstance(trouble.orig, sqlite3.Error):
        # The lowest byte is the code, the others say more about it.
        return getattr(trouble.orig, "sqlite_errorcode", 0) & 0xFF in _SQLITE
    code = getattr(trouble.orig, "sqlstate", None)
    return code is None or code.startswith(_CLASSES)

"""Everything in one file, and back: portable between SQLite and PostgreSQL, taken while the service runs."""

from __future__ import annotations

import base64
import gzip
import json
import zlib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Integer, func, insert, select, text
from sqlalchemy import Table as SqlTable
from sqlalchemy.exc import DataError, IntegrityError

from config.settings import keep_secret
from moderator.office.desk import Office
from moderator.store import migrate
from moderator.store.tables import Table

Progress = Callable[[int, int], None]
FORMAT = 1
BATCH = 500


# Signs of life are of this very service and moment; a copy of them would be a lie.
PASSING = frozenset({"heartbeats"})


# What a file that was cut off, or is something else, does to whoever reads it and whoever stores it.
_READING = (gzip.BadGzipFile, EOFError, StopIteration, zlib.error, ValueError, LookupError, TypeError, AttributeError)
_SPOILT = (*_READING, IntegrityError, DataError)


class NotEmpty(Exception):
    """Restoring would overwrite what is there."""


class NotWhole(Exception):
    """The file is no backup, or not all of one."""


def _kept() -> list[SqlTable]:
    return [table for table in Table.metadata.sorted_tables if table.name not in PASSING]


def backup(office: Office, file: Path, progress: Progress | None = None) -> int:
    """Reads all tables in one transaction, so that the file is one moment in time. Returns its size."""
    tables = _kept()
    partial = file.with_name(file.name + ".part")
    # Whatever is written into it, nobody else may read it meanwhile.
    partial.unlink(missing_ok=True)
    partial.touch(mode=0o600)
    with office.reading() as desk, gzip.open(partial, "wt", encoding="utf-8") as out:
        if office.database.dialect.name == "postgresql":
            desk.session.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
        total = sum(desk.session.scalar(select(func.count()).select_from(table)) or 0 for table in tables)
        head = {"waybill": FORMAT, "shape": migrate.present(office.database), "rows": total}
        out.write(json.dumps(head) + "\n")
        done = 0
        for table in tables:
            for row in desk.session.execute(select(table).order_by(*table.primary_key.columns)).mappings():
                kept = {name: _write(value) for name, value in row.items()}
                out.write(json.dumps({"table": table.name, "row": kept}, ensure_ascii=False) + "\n")
                done += 1
                if progress is not None and (done % BATCH == 0 or done == total):
                    progress(done, total)
    # The secret derives all seat addresses: without it a restored service could not be written to.
    secret = office.settings.home / "secret_key"
    if secret.exists():
        with gzip.open(partial, "at", encoding="utf-8") as out:
            out.write(json.dumps({"secret_key": secret.read_text().strip()}) + "\n")
    partial.replace(file)
    return file.stat().st_size


def restore(office: Office, file: Path, *, replace: bool = False, progress: Progress | None = None) -> int:
    """Puts all rows back in one transaction: afterwards the database is the backup, or it is as it was."""
    try:
        return _restored(office, file, replace, progress)
    except _SPOILT as wrong:
        raise NotWhole(f"{file} is no backup, or not all of one; nothing was changed.") from wrong


def _restored(office: Office, file: Path, replace: bool, progress: Progress | None) -> int:
    tables = {table.name: table for table in _kept()}
    with office.desk() as desk, gzip.open(file, "rt", encoding="utf-8") as lines:
        head = json.loads(next(lines))
        if head.get("waybill") != FORMAT:
            raise NotWhole(f"{file} is no backup this version can read.")
        full = any(desk.session.scalar(select(func.count()).select_from(table)) for table in tables.values())
        if full and not replace:
            raise NotEmpty("The database is not empty; --yes replaces what is in it.")
        for table in reversed(Table.metadata.sorted_tables):
            desk.session.execute(table.delete())
        done = 0
        secret: list[str] = []
        for name, batch in _batches(lines, secret):
            desk.session.execute(insert(tables[name]), [_read(tables[name], row) for row in batch])
            done += len(batch)
            if progress is not None:
                progress(done, head["rows"])
        if done != head["rows"]:
            raise NotWhole(f"{file} should hold {head['rows']} rows and holds {done}; nothing was changed.")
        if office.database.dialect.name == "postgresql":
            _set_sequences(desk.session)
    # Only now that all of it is in: a spoilt file must not change the secret either.
    for found in secret:
        _keep_secret(office, found)
    return done


def _batches(lines: Iterator[str], secret: list[str]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    name = ""
    batch: list[dict[str, Any]] = []
    for line in lines:
        entry = json.loads(line)
        if "secret_key" in entry:
            secret.append(entry["secret_key"])
            continue
        if batch and (entry["table"] != name or len(batch) == BATCH):
            yield name, batch
            batch = []
        name = entry["table"]
        batch.append(entry["row"])
    if batch:
        yield name, batch


def _keep_secret(office: Office, secret: str) -> None:
    kept = office.settings.home / "secret_key"
    if kept.exists() and kept.read_text().strip() != secret:
        keep_secret(kept.with_name("secret_key.before-restore"), kept.read_text().strip(), replace=True)
    keep_secret(kept, secret, replace=True)


def _write(value: Any) -> Any:
    if isinstance(value, bytes):
        return {"base64": base64.b64encode(value).decode()}
    if isinstance(value, datetime):
        return {"at": value.isoformat()}
    # Told apart from our own two marks by their only key.
    return {"json": value} if isinstance(value, dict) else value


def _read(table: SqlTable, row: dict[str, Any]) -> dict[str, Any]:
    """A column that is younger than the backup gets its usual value."""
    return {column.name: _value(row[column.name]) for column in table.columns if column.name in row}


def _value(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    if "base64" in value:
        return base64.b64decode(value["base64"])
    if "at" in value:
        return datetime.fromisoformat(value["at"]).astimezone(UTC)
    return value["json"]


def _set_sequences(session: Any) -> None:
    """Rows came with their numbers; the next new row must not use one of them again."""
    for table in Table.metadata.sorted_tables:
        key = next(iter(table.primary_key.columns))
        # Games and events are known by names.
        if key.name == "id" and isinstance(key.type, Integer):
            sequence = f"pg_get_serial_sequence('{table.name}', 'id')"
            session.execute(
                text(f"SELECT setval({sequence}, COALESCE((SELECT MAX(id) FROM {table.name}), 0) + 1, false)")  # noqa: S608
            )

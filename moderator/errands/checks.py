"""Looks at each thing the service needs; every check says `ok` or, in a few words, what is wrong."""

from __future__ import annotations

import shutil
import smtplib
import threading
import time
from collections.abc import Mapping
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from kombu import Connection
from kombu.exceptions import OperationalError
from sqlalchemy.exc import SQLAlchemyError

from engine.message import Message
from moderator.errands import heartbeat
from moderator.office.desk import Desk, Office
from moderator.store import migrate
from moderator.store.mails import Said

OK, NEVER = "ok", "never seen"
# A mail that has waited this long means nobody sends any.
MOST_LAG = timedelta(minutes=10)
# Below this a report with its pictures, a backup or the database's own log may find no place any more.
LEAST_DISK = 100 * 1024 * 1024
# A relay is not asked more often than this, however often we are.
RELAY_SECONDS = 30.0

_relays: dict[str, tuple[float, Said]] = {}
_asking = threading.Lock()


def readiness(office: Office) -> Mapping[str, str]:
    """The same as programs and the command line are told it."""
    return {part: str(said) for part, said in looked_at(office).items()}


def looked_at(office: Office) -> Mapping[str, Said]:
    """All that must be well before mail is played and sent, to be said to whoever looks."""
    checks: dict[str, Said] = {
        "database": database(office),
        "broker": broker(office),
        "relay": relay(office),
        "disk": disk(office),
    }
    try:
        with office.reading() as desk:
            return checks | {"outbox": outbox(desk)} | hearts(desk)
    except SQLAlchemyError as trouble:
        return checks | {"outbox": type(trouble).__name__}


def database(office: Office) -> Said:
    try:
        with office.reading() as desk:
            desk.service.answers()
        return OK if migrate.present(office.database) == migrate.newest() else Message("needs ./waybill migrate")
    except SQLAlchemyError as trouble:
        return type(trouble).__name__


def broker(office: Office) -> str:
    url = office.settings.broker_url
    if url is None:
        return OK
    try:
        with Connection(url, connect_timeout=2) as connection:
            connection.ensure_connection(max_retries=1, timeout=2)
    except (OperationalError, OSError) as trouble:
        return type(trouble).__name__
    return OK


def relay(office: Office) -> Said:
    """Whether the relay greets us. Asked at most twice a minute: it is not ours to be knocked at."""
    url = office.settings.smtp_relay
    if url is None:
        return OK
    with _asking:
        at, said = _relays.get(url, (float("-inf"), OK))
        if time.monotonic() - at < RELAY_SECONDS:
            return said
        said = _greeting(url)
        _relays[url] = (time.monotonic(), said)
        return said


def _greeting(url: str) -> Said:
    parts = urlsplit(url)
    secure = parts.scheme == "smtps"
    kind = smtplib.SMTP_SSL if secure else smtplib.SMTP
    try:
        with kind(parts.hostname or "", parts.port or (465 if secure else 25), "localhost", timeout=3) as server:
            code, _ = server.noop()
    except (OSError, smtplib.SMTPException) as trouble:
        return Message("does not answer: {trouble}", trouble=type(trouble).__name__)
    return OK if code < 400 else Message("says {code}", code=code)


def disk(office: Office) -> Said:
    try:
        free = disk_free(office)
    except OSError as trouble:
        return type(trouble).__name__
    return OK if free >= LEAST_DISK else Message("only {count} MB free", count=free // 2**20)


def disk_free(office: Office) -> int:
    return shutil.disk_usage(office.settings.home).free


def outbox(desk: Desk) -> Said:
    """A mail nobody has tried to send, or mails that were tried while not one got through."""
    oldest = desk.outbox.oldest_untried()
    if oldest is not None and desk.now - oldest >= MOST_LAG:
        return Message("oldest email waits {count} s", count=int((desk.now - oldest).total_seconds()))
    count, since = stuck(desk)
    if since is not None:
        latest = desk.outbox.last_sent()
        # Where others got through meanwhile it is those recipients' trouble, not ours.
        if latest is None or latest < since:
            return Message(
                "{count} emails are tried in vain since {when}", count=count, when=f"{since:%Y-%m-%d %H:%M} UTC"
            )
    return OK


def stuck(desk: Desk) -> tuple[int, datetime | None]:
    """How many mails were tried in vain for a while, and when the first of them was written."""
    return desk.outbox.tried_in_vain(desk.now - MOST_LAG)


def hearts(desk: Desk) -> dict[str, Said]:
    said: dict[str, Said] = {}
    ages = heartbeat.ages(desk)
    for part, age in ages.items():
        if age is None:
            said[part] = NEVER
        else:
            ago = int(age.total_seconds())
            said[part] = OK if age < heartbeat.DEAD else Message("last seen {count} s ago", count=ago)
    beat, worker = ages[heartbeat.BEAT], ages[heartbeat.WORKER]
    # The beat calls the worker to its passes: whoever is not called has nothing to sign.
    if beat and worker and beat >= heartbeat.DEAD <= worker < beat + heartbeat.DEAD:
        said[heartbeat.WORKER] = Message("not called since the beat is silent")
    return said

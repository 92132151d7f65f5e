"""Parts of the service leave a sign of life in the database, so that a page can tell which of them is dead.

``beat`` signs when its clock ticks, ``worker`` when it has done a pass of the sweep, ``mailbox`` when somebody has
looked into the one at a provider: one that only hangs does not sign.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import timedelta

from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from moderator.office.desk import Desk, Office

log = logging.getLogger(__name__)

BEAT, WORKER, MAILBOX = "beat", "worker", "mailbox"
# What every service has; the mailbox only where there is one.
PARTS = (BEAT, WORKER)
OFTEN = timedelta(seconds=15)
# A sign this old was the last one.
DEAD = timedelta(seconds=90)


def sign(office: Office, part: str) -> bool:
    """Signs, unless somebody did a moment ago. A database that is away is not this errand's to report."""
    try:
        with office.reading() as desk:
            last = desk.service.signs().get(part)
            if last is not None and timedelta(0) <= desk.now - last < OFTEN:
                return False
        with office.desk() as desk:
            desk.service.sign(part, desk.now)
    except IntegrityError:
        # Another worker signed for the first time at the same moment, which is as good.
        return False
    except SQLAlchemyError as trouble:
        log.warning("no sign of life from %s: %s", part, type(trouble).__name__, extra={"weather": trouble})
        return False
    return True


def ages(desk: Desk) -> Mapping[str, timedelta | None]:
    """How long ago each part was seen; None for one that never was."""
    signs = desk.service.signs()
    parts = (*PARTS, *((MAILBOX,) if desk.settings.imap_url is not None else ()))
    return {part: desk.now - signs[part] if part in signs else None for part in parts}

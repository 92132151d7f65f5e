"""Notices when the clock jumps, so that nobody is called late by a wrong one.

A clock that is days ahead for one pass of the sweep would play orders for people who have time left; one that was ahead
and goes back leaves mails that are due in a future nobody waits for. A service that was down for hours looks the same,
and is glad of the same pause: mails that came meanwhile are read before deadlines are kept.
"""

from __future__ import annotations

import logging
from datetime import timedelta

from moderator.office.desk import Office
from moderator.outbox import post
from moderator.store import mails

log = logging.getLogger(__name__)

# Passes of the sweep are seconds apart.
AHEAD = timedelta(hours=3)
BACK = timedelta(minutes=5)
# A new time is believed when it has held so long.
SETTLE = timedelta(minutes=10)
OFTEN = timedelta(seconds=30)
CLOCK, JUMP = "clock", "clock jumped"


def steady(office: Office) -> bool:
    """Whether deadlines may be kept by this clock now. Says so once when they may not."""
    with office.reading() as desk:
        now, signs = desk.now, desk.service.signs()
    last, jumped = signs.get(CLOCK), signs.get(JUMP)
    if last is not None and not -BACK <= now - last <= AHEAD:
        with office.desk() as desk:
            desk.service.sign(CLOCK, now)
            desk.service.sign(JUMP, now)
            if now < last:
                desk.outbox.from_the_future(now, post.LEASE)
                desk.incoming.from_the_future(now)
            then, here = f"{last:%Y-%m-%d %H:%M}", f"{now:%Y-%m-%d %H:%M}"
            text = (
                f"The clock stood at {then} UTC at the last pass and stands at {here} UTC now. If the service was down "
                "meanwhile, all is well. Otherwise set the clock right: deadlines are kept by it again in "
                f"{SETTLE.seconds // 60} minutes. Mail is read and sent as always."
            )
            key = f"clock {then} {here}"
            desk.post(key, desk.settings.admin_email, mails.Operator("The clock has jumped", text))
        log.error("the clock jumped from %s to %s", last, now)
        return False
    if last is None or abs(now - last) >= OFTEN:
        with office.desk() as desk:
            desk.service.sign(CLOCK, now)
    return jumped is None or not timedelta(0) <= now - jumped < SETTLE

"""Copies of a mail whose bytes differ: on some roads a mail is encoded anew, its sender spelled otherwise, or a line
set below it. What counts is who says what under which name.

A copy that is dropped for whatever reason, or not read as a person's, stands in no other's way, and one that proves its
sender counts instead of one that does not."""

from __future__ import annotations

import hashlib
from datetime import timedelta

from moderator.inbox.arrival import ELSE, LIKE, NOTHING, PROVED, UNHEARD, Arrival
from moderator.inbox.letter import Letter
from moderator.office.addresses import Addresses, SeatAddress, canonical
from moderator.office.desk import Desk
from moderator.store.statuses import MailStatus
from moderator.store.tables import Mail

# Longer than any relay tries, and any provider keeps what it could not hand over.
KEPT = timedelta(days=60)
SAID = "said"
# Why a mail is not acted on that was acted on before, in another copy.
DUPLICATE, REPLAYED = "dropped:duplicate", "dropped:replayed"
# An answer was due and not sent: what it says may have been done.
FLOOD = "dropped:flood"


def is_copy(desk: Desk, row: Mail, arrival: Arrival) -> bool:
    """Whether the same was said before, in a mail that counts. If not, this one counts from now on."""
    word, counts = _word(arrival, desk.office.addresses), {"mail": row.id, "proved": arrival.proved}
    if not word or desk.remember(SAID, word, desk.now + KEPT, counts):
        return False
    kept = desk.kept_with(SAID, word) or {}
    first = desk.mail(int(kept["mail"])) if kept.get("mail") not in (None, row.id) else None
    if first is None:
        return False
    if not arrival.proved or kept.get("proved"):
        return True
    # What waited for its writer's word has come with a proof by another road.
    supersede(desk, first)
    desk.keep_instead(SAID, word, counts)
    return False


def let_go(desk: Desk, row: Mail, arrival: Arrival) -> None:
    """Nothing was made of it, so a copy that comes by another road is read."""
    word = _word(arrival, desk.office.addresses)
    if word and (desk.kept_with(SAID, word) or {}).get("mail") == row.id:
        desk.unlearn(SAID, word)


def supersede(desk: Desk, twin: Mail) -> None:
    """A copy counts instead of this one; whatever comes after is held against both."""
    twin.envelope = {**twin.envelope, PROVED: True}
    if twin.status == MailStatus.PARKED:
        twin.status, twin.verdict, twin.handled_at = MailStatus.DONE, "came proved", desk.now


def weigh(desk: Desk, row: Mail, arrival: Arrival, verdict: str) -> None:
    """Writes down whether this mail was heard; if not, it keeps no copy of it from being read. Once one is heard, what
    comes after is held against that."""
    heard = is_heard(arrival, verdict)
    dropped = verdict.startswith("dropped")
    if not heard:
        row.envelope = {**row.envelope, UNHEARD: NOTHING if dropped else ELSE}
    twin = desk.mail(int(row.envelope[LIKE])) if LIKE in row.envelope else None
    if twin is None or UNHEARD not in twin.envelope:
        return
    if heard:
        others = {name: value for name, value in twin.envelope.items() if name != UNHEARD}
        twin.envelope = {**others, PROVED: arrival.proved}
    elif not dropped:
        twin.envelope = {**twin.envelope, UNHEARD: ELSE}


def is_heard(arrival: Arrival, verdict: str) -> bool:
    """Whether a mail was read as a person's: here, or before in another copy."""
    return arrival.a_persons and (not verdict.startswith("dropped") or verdict in (DUPLICATE, REPLAYED, FLOOD))


def _word(arrival: Arrival, addresses: Addresses) -> str:
    """Who says what, and under which name; empty where a mail has none, or is not read for what it says."""
    letter = arrival.letter
    name = letter.message_id or letter.headers.get("date").strip()
    if not name or letter.incomplete or not arrival.a_persons:
        return ""
    read = {addresses.read(one) for one in (*letter.recipients, *letter.named)}
    # A seat that got a blind copy is a reason of its own to act; and what went to the wrong mailbox first is no reason
    # to leave out what reaches the right one.
    seats = sorted(f"{one.game} {one.token}" for one in read if isinstance(one, SeatAddress))
    return "\0".join((canonical(letter.sender), name, *seats, _said(letter)))


def _said(letter: Letter) -> str:
    """What is said, without what is only talk: a footer of a list is."""
    said = [" ".join(text.split()) for one in letter.said if not one.prose for text in (one.text, *one.body)]
    return (
        hashlib.sha256("\n".join((*said, "", *letter.struck, "", *letter.quoted_edits)).encode()).hexdigest()
        if said
        else letter.likeness
    )

"""Entering somebody else, or a bot."""

from __future__ import annotations

import re

from engine import Refused
from engine.message import Message
from moderator.events import consent, entry
from moderator.events.announcing import write_down
from moderator.events.overview import Overview
from moderator.events.wishes import minded
from moderator.hearing.directing import may_name, named, writer
from moderator.hearing.entering import name_and_club
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.store.statuses import CupStatus, EntryStatus, RoundStatus
from moderator.table.seating import is_address


@command(
    "td enter",
    "td enter spring-cup Anna: anna@example.org  ·  td enter spring-cup bot Boris",
    "director",
    of_event=True,
)
def enter(statement: Statement, submission: Submission) -> Said:
    """Enters a person, who is asked and may say no, or a bot, whatever the bars; also takes back whoever had left."""
    cup, more = named(statement, submission, 2, "td enter spring-cup Anna: anna@example.org")
    desk = submission.desk
    bot, willing = re.fullmatch(r"bot\s+(.+)", more, re.IGNORECASE), False
    found = re.fullmatch(r"(?P<name>.+?)\s*[:=]\s*<?(?P<address>\S+?)>?", more)
    address, name = (found["address"], found["name"]) if found is not None else ("", "")
    if bot is None and found is None:
        # As players write it.
        address, _, called = more.partition(" ")
        address, (name, _) = address.strip("<>"), name_and_club(called)
    if bot is None and not (is_address(address) and name):
        raise Refused(
            "Whom do you enter? Write a name and one address, or `bot` and a name.",
            instead=("td enter spring-cup Anna: anna@example.org", "td enter spring-cup bot Boris"),
        )
    if bot is not None:
        made = entry.enter(desk, cup, None, bot[1].strip(), bot=True)
    else:
        may_name(submission, address)
        # Nobody knows yet what they read: as their director does, until they choose.
        person = desk.meet(address, name, submission.language)
        consent.may_ask(desk, cup, person)
        old = desk.cups.entry_of(cup.id, person.id)
        # Who waits for a place of their own accord has said that they want one.
        willing = old is not None and old.status == EntryStatus.WAITING and not consent.is_asked(cup, old)
        made = entry.enter(desk, cup, person, name, barred=False)
        if willing and made.status == EntryStatus.ENTERED:
            entry.tell_place(desk, cup, made, person)
        else:
            willing = False
            consent.ask(desk, cup, made, person)
    write_down(
        desk,
        cup,
        writer(submission),
        "entered",
        "",
        f"{made.name}: waiting" if made.status == EntryStatus.WAITING else made.name,
    )
    if made.status == EntryStatus.WAITING:
        said = Message("{name} is on the waiting list", name=made.name)
        row = Overview.of(desk, cup).last
        if row is not None and row.status not in (RoundStatus.DRAWN, RoundStatus.OVER):
            said = Message("{said}; written again when this round is over, this has them drawn", said=said)
    else:
        said = Message("{name} is entered", name=made.name)
        said = minded(desk, cup, writer(submission), said) if cup.status != CupStatus.OPEN else said
    return said if made.bot or willing else Message("{entered}, and is asked whether they play", entered=said)

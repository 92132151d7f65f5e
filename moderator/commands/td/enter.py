"""Entering somebody else, or a bot."""

from __future__ import annotations

import re

from engine import Refused
from engine.message import Message
from moderator.events import entry, telling
from moderator.events.announcing import write_down
from moderator.hearing.directing import may_name, named, writer
from moderator.hearing.entering import name_and_club
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.store.statuses import EntryStatus
from moderator.table.seating import is_address


@command(
    "td enter",
    "td enter spring-cup Anna: anna@example.org  ·  td enter spring-cup bot Boris",
    "director",
    of_event=True,
)
def enter(statement: Statement, submission: Submission) -> Said:
    """Enters a person, who is told and may withdraw, or a bot, whatever the bars; also takes back whoever had left."""
    cup, more = named(statement, submission, 2, "td enter spring-cup Anna: anna@example.org")
    desk = submission.desk
    bot = re.fullmatch(r"bot\s+(.+)", more, re.IGNORECASE)
    found = re.fullmatch(r"(?P<name>.+?)\s*[:=]\s*<?(?P<address>\S+?)>?", more)
    address, name = (found["address"], found["name"]) if found is not None else ("", "")
    if bot is None and found is None:
        # As players write it.
        address, _, called = more.partition(" ")
        address, (name, _) = address.strip("<>"), name_and_club(called)
    if bot is None and not (is_address(address) and name):
        raise Refused(
            "I can't read this.",
            instead=("td enter spring-cup Anna: anna@example.org", "td enter spring-cup bot Boris"),
        )
    if bot is not None:
        made = entry.enter(desk, cup, None, bot[1].strip(), bot=True)
    else:
        may_name(submission, address)
        person = desk.meet(address, name)
        made = entry.enter(desk, cup, person, name, barred=False)
        waits = made.status == EntryStatus.WAITING
        title = Message("{cup}: you are entered", cup=cup.name)
        if waits:
            title = Message("{cup}: you are on the waiting list", cup=cup.name)
        text = Message(
            "The director has entered you. Write `terms {cup}` for the terms, `withdraw from {cup}` to leave.",
            cup=cup.id,
        )
        if waits:
            text = Message(
                "The director has put you on the waiting list. Write `terms {cup}` for the terms, `withdraw from "
                "{cup}` to leave.",
                cup=cup.id,
            )
        telling.one(
            desk,
            person,
            f"{cup.id} entered {made.number} {desk.now}",
            title,
            text,
        )
    write_down(
        desk,
        cup,
        writer(submission),
        "entered",
        "",
        f"{made.name}: waiting" if made.status == EntryStatus.WAITING else made.name,
    )
    if made.status == EntryStatus.WAITING:
        return Message("{name} is on the waiting list", name=made.name)
    return Message("{name} is entered", name=made.name)

"""The files that go with a report: the deadline for a calendar, the position for a program."""

from __future__ import annotations

import json
from datetime import timedelta

from icalendar import Alarm, Calendar, Event

from engine.game import to_act
from engine.interop.canonical import canonical
from moderator.outbox.report.common import common
from moderator.outbox.report.view import File, ReportView
from moderator.outbox.report.words import Words


def deadline_file(view: ReportView, words: Words, asked: str) -> File | None:
    """A calendar entry. Its name stays the same for one decision, so that a new deadline replaces the old one."""
    deadline = view.deadline
    if deadline is None or deadline.due is None:
        return None
    entry = Event()
    domain = view.address.rpartition("@")[2] or "waybill.localhost"
    entry.add("uid", f"{view.game}-turn-{view.turn}-{view.seat.encode().hex()[:24]}@{domain}")
    entry.add("sequence", deadline.sequence)
    entry.add("dtstamp", view.now)
    entry.add("dtstart", deadline.due)
    entry.add("dtend", deadline.due)
    entry.add("summary", words("deadline_event", game=view.game))
    entry.add("description", "\n".join(part for part in (asked, view.page) if part))
    entry.add("transp", "TRANSPARENT")
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", words("deadline_event", game=view.game))
    alarm.add("trigger", timedelta(hours=-3))
    entry.add_component(alarm)
    calendar = Calendar()
    calendar.add("prodid", "-//Waybill//Reports//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add_component(entry)
    return File("deadline.ics", "text/calendar", calendar.to_ical())


def position_file(view: ReportView) -> File | None:
    """The public facts of the position. Draws that are still secret are not among them."""
    if view.state is None:
        return None
    state = view.state
    facts = {
        "game": view.game,
        "title": state.title.name,
        "turn": view.turn,
        "to_act": to_act(state),
        "digest": common(state).digest,
        "position": canonical(state, str),
    }
    text = json.dumps(facts, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return File("position.json", "application/json", text.encode())

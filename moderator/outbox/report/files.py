"""The files that go with a report: the deadline for a calendar, the position for a program."""

from __future__ import annotations

import json
from datetime import timedelta

from icalendar import Alarm, Calendar, Event

from engine import canonical, to_act
from moderator.language import Words
from moderator.outbox.report.common import common
from moderator.outbox.report.view import File, ReportView


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
    if view.record is not None:
        facts |= {"seq": view.record[0], "head": view.record[1]}
    text = json.dumps(facts, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return File("position.json", "application/json", text.encode())


def record_file(view: ReportView) -> File | None:
    """The whole game with its chain, for `./waybill verify`; there is one when the game is over."""
    return File("record.json.gz", "application/gzip", view.whole_record) if view.whole_record else None

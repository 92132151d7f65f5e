"""A game's pace in lines as people write them, and in words as they are told: hours, bank, evenings, what calendars may
add, what lateness costs. A line gives the terms it changes; what it does not name stays as it was."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any

from engine import ROUNDS, Refused, title_named
from engine.message import Keyed, Listed, Message, Value
from moderator.language import Weekdays
from moderator.office.clock import (
    BadTime,
    Terms,
    read_duration,
    read_evening,
    read_reminders,
    read_weekdays,
    stretches,
    write_weekdays,
)
from moderator.table.noshow import RULES

# What people call the kinds of decision that have hours of their own.
KINDS = {**{kind: kind for kind in ROUNDS}, "company": "operating", "companies": "operating", "or": "operating"}
_KIND = "|".join(KINDS)
_HOURS = re.compile(rf"hours\s+(?:({_KIND})\s+)?(\d{{1,3}})$", re.IGNORECASE)
_GRACE = re.compile(r"grace\s+(\d{1,3})\s*h?$", re.IGNORECASE)
_LATE = re.compile(rf"late\s+({'|'.join(RULES)})$", re.IGNORECASE)
_WEEKDAYS = re.compile(r"weekdays\s+(.+)$", re.IGNORECASE)
_CLOCK = re.compile(r"clock\s+(\w+)(.*)$", re.IGNORECASE)
_MORE = re.compile(rf"\+\s*(\d{{1,3}})\s*h(?:ours)?\s+({_KIND})", re.IGNORECASE)
_MOST = re.compile(r"(?:at most|max(?:imum)?|cap(?:ped at)?)\s+(\d{1,4}\s*\w+?)(?:\s+at once)?$", re.IGNORECASE)
_PENALTY = re.compile(
    r"penalty\s+(?:(none)|(cash|points?)\s+(\d{1,4})|(\d{1,4})\s+(cash|points?))(?:\s.*)?$", re.IGNORECASE
)
_ALLOW = re.compile(r"allow\s+(.+)$", re.IGNORECASE)
_LADDER = re.compile(r"ladder\s+(none|off|\d{1,2})$", re.IGNORECASE)
_REMINDERS = re.compile(r"reminders?\s+(.+)$", re.IGNORECASE)

NONE, CASH, POINTS = "none", "cash", "points"
MOST_BANK, MOST_ALLOW, MOST_LADDER = timedelta(days=90), 365, 9


def _paced(bank: int, most: int, auction: int, others: int, **more: Any) -> Mapping[str, Any]:
    hours = {kind: auction if kind == "auction" else others for kind in ROUNDS}
    return {"bank": bank * 24, "most": most * 24, "hours": hours, "evening": "", **more}


# Days in the bank, how many of them at once, hours for a bid and for everything else, and what goes with that.
PRESETS: Mapping[str, Mapping[str, Any]] = {
    "relaxed": _paced(21, 0, 24, 48, grace=24, allow=60),
    "steady": _paced(10, 0, 12, 24, grace=24, allow=30),
    "brisk": _paced(4, 2, 6, 12, grace=12, allow=14),
    "league": _paced(7, 3, 12, 24, grace=12, allow=21, penalty=POINTS, price=1, ladder=2, noshow="default"),
}

# What they are called, beside the word that orders them.
PACES: Mapping[str, Message] = {
    "relaxed": Message("relaxed", "pace"),
    "steady": Message("steady", "pace"),
    "brisk": Message("brisk", "pace"),
    "league": Message("league", "pace"),
}


def read_term(text: str, before: Mapping[str, Any]) -> dict[str, Any] | None:
    """What a line says about the game's time; None if it says nothing of the kind. Raises Refused."""
    try:
        return _read(" ".join(text.split()), before)
    except BadTime as wrong:
        raise Refused(wrong.message, instead=_instead(text)) from wrong


def _instead(text: str) -> tuple[str, ...]:
    word = text.split()[0].lower()
    return {
        "weekdays": ("weekdays Mon-Fri",),
        "clock": ("clock bank 10 days", "clock evening 21:00 Europe/Berlin", "clock steady"),
        "allow": ("allow 30 days", "allow any"),
    }.get(word, ("reminders 50% 90%",))


def _read(text: str, before: Mapping[str, Any]) -> dict[str, Any] | None:
    if found := _HOURS.match(text):
        if not int(found[2]):
            raise Refused("A decision needs at least an hour.", instead=("hours 48",))
        return {
            "hours": _hours(before, [KINDS[found[1].lower()]] if found[1] else list(ROUNDS), int(found[2])),
            "pace": "",
        }
    if text.startswith("+"):
        return _allowances(text, before)
    if found := _GRACE.match(text):
        return {"grace": int(found[1])}
    if found := _LATE.match(text):
        return {"noshow": found[1].lower()}
    if found := _WEEKDAYS.match(text):
        read_weekdays(found[1])
        return {"weekdays": found[1]}
    if found := _CLOCK.match(text):
        return _clock(found[1].lower(), found[2].strip(), before)
    if re.match(r"(clock|penalty|allow|ladder|reminders?)\b", text, re.IGNORECASE):
        return _rest(text)
    return None


def _rest(text: str) -> dict[str, Any]:
    if found := _PENALTY.match(text):
        amount = int(found[3] or found[4] or 0)
        kind = NONE if found[1] or not amount else CASH if "cash" in (found[2] or found[5]).lower() else POINTS
        return {"penalty": kind, "price": amount}
    if found := _ALLOW.match(text):
        return {"allow": _days(found[1])}
    if found := _LADDER.match(text):
        rungs = int(found[1]) if found[1].isdecimal() else 0
        if rungs > MOST_LADDER:
            raise Refused(
                "A ladder has from 1 to {most} misses for each rung.", instead=("ladder 2",), most=MOST_LADDER
            )
        return {"ladder": rungs}
    if found := _REMINDERS.match(text):
        return {"reminders": [] if found[1].lower() == "none" else list(read_reminders(found[1]))}
    word = text.split()[0].lower()
    forms = {
        "penalty": ("penalty none", "penalty cash 5", "penalty points 1"),
        "ladder": ("ladder 2", "ladder none"),
        "allow": ("allow 30 days",),
        "clock": ("clock bank 10 days", "clock steady"),
    }
    raise Refused("I can't read {text}.", instead=forms.get(word, ("reminders 50% 90%",)), text=repr(text[:60]))


def _clock(kind: str, rest: str, before: Mapping[str, Any]) -> dict[str, Any]:
    if kind in PRESETS and not rest:
        return {**PRESETS[kind], "pace": kind}
    if kind == "bank":
        return _bank(rest, before)
    if kind == "evening":
        return {"evening": str(read_evening(rest)), "bank": 0, "most": 0, "pace": ""}
    if kind == "hours" and not rest:
        return {"evening": "", "bank": 0, "most": 0, "pace": ""}
    raise Refused(
        "I know no clock {text}.",
        instead=("clock bank 10 days", "clock evening 21:00 Europe/Berlin", *(f"clock {name}" for name in PRESETS)),
        text=repr(f"{kind} {rest}".strip()[:60]),
    )


def _bank(rest: str, before: Mapping[str, Any]) -> dict[str, Any]:
    """``10 days +24h stock +24h company +12h auction at most 3 days at once``; commas may stand between."""
    text = " ".join(rest.replace(",", " ").split())
    length, plus, more = text.partition("+")
    hours = _allowances(f"+{more}", before) if plus else {}
    most = ""
    if found := _MOST.search(length):
        length, most = length[: found.start()], found[1]
    elif found := _MOST.search(more):
        hours, most = (_allowances(f"+{more[: found.start()]}", before) if plus else {}), found[1]
    bank = read_duration(length)
    if not timedelta(hours=1) <= bank <= MOST_BANK:
        raise Refused("A bank holds from an hour to {days} days.", instead=("clock bank 10 days",), days=MOST_BANK.days)
    return {
        "bank": _whole(bank),
        "most": _whole(read_duration(most)) if most else 0,
        "evening": "",
        "pace": "",
        **hours,
    }


def _allowances(text: str, before: Mapping[str, Any]) -> dict[str, Any]:
    """``+24h stock +12h auction``: the hours a decision has before the bank is touched."""
    left = _MORE.sub("", re.sub(r"\bat most\b.*$", "", text, flags=re.IGNORECASE)).replace(",", " ").strip()
    found = _MORE.findall(text)
    if left or not found:
        raise BadTime("{text} are no hours for a kind of decision. Write them like +24h stock.", text=text.strip()[:60])
    hours = dict(before.get("hours", {}))
    for count, kind in found:
        if not int(count):
            raise Refused("A decision needs at least an hour.", instead=("+24h stock",))
        hours |= {KINDS[kind.lower()]: int(count)}
    return {"hours": hours, "pace": ""}


def _hours(before: Mapping[str, Any], kinds: list[str], count: int) -> dict[str, int]:
    return {**before.get("hours", {}), **dict.fromkeys(kinds, count)}


def _days(text: str) -> int:
    if text.lower() in ("any", "all", "none", "no limit"):
        return 0
    days = read_duration(text) / timedelta(days=1)
    if not 1 <= days <= MOST_ALLOW:
        raise Refused("Allow from one to {most} days.", instead=("allow 30 days", "allow any"), most=MOST_ALLOW)
    return int(days)


def _whole(span: timedelta) -> int:
    return max(1, int(span / timedelta(hours=1)))


# ---------------------------------------------------------------------- in words


def span(length: timedelta) -> Value:
    """A length of time as people say it: days and hours, or hours alone."""
    hours = int(length / timedelta(hours=1))
    days, hours = divmod(hours, 24) if hours >= 48 else (0, hours)
    said: list[Value] = [Message("{count} days", count=days)] if days else []
    return Listed([*said, Message("{count} hours", count=hours)] if hours or not days else said, " ")


def hours_said(terms: Terms, title: str) -> Message:
    """How long a decision may take, by kind where they differ."""
    kinds = [kind for kind in title_named(title).rounds if kind in terms.hours]
    if len({terms.hours[kind] for kind in kinds}) == 1:
        return Message("{hours} hours for each decision.", hours=terms.hours[kinds[0]])
    rounds = (Listed((Keyed("rounds", kind), str(terms.hours[kind])), " ") for kind in kinds)
    return Message("Hours for a decision: {rounds}.", rounds=Listed(rounds, ","))


def days_said(weekdays: str) -> Message:
    """The days of the week that count, in words."""
    days = read_weekdays(weekdays)
    return Weekdays(stretches(days)) if write_weekdays(days) else Message("every day")


def clock_said(terms: Terms) -> Message:
    """Which clock the game has."""
    if terms.evening is not None:
        return Message("Deadlines fall at {evening}, when a decision has had its hours.", evening=str(terms.evening))
    if not terms.bank:
        return Message("There is no bank of time.")
    bank = span(timedelta(hours=terms.bank))
    if terms.most:
        most = span(timedelta(hours=terms.most))
        return Message(
            "Besides, everybody has a bank of {bank}, at most {most} of it for one decision.", bank=bank, most=most
        )
    return Message("Besides, everybody has a bank of {bank} for when these hours are used up.", bank=bank)


def allow_said(terms: Terms) -> Message:
    if not terms.allow:
        return Message("A player's own hours, days and absences put deadlines off without limit.")
    return Message(
        "A player's own hours, days and absences put deadlines off by {days} days at most.", days=terms.allow
    )


def penalty_said(terms: Terms) -> Message:
    if terms.penalty == CASH:
        return Message(
            "Each hour begun after a deadline costs {price} of the cash one has at the end.", price=terms.price
        )
    if terms.penalty == POINTS:
        return Message("Each hour begun after a deadline costs points of the tournament: {price}.", price=terms.price)
    return Message("Lateness costs nothing.")


def ladder_said(terms: Terms) -> Message:
    if not terms.ladder:
        return Message("There is no ladder for those who miss decisions.")
    return Message(
        "After {first} misses in a row a player's hours are halved, after {second} a bot plays until they come back, "
        "after {third} the seat is open.",
        first=terms.ladder,
        second=2 * terms.ladder,
        third=3 * terms.ladder,
    )


def reminders_said(terms: Terms) -> Message:
    if not terms.reminders:
        return Message("Nobody is reminded before a deadline.")
    parts = Listed((f"{round(part * 100)}%" for part in terms.reminders), ",")
    return Message("Reminders at {parts} of the time.", parts=parts)


def pace_said(terms: Terms, title: str) -> Iterator[Message]:
    """All there is to know about time before one joins; what a game does not have is not told."""
    if terms.pace:
        yield Message("The pace is {pace}.", pace=PACES.get(terms.pace, terms.pace))
    yield hours_said(terms, title)
    if terms.bank or terms.evening is not None:
        yield clock_said(terms)
    if terms.weekdays:
        yield Message("The clock runs on {weekdays}.", weekdays=days_said(terms.weekdays))
    if terms.allow:
        yield allow_said(terms)
    if terms.penalty != NONE:
        yield penalty_said(terms)
    if terms.ladder:
        yield ladder_said(terms)

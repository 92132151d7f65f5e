"""What all commands about events do: find the event, see who writes, and have what can't be taken back confirmed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from difflib import SequenceMatcher
from typing import Any

from engine import Refused
from engine.message import Listed, Message
from moderator.events.announcing import find
from moderator.events.consent import GOING
from moderator.events.differences import differences, facts
from moderator.events.interests import sees_names
from moderator.events.overview import Overview
from moderator.hearing import permissions, registry
from moderator.hearing.arguments import rest
from moderator.hearing.confirming import DIRECTED, DOING, OPERATOR, Unconfirmed, ask, mail_words
from moderator.hearing.permissions import Role
from moderator.hearing.reading import Statement
from moderator.hearing.registry import Command
from moderator.hearing.submission import Submission
from moderator.office.addresses import canonical
from moderator.office.desk import Desk
from moderator.store.cup_tables import Cup
from moderator.store.mails import Said
from moderator.store.statuses import StaffRole
from moderator.store.tables import Person
from moderator.table.seating import MOST_INVITATIONS, MOST_INVITED

DAY = timedelta(days=1)
# So many changes are shown before a word: more than any table has, and as many places as anybody reads.
MOST_TOLD = 30
# Where a line names no event: so many of the latest are looked at, and so many proposed.
MOST_LOOKED_AT, MOST_MEANT = 20, 3
# As much of a line is looked at for what it was meant to be; its text may be as long as a mail's.
LONGEST = 2000
# As much alike is a word with a slip in it to the one that was meant.
NEAR = 0.7
# What a director orders, whether there is such a command or not; "TD" below a name says who they are.
_ORDERED = re.compile(r"td:?\s+(?=\w)", re.IGNORECASE)
_QUOTED = re.compile(r"^(.*?)\s*[\"“«](.*?)[\"”»]?\s*$", re.DOTALL)


def roles(submission: Submission, command: Command, said: str) -> frozenset[Role]:
    """What the writer is in the event that a line names."""
    if not command.of_event or (submission.person is not None and submission.person.blocked):
        return frozenset()
    if not said:
        raise Refused("Which event?", instead=_of_theirs(submission, command.usage.partition("  ·  ")[0]))
    # A name that no event has is a slip of the pen, not somebody else's event.
    cup = find(submission.desk, said.split()[0])
    if submission.person is None:
        return frozenset({Role.DIRECTOR} if cup.id in submission.announced else ())
    found = submission.desk.cups.role_of(cup.id, submission.person.id)
    return frozenset({Role.DIRECTOR} if found == StaffRole.DIRECTOR else {Role.DEPUTY} if found else ())


def named(
    statement: Statement, submission: Submission, words: int, form: str, *, locked: bool = True
) -> tuple[Cup, str]:
    """The event a line names after its own words, and the rest of the line. Raises Refused."""
    said = rest(statement, words)
    if not said:
        raise Refused("Which event?", instead=_of_theirs(submission, form))
    name, _, more = said.partition(" ")
    return find(submission.desk, name, locked=locked), more.strip()


def _of_theirs(submission: Submission, form: str) -> tuple[str, ...]:
    """A line that names no event, about those its writer may mean: what they direct or play in, else the latest."""
    desk, person = submission.desk, submission.person
    cups = [cup for cup in desk.cups.latest(MOST_LOOKED_AT) if cup.status in GOING]
    mine = {cup.id for _, cup in desk.cups.entries_of(person.id)} if person is not None else set()
    if form.startswith("td "):
        mine = {cup.id for cup in cups if person is not None and desk.cups.role_of(cup.id, person.id)}
    named = [cup.id for cup in cups if cup.id in mine] or [cup.id for cup in cups]
    return tuple(form.replace("spring-cup", one) for one in named[:MOST_MEANT]) or (form,)


def of_this_event(desk: Desk, said: str, hints: Sequence[str]) -> tuple[str, ...]:
    """What could be written instead, about the event that a line names."""
    name = said.split()[0].strip(".,:;").lower() if said else ""
    return tuple(one.replace("spring-cup", name) for one in hints) if name and desk.cups.get(name) else tuple(hints)


def reasoned(text: str) -> tuple[str, str]:
    """What a line says, and the reason that stands behind it in quotes or after `because`."""
    before, because, after = text.rpartition(" because ")
    if because:
        return before.strip(), after.strip().strip('"')
    quoted = _QUOTED.match(text)
    return (quoted[1].strip(), quoted[2].strip()) if quoted else (text, "")


def orders_something(text: str) -> bool:
    """Whether a line is meant for who directs an event, whether there is such a command or not."""
    return _ORDERED.match(text) is not None


def misspelt(text: str) -> Refused:
    """What is said to a line that begins as a director's and is none of those there are, with the ones it may be."""
    _, *words = text[:LONGEST].replace(":", " ", 1).split()
    known = [one.words.partition(" ")[2] for one in registry.all_commands() if one.words.startswith("td ")]
    # "endround" is one word and "end ruond" two of the same command.
    found = [
        (SequenceMatcher(None, " ".join(words[:length]).lower(), name).ratio(), name, length)
        for length in (1, 2)
        for name in known
    ]
    ratio, name, length = max(found)
    if ratio >= NEAR:
        return _no_such(words[0], " ".join(("td", name, *words[length:])))
    return _no_such(words[0])


def _no_such(word: str, *instead: str) -> Refused:
    return Refused("There is no `td {word}`; `help td` says what there is.", word=word[:40], instead=instead)


def quoted_again(words: Sequence[str]) -> str:
    """A director's line as it would stand in a mail, from words that a shell has taken the quotes from: where a reason
    is asked for, the last of them is it."""
    line = " ".join(words)
    if len(words) < 3 or " because " in line or _QUOTED.match(line) or words[1] not in _REASONED:
        return line
    *said, last = words
    if words[1] == "cancel":
        # All that it says is why.
        return f'{" ".join(words[:3])} "{" ".join(words[3:])}"' if len(words) > 3 else line
    if not _REASONED[words[1]].fullmatch(" ".join(said[3:])) or ">" in last or "=" in last:
        return line
    return f'{" ".join(said)} "{last}"'


# What stands before the reason, where one is asked for.
_REASONED = {
    "cancel": re.compile(""),
    "dismiss": re.compile(r"(?:table )?\d+"),
    "expel": re.compile(r".+"),
    "extend": re.compile(r"\d+ ?[a-z]+", re.IGNORECASE),
    "rule": re.compile(r"(?:table )?\d+ .*[^>=\s]", re.IGNORECASE),
}


def writer(submission: Submission) -> str:
    """Who did it, for the log."""
    if submission.person is None:
        return submission.sender or "command line"
    who = f"{submission.person.name} <{submission.sender}>" if submission.sender else submission.person.name
    return f"{who}, with the word of {submission.word_of.name}" if submission.word_of is not None else who


def may_name(submission: Submission, address: str) -> None:
    """Counts people who are mailed because a director has named them, as those are who are invited to games: nobody
    has asked them. Raises Refused."""
    if submission.person is None:
        return
    if not submission.desk.within("named in events", str(submission.person.id), MOST_INVITATIONS, DAY):
        raise Refused("You have invited {most} people within a day; go on tomorrow.", most=MOST_INVITATIONS)
    if not submission.desk.within("named in events to", canonical(address), MOST_INVITED, DAY):
        raise Refused(
            "{address} was invited {most} times within a day; go on tomorrow.", address=address, most=MOST_INVITED
        )


def dangerous(
    submission: Submission, cup: Cup, what: str, shown: Message, about: Sequence[Said] = (), **data: Any
) -> Said:
    """What can't be taken back is done when the word that is mailed comes back. Beside it stands whom it is ``about``,
    and what would be otherwise."""
    kept = {"cup": cup.id, DIRECTED: cup.id, **data}
    submission.about += about
    if submission.how == OPERATOR and submission.sure:
        return DOING[what](submission, kept)
    if submission.how == OPERATOR:
        raise Unconfirmed(shown, Listed((*about, *_tried(submission, cup, what, kept)), "\n"))
    if submission.person is None:
        # The event is announced by this very mail, and who writes it is not known before they have confirmed it.
        raise Refused("Announce the event by itself first, and write this in a second email.")
    if submission.meant:
        return DOING[what](submission, {"person": submission.me.id, **kept})
    waiting = len(submission.asked)
    said = ask(submission, what, kept, shown=shown)
    if len(submission.asked) > waiting:
        # Where the word for the whole mail has come back, it is done, and was shown before.
        would = Listed((*about, *_tried(submission, cup, what, kept)), "\n")
        submission.say(Message("Before you confirm"), would)
    return said


def _tried(submission: Submission, cup: Cup, what: str, kept: Mapping[str, Any]) -> list[Said]:
    """What doing it would change, and how many would be mailed: it is done and taken back. Raises Refused."""
    desk = submission.desk
    names = sees_names(Overview.of(desk, cup), submission.person)
    desk.posted()
    before, mails = facts(desk, Overview.of(desk, cup), names=names), desk.outbox.latest()
    savepoint = desk.attempt()
    try:
        DOING[what](replace(submission, how=OPERATOR, sure=True, blocks=[], asked=[]), {**kept, "person": None})
        desk.write()
        desk.posted()
        found = differences(before, facts(desk, Overview.of(desk, cup), names=names))
        mailed = len(desk.outbox.written_to(mails))
    finally:
        savepoint.rollback()
        if submission.play is not None:
            submission.play.forget()
    told = [one.told for one in found[:MOST_TOLD]]
    if len(found) > MOST_TOLD:
        told.append(Message("… and {count} more changes", count=len(found) - MOST_TOLD))
    # Where a job goes on with it, that one tells people.
    return [*told, *([Message("People who would get an email: {count}", count=mailed)] if mailed else [])]


def still_theirs(submission: Submission, kept: Mapping[str, Any], words: str) -> Cup:
    """The event of a word that came back, if whoever asked for it, and whoever sent it, may still do this. Raises
    Refused."""
    cup = find(submission.desk, str(kept["cup"]), locked=True)
    for person in (submission.desk.person(kept.get("person")), submission.person) if submission.how != OPERATOR else ():
        role = submission.desk.cups.role_of(cup.id, person.id) if person is not None else ""
        mine = {Role.DIRECTOR} if role == StaffRole.DIRECTOR else {Role.DEPUTY} if role else set()
        permissions.check(words, frozenset({Role.STRANGER, *mine}))
    return cup


def as_operator(
    desk: Desk,
    line: str,
    body: Sequence[str] = (),
    who: str = "command line",
    person: Person | None = None,
    *,
    sure: bool = True,
) -> Submission:
    """A line about events, carried out for whoever runs the service or a person whose word is final; what it answers
    is in the submission's blocks, the last of them what was done. Raises Refused, and Unconfirmed where it can't be
    taken back and they have not said that they are sure."""
    found = registry.find(line)
    if found is None and orders_something(line):
        raise misspelt(line)
    if found is None or found[0].group not in ("events", "director"):
        raise Refused("This is nothing an event's director could do.", instead=("td status spring-cup",))
    submission = Submission(desk, None, person, who, how=OPERATOR, sure=sure)
    said = found[0].run(Statement(1, line, tuple(body)), submission)
    # Who is asked to moderate a game answers by mail, whoever has named them.
    mail_words(submission)
    submission.say("", said)
    return submission

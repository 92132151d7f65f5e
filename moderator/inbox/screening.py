"""Which mails are acted on. The policy is one table; the first line that fits decides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from moderator.inbox.letter import Letter
from moderator.inbox.mime import Headers
from moderator.office.addresses import Address, Addresses, BounceAddress, Mailbox, SeatAddress
from moderator.outbox.marker import OWN_HEADER

# Every mail of ours carries this header, so that it is known when it comes back.
# A mail that has passed through more hands than this is going round in circles.
MOST_HOPS = 30
# Orders stand at the top; a machine's long text is not searched for them.
MOST_STATEMENTS = 50


class Verdict(Enum):
    """What to do with a mail."""

    ACCEPT = "accept"
    # Kept in the inbox, never answered.
    DROP = "drop"
    # A mail of ours could not be delivered; `bounce.read_bounce` says which and how badly.
    BOUNCE = "bounce"
    # Answered with an explanation; nothing of it is played.
    ANSWER = "answer"
    # Nothing is said here: whether a mail that was cut off is its owner's or was confirmed already, and what an empty
    # one or `unsubscribe` brings about, is known only where it was meant to go. There it is read as any other.
    LEAD = "lead"
    # For the people who run the service.
    PARK = "park"


@dataclass(frozen=True)
class Screening:
    """The verdict and, in one word, its reason."""

    verdict: Verdict
    reason: str = ""


@dataclass(frozen=True)
class Screened:
    """What the predicates look at."""

    letter: Letter
    # What each recipient means to us; strangers left out.
    to: tuple[Address, ...]
    addresses: Addresses


def meant_for(letter: Letter, addresses: Addresses) -> tuple[Address, ...]:
    """What the recipients mean to us. Where none is a seat, one that To or Cc names counts: its copy comes, or came."""
    to = tuple(found for one in letter.recipients if (found := addresses.read(one)) is not None)
    if any(isinstance(one, (SeatAddress, BounceAddress)) for one in to):
        return to
    return (*to, *dict.fromkeys(one for one in map(addresses.read, letter.named) if isinstance(one, SeatAddress)))


def screen(letter: Letter, addresses: Addresses) -> Screening:
    """The first line of the table that fits this letter."""
    to = meant_for(letter, addresses)
    case = Screened(letter, to, addresses)
    for fits, verdict, reason in SCREEN:
        if fits(case):
            return Screening(verdict, reason or letter.automatic)
    return Screening(Verdict.ACCEPT)


def is_our_own(case: Screened) -> bool:
    """One of our mails came back: from us, or with our mark in its own headers."""
    letter = case.letter
    return case.addresses.is_ours(letter.sender) or OWN_HEADER.lower() in letter.headers


def went_in_circles(case: Screened) -> bool:
    """Too many hands, or somebody's mark against circles: ours means one, another's says nothing about an order."""
    letter = case.letter
    marks = letter.headers.all("x-loop")
    ours = any(case.addresses.is_ours(mark) for mark in marks)
    return len(letter.headers.all("received")) > MOST_HOPS or ours or (bool(marks) and not holds_an_order(case))


def holds_an_order(case: Screened) -> bool:
    """Orders at a seat's secret address: whatever else the mail looks like, its owner must not be left without a word.

    Two machines can't talk for ever over this: what holds no order is dropped as before, and answers are counted.
    """
    at_a_seat = any(isinstance(one, SeatAddress) for one in case.to)
    return at_a_seat and any(one.order for one in case.letter.said[:MOST_STATEMENTS])


def is_bounce(case: Screened) -> bool:
    return case.letter.automatic == "bounce"


def came_to_a_bounce_address(case: Screened) -> bool:
    if case.letter.automatic in ("delay", "receipt", "calendar"):
        return False
    return any(isinstance(one, BounceAddress) for one in case.to)


def is_complaint(case: Screened) -> bool:
    return case.letter.automatic == "complaint"


def is_machine(case: Screened) -> bool:
    letter = case.letter
    return bool(letter.automatic) and not (letter.perhaps_a_person and holds_an_order(case))


def is_spam(case: Screened) -> bool:
    """Marked as spam on the way. Nobody who spams knows a seat's secret address, so those are let through."""
    marks = ("x-spam-flag", "x-ses-spam-verdict", "x-spam-status", "x-mailgun-sflag")
    marked = any(_says_spam(case.letter.headers, name) for name in marks)
    return marked and not any(isinstance(one, SeatAddress) for one in case.to)


def _says_spam(headers: Headers, name: str) -> bool:
    return any(value.strip().lower().startswith(("yes", "fail", "true")) for value in headers.all(name))


def has_no_sender(case: Screened) -> bool:
    return not case.letter.sender


def lost_its_sender(case: Screened) -> bool:
    """More headers than are read, and no From among those that were: it may well say who it is from."""
    return {"headers", "no-from"} <= set(case.letter.problems)


def lost_its_sender_at_a_seat(case: Screened) -> bool:
    return lost_its_sender(case) and any(isinstance(one, SeatAddress) for one in case.to)


def is_a_stranger_without_name(case: Screened) -> bool:
    """No From, and not even to a secret address: whoever we answered might never have written to us."""
    return "no-from" in case.letter.problems and not any(isinstance(one, SeatAddress) for one in case.to)


# Mailboxes that people read.
FOR_THE_OPERATOR = ("postmaster", "abuse")


def is_for_the_operator(case: Screened) -> bool:
    return bool(case.to) and all(isinstance(one, Mailbox) and one.name in FOR_THE_OPERATOR for one in case.to)


def is_for_several_seats(case: Screened) -> bool:
    """Orders for two seats in one mail: whose are they? Each copy of it names them both."""
    seats = {one for one in case.to if isinstance(one, SeatAddress)}
    named = {one for one in map(case.addresses.read, case.letter.named) if isinstance(one, SeatAddress)}
    return len(named if seats <= named else seats) > 1


def wants_no_mail(case: Screened) -> bool:
    first = next((line for line in case.letter.lines if line.strip()), "")
    return "unsubscribe" in (case.letter.topic.strip().lower(), first.strip().lower())


def problem(name: str) -> Callable[[Screened], bool]:
    return lambda case: name in case.letter.problems


def is_encrypted(case: Screened) -> bool:
    return "encrypted" in case.letter.problems


def is_incomplete(case: Screened) -> bool:
    return case.letter.incomplete


def is_empty(case: Screened) -> bool:
    letter = case.letter
    return not any(line.strip() for line in letter.lines) and not letter.quoted_edits


Line = tuple[Callable[[Screened], bool], Verdict, str]
# An empty reason is replaced by the kind of machine that wrote the mail.
SCREEN: tuple[Line, ...] = (
    # Whatever comes to a return address we gave out is about that mail, however its writer marked it.
    (came_to_a_bounce_address, Verdict.BOUNCE, "bounce"),
    (is_our_own, Verdict.DROP, "loop"),
    (is_bounce, Verdict.BOUNCE, ""),
    (is_complaint, Verdict.BOUNCE, ""),
    (went_in_circles, Verdict.DROP, "loop"),
    (is_machine, Verdict.DROP, ""),
    (is_spam, Verdict.DROP, "spam"),
    # The seat's owner is answered, whoever wrote; elsewhere nobody can be, and the operator is told.
    (lost_its_sender_at_a_seat, Verdict.ANSWER, "headers"),
    (lost_its_sender, Verdict.DROP, "headers"),
    (has_no_sender, Verdict.DROP, "no-from"),
    (is_for_the_operator, Verdict.PARK, "operator"),
    (is_a_stranger_without_name, Verdict.DROP, "no-from"),
    (problem("no-from"), Verdict.ANSWER, "no-from"),
    (problem("several-senders"), Verdict.ANSWER, "several-senders"),
    (is_encrypted, Verdict.ANSWER, "encrypted"),
    (is_incomplete, Verdict.LEAD, "incomplete"),
    (is_for_several_seats, Verdict.ANSWER, "several-seats"),
    (wants_no_mail, Verdict.LEAD, "unsubscribe"),
    (problem("no-text"), Verdict.ANSWER, "no-text"),
    (is_empty, Verdict.LEAD, "empty"),
)

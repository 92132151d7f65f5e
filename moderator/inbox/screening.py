"""Which mails are acted on. The policy is one table; the first line that fits decides."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from moderator.gateway.addresses import Address, Addresses, BounceAddress, Mailbox, SeatAddress
from moderator.inbox.letter import Letter
from moderator.inbox.mime import Headers

# Every mail of ours carries this header, so that it is known when it comes back.
OWN_HEADER = "X-Waybill"
# A mail that has passed through more hands than this is going round in circles.
MOST_HOPS = 30


class Verdict(Enum):
    """What to do with a mail."""

    ACCEPT = "accept"
    # Kept in the inbox, never answered.
    DROP = "drop"
    # A mail of ours could not be delivered; `read_bounce` says which and how badly.
    BOUNCE = "bounce"
    # Answered with an explanation; nothing of it is played.
    ANSWER = "answer"
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


def screen(letter: Letter, addresses: Addresses) -> Screening:
    """The first line of the table that fits this letter."""
    to = tuple(found for one in letter.recipients if (found := addresses.read(one)) is not None)
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
    return len(case.letter.headers.all("received")) > MOST_HOPS or "x-loop" in case.letter.headers


def is_bounce(case: Screened) -> bool:
    return case.letter.automatic == "bounce"


def came_to_a_bounce_address(case: Screened) -> bool:
    return any(isinstance(one, BounceAddress) for one in case.to)


def is_machine(case: Screened) -> bool:
    return bool(case.letter.automatic)


def is_spam(case: Screened) -> bool:
    """Marked as spam on the way. Nobody who spams knows a seat's secret address, so those are let through."""
    marks = ("x-spam-flag", "x-ses-spam-verdict", "x-spam-status", "x-mailgun-sflag")
    marked = any(_says_spam(case.letter.headers, name) for name in marks)
    return marked and not any(isinstance(one, SeatAddress) for one in case.to)


def _says_spam(headers: Headers, name: str) -> bool:
    return any(value.strip().lower().startswith(("yes", "fail", "true")) for value in headers.all(name))


def has_no_sender(case: Screened) -> bool:
    return not case.letter.sender


def is_a_stranger_without_name(case: Screened) -> bool:
    """No From, and not even to a secret address: whoever we answered might never have written to us."""
    return "no-from" in case.letter.problems and not any(isinstance(one, SeatAddress) for one in case.to)


def is_for_the_operator(case: Screened) -> bool:
    return bool(case.to) and all(isinstance(one, Mailbox) and one.name in ("postmaster", "abuse") for one in case.to)


def is_for_several_seats(case: Screened) -> bool:
    """Orders for two seats in one mail: whose are they?"""
    return len({one for one in case.to if isinstance(one, SeatAddress)}) > 1


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
    (is_our_own, Verdict.DROP, "loop"),
    (is_bounce, Verdict.BOUNCE, ""),
    (went_in_circles, Verdict.DROP, "loop"),
    (is_machine, Verdict.DROP, ""),
    (came_to_a_bounce_address, Verdict.BOUNCE, "bounce"),
    (is_spam, Verdict.DROP, "spam"),
    (has_no_sender, Verdict.DROP, "no-from"),
    (is_for_the_operator, Verdict.PARK, "operator"),
    (is_a_stranger_without_name, Verdict.DROP, "no-from"),
    (problem("no-from"), Verdict.ANSWER, "no-from"),
    (problem("several-senders"), Verdict.ANSWER, "several-senders"),
    (is_encrypted, Verdict.ANSWER, "encrypted"),
    (is_incomplete, Verdict.ANSWER, "incomplete"),
    (is_for_several_seats, Verdict.ANSWER, "several-seats"),
    (wants_no_mail, Verdict.ANSWER, "unsubscribe"),
    (problem("no-text"), Verdict.ANSWER, "no-text"),
    (is_empty, Verdict.ANSWER, "empty"),
)


@dataclass(frozen=True)
class Bounce:
    """The failure of one outgoing mail, as far as the report tells."""

    # From the address it came to; None if it came elsewhere.
    outbox_id: int | None
    # The Message-ID of the mail that came back, if it came along.
    message_id: str
    failed: tuple[str, ...]
    status: str
    # For good, such as an unknown mailbox; otherwise it may work again tomorrow.
    hard: bool


_STATUS = re.compile(r"(?<![\d.])([245])\.(\d{1,3})\.(\d{1,3})(?![\d.])")
_CODE = re.compile(r"(?<![\d.])(5[05]\d|4[25]\d)[ -](?!\d)")
_ANGLED = re.compile(r"<([^<>\s]{1,64}@[^<>\s]{1,255})>")
# Words of old servers that give no numbers.
_FOR_GOOD = (
    "user unknown;unknown user;no such user;does not exist;doesn't exist;no mailbox here;mailbox unavailable;"
    "invalid recipient;not a known user;account has been disabled;recipient rejected;address rejected;unrouteable"
).split(";")
_FULL = ("mailbox full", "over quota", "quota exceeded", "mailbox is full", "try again later")


def read_bounce(letter: Letter, addresses: Addresses) -> Bounce:
    """What a delivery report says, whether it follows the standard or not."""
    to = [addresses.read(one) for one in letter.recipients]
    outbox_id = next((one.outbox_id for one in to if isinstance(one, BounceAddress)), None)
    text = "\n".join([*letter.lines, *letter.ignored, *(line for _, line in letter.cut.quoted)])[:20_000]
    failed = [v.partition(";")[2].strip() or v for name, v in letter.report if name == "final-recipient"]
    failed += [v.strip() for v in letter.headers.get("x-failed-recipients").split(",") if v.strip()]
    failed += [] if failed else _ANGLED.findall(text)[:5]
    ours = [one for one in failed if not addresses.is_ours(one)]
    statuses = [v for name, v in letter.report if name == "status"] or [text]
    status = _worst(statuses)
    return Bounce(outbox_id, letter.returned_id, tuple(dict.fromkeys(ours)), status, _is_hard(status, text))


def _worst(texts: list[str]) -> str:
    """The gravest status: a report may name several."""
    found = [match.group() for text in texts for match in _STATUS.finditer(text)]
    if not found:
        found = [f"{match.group()[0]}.0.0" for text in texts for match in _CODE.finditer(text)]
    return max(found, key=lambda status: status[0], default="")


def _is_hard(status: str, text: str) -> bool:
    # 5.2.2 is a full mailbox and 5.7.x somebody's opinion of the day: both may pass.
    if status:
        return status.startswith("5") and not status.startswith(("5.2.2", "5.7."))
    words = text.casefold()
    return any(one in words for one in _FOR_GOOD) and not any(one in words for one in _FULL)

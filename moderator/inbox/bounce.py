"""What a delivery report says about one of our mails, whether it follows a standard or not."""

from __future__ import annotations

import email
import logging
import re
from dataclasses import dataclass

from flufl.bounce import all_failures

from moderator.inbox.letter import Letter
from moderator.office.addresses import Addresses, BounceAddress

# What it stumbles over is anybody's mail, and no news for our log.
logging.getLogger("flufl.bounce").setLevel(logging.CRITICAL)
# A report larger than this is not shown to the second reader, whose work grows with it.
MOST_FOR_A_SECOND_OPINION = 64 * 1024


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
    # Whether anything says that a mail failed: absent people's machines answer to return addresses, too.
    certain: bool = True


_STATUS = re.compile(r"(?<![\d.])([245])\.(\d{1,3})\.(\d{1,3})(?![\d.])")
_CODE = re.compile(r"(?<![\d.])(5[05]\d|4[25]\d)[ -](?!\d)")
_ANGLED = re.compile(r"<([^<>\s]{1,64}@[^<>\s]{1,255})>")
# Words of servers that give no numbers, or whose numbers say less than their words.
_FOR_GOOD = (
    "user unknown;unknown user;no such user;does not exist;doesn't exist;no mailbox here;mailbox unavailable;"
    "invalid recipient;not a known user;account has been disabled;recipient rejected;address rejected;unrouteable;"
    "account is disabled;account disabled;account has been deactivated;mailbox not found;no such recipient;"
    "no such mailbox;no such address;unknown recipient;unknown address;not listed in;doesn't have an account;"
    "does not have an account;mailbox disabled;user not found;recipient unknown;invalid mailbox;is not a valid;"
    "inactive user;no longer valid;address is no longer;not a valid mailbox;unknown local part;unbekannter benutzer;"
    "utilisateur inconnu;inconnu à cette adresse;존재하지 않는"
).split(";")
_FULL = (
    "mailbox full;over quota;quota exceeded;exceeded quota;mailbox is full;exceeded storage;out of storage;overquota;"
    "disk quota;try again later;will keep trying;will be retried;still being retried;no action is required"
).split(";")
# Not about the person: a full mailbox, a mail too large or of a kind not taken, a network in trouble, an opinion.
_MAY_PASS = ("5.2.2", "5.2.3", "5.3.1", "5.3.4", "5.4.5", "5.4.7", "5.6.", "5.7.")


def read_bounce(letter: Letter, addresses: Addresses, raw: bytes = b"") -> Bounce:
    """What a delivery report says. Given the raw mail, a second reader is asked where the first finds no status."""
    to = [addresses.read(one) for one in letter.recipients]
    outbox_id = next((one.outbox_id for one in to if isinstance(one, BounceAddress)), None)
    text = "\n".join([*letter.lines, *letter.ignored, *(line for _, line in letter.cut.quoted)])[:20_000]
    failed = [v.partition(";")[2].strip() or v for name, v in letter.report if name == "final-recipient"]
    failed += [v.strip() for v in letter.headers.get("x-failed-recipients").split(",") if v.strip()]
    failed += [] if failed else _ANGLED.findall(text)[:5]
    theirs = [one for one in failed if not addresses.is_ours(one)]
    statuses = [v for name, v in letter.report if name == "status"] or [text]
    status = _worst(statuses)
    passing, lasting = (False, False) if status else _second_opinion(letter, raw)
    hard = _is_hard(status, text) or (lasting and not _says(_FULL, text))
    says_so = bool(status or passing or hard) and not status.startswith("2")
    # What a person writes to a return address is about that mail, too, though nobody knows what.
    certain = letter.automatic == "bounce" or (says_so and letter.automatic != "delay") or not letter.automatic
    return Bounce(outbox_id, letter.returned_id, tuple(dict.fromkeys(theirs)), status, hard, certain)


def _worst(texts: list[str]) -> str:
    """The gravest status: a report may name several."""
    found = [match.group() for text in texts for match in _STATUS.finditer(text)]
    if not found:
        found = [f"{match.group()[0]}.0.0" for text in texts for match in _CODE.finditer(text)]
    return max(found, key=lambda status: status[0], default="")


def _is_hard(status: str, text: str) -> bool:
    if status and not status.startswith("5"):
        return False
    if status and not status.startswith(_MAY_PASS):
        return not (status.endswith(".0.0") and _says(_FULL, text))
    return _says(_FOR_GOOD, text) and not _says(_FULL, text)


def _says(words: list[str], text: str) -> bool:
    folded = text.casefold()
    return any(one in folded for one in words)


def _second_opinion(letter: Letter, raw: bytes) -> tuple[bool, bool]:
    """Whether a library that knows a hundred servers' words finds a passing failure in this, and a lasting one."""
    if not raw or len(raw) > MOST_FOR_A_SECOND_OPINION or letter.incomplete:
        return False, False
    try:
        passing, lasting = all_failures(email.message_from_bytes(raw))
    except Exception:  # noqa: BLE001  (it reads what anybody may send us; then it has no opinion)
        return False, False
    return bool(passing), bool(lasting)

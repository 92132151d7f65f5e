"""A mail, read: who it says it is from, what is new in it, and what was wrong with it. Reading never fails."""

from __future__ import annotations

import email.utils
import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property

from engine import key
from moderator.hearing import registry
from moderator.hearing.called import aliases, language_of
from moderator.hearing.reading import Statement, statements
from moderator.inbox import quoting
from moderator.inbox.automatic import kind_of
from moderator.inbox.envelope import Envelope
from moderator.inbox.mime import Headers, Part, Tree, open_mail, read_headers
from moderator.inbox.plain import clean, decode_words, html_to_text, latinise, unflow
from moderator.inbox.struck import MAYBE, struck_from, without
from moderator.inbox.tokens import addresses_in, senders_in
from moderator.language import languages
from moderator.language.catalogues import named as language_named
from moderator.office.addresses import split

MOST_LINES = 4000
MOST_CHARACTERS = 256 * 1024
LONGEST_LINE = 1000
# Pictures between the words make several texts of one, but not this many.
MOST_TEXTS = 20

# What can be wrong with a mail, as we tell its sender.
PROBLEMS = {
    "headers": "The email has more headers than we read.",
    "parts": "The email has more parts than we read.",
    "nesting": "The email has parts within parts deeper than we read.",
    "too-long": "The email's text is longer than we read.",
    "encrypted": "The email is encrypted, and we have no key to it.",
    "no-from": "The email does not say who it is from.",
    "several-senders": "The email says it is from more than one person.",
    "no-text": "The email has no text, only attachments.",
    "long-line": "A line of the email is too long to be an order.",
    "look-alike": "Some letters were typed in another alphabet; we read them as the Latin letters they look like.",
    "unreadable": "Some characters of the email could not be read.",
    "several-texts": "The email has orders in its text and in an attachment; we read the text.",
}
# With one of these something may be missing, so nothing of the mail is played.
INCOMPLETE = frozenset(("headers", "parts", "nesting", "too-long", "encrypted"))


@dataclass(frozen=True)
class Letter:
    """A mail as the rest of the service sees it."""

    mail_id: int
    # The address in From, in lower case; the envelope's sender if there is none.
    sender: str
    # For whom, in lower case: as the envelope says, or else as the headers do.
    recipients: tuple[str, ...]
    subject: str
    message_id: str
    in_reply_to: tuple[str, ...]
    references: tuple[str, ...]
    # What the sender's clock said. It is shown, and nothing is ever decided by it.
    date: datetime | None
    # What is new, without quotation and signature.
    lines: tuple[str, ...]
    # What its writer has struck out in what is new.
    struck: tuple[str, ...]
    # Edits inside our quoted template, and answers between quoted lines: played only after CONFIRM.
    quoted_edits: tuple[str, ...]
    # Why this is a machine's mail; empty for people.
    automatic: str
    language_hint: str
    problems: tuple[str, ...]
    attachments: tuple[str, ...]
    # Below the signature or `end`: not read, but shown in the answer if it looks like more.
    ignored: tuple[str, ...] = ()
    cut: quoting.Cut = field(default_factory=quoting.Cut, repr=False)
    headers: Headers = field(default_factory=Headers, repr=False)
    # The fields of a delivery report, names in lower case, and the Message-ID of the mail it is about.
    report: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    returned_id: str = ""
    # The secret address that mail asked to be answered at: only who has seen the mail knows it.
    returned_to: str = ""
    display_name: str = ""
    reply_to: str = ""
    # For whom as To and Cc say: of a mail to two of our addresses, each copy may come alone.
    named: tuple[str, ...] = ()
    # The signs of a machine are of a kind that lists and forwarders also put on what people write.
    perhaps_a_person: bool = False

    @cached_property
    def said(self) -> tuple[Statement, ...]:
        """What is new, cut into statements: once, for everybody who asks on the way."""
        return tuple(statements(self.lines))

    @property
    def sender_is_one(self) -> bool:
        return {"no-from", "several-senders"}.isdisjoint(self.problems)

    @property
    def incomplete(self) -> bool:
        """Something may be missing, so nothing of this may be played."""
        return not INCOMPLETE.isdisjoint(self.problems)

    @property
    def topic(self) -> str:
        """The subject without Re:, Fwd:, AW: and their kin."""
        return strip_prefixes(self.subject)

    @property
    def likeness(self) -> str:
        """Equal for two mails with the same new text, whatever their ids: somebody pressed send twice."""
        text = "\n".join(" ".join(line.casefold().split()) for line in self.lines if line.strip())
        return hashlib.sha256(text.encode()).hexdigest()


def read(mail_id: int, raw: bytes, envelope: Envelope, sent: Iterable[str] | None = None) -> Letter:
    """Reads a stored mail. `sent` is the order template of the mail it answers, if the caller has it."""
    tree = open_mail(raw)
    headers = tree.headers
    problems = list(tree.problems)
    senders = senders_in(headers.all("from"))
    if not senders:
        problems.append("no-from")
    elif len(senders) > 1:
        problems.append("several-senders")
    sender = senders[0] if senders else envelope.sender.lower()
    subject = headers.text("subject")[:500]
    automatic, perhaps_a_person = kind_of(tree, subject, sender, envelope)
    lines = _body(tree, problems)
    if envelope.cut:
        problems.append("too-long")
    found = quoting.cut(lines)
    new, gone = struck_from(found.new)
    if (hidden := _struck_in_markup(tree)) and not gone:
        new, gone = without(new, hidden), hidden
    if found.closed and "too-long" in problems:
        # What we did not read is older than the reply.
        problems.remove("too-long")
    return Letter(
        mail_id=mail_id,
        sender=sender,
        recipients=_recipients(headers, envelope),
        subject=subject,
        message_id=next(iter(ids_in(headers.get("message-id"))), ""),
        in_reply_to=ids_in(headers.get("in-reply-to")),
        references=ids_in(headers.get("references")),
        date=_date(headers.get("date")),
        lines=tuple(_orders(new, problems)),
        struck=tuple(gone),
        quoted_edits=quoting.edits(found, sent),
        automatic=automatic,
        language_hint=_language(found, headers),
        problems=tuple(dict.fromkeys(problems)),
        attachments=tuple(part.filename or part.kind for part in tree.leaves if _is_attachment(part)),
        ignored=found.ignored,
        cut=found,
        headers=headers,
        report=tuple(_report_fields(tree)),
        returned_id=_returned_id(tree),
        returned_to=_returned_to(tree),
        display_name=_display_name(headers.get("from")),
        named=addresses_in(_named(headers)),
        perhaps_a_person=perhaps_a_person,
        reply_to=next(iter(addresses_in(headers.all("reply-to"))), ""),
    )


def _display_name(value: str) -> str:
    name = decode_words(value[:1000].partition("<")[0]).strip(' "')
    return "" if "@" in name else name[:100]


# Where receivers write for whom a mail came, when the envelope is gone.
_ENVELOPE_HEADERS = (
    "delivered-to",
    "x-original-to",
    "envelope-to",
    "x-envelope-to",
    "x-gm-original-to",
    "x-delivered-to",
)


def _recipients(headers: Headers, envelope: Envelope) -> tuple[str, ...]:
    if envelope.recipients:
        return tuple(dict.fromkeys("@".join(split(one)) for one in envelope.recipients))
    return addresses_in(named_in(headers))


def named_in(headers: Headers) -> list[str]:
    """All headers that may say for whom a mail came."""
    return [value for name in _ENVELOPE_HEADERS for value in headers.all(name)] + _named(headers)


def _named(headers: Headers) -> list[str]:
    return [value for name in ("to", "cc") for value in headers.all(name)]


_ID = re.compile(r"<[^<>\s]{1,250}>")


def ids_in(value: str) -> tuple[str, ...]:
    """Message-IDs, however they are separated; a bare one is given its brackets."""
    found = _ID.findall(value[:20_000])[:100]
    if not found and value.strip() and len(value) <= 250 and not re.search(r"[\s<>]", value.strip()):
        found = [f"<{value.strip()}>"]
    return tuple(found)


def _date(value: str) -> datetime | None:
    try:
        found = email.utils.parsedate_to_datetime(value[:200])
        return (found if found.tzinfo else found.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


_PREFIX = re.compile(
    r"\s{0,5}(re|aw|sv|vs|ref|fwd?|wg|tr|rv|enc|odp|pd|antw|doorst|回复|转发|답장|전달|rif|i|r|отв|пер)(\[\d{1,3}\])?\s?[:：]\s{0,5}",
    re.I,
)


def strip_prefixes(subject: str) -> str:
    """A subject without the marks of replies and forwards, in any number."""
    while found := _PREFIX.match(subject):
        subject = subject[found.end() :]
    return subject


def _is_attachment(part: Part) -> bool:
    return part.attached or bool(part.filename) or not part.kind.startswith("text/")


def _body(tree: Tree, problems: list[str]) -> list[str]:
    """The text people see when they open the mail; a text file only where there is no other text."""
    if any(part.kind in ("application/pkcs7-mime", "application/x-pkcs7-mime") for part in tree.leaves) or any(
        "multipart/encrypted" in part.inside for part in tree.leaves
    ):
        problems.append("encrypted")
    shown = [part for part in tree.leaves if part.kind in ("text/plain", "text/html") and not _is_attachment(part)]
    if len(shown) > MOST_TEXTS:
        problems.append("parts")
    lines: list[str] = []
    for part in _chosen(shown[:MOST_TEXTS]):
        if len(lines) >= MOST_LINES or sum(map(len, lines)) >= MOST_CHARACTERS:
            problems.append("too-long")
        # What follows a text we read only in part may as well stay unread.
        if "too-long" in problems:
            break
        lines += _text_lines(part, problems)
    files = [part for part in tree.leaves if _is_text_file(part)]
    if not any(line.strip() for line in lines):
        lines = _text_lines(files[0], problems) if files else []
        if not lines and any(map(_is_attachment, tree.leaves)):
            problems.append("no-text")
    elif files:
        problems.append("several-texts")
    return _without_armour(lines, problems)


def _is_text_file(part: Part) -> bool:
    named = part.filename.lower().endswith(".txt")
    return (part.kind == "text/plain" and part.attached) or (
        named and part.kind in ("text/plain", "application/octet-stream")
    )


def _chosen(parts: list[Part]) -> Iterator[Part]:
    """Of alternatives the plain text, unless it is empty; of everything else all."""
    for group in dict.fromkeys(part.group for part in parts):
        members = [part for part in parts if part.group == group]
        if group == 0:
            yield from members
            continue
        plain = [part for part in members if part.kind == "text/plain" and part.text()[0].strip()]
        yield from plain[:1] or [part for part in members if part.kind == "text/html"][:1]


def _struck_in_markup(tree: Tree) -> list[str]:
    """What is struck out in the markup of a mail that says the same as plain text, in which nothing shows it."""
    for part in tree.leaves:
        if part.kind == "text/html" and part.group and not _is_attachment(part):
            text = part.text()[0]
            if MAYBE.search(text):
                lines = clean(html_to_text(text)[0][:MOST_CHARACTERS]).split("\n", MOST_LINES)
                return struck_from(quoting.cut(lines).new)[1]
    return []


def _text_lines(part: Part, problems: list[str]) -> list[str]:
    """A part's text as clean lines, no more than we read."""
    text, complete = part.text()
    if part.kind == "text/html":
        text, whole = html_to_text(text)
        complete = complete and whole
    flowed = part.parameters.get("format", "").lower() == "flowed"
    cleaned = clean(text[:MOST_CHARACTERS])
    if "\ufffd" in cleaned:
        problems.append("unreadable")
    lines = cleaned.split("\n", MOST_LINES)
    if not complete or len(text) > MOST_CHARACTERS or len(lines) > MOST_LINES:
        problems.append("too-long")
        # The last line may have been cut in the middle.
        lines = lines[:MOST_LINES][:-1]
    if flowed:
        lines = list(unflow(lines, part.parameters.get("delsp", "").lower() == "yes"))
    return [_without_break(line.rstrip()) for line in lines]


def _without_break(line: str) -> str:
    """Some programs leave their markup's line breaks in what they call plain text."""
    for mark in ("<br>", "<br/>", "<br />", "<BR>"):
        line = line.removesuffix(mark)
    return line.rstrip()


def _without_armour(lines: list[str], problems: list[str]) -> list[str]:
    """Text signed with PGP is read without its wrapping; encrypted text is not read."""
    start = next((number for number, line in enumerate(lines) if line.strip()), 0)
    opening = lines[start].strip() if lines else ""
    if opening == "-----BEGIN PGP MESSAGE-----":
        problems.append("encrypted")
        return []
    if opening != "-----BEGIN PGP SIGNED MESSAGE-----":
        return lines
    blank = next((n for n in range(start, len(lines)) if not lines[n].strip()), len(lines))
    end = next((n for n in range(blank, len(lines)) if lines[n].strip() == "-----BEGIN PGP SIGNATURE-----"), len(lines))
    return [line.removeprefix("- ") for line in lines[blank:end]]


def _orders(lines: Iterable[str], problems: list[str]) -> Iterator[str]:
    """The new lines, as orders are read: a line cut short ends in a sign that no order has."""
    for line in lines:
        if len(line) > LONGEST_LINE:
            problems.append("long-line")
            line = line[:LONGEST_LINE] + " …"
        read = latinise(line)
        if read != line:
            problems.append("look-alike")
        yield read


def _language(found: quoting.Cut, headers: Headers) -> str:
    """Which of our languages the writer seems to prefer; empty if nothing tells."""
    named = headers.get("content-language").strip().lower()[:2]
    # What is written says more than what our own mail said above which it stands.
    hints = (
        *map(_language_chosen, found.new[:50]),
        language_of(" ".join(found.new[:50])[:2000], registry.names()),
        found.language,
        named,
    )
    return next((hint for hint in hints if hint in languages()), "")


def _language_chosen(line: str) -> str:
    """The language that a line chooses: whoever is not known yet is answered in it at once."""
    command, _, name = line[:60].strip(" .!*_").partition(" ")
    return (language_named(name) or "") if aliases().get(key(command), key(command)) == "language" else ""


def _report_fields(tree: Tree) -> Iterator[tuple[str, str]]:
    for part in tree.leaves:
        if part.kind == "message/delivery-status":
            for line in part.text()[0][:20_000].splitlines()[:200]:
                name, colon, value = line.partition(":")
                if colon and name.strip():
                    yield name.strip().lower(), value.strip()[:500]


_RETURNED = ("message/rfc822", "text/rfc822-headers", "message/rfc822-headers")


def _returned_to(tree: Tree) -> str:
    part = next((part for part in tree.leaves if part.kind in _RETURNED), None)
    if part is None:
        return ""
    raw = part.text()[0][:50_000].encode("utf-8", "replace")
    headers, _, _ = read_headers(raw, 0, len(raw), len(raw))
    return next(iter(addresses_in(headers.all("reply-to"))), "")


def _returned_id(tree: Tree) -> str:
    """The Message-ID of the mail that came back inside this one."""
    for part in tree.leaves:
        if part.kind in _RETURNED:
            found = re.search(r"^message-id:\s{0,10}(<[^<>\s]{1,250}>)", part.text()[0][:50_000], re.I | re.M)
            if found:
                return found.group(1)
    return ""

"""Handing something in on a page: it becomes a mail from whoever is signed in, takes the way of every mail through the
inbox, and its answer is shown. There is no second way to play, to arrange or to moderate."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from email import policy
from email.message import EmailMessage

from flask import abort

from engine.message import Message
from moderator.hearing.confirming import asked_for
from moderator.hearing.trial import MOST_TRIED
from moderator.inbox.answer import ACCEPTED, CONFIRM, DUPLICATE, HEADLINES, NOT_ACCEPTED, PREVIEW, QUEUED
from moderator.inbox.arrival import MEANT, PAGE, READ_IN, SEEN, TRIED
from moderator.inbox.envelope import Envelope
from moderator.inbox.take_in import take_in
from moderator.language import Words
from moderator.office.desk import Desk
from moderator.store import mails
from moderator.store.mails import AnswerBlock, AnswerLine
from moderator.store.statuses import MailStatus
from moderator.store.tables import Person, Seat
from moderator.web.session import office
from moderator.web.speaking import chosen
from moderator.web.visitor import Visitor

# How long a page waits for a worker; whoever has a slow one sees the answer when they look again.
PATIENCE = 5.0
# More than anybody writes on a page. Nothing is cut: half a line may be another order.
MOST_TEXT = MOST_TRIED
# What is confirmed by a word that only the mailbox gives.
BY_MAIL_ALONE = frozenset(
    {"resign", "substitute", "hand over", "new key", "address", "another address", "address drop", "deputy"}
)
# What became of it, in the words of a page: nobody has written an email here.
BECAME = {
    ACCEPTED: Message("Done."),
    NOT_ACCEPTED: Message("Nothing of this was done."),
    PREVIEW: Message("This was tried; nothing was played."),
    QUEUED: Message("Kept for your next turn, and checked again then."),
    DUPLICATE: Message("This was done before; nothing was done again."),
    CONFIRM: Message("Nothing is done until you confirm it."),
}


@dataclass(frozen=True)
class Handed:
    """What became of something handed in; ``word`` is empty as long as nobody has looked at it."""

    mail_id: int
    word: str = ""
    headline: str = ""
    # What the headline says beyond the words that every answer of its kind has.
    besides: str = ""
    lines: Sequence[AnswerLine] = ()
    blocks: Sequence[AnswerBlock] = ()
    warnings: Sequence[str] = ()
    # Lines that may be handed in next: the word that confirms, where the visitor may give it here.
    next: Sequence[str] = field(default=())

    @property
    def became(self) -> Message:
        return BECAME.get(self.word, Message("Sent"))

    @property
    def done(self) -> bool:
        return self.word in (ACCEPTED, QUEUED, DUPLICATE)

    @property
    def refused(self) -> bool:
        return self.word == NOT_ACCEPTED

    @property
    def waits(self) -> bool:
        """Nobody has looked at it yet; it is safe, and will be answered."""
        return not self.word


def hand_in(
    who: Visitor,
    seat: Seat | None,
    text: str,
    *,
    once: str,
    source: str = PAGE,
    subject: str = "",
    seen: str = "",
    tried: str = "",
    attached: bytes = b"",
    patience: float | None = None,
    meant: bool = False,
) -> Handed:
    """Takes lines in for the visitor, to their seat (player's or moderator's) or to the mailbox for everybody.

    ``once`` is a word of the form: the same form sent again, by a second click or another tab, is the same mail and
    gets the same answer, whatever it says by then. ``seen`` says which position it was written for: in a turn of
    several steps the same line may be right twice. ``tried`` is the last move of the position it was tried on: within a
    turn that has gone on since nothing of it is played. ``meant``: it was shown before what this does, and a button
    said that it is meant, so no word is mailed for it."""
    if len(text) > MOST_TEXT:
        abort(413)
    at = office()
    with at.reading() as desk:
        person = desk.person(who.id)
        assert person is not None
        sender = desk.main_address(person)
    to = at.seat_address(seat) if seat is not None else at.addresses.general()
    name = hashlib.sha256(f"{at.settings.secret_key} {source} {who.id} {to} {once}".encode()).hexdigest()[:32]
    mail = EmailMessage(policy=policy.SMTP)
    mail["From"], mail["To"], mail["Subject"] = sender, to, subject or source
    mail["Message-ID"] = f"<{name}@{at.settings.mail_domain}>"
    if source == PAGE and (language := chosen()):
        mail[READ_IN] = language
    if seen:
        mail[SEEN] = hashlib.sha256(seen.encode()).hexdigest()[:16]
    if tried.isdecimal():
        mail[TRIED] = tried[:9]
    if source == PAGE and meant:
        mail[MEANT] = "yes"
    mail.set_content(text)
    if attached:
        mail.add_attachment(attached, maintype="application", subtype="json", filename="game.json")
    envelope = Envelope(source=source, provider_id=name, sender=sender, recipients=(to,), received_from=source)
    receipt = take_in(at, mail.as_bytes(), envelope)
    return _wait(receipt.mail_id, person, PATIENCE if patience is None else patience)


def _wait(mail_id: int, person: Person, patience: float) -> Handed:
    """The answer comes within a moment; the visitor may as well see it at once."""
    until = time.monotonic() + patience
    while True:
        with office().reading() as desk:
            found = answer_to(desk, mail_id, person)
        if not found.waits or time.monotonic() >= until:
            return found
        time.sleep(0.02)


def answer_to(desk: Desk, mail_id: int, person: Person) -> Handed:
    """What became of a mail that was handed in by this person."""
    row = desk.incoming.get(mail_id)
    if row is None or row.status == MailStatus.NEW:
        return Handed(mail_id)
    number = desk.outbox.answer_of(mail_id)
    sent = desk.outbox.get(number) if number is not None else None
    answer = mails.decode(sent.kind, sent.data, sent.key) if sent is not None else None
    if not isinstance(answer, mails.Answered):
        # Set aside, or refused more often than is answered: either way nothing of it was done.
        return Handed(mail_id, NOT_ACCEPTED)
    warnings = tuple(str(one) for one in answer.warnings)
    confirms = _words_given(desk, mail_id, person) if answer.word == CONFIRM else ()
    # What followed from it for its writer is told with it, an offer's answer for one.
    news = tuple(AnswerBlock(one.title, one.text) for one in answer.notices)
    return Handed(
        mail_id,
        answer.word,
        str(answer.headline),
        _besides(answer, person),
        answer.lines,
        (*answer.blocks, *news),
        warnings,
        confirms,
    )


def _besides(answer: mails.Answered, person: Person) -> str:
    """What it says beyond the words that every answer of its kind has."""
    always = HEADLINES.get(answer.word)
    said = str(answer.headline)
    return "" if always is not None and said == Words(answer.language or person.language).say(always) else said


def _words_given(desk: Desk, mail_id: int, person: Person) -> tuple[str, ...]:
    """The word that was mailed to the visitor's own address: they are signed in, so they may give it by a button."""
    given = desk.outbox.confirming(mail_id, person.id)
    return tuple(
        f"confirm {row.data['word']}"
        for row in given
        # A browser left open must not be enough to give a seat or an address away; a guest has nothing else.
        if person.guest
        or not BY_MAIL_ALONE.intersection(asked_for(desk.kept_with("confirm", row.data["word"]) or {"do": "resign"}))
    )

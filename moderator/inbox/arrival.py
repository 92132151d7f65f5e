"""What is known of a mail before anything is changed because of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from moderator.hearing import registry
from moderator.hearing.reading import Statement, statements
from moderator.inbox.envelope import Envelope
from moderator.inbox.letter import Letter
from moderator.inbox.screening import Screening, Verdict
from moderator.language import languages
from moderator.store.tables import Mail

# The source of mails written on the local mailbox's page.
WEB = "web"
# What somebody who is signed in hands in on a page, and what a program hands in with a seat's key. Who it is from was
# proved before it came to us; no gateway can write these words.
PAGE, KEY = "page", "key"
HANDED_IN = frozenset({PAGE, KEY})
# In what we hand in ourselves: a word for the position that its writer had before them.
SEEN = "x-waybill-seen"
# And the number of the last move of the position on which it was tried before it was sent.
TRIED = "x-waybill-tried"
# In what is handed in on a page: the language that page is read in, and so its answer.
READ_IN = "x-waybill-language"
# In what is handed in on a page: what can't be taken back was shown there, and the button under it is the word.
MEANT = "x-waybill-meant"
# Senders that need no further proof, also where no secret address stands for them.
KNOWN = HANDED_IN | {WEB}
# Written on a stored mail's envelope: the number of the copy that came before it, and that it proved its sender.
LIKE, PROVED = "like", "proved"
# And that it was not read as a person's mail, though a copy of it may be: whether nothing was made of it, or something
# else (it was answered that it can't be read, a failure was booked, people were shown it).
UNHEARD, NOTHING, ELSE = "unheard", "nothing", "else"


@dataclass(frozen=True)
class Arrival:
    """What is known of a mail before anything is changed because of it."""

    letter: Letter
    screening: Screening
    # Whether its sender may be taken for who they say they are.
    proved: bool
    # Whether whoever checks senders for us says that they are not.
    forged: bool = False

    @property
    def a_persons(self) -> bool:
        """Whether it is read for what a person says."""
        return self.screening.verdict in (Verdict.ACCEPT, Verdict.LEAD)


def envelope_of(row: Mail) -> Envelope:
    kept = row.envelope
    return Envelope(
        source=row.source,
        provider_id=row.provider_id,
        sender=kept.get("sender", row.sender),
        recipients=tuple(kept.get("recipients", ())),
        received_from=kept.get("received_from", ""),
        proofs=kept.get("proofs", {}),
        cut=kept.get("cut", False),
    )


def read_in(row: Mail, letter: Letter) -> str:
    """The language of the page on which this was written; empty for everything that comes from elsewhere."""
    named = letter.headers.get(READ_IN) if row.source == PAGE else ""
    return named if named in languages() else ""


def confirming_word(letter: Letter) -> str | None:
    """The word of a mail that says only `confirm WORD`."""
    said = [one for one in letter.said if not one.prose]
    return word_in(said[0]) or None if len(said) == 1 else None


def word_in(statement: Statement) -> str:
    """The word that a line sends back; nothing for any other line."""
    text = registry.in_our_words(statement.text)
    return text.split()[-1] if text.lower().startswith("confirm ") else ""


def said_in(letter: Letter, lines: Sequence[str]) -> list[Statement]:
    """What the mail says. An empty one says it in its subject, and `unsubscribe` there means it whatever follows."""
    said = list(letter.said) if tuple(lines) == letter.lines else statements(lines)
    if said and not (letter.topic.strip().lower() == "unsubscribe" and not any(one.order for one in said)):
        return said
    return [one for one in statements([letter.topic]) if not one.prose and registry.find(one.text) is not None]


def without_blanks(lines: Sequence[str]) -> list[str]:
    return [line for line in lines if line.strip()]

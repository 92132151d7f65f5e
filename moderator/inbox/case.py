"""What is known of a mail before anything is changed because of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from moderator.commands import registry
from moderator.games.store import Mail
from moderator.gateway.envelope import Envelope
from moderator.inbox.letter import Letter
from moderator.inbox.reading import Statement, statements
from moderator.inbox.screening import Screening

# The source of mails written on the local mailbox's page.
WEB = "web"


@dataclass(frozen=True)
class Case:
    """What is known of a mail before anything is changed because of it."""

    letter: Letter
    screening: Screening
    # Whether its sender may be taken for who they say they are.
    proved: bool


def envelope_of(row: Mail) -> Envelope:
    kept = row.envelope
    return Envelope(
        source=row.source,
        provider_id=row.provider_id,
        sender=kept.get("sender", row.sender),
        recipients=tuple(kept.get("recipients", ())),
        received_from=kept.get("received_from", ""),
        proofs=kept.get("proofs", {}),
    )


def confirming_word(letter: Letter) -> str | None:
    """The word of a mail that says only `confirm WORD`."""
    said = [one for one in statements(without_blanks(letter.lines)) if not one.prose]
    if len(said) == 1 and said[0].text.lower().startswith("confirm "):
        return said[0].text.split()[-1]
    return None


def said_in(letter: Letter, lines: Sequence[str]) -> list[Statement]:
    """What the mail says. An empty one says it in its subject, and `unsubscribe` there means it whatever follows."""
    said = statements(without_blanks(lines))
    if said and not (letter.topic.strip().lower() == "unsubscribe" and all(one.prose for one in said)):
        return said
    return [one for one in statements([letter.topic]) if not one.prose and registry.find(one.text) is not None]


def without_blanks(lines: Sequence[str]) -> list[str]:
    return [line for line in lines if line.strip()]

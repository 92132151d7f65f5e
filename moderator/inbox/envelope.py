"""What a gateway knows about a mail without opening it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

# The default for every gateway; nobody's orders need more.
MOST_BYTES = 10 * 1024 * 1024


@dataclass(frozen=True)
class Envelope:
    """Who handed us the mail, from whom and for whom; and what our own receiver says about the sender."""

    # smtp, lmtp, imap, web or the name of a provider.
    source: str
    # The name under which a repeated delivery of the very same mail comes again; None if the gateway has none.
    provider_id: str | None = None
    sender: str = ""
    recipients: tuple[str, ...] = ()
    received_from: str = ""
    # Results for spf, dkim and dmarc, with the domain they were found for as dkim_domain and so on.
    proofs: Mapping[str, str] = field(default_factory=dict)
    # Whether only the beginning of it was fetched, because it is larger than we take.
    cut: bool = False


@dataclass(frozen=True)
class Receipt:
    """The mail is stored; a duplicate was stored before and changes nothing."""

    mail_id: int
    duplicate: bool = False


class TooMuch(Exception):
    """So much comes from there at once that the rest has to come later."""


# Stores the mail; when it returns, the mail is safe, and when it raises, the sender has to try again.
TakeIn = Callable[[bytes, Envelope], Receipt]
# Is there a mailbox of this name?
Known = Callable[[str], bool]

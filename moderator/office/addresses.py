"""The addresses we give out and read again: seats with their secret, mailboxes for everybody, returns for bounces.

    g41-k7q2…x@orders.example             the seat with that secret token in game 41
    play@orders.example                    a mailbox for everybody
    bounce+9071-4nq…@orders.example        where the failure of outgoing mail 9071 is reported

All are read in any case, with a `+tag` behind them, with dots strewn in, or behind the name of the one mailbox an
operator has at a big provider (`club+g41-k7q2…x@example.com`).
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import unicodedata
from dataclasses import dataclass

# RFC 5321 wants a postmaster; `abuse` is where complaints go (RFC 2142).
MAILBOXES = ("play", "help", "postmaster", "abuse")
# Where people live who have no address yet. The domain exists nowhere (RFC 2606), so nothing is ever sent there.
GUESTS = "guest.invalid"
MAC_LENGTH = 16
_TOKEN = re.compile(r"[a-z2-7]{26}\Z")
_WRITTEN = re.compile(r"[\w.+-]{1,120}@[\w.-]{1,120}")
_GAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}\Z")


def hash_token(token: str) -> str:
    """What the database keeps of a token. The token is random, so a plain hash can't be searched for it."""
    return hashlib.sha256(token.strip().lower().encode()).hexdigest()


def _base32(data: bytes) -> str:
    return base64.b32encode(data).decode().rstrip("=").lower()


def split(address: str) -> tuple[str, str]:
    """The local part and the domain, in lower case; the local part is empty if this is no address."""
    local, at, domain = address.strip().strip("<>").rpartition("@")
    domain = domain.lower().rstrip(".,")
    return (_lower(local.strip('"')), domain) if at and domain else ("", "")


def _lower(local: str) -> str:
    """Capitals are the same mailbox; a letter of another kind that becomes one of ours (the sign of Kelvin) is not."""
    lower = local.lower()
    return lower if lower.isascii() == local.isascii() else local


def on_the_wire(domain: str) -> str:
    """A domain in the letters of the DNS. Raises UnicodeError, also where two standards read it in two ways (ß)."""
    if domain.isascii():
        return domain
    wired = domain.encode("idna")
    if wired.decode("idna") != unicodedata.normalize("NFC", domain).lower():
        raise UnicodeError("the domain could be another one")
    return wired.decode()


# What stands before the country in names that are handed out one level further down: club.co.uk, club.com.au.
_HANDED_OUT = frozenset("ac co com edu go gov gob gouv ltd me mil ne net nom or org plc sch".split())


def registrable(domain: str) -> str:
    """The part of a domain that somebody has registered: whoever has it makes as many names below as they like."""
    labels = domain.lower().rstrip(".").split(".")
    below = len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in _HANDED_OUT
    return ".".join(labels[-3 if below else -2 :])


def is_guest(address: str) -> bool:
    return split(address)[1] == GUESTS


def canonical(address: str) -> str:
    """One form for all spellings that reach the same person, for comparing a sender with a registered address."""
    local, domain = split(address)
    if not local:
        return ""
    local = local.partition("+")[0] or local
    if domain in ("gmail.com", "googlemail.com"):
        local, domain = local.replace(".", ""), "gmail.com"
    return f"{local}@{domain}"


@dataclass(frozen=True)
class SeatAddress:
    """One seat of one game; who knows the token may write to it."""

    game: str
    token: str


@dataclass(frozen=True)
class Mailbox:
    """A mailbox for everybody, such as play@."""

    name: str


@dataclass(frozen=True)
class BounceAddress:
    """Where failures of one outgoing mail arrive."""

    outbox_id: int


Address = SeatAddress | Mailbox | BounceAddress


@dataclass(frozen=True)
class Addresses:
    """Writes and reads the addresses of one service."""

    domain: str
    secret: bytes
    # The name of the only mailbox we have, when all our addresses must be `name+…`.
    mailbox: str = ""

    def seat(self, game: str | int, token: str) -> str:
        return self._write(f"g{game}-{token}".lower())

    def general(self, name: str = "play") -> str:
        return self._write(name)

    def without_secrets(self, text: str) -> str:
        """A text for others' eyes: where it names a seat's address it names the one everybody knows."""

        def shown(found: re.Match[str]) -> str:
            return self.general() if isinstance(self.read(found.group()), SeatAddress) else found.group()

        return _WRITTEN.sub(shown, text)

    def bounce(self, outbox_id: int) -> str:
        return self._write(f"bounce+{outbox_id}-{self._mac(outbox_id)}")

    def is_ours(self, address: str) -> bool:
        """Does this address lead to us, known mailbox or not?"""
        local, domain = split(address)
        return bool(local) and domain == self.domain.lower() and (not self.mailbox or self._inner(local) is not None)

    def read(self, address: str) -> Address | None:
        """What an address of ours means; None for strangers, unknown mailboxes and bounces we never gave out."""
        if not self.is_ours(address):
            return None
        local = self._inner(split(address)[0]) or ""
        return self._read_bounce(local) or self._read_seat(local) or self._read_mailbox(local)

    def _write(self, local: str) -> str:
        return f"{self.mailbox}+{local}@{self.domain}" if self.mailbox else f"{local}@{self.domain}"

    def _inner(self, local: str) -> str | None:
        """The local part without the one mailbox's name; None if it belongs to that mailbox's owner, not to us."""
        prefix = f"{self.mailbox.lower()}+" if self.mailbox else ""
        return local[len(prefix) :] if local.startswith(prefix) else None

    def _mac(self, outbox_id: int) -> str:
        digest = hmac.digest(self.secret, f"bounce {outbox_id}".encode(), "sha256")
        return _base32(digest)[:MAC_LENGTH]

    def _read_bounce(self, local: str) -> BounceAddress | None:
        name, _, rest = local.partition("+")
        number, _, mac = rest.partition("-")
        # Longer numbers than any outbox has are not worth turning into an integer.
        if name != "bounce" or not (number.isascii() and number.isdigit() and len(number) < 19):
            return None
        given = mac.partition("+")[0].encode()
        return BounceAddress(int(number)) if hmac.compare_digest(given, self._mac(int(number)).encode()) else None

    @staticmethod
    def _read_seat(local: str) -> SeatAddress | None:
        # The general mailbox with a seat behind it is what some mailers make of a bracketed reply address.
        head, _, tail = local.partition("+")
        if head in MAILBOXES and tail:
            head = tail.partition("+")[0]
        game, _, token = head.replace(".", "").rpartition("-")
        if game[:1] == "g" and _GAME.match(game[1:]) and _TOKEN.match(token):
            return SeatAddress(game[1:], token)
        return None

    @staticmethod
    def _read_mailbox(local: str) -> Mailbox | None:
        name = local.partition("+")[0]
        return Mailbox(name) if name in MAILBOXES else None

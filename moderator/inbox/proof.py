"""How far a mail proves that its sender sent it. Whom we believe is the operator's setting; nobody else is believed.

none            nobody checks; the secret address is all there is
header:NAME     our own receiver checks and writes Authentication-Results with this name, on mail it hands to us itself
provider        the mail provider that posts to our hook checks and says so in its signed request
dkim            we check the mail's own signature, with the key its domain publishes
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum

from moderator.inbox.dkim import Signed, aligned
from moderator.inbox.envelope import Envelope
from moderator.inbox.letter import Letter
from moderator.inbox.tokens import addresses_in, findings
from moderator.office.addresses import Address, Addresses, SeatAddress, split

# Says whose signatures on this raw mail hold at this moment, in seconds since 1970.
SignedBy = Callable[[bytes, float], tuple[Signed, ...]]


# The roads on which our own receiver comes before us, and writes what it found into the mail.
RECEIVED = frozenset({"smtp", "lmtp", "imap"})


class Proof(Enum):
    """How much a mail proves."""

    FULL = "full"
    WEAK = "weak"
    FAILED = "failed"


@dataclass(frozen=True)
class Signatures:
    """All that is needed to find out who has signed a mail that came to us."""

    raw: bytes
    addresses: Addresses
    now: float
    ask: SignedBy


def judge(letter: Letter, envelope: Envelope, trust: str, signatures: Signatures | None = None) -> Proof:
    """What the setting `trust` lets us believe about this letter's sender."""
    domain = split(letter.sender)[1]
    if not domain or not letter.sender_is_one:
        # There is nobody the proof could be about.
        return Proof.FAILED
    if trust.startswith("header:"):
        if envelope.source not in RECEIVED:
            # A provider posts what it was sent: whatever stands in there, no receiver of ours has written.
            return Proof.WEAK
        if not letter.headers.regular:
            # Whoever checked it may have read another mail than we do, below a line that is no header.
            return Proof.WEAK
        return _weigh(_own_results(letter, trust.removeprefix("header:")), domain)
    if trust == "provider":
        return _weigh(_provider_results(envelope, domain), domain)
    if trust == "dkim" and signatures is not None:
        found = signatures.ask(signatures.raw, signatures.now)
        good = any(
            aligned(one, domain) and _meant_for_us(letter, covers, signatures.addresses) for one, covers in found
        )
        return Proof.FULL if good else Proof.WEAK
    return Proof.WEAK


def _meant_for_us(letter: Letter, covers: frozenset[str], addresses: Addresses) -> bool:
    """Did the signer write to the addresses this came to? What they sent to somebody else is no order."""
    named = [value for name in ("to", "cc") if name in covers for value in letter.headers.all(name)]
    meant = {addresses.read(one) for one in addresses_in(named)}
    ours = {found for one in letter.recipients if (found := addresses.read(one)) is not None}
    ours |= {found for one in letter.named if isinstance(found := addresses.read(one), SeatAddress)}
    return "from" in covers and bool(ours) and (ours <= meant or _says_so_itself(letter, covers, ours))


# A subject as our mails have it, behind marks of a reply but not of a forward.
_ANSWERS = re.compile(
    # White space belongs to what precedes it: if it could belong to either, twenty marks have a million readings.
    r"\s{0,5}(?i:(?:re|aw|sv|vs|ref|rv|odp|antw|回复|답장|rif|r|отв)(?:\[\d{1,3}\])?\s?[:：]\s{0,5}){0,20}"
    r"[A-Z ]{0,20}\[([a-z0-9][a-z0-9-]{0,39}) #\d{1,9}\]"
)


def _says_so_itself(letter: Letter, covers: frozenset[str], ours: set[Address]) -> bool:
    """Some large providers leave To unsigned. Then what is signed must say that it is an order, and where.

    The subject names the game and the text the turn: it can't be played in another game, nor at another time, and what
    somebody writes to a friend, or forwards, does not look like this. A To that is signed and names others decides.
    """
    tagged = _ANSWERS.match(letter.subject)
    if tagged is None or "subject" not in covers or not {"to", "cc"}.isdisjoint(covers):
        return False
    at_home = all(isinstance(one, SeatAddress) and one.game == tagged.group(1) for one in ours)
    return len(ours) == 1 and at_home and any(_TURN.match(one.text) for one in letter.said)


_TURN = re.compile(r"(?i)turn \d{1,9}\Z")


def suffices(proof: Proof, trust: str) -> bool:
    """May orders be played at once? Where nobody checks senders, the secret address must be enough."""
    return proof is Proof.FULL or (proof is Proof.WEAK and trust == "none")


Results = tuple[tuple[str, str, str], ...]


def _weigh(results: Results, domain: str) -> Proof:
    """Results are (method, result, domain); only those about the sender's own domain count for it."""
    if ("dmarc", "fail") in {(method, result) for method, result, _ in results}:
        return Proof.FAILED
    if any(result == "pass" and aligned(about, domain) for _, result, about in results):
        return Proof.FULL
    return Proof.FAILED if _all_bad("dkim", results) and _all_bad("spf", results) else Proof.WEAK


def _all_bad(method: str, results: Results) -> bool:
    """Was this checked, and did every check of it fail?"""
    found = [result for name, result, _ in results if name == method]
    return bool(found) and all(result in ("fail", "hardfail", "softfail", "permerror", "policy") for result in found)


def _provider_results(envelope: Envelope, domain: str) -> Results:
    """A provider's findings. SPF is about the envelope's sender, DMARC always about the one in From."""
    proofs: Mapping[str, str] = envelope.proofs
    domains = {"spf": split(envelope.sender)[1], "dmarc": domain, "dkim": proofs.get("dkim_domain", "")}
    return tuple((name, proofs[name], about) for name, about in domains.items() if name in proofs)


# Which property of a finding names the domain it is about; the first that is there counts.
_ABOUT = {"dmarc": ("header.from",), "dkim": ("header.d", "header.i"), "spf": ("smtp.mailfrom",)}


def _own_results(letter: Letter, name: str) -> Results:
    """What our own receiver wrote. It writes on top, so a header of its name further down is somebody's forgery."""
    server, found = findings(letter.headers.get("authentication-results"))
    if not server or server != name.strip().lower():
        return ()
    return tuple(
        (method, result, _domain_of(said, _ABOUT[method])) for method, result, said in found if method in _ABOUT
    )


def _domain_of(said: tuple[tuple[str, str], ...], names: tuple[str, ...]) -> str:
    """The domain a finding is about; none if it is said twice, for then somebody else may have said it."""
    for name in names:
        values = {value.lower() for key, value in said if key == name}
        if values:
            return values.pop() if len(values) == 1 else ""
    return ""

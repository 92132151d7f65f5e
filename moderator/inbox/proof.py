"""How far a mail proves that its sender sent it. Whom we believe is the operator's setting; nobody else is believed.

none            nobody checks; the secret address is all there is
header:NAME     our own receiver checks and writes Authentication-Results with this name
provider        the mail provider that posts to our hook checks and says so in its signed request
dkim            we check the mail's own signature, with the key its domain publishes
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import Enum

from moderator.gateway.addresses import split
from moderator.gateway.envelope import Envelope
from moderator.inbox.letter import Letter

# Says which domains have validly signed this raw mail.
SignedBy = Callable[[bytes], tuple[str, ...]]


class Proof(Enum):
    """How much a mail proves."""

    FULL = "full"
    WEAK = "weak"
    FAILED = "failed"


def judge(letter: Letter, envelope: Envelope, trust: str, raw: bytes = b"", signed_by: SignedBy | None = None) -> Proof:
    """What the setting `trust` lets us believe about this letter's sender."""
    domain = split(letter.sender)[1]
    if not domain or "no-from" in letter.problems or "several-senders" in letter.problems:
        # There is nobody the proof could be about.
        return Proof.FAILED
    if trust.startswith("header:"):
        return _weigh(_own_results(letter, trust.removeprefix("header:")), domain)
    if trust == "provider":
        return _weigh(_provider_results(envelope, domain), domain)
    if trust == "dkim" and signed_by is not None:
        return Proof.FULL if any(aligned(one, domain) for one in signed_by(raw)) else Proof.WEAK
    return Proof.WEAK


def suffices(proof: Proof, trust: str) -> bool:
    """May orders be played at once? Where nobody checks senders, the secret address must be enough."""
    return proof is Proof.FULL or (proof is Proof.WEAK and trust == "none")


def aligned(one: str, other: str) -> bool:
    """Do two domains belong together: the same, or one within the other?"""
    one, other = one.lower().rstrip("."), other.lower().rstrip(".")
    return "." in one and "." in other and (one == other or one.endswith(f".{other}") or other.endswith(f".{one}"))


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


_COMMENT = re.compile(r"\([^()]{0,500}\)")
_RESULT = re.compile(r"\s*(dmarc|dkim|spf)\s*=\s*([a-z]+)", re.I)
_ABOUT = {
    "dmarc": re.compile(r"header\.from\s*=\s*\"?([^\s;\"]{1,255})", re.I),
    "dkim": re.compile(r"header\.(?:d|i)\s*=\s*\"?([^\s;\"]{1,255})", re.I),
    "spf": re.compile(r"smtp\.mailfrom\s*=\s*\"?([^\s;\"]{1,320})", re.I),
}


def _own_results(letter: Letter, name: str) -> Results:
    """What our own receiver wrote. It writes on top, so a header of its name further down is somebody's forgery."""
    topmost = _COMMENT.sub(" ", letter.headers.get("authentication-results")[:8000])
    server, _, rest = topmost.partition(";")
    words = server.split()
    if not words or words[0].lower() != name.strip().lower():
        return ()
    found = []
    for clause in rest.split(";"):
        if result := _RESULT.match(clause):
            method = result.group(1).lower()
            about = _ABOUT[method].search(clause)
            domain = about.group(1).rpartition("@")[2] if about else ""
            found.append((method, result.group(2).lower(), domain))
    return tuple(found)

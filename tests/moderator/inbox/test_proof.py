"""Who is believed about a sender, and who is not."""

from __future__ import annotations

import pytest

from moderator.inbox.envelope import Envelope
from moderator.inbox.letter import read
from moderator.inbox.proof import Proof, aligned, judge, suffices
from tests.mails.make import RED, SEAT, mail

OURS = "header:mx.orders.example"


def proof_of(*results: str, trust: str = OURS, envelope: Envelope | None = None) -> Proof:
    envelope = envelope or Envelope("smtp", sender=RED, recipients=(SEAT,))
    head = "".join(f"Authentication-Results: {one}\r\n" for one in results).encode()
    return judge(read(1, head + mail(), envelope), envelope, trust)


@pytest.mark.parametrize(
    ("result", "proof"),
    [
        ("mx.orders.example; dmarc=pass header.from=example.org", Proof.FULL),
        ("MX.Orders.Example 1; dmarc=pass (p=reject) header.from=Example.ORG", Proof.FULL),
        ("mx.orders.example; dkim=pass header.d=example.org", Proof.FULL),
        ("mx.orders.example; dkim=pass header.i=@mail.example.org", Proof.FULL),
        ("mx.orders.example; spf=pass smtp.mailfrom=red@example.org", Proof.FULL),
        ("mx.orders.example; dkim=fail header.d=example.org; dkim=pass header.d=example.org", Proof.FULL),
        ("mx.orders.example 2; dmarc=pass header.from=example.org", Proof.WEAK),
        # Somebody else's signature proves somebody else.
        ("mx.orders.example; dkim=pass header.d=evil.example", Proof.WEAK),
        ("mx.orders.example; spf=pass smtp.mailfrom=evil.example", Proof.WEAK),
        ("mx.orders.example; dkim=pass header.d=org", Proof.WEAK),
        ("mx.orders.example; dmarc=pass (header.from=example.org) header.from=evil.example", Proof.WEAK),
        ("mx.orders.example; none", Proof.WEAK),
        ("mx.orders.example.evil.example; dmarc=pass header.from=example.org", Proof.WEAK),
        ("mx.orders.example; dmarc=fail header.from=example.org; dkim=pass header.d=example.org", Proof.FAILED),
        ("mx.orders.example; dkim=fail header.d=example.org; spf=softfail smtp.mailfrom=example.org", Proof.FAILED),
    ],
)
def test_our_own_receivers_results_are_weighed(result: str, proof: Proof) -> None:
    assert proof_of(result) is proof


def test_only_the_topmost_results_are_ours() -> None:
    good, bad = "mx.orders.example; dmarc=pass header.from=example.org", "mx.orders.example; dmarc=fail"
    assert proof_of(good, bad) is Proof.FULL
    assert proof_of(bad, good) is Proof.FAILED
    assert proof_of("mx.evil.example; dmarc=pass header.from=example.org", good) is Proof.WEAK


@pytest.mark.parametrize(
    "head",
    [
        "From: red@example.org\r\nthis line is none\r\nFrom: mallory@example.org\r\nTo: {to}\r\n\r\n",
        "From: red@example.org\n\nbid N 105\r\nFrom: mallory@example.org\r\nTo: {to}\r\n\r\n",
        "From: red@example.org\r\nTo: {to}\n\nbid N 105\r\n",
        "From : red@example.org\r\nTo: {to}\r\n\r\n",
    ],
)
def test_a_mail_that_two_readers_may_read_in_two_ways_is_not_proved_by_what_one_of_them_found(head: str) -> None:
    found = "Authentication-Results: mx.orders.example; dkim=pass header.d=example.org\r\n"
    envelope = Envelope("smtp", sender=RED, recipients=(SEAT,))
    raw = (found + head.format(to=SEAT) + "pass\r\n").encode()
    assert judge(read(1, raw, envelope), envelope, OURS) is Proof.WEAK
    plain = (found + f"From: {RED}\r\nTo: {SEAT}\r\n\r\npass\r\n").encode()
    for whole in (plain, plain.replace(b"\r\n", b"\n")):
        assert judge(read(1, whole, envelope), envelope, OURS) is Proof.FULL


@pytest.mark.parametrize("source", ["mailgun", "postmark", "sendgrid", "ses", "raw"])
def test_what_a_provider_posts_was_not_seen_by_our_receiver(source: str) -> None:
    good, bad = "mx.orders.example; dmarc=pass header.from=example.org", "mx.orders.example; dmarc=fail"
    for one in (good, bad):
        assert proof_of(one, envelope=Envelope(source, sender=RED, recipients=(SEAT,))) is Proof.WEAK
    for road in ("smtp", "lmtp", "imap"):
        assert proof_of(good, envelope=Envelope(road, sender=RED, recipients=(SEAT,))) is Proof.FULL


def test_headers_mean_nothing_unless_the_operator_says_whose() -> None:
    good = "mx.orders.example; dmarc=pass header.from=example.org"
    for trust in ("none", "provider", "dkim", "header:other.example"):
        assert proof_of(good, trust=trust) is Proof.WEAK


@pytest.mark.parametrize(
    ("proofs", "proof"),
    [
        ({"dmarc": "pass"}, Proof.FULL),
        ({"dkim": "pass", "dkim_domain": "example.org"}, Proof.FULL),
        ({"spf": "pass"}, Proof.FULL),
        ({"dkim": "pass", "dkim_domain": "evil.example"}, Proof.WEAK),
        ({"dmarc": "fail", "spf": "pass"}, Proof.FAILED),
        ({}, Proof.WEAK),
    ],
)
def test_a_providers_findings_are_weighed(proofs: dict[str, str], proof: Proof) -> None:
    envelope = Envelope("ses", sender=RED, recipients=(SEAT,), proofs=proofs)
    assert proof_of(trust="provider", envelope=envelope) is proof


def test_spf_proves_only_the_envelopes_own_domain() -> None:
    envelope = Envelope("sendgrid", sender="x@evil.example", recipients=(SEAT,), proofs={"spf": "pass"})
    assert proof_of(trust="provider", envelope=envelope) is Proof.WEAK


def test_a_weak_proof_is_enough_only_where_nobody_checks() -> None:
    assert suffices(Proof.WEAK, "none")
    assert not suffices(Proof.WEAK, OURS)
    assert suffices(Proof.FULL, OURS)
    assert not suffices(Proof.FAILED, "none")


def test_domains_belong_together_only_within_each_other() -> None:
    assert aligned("mail.example.org", "example.org")
    assert not aligned("badexample.org", "example.org")
    assert not aligned("org", "example.org")

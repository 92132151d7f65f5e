"""Signatures made here with real keys hold; whatever is changed about them, they do not."""

from __future__ import annotations

import base64
import email
import email.policy
import hashlib
import random
import re
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace

import dns.exception
import dns.resolver
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from hypothesis import given
from hypothesis import strategies as st

from moderator.errands.sweep import sweep
from moderator.inbox import dkim
from moderator.inbox.envelope import Envelope
from moderator.inbox.handle import KEYS_COME_WITHIN, LATER, POISON, handle, handle_again
from moderator.inbox.letter import Letter, read
from moderator.inbox.proof import Proof, Signatures, judge
from moderator.office.addresses import Addresses
from tests.moderator.house import House

RSA = rsa.generate_private_key(65537, 2048)
SHORT = rsa.generate_private_key(65537, 1024)
ED = Ed25519PrivateKey.generate()
HEAD = (
    "From: Red <red@example.org>\r\nTo: play@orders.example\r\nSubject:  my   move\r\n"
    "Content-Type: text/plain\r\nContent-Transfer-Encoding: 7bit\r\n"
)
BODY = "bid N 105 \r\n\tpass  now\r\n\r\n\r\n"


RED = "red@example.org"
NOW = 1_800_000_000.0
ADDRESSES = Addresses("orders.example", b"secret")


def signed_by(raw: bytes, ask: dkim.AskTxt, now: float = NOW) -> tuple[str, ...]:
    return tuple(domain for domain, _ in dkim.signed_by(raw, now, ask))


def proof_of(raw: bytes, to: str = "play@orders.example", now: float = NOW) -> tuple[Proof, Letter]:
    envelope = Envelope("smtp", sender="red@example.org", recipients=(to,))
    letter = read(1, raw, envelope)
    asked = Signatures(raw, ADDRESSES, now, lambda mail, at: dkim.signed_by(mail, at, KEYS.get))
    return judge(letter, envelope, "dkim", asked), letter


def published(key: object) -> str:
    if isinstance(key, Ed25519PrivateKey):
        data = key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        return f"v=DKIM1; k=ed25519; p={base64.b64encode(data).decode()}"
    assert isinstance(key, rsa.RSAPrivateKey)
    data = key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return f"v=DKIM1; k=rsa; p={base64.b64encode(data).decode()}"


KEYS = {
    "rsa._domainkey.example.org": published(RSA),
    "ed._domainkey.example.org": published(ED),
    "short._domainkey.example.org": published(SHORT),
    "gone._domainkey.example.org": "v=DKIM1; p=",
    "rsa._domainkey.evil.example": published(RSA),
}


NAMES = "from:to:subject:content-type:content-transfer-encoding"


def sign(
    selector: str,
    way: str,
    extra: str = "",
    domain: str = "example.org",
    names: str = NAMES,
    head: str = HEAD,
    text: str = BODY,
) -> bytes:
    """Signs the mail in the plainest reading of the standard."""
    body = written = text
    if way == "relaxed":
        body = "".join(re.sub(r"[ \t]+", " ", line).rstrip() + "\r\n" for line in written.split("\r\n"))
    body = body.rstrip("\r\n") + "\r\n"
    digest = base64.b64encode(hashlib.sha256(body.encode()).digest()).decode()
    algorithm = "ed25519-sha256" if selector == "ed" else "rsa-sha256"
    tags = f" v=1; a={algorithm}; c={way}/{way}; d={domain};\r\n s={selector}; h={names}; {extra}bh={digest};\r\n b="
    headers = dict(line.split(":", 1) for line in head.split("\r\n") if line)
    fields = [(name, headers[name.title()]) for name in names.split(":")] + [("DKIM-Signature", tags)]
    if way == "relaxed":
        lines = [f"{name.lower()}:{' '.join(value.split())}" for name, value in fields]
    else:
        lines = [f"{n.title() if n != 'DKIM-Signature' else n}:{v}" for n, v in fields]
    signed = "\r\n".join(lines).encode()
    if selector == "ed":
        value = ED.sign(hashlib.sha256(signed).digest())
    else:
        key = SHORT if selector == "short" else RSA
        value = key.sign(signed, padding.PKCS1v15(), hashes.SHA256())
    return f"DKIM-Signature:{tags}{base64.b64encode(value).decode()}\r\n{head}\r\n{written}".encode()


@pytest.mark.parametrize("selector", ["rsa", "ed"])
@pytest.mark.parametrize("way", ["simple", "relaxed"])
def test_a_good_signature_holds(selector: str, way: str) -> None:
    assert signed_by(sign(selector, way), KEYS.get) == ("example.org",)


def away(house: House) -> None:
    """Nobody says whether there are keys."""

    def ask(name: str) -> None:
        raise dkim.NotNow(name)

    house.office.signed_by = lambda raw, now: dkim.signed_by(raw, now, ask)


def test_an_order_waits_while_the_dns_is_away_and_is_played_when_it_is_back(house: House) -> None:
    game = house.game("Red", "Blue")
    serving(house)
    away(house)
    # By the time the key is there the signature has expired; it had not when the mail came.
    soon = int(house.time.timestamp()) + 300
    receipt = house.take_in(signed_order(house, game, "bid N 105", more=f"x={soon}; "), RED, house.address(game, "Red"))
    for _ in range(POISON + 3):
        house.pass_time(minutes=2)
        assert handle_again(house.office, receipt.mail_id) == LATER
    assert house.orders(game) == [] and house.outbox("answer") == []
    serving(house)
    sweep(house.office, house.do)
    assert house.orders(game) == ["Red: bid N 105"]


def test_after_a_while_the_owner_is_asked_instead(house: House) -> None:
    game = house.game("Red", "Blue")
    serving(house)
    away(house)
    receipt = house.take_in(signed_order(house, game, "bid N 105"), RED, house.address(game, "Red"))
    assert handle(house.office, receipt.mail_id) == LATER
    house.pass_time(minutes=KEYS_COME_WITHIN.total_seconds() / 60 + 1)
    assert handle(house.office, receipt.mail_id) == "parked"


def test_a_copy_does_not_overtake_the_mail_that_waits(house: House) -> None:
    game = house.game("Red", "Blue")
    serving(house)
    away(house)
    raw = signed_order(house, game, "bid N 105")
    first = house.take_in(raw, RED, house.address(game, "Red"))
    second = house.take_in(b"Received: by way of somebody\r\n" + raw, RED, house.address(game, "Red"))
    assert first.mail_id != second.mail_id
    assert handle(house.office, first.mail_id) == LATER
    # The key is found in between; the copy waits all the same.
    answers = iter((None, KEYS["rsa._domainkey.example.org"]))

    def ask(name: str) -> str:
        if (key := next(answers)) is None:
            raise dkim.NotNow(name)
        return key

    house.office.signed_by = lambda raw, now: dkim.signed_by(raw, now, ask)
    assert handle(house.office, second.mail_id) == LATER
    serving(house)
    assert handle(house.office, second.mail_id) == "dropped:duplicate"
    assert house.orders(game) == ["Red: bid N 105"]


@pytest.mark.parametrize(
    "change",
    [
        lambda raw: raw.replace(b"bid N 105", b"bid N 106"),
        lambda raw: raw.replace(b"red@example.org", b"blue@example.org"),
        lambda raw: raw.replace(b"d=example.org", b"d=evil.example"),
        lambda raw: raw.replace(b"\r\n b=", b"\r\n b=AAAA"),
        lambda raw: raw.replace(b"v=1", b"v=2"),
        lambda raw: raw.replace(b"DKIM-Signature", b"X-Signature"),
    ],
)
def test_a_changed_mail_is_unsigned(change: Callable[[bytes], bytes]) -> None:
    raw = sign("rsa", "relaxed")
    assert change(raw) != raw
    assert signed_by(change(raw), KEYS.get) == ()


def test_what_relaxed_forgives_is_forgiven_and_no_more() -> None:
    raw = sign("rsa", "relaxed").replace(b"my   move", b"my\r\n move").replace(b"105 \r\n", b"105\r\n") + b"\r\n\r\n"
    assert signed_by(raw, KEYS.get) == ("example.org",)
    strict = sign("rsa", "simple").replace(b"105 \r\n", b"105\r\n")
    assert signed_by(strict, KEYS.get) == ()


def test_a_signature_that_leaves_something_out_proves_nothing() -> None:
    assert signed_by(sign("rsa", "relaxed", extra="l=3; "), KEYS.get) == ()
    assert signed_by(sign("rsa", "relaxed", names="to:subject"), KEYS.get) == ()
    assert signed_by(sign("rsa", "relaxed", extra="i=@other.example; "), KEYS.get) == ()


def test_keys_withdrawn_missing_or_expired_do_not_count() -> None:
    assert signed_by(sign("gone", "relaxed"), KEYS.get) == ()
    assert signed_by(sign("rsa", "relaxed"), lambda name: None) == ()
    old = sign("rsa", "relaxed", extra="x=1000; ")
    assert signed_by(old, KEYS.get, now=2000) == ()
    assert signed_by(old, KEYS.get, now=500) == ("example.org",)


def test_lines_that_lost_their_carriage_returns_are_still_signed() -> None:
    assert signed_by(sign("rsa", "relaxed").replace(b"\r\n", b"\n"), KEYS.get) == ("example.org",)


@pytest.mark.parametrize("extra", ["d=example.org; ", "x=9999999999; x=1; ", "h=from; ", "l=3; l=4; ", "b=AAAA; "])
def test_a_tag_that_is_there_twice_spoils_the_signature(extra: str) -> None:
    assert signed_by(sign("rsa", "relaxed", extra=extra), KEYS.get) == ()


@pytest.mark.parametrize("flag", ["t=y; ", "t=y:s; ", "s=other; ", "h=sha1; ", "k=rsa; ", "p=; "])
def test_a_key_that_is_tried_out_or_there_for_something_else_proves_nothing(flag: str) -> None:
    keys = {"rsa._domainkey.example.org": published(RSA).replace("k=rsa; ", f"k=rsa; {flag}")}
    assert signed_by(sign("rsa", "relaxed"), keys.get) == ()


def test_a_strict_key_signs_for_its_own_domain_only() -> None:
    keys = {"rsa._domainkey.example.org": published(RSA).replace("k=rsa; ", "k=rsa; t=s; s=email; h=sha1:sha256; ")}
    assert signed_by(sign("rsa", "relaxed"), keys.get) == ("example.org",)
    assert signed_by(sign("rsa", "relaxed", extra="i=@sub.example.org; "), keys.get) == ()


def test_nobody_is_asked_about_signatures_that_can_not_prove_the_writer() -> None:
    """Whoever writes chooses who is asked, and how long the answer takes."""
    asked: list[str] = []

    def ask(name: str) -> None:
        asked.append(name)

    raw = b"".join(sign("rsa", "relaxed", domain=f"slow{n}.example").partition(b"From:")[0] for n in range(4))
    assert signed_by(raw + sign("rsa", "relaxed", domain="evil.example"), ask) == ()
    assert asked == []
    assert signed_by(raw + sign("rsa", "relaxed"), KEYS.get) == ("example.org",)


@pytest.mark.parametrize("trouble", [dns.exception.Timeout, dns.resolver.NoNameservers])
def test_who_lets_us_wait_is_not_asked_again_at_once(monkeypatch: pytest.MonkeyPatch, trouble: type[Exception]) -> None:
    asked: list[str] = []

    def slow(name: str, *about: object, **more: object) -> None:
        asked.append(name)
        raise trouble

    monkeypatch.setattr(dkim.dns.resolver, "resolve", slow)
    monkeypatch.setattr(dkim, "_waited_for", {})
    for name in ("a._domainkey.slow", "b._domainkey.slow", "a._domainkey.sub.slow", "a._domainkey.other"):
        with pytest.raises(dkim.NotNow):
            dkim.ask_dns(f"{name}.example")
    assert asked == ["a._domainkey.slow.example", "a._domainkey.other.example"]


def test_a_name_that_is_not_there_and_texts_that_are_no_keys_are_no_reason_to_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said: list[list[bytes]] = [[b"v=spf1 -all"], [b"v=DKIM1; ", b"p=abc"]]

    def answer(name: str, *about: object, **more: object) -> list[SimpleNamespace]:
        if name.startswith("none"):
            raise dns.resolver.NXDOMAIN
        return [SimpleNamespace(strings=strings) for strings in said]

    monkeypatch.setattr(dkim.dns.resolver, "resolve", answer)
    monkeypatch.setattr(dkim, "_waited_for", {})
    assert dkim.ask_dns("none._domainkey.example.org") is None
    assert dkim.ask_dns("a._domainkey.example.org") == "v=DKIM1; p=abc"
    said.reverse()
    assert dkim.ask_dns("a._domainkey.example.org") == "v=DKIM1; p=abc"
    del said[0]
    assert dkim.ask_dns("a._domainkey.example.org") is None


def test_the_writers_signature_counts_however_many_others_stand_above_it() -> None:
    others = b"".join(sign("rsa", "relaxed", domain=f"list{n}.example").partition(b"From:")[0] for n in range(8))
    raw = others + sign("rsa", "relaxed")
    assert signed_by(raw, KEYS.get) == ("example.org",)
    # And is known again by what it is.
    assert dkim.fingerprints(raw) == dkim.fingerprints(sign("rsa", "relaxed"))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("xn--bcher-kva.example", "bücher.example", True),
        ("XN--BCHER-KVA.example", "BÜCHER.example.", True),
        ("mail.xn--bcher-kva.example", "bücher.example", True),
        # Older readers take the one for the other.
        ("strasse.example", "straße.example", False),
        ("example.org", "ex\u200dample.org", False),
        ("example.org", "\ud800.example.org", False),
        ("org", "example.org", False),
    ],
)
def test_domains_belong_together_in_the_letters_of_the_dns(one: str, other: str, same: bool) -> None:
    assert dkim.aligned(one, other) is same
    assert dkim.aligned(other, one) is same


@given(st.text(st.characters(max_codepoint=127), max_size=400) | st.binary(max_size=300).map(base64.b64encode))
def test_no_answer_of_a_name_server_makes_the_check_fail_otherwise(said: str | bytes) -> None:
    record = said if isinstance(said, str) else f"v=DKIM1; k=rsa; p={said.decode()}"
    assert signed_by(sign("rsa", "relaxed"), lambda name: record) == ()
    assert signed_by(sign("ed", "relaxed"), lambda name: record.replace("k=rsa", "k=ed25519")) == ()


def serving(house: House, keys: dict[str, str] = KEYS) -> list[str]:
    """A house whose operator trusts signatures; gives the names that were asked for."""
    asked: list[str] = []

    def ask(name: str) -> str | None:
        asked.append(name)
        return keys.get(name)

    house.office.settings = replace(house.office.settings, trust="dkim")
    house.office.signed_by = lambda raw, now: dkim.signed_by(raw, now, ask)
    return asked


def mailed(house: House, raw: bytes, to: str, sender: str = "red@example.org") -> str:
    return handle(house.office, house.take_in(raw, sender, to).mail_id)


def signed_order(house: House, game: str, text: str, names: str = f"{NAMES}:message-id", more: str = "") -> bytes:
    house.letters += 1
    head = HEAD.replace("play@orders.example", house.address(game, "Red"))
    head += f"Message-Id: <s{house.letters}@example.org>\r\n"
    return sign("rsa", "relaxed", more, head=head, names=names, text=text)


def test_no_name_server_is_asked_on_behalf_of_a_stranger(house: House) -> None:
    asked = serving(house)
    game = house.game("Red", "Blue")
    raw = signed_order(house, game, "bid N 5\r\n").replace(b"red@example.org", b"nobody@example.org")
    assert mailed(house, raw, house.address(game, "Red")) == "parked"
    assert asked == []
    assert mailed(house, signed_order(house, game, "bid N 5\r\n"), house.address(game, "Red")) == "ACCEPTED"
    assert asked == ["rsa._domainkey.example.org"]


@pytest.mark.parametrize(
    "change",
    [
        lambda raw: raw.replace(b"N 5", b"N  5"),
        lambda raw: raw.replace(b"my   move", b"my move") + b"\r\n\r\n",
        lambda raw: b"X-Seen: by somebody\r\n" + raw.replace(b"N 5", b"N 5 "),
        lambda raw: raw.replace(b"<s", b"<t"),
        lambda raw: raw.replace(b"\r\n b=", b"\r\n b= \r\n "),
    ],
    ids=["blanks", "ends", "traces", "another name", "the signature folded"],
)
def test_a_signature_serves_one_mail(house: House, change: Callable[[bytes], bytes]) -> None:
    """Whoever got a copy of an order could send it again in a later turn, with another blank in it."""
    serving(house)
    game = house.game("Red", "Blue")
    raw = signed_order(house, game, "bid N 5\r\n", names=NAMES)
    assert change(raw) != raw
    assert mailed(house, raw, house.address(game, "Red")) == "ACCEPTED"
    before = house.orders(game)
    assert mailed(house, change(raw), house.address(game, "Red")) in ("", "dropped:replayed")
    assert house.orders(game) == before
    assert mailed(house, signed_order(house, game, "status\r\n"), house.address(game, "Red")) == "ACCEPTED"


@pytest.mark.parametrize(("domain", "proof"), [("example.org", Proof.FULL), ("evil.example", Proof.WEAK)])
def test_only_the_senders_own_domain_proves_the_sender(domain: str, proof: Proof) -> None:
    assert proof_of(sign("rsa", "relaxed", domain=domain))[0] is proof


@pytest.mark.parametrize("gap", [b"bid TSR 20\r\n", b"\n\n", b"\n", b"\r\r", b"\r\n \r\n\r\n", b"x" * 200 + b": y\r\n"])
def test_a_signed_mail_below_another_does_not_prove_the_upper_one(gap: bytes) -> None:
    raw = b"From: ann@example.org\r\nTo: play@orders.example" + gap.replace(b"bid", b"\r\nbid") + sign("rsa", "relaxed")
    assert proof_of(raw)[0] is not Proof.FULL
    assert proof_of(b"From: ann@example.org\r\n" + gap + sign("rsa", "relaxed"))[0] is not Proof.FULL


@pytest.mark.parametrize("extra", [b"From: Ann <ann@example.org>\r\n", b"from : red@example.org\r\n"])
def test_two_senders_prove_nothing_even_if_one_is_signed(extra: bytes) -> None:
    raw = sign("rsa", "relaxed")
    assert proof_of(extra + raw)[0] is not Proof.FULL
    assert proof_of(raw.replace(b"Subject:", extra + b"Subject:"))[0] is not Proof.FULL


@pytest.mark.parametrize("way", ["simple", "relaxed"])
@pytest.mark.parametrize("text", ["bid N 105\nbid N 5\r\n", "bid N 105\r\n\n.\nbid N 5\r\n"])
def test_line_feeds_alone_prove_nothing_even_if_they_are_signed(way: str, text: str) -> None:
    """What some reader on the way takes for an end of line, or of a mail, another does not."""
    assert proof_of(sign("rsa", way, text=text))[0] is Proof.WEAK
    assert proof_of(sign("rsa", way, text=text.replace("\r\n", "\n").replace("\n", "\r\n")))[0] is Proof.FULL


def test_a_signature_that_expired_proves_nothing() -> None:
    raw = sign("rsa", "relaxed", extra="t=999000000; x=1000000000; ")
    assert proof_of(raw, now=999_500_000.0)[0] is Proof.FULL
    assert proof_of(raw)[0] is Proof.WEAK
    assert proof_of(sign("rsa", "relaxed", extra="x=soon; "))[0] is Proof.WEAK
    assert proof_of(sign("rsa", "relaxed", extra="t=1900000000; "))[0] is Proof.WEAK


def test_a_signed_mail_to_somebody_else_is_no_order() -> None:
    seat = ADDRESSES.seat("41", "a" * 26)
    assert proof_of(sign("rsa", "relaxed"), to=seat)[0] is Proof.WEAK
    assert proof_of(sign("rsa", "relaxed"), to="PLAY+tag@orders.example")[0] is Proof.FULL
    # A recipient the signature does not cover may have been put there by anybody.
    raw = sign("rsa", "relaxed").replace(b"Subject:", f"Cc: {seat}\r\nSubject:".encode())
    assert proof_of(raw, to=seat)[0] is Proof.WEAK
    assert proof_of(sign("rsa", "relaxed", names="from:subject"))[0] is Proof.WEAK


# What a large provider signs that leaves To out.
WITHOUT_TO = "from:subject:content-type:content-transfer-encoding"
A_SEAT = ADDRESSES.seat("1861-41", "a" * 26)


@pytest.mark.parametrize(
    ("subject", "text", "names", "to", "proof"),
    [
        ("Re: [1861-41 #17] YOUR MOVE", "turn 17\r\nbid N 105\r\n", WITHOUT_TO, A_SEAT, Proof.FULL),
        ("AW: Re: ACCEPTED [1861-41 #17] bid", "turn 17\r\nbid N 105\r\n", WITHOUT_TO, A_SEAT, Proof.FULL),
        ("[1861-41 #17] YOUR MOVE", "Turn 17\r\nbid N 105\r\n", WITHOUT_TO, A_SEAT, Proof.FULL),
        # What is forwarded or written to a friend, or is for another game, is no order at this seat.
        ("Fwd: [1861-41 #17] YOUR MOVE", "turn 17\r\nbid N 105\r\n", WITHOUT_TO, A_SEAT, Proof.WEAK),
        ("Re: Fwd: [1861-41 #17] YOUR MOVE", "turn 17\r\nbid N 105\r\n", WITHOUT_TO, A_SEAT, Proof.WEAK),
        ("Re: [1861-41 #17] YOUR MOVE", "bid N 105\r\n", WITHOUT_TO, A_SEAT, Proof.WEAK),
        ("Re: [1861-42 #17] YOUR MOVE", "turn 17\r\nbid N 105\r\n", WITHOUT_TO, A_SEAT, Proof.WEAK),
        ("my move", "turn 17\r\nbid N 105\r\n", WITHOUT_TO, A_SEAT, Proof.WEAK),
        ("Re: [1861-41 #17] YOUR MOVE", "turn 17\r\nbid N 105\r\n", "from", A_SEAT, Proof.WEAK),
        ("Re: [1861-41 #17] YOUR MOVE", "> turn 17\r\n\r\nbid N 105\r\n", WITHOUT_TO, A_SEAT, Proof.WEAK),
        # Where whom it is for is signed, that alone decides; and a mailbox without a secret is no seat.
        ("Re: [1861-41 #17] YOUR MOVE", "turn 17\r\nbid N 105\r\n", NAMES, A_SEAT, Proof.WEAK),
        ("Re: [1861-41 #17] YOUR MOVE", "turn 17\r\npass\r\n", WITHOUT_TO, "play@orders.example", Proof.WEAK),
    ],
)
def test_where_to_is_not_signed_an_order_that_says_game_and_turn_is_believed(
    subject: str, text: str, names: str, to: str, proof: Proof
) -> None:
    head = HEAD.replace("Subject:  my   move", f"Subject: {subject}").replace("play@", "bob@", 1)
    assert proof_of(sign("rsa", "relaxed", names=names, head=head, text=text), to=to)[0] is proof


def mangled(raw: bytes, chance: random.Random) -> bytes:
    """The mail with things done to its headers that two readers may understand in two ways."""
    pieces = [
        b"\r\n", b"\n", b"\r", b"\n\n", b"\r\n\r\n", b" ", b"\t", b"\0", b":", b"From: ann@example.org\r\n",
        b"From:ann@example.org\n", b"\rFrom: ann@example.org\r\n", b"From ann@example.org\r\n", b"bid TSR 20\r\n",
        b"Content-Type: multipart/mixed; boundary=x\r\n", b"Content-Type: text/html\r\n", b"--x\r\n\r\nbid TSR 20\r\n",
        b"Content-Transfer-Encoding: base64\r\n", b"To: help@orders.example\r\n", b"Sender: ann@example.org\r\n",
        b'"', b"(", b"<ann@example.org>,", b"\\", b";", b"=?utf-8?q?ann?=", b"DKIM-Signature: v=1\r\n",
        b"\x0b", b"\x85",
    ]  # fmt: skip
    starts = [0, *(found.end() for found in re.finditer(rb"\r\n", raw))]
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        at = chance.choice(starts) if chance.random() < 0.7 else chance.randrange(len(raw))
        raw = raw[:at] + chance.choice(pieces) + raw[at + chance.choice((0, 0, 0, 1, 2)) :]
    return raw


def what_was_verified_is_what_is_played(times: int) -> int:
    chance = random.Random(6376)
    mails = [sign(selector, way) for selector in ("rsa", "ed") for way in ("simple", "relaxed")]
    honest = proof_of(mails[0])[1]
    proved = 0
    for number in range(times):
        raw = mangled(mails[number % 4], chance)
        proof, letter = proof_of(raw)
        if proof is Proof.FULL:
            proved += 1
            assert (letter.sender, letter.likeness) == (honest.sender, honest.likeness), raw
            independent = email.message_from_bytes(raw, policy=email.policy.default)
            assert [one.addr_spec for one in independent["from"].addresses] == [letter.sender], raw
    return proved


def test_what_was_verified_is_what_is_played() -> None:
    assert what_was_verified_is_what_is_played(4000) > 100


@pytest.mark.long
def test_what_was_verified_is_what_is_played_over_very_many_mails() -> None:
    assert what_was_verified_is_what_is_played(200_000) > 5_000


@given(st.binary(max_size=300), st.binary(max_size=100))
def test_no_mail_makes_the_check_fail_otherwise(tags: bytes, body: bytes) -> None:
    signed_by(b"DKIM-Signature: v=1; h=from; d=example.org; s=rsa; " + tags + b"\r\nFrom: x\r\n\r\n" + body, KEYS.get)
    signed_by(tags + body, KEYS.get)

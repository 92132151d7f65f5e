"""Every provider's hook with real signatures made here, and everything a stranger could change about them."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import hmac
import json
import tracemalloc
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlencode

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from cryptography.x509.oid import NameOID
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from moderator.gateway.amazon import MOST_UNKNOWN_AN_HOUR, SigningCertificates, Unanswered
from moderator.gateway.signature import Nonces, Unsigned, of_amazon, sign_raw
from moderator.gateway.webhook import PROVIDERS, Delivery, Unusable, blueprint, verify
from moderator.inbox.envelope import Envelope, Receipt

NOW = 1_800_000_000
MAIL = b"From: red@example.org\r\nSubject: turn 41\r\n\r\nbid N 105 \xe9\r\n"
TOPIC = "arn:aws:sns:eu-west-1:123456789012:mail"
CERTIFICATE = "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-1.pem"
Request = tuple[dict[str, str], bytes]

EC_KEY = ec.generate_private_key(ec.SECP256R1())
EC_PUBLIC = base64.b64encode(EC_KEY.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).decode()
RSA_KEY = rsa.generate_private_key(65537, 2048)
NAME = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "sns.amazonaws.com")])
PEM = (
    x509.CertificateBuilder()
    .subject_name(NAME)
    .issuer_name(NAME)
    .public_key(RSA_KEY.public_key())
    .serial_number(1)
    .not_valid_before(datetime(2020, 1, 1, tzinfo=UTC))
    .not_valid_after(datetime(2040, 1, 1, tzinfo=UTC))
    .sign(RSA_KEY, hashes.SHA256())
    .public_bytes(Encoding.PEM)
)
SECRETS = {"mailgun": "key", "postmark": "club:secret", "sendgrid": EC_PUBLIC, "ses": TOPIC, "raw": "key"}


def fetch(url: str) -> bytes:
    assert url.startswith("https://sns.eu-west-1.amazonaws.com/")
    return PEM


def mailgun(mail: bytes = MAIL, at: int = NOW, token: str = "t0k3n", key: str = "key") -> Request:
    signed = hmac.new(key.encode(), f"{at}{token}".encode(), hashlib.sha256).hexdigest()
    form = {"recipient": "play@x", "sender": "red@example.org", "body-mime": mail}
    body = urlencode({**form, "timestamp": at, "token": token, "signature": signed}).encode()
    return {"Content-Type": "application/x-www-form-urlencoded"}, body


def postmark(mail: bytes = MAIL, at: int = NOW, login: str = "club:secret", **fields: Any) -> Request:
    text = mail.decode("utf-8", "replace")
    about = {"MessageID": "pm-1", "From": "red@example.org", "OriginalRecipient": "play@x", "RawEmail": text}
    headers = {"Authorization": "Basic " + base64.b64encode(login.encode()).decode()}
    return headers, json.dumps({**about, **fields}).encode()


def sendgrid(mail: bytes = MAIL, at: int = NOW, **fields: str) -> Request:
    form = {
        "envelope": json.dumps({"to": ["play@x"], "from": "red@example.org"}),
        "SPF": "pass",
        "sender_ip": "192.0.2.1",
    }
    form |= {"dkim": "{@example.org : pass}"} | fields
    parts = [(name, value.encode()) for name, value in form.items()] + [("email", mail)]
    body = b"".join(
        b'--b0\r\nContent-Disposition: form-data; name="' + name.encode() + b'"\r\n\r\n' + value + b"\r\n"
        for name, value in parts
    )
    body += b"--b0--\r\n"
    signed = EC_KEY.sign(str(at).encode() + body, ec.ECDSA(hashes.SHA256()))
    headers = {
        "Content-Type": "multipart/form-data; boundary=b0",
        "X-Twilio-Email-Event-Webhook-Signature": base64.b64encode(signed).decode(),
        "X-Twilio-Email-Event-Webhook-Timestamp": str(at),
    }
    return headers, body


def ses(mail: bytes = MAIL, at: int = NOW, version: str = "2", **fields: str) -> Request:
    message = {
        "notificationType": "Received",
        "mail": {"messageId": "ses-1", "source": "red@example.org", "destination": ["play@x"]},
        "receipt": {
            "recipients": ["play@x"],
            "spfVerdict": {"status": "PASS"},
            "dmarcVerdict": {"status": "PASS"},
            "action": {"type": "SNS", "encoding": "BASE64"},
        },
        "content": base64.b64encode(mail).decode(),
    }
    stamp = (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=at)).strftime("%Y-%m-%dT%H:%M:%S.000Z")
    notice = {"Type": "Notification", "MessageId": "sns-1", "TopicArn": TOPIC, "Message": json.dumps(message)}
    notice |= {"Timestamp": stamp, "SignatureVersion": version, "SigningCertURL": CERTIFICATE} | fields
    names = ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"]
    if notice["Type"] != "Notification":
        names = ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"]
    text = "".join(f"{name}\n{notice[name]}\n" for name in names if name in notice)
    method = hashes.SHA256() if version == "2" else hashes.SHA1()
    notice["Signature"] = base64.b64encode(RSA_KEY.sign(text.encode(), padding.PKCS1v15(), method)).decode()
    return {"Content-Type": "text/plain"}, json.dumps(notice).encode()


def raw(mail: bytes = MAIL, at: int = NOW, nonce: str = "n1", key: str = "key") -> Request:
    headers = {"Timestamp": str(at), "Nonce": nonce, "Sender": "red@example.org", "Recipients": "play@x"}
    headers["Signature"] = sign_raw(key, str(at), nonce, "red@example.org", "play@x", mail)
    return {f"X-Waybill-{name}": value for name, value in headers.items()}, mail


MAKERS: dict[str, Callable[..., Request]] = {
    "mailgun": mailgun,
    "postmark": postmark,
    "sendgrid": sendgrid,
    "ses": ses,
    "raw": raw,
}
SIGNED_WITH_A_TIME = ["mailgun", "sendgrid", "ses", "raw"]


def check(provider: str, request: Request, seen: Nonces | None = None, now: int = NOW) -> Delivery:
    headers, body = request
    return verify(provider, headers, body, SECRETS[provider], now, seen or Nonces(), fetch)


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_genuine_request_yields_the_mail_and_its_envelope(provider: str) -> None:
    mail, envelope = check(provider, MAKERS[provider]())
    # Postmark's JSON can't carry bytes that are no text.
    assert mail == (MAIL if provider != "postmark" else MAIL.decode("utf-8", "replace").encode())
    assert (envelope.source, envelope.sender, envelope.recipients) == (provider, "red@example.org", ("play@x",))
    assert envelope.provider_id
    assert envelope.provider_id.startswith(f"{provider}:")


def test_providers_that_checked_the_sender_say_so() -> None:
    assert check("sendgrid", sendgrid()).envelope.proofs == {
        "spf": "pass",
        "dkim": "pass",
        "dkim_domain": "example.org",
    }
    assert check("ses", ses()).envelope.proofs == {"spf": "pass", "dmarc": "pass"}
    assert check("mailgun", mailgun()).envelope.proofs == {}


@pytest.mark.parametrize("provider", SIGNED_WITH_A_TIME)
@pytest.mark.parametrize("shift", [-100 * 3600, +3600])
def test_an_old_or_future_signature_is_refused(provider: str, shift: int) -> None:
    with pytest.raises(Unsigned):
        check(provider, MAKERS[provider](at=NOW + shift))


@pytest.mark.parametrize("provider", PROVIDERS)
def test_the_same_request_twice_is_a_repeat_not_an_attack(provider: str) -> None:
    seen = Nonces()
    assert (
        check(provider, MAKERS[provider](), seen) == check(provider, MAKERS[provider](), seen) or provider == "sendgrid"
    )


def test_a_signature_serves_one_mail_only() -> None:
    seen = Nonces()
    check("mailgun", mailgun(), seen)
    with pytest.raises(Unsigned):
        check("mailgun", mailgun(mail=b"another mail"), seen)
    check("raw", raw(), seen)
    with pytest.raises(Unsigned):
        check("raw", raw(mail=b"another mail"), seen)


@pytest.mark.parametrize(
    ("provider", "request_"),
    [
        ("mailgun", mailgun(key="guess")),
        ("mailgun", ({"Content-Type": "application/x-www-form-urlencoded"}, b"timestamp=1&token=&signature=")),
        ("postmark", postmark(login="club:guess")),
        ("postmark", ({}, b"{}")),
        ("postmark", ({"Authorization": "Basic \xe9"}, b"{}")),
        ("raw", raw(key="guess")),
        ("raw", ({}, MAIL)),
        ("sendgrid", ({}, MAIL)),
        ("ses", ses(TopicArn="arn:aws:sns:eu-west-1:999999999999:mail")),
        ("ses", ses(SigningCertURL="https://sns.eu-west-1.amazonaws.com.evil.example/x.pem")),
        ("ses", ses(SigningCertURL="http://sns.eu-west-1.amazonaws.com/x.pem")),
        ("ses", ses(SigningCertURL="https://sns.eu-west-1.amazonaws.com/x.txt")),
        ("ses", ses(SigningCertURL="https://sns.eu-west-1.amazonaws.com/x.pem")),
        ("ses", ses(SigningCertURL=CERTIFICATE + "?x=1")),
        ("ses", ses(SigningCertURL=CERTIFICATE.replace("eu-west-1", "us-east-1"))),
        ("ses", ses(SignatureVersion="3")),
        ("ses", ({}, b"{}")),
    ],
)
def test_what_a_stranger_can_make_is_refused(provider: str, request_: Request) -> None:
    with pytest.raises(Unsigned):
        check(provider, request_)


@pytest.mark.parametrize("provider", ["sendgrid", "ses", "raw"])
def test_a_changed_body_breaks_the_signature(provider: str) -> None:
    headers, body = MAKERS[provider]()
    changed = body.replace(b"bid", b"buy") if provider != "ses" else body.replace(b"red@", b"bad@")
    assert changed != body
    with pytest.raises(Unsigned):
        check(provider, (headers, changed))


def test_both_signature_versions_of_amazon_are_checked() -> None:
    assert check("ses", ses(version="1")).raw == MAIL


@pytest.mark.parametrize(
    "url",
    [
        "https://sns.eu-west-1.amazonaws.com@evil.example/x.pem",
        "https://sns.eu-west-1.amazonaws.com:8443/x.pem",
        "https://evil.example/sns.eu-west-1.amazonaws.com/x.pem",
        "https://s3.amazonaws.com/x.pem",
        "https://sns.s3-us-west-2.amazonaws.com/x.pem",
        "https://sns.eu-west-1.amazonaws.com.cn/x.pem",
        "https://sns.nowhere-1.amazonaws.com/x.pem",
        "file:///etc/passwd",
        "https://[sns",
    ],
)
def test_only_amazons_own_host_is_ever_fetched(url: str) -> None:
    assert not of_amazon(url)


@pytest.mark.parametrize(
    ("provider", "request_", "why"),
    [
        ("mailgun", mailgun(mail=b""), "end in mime"),
        ("postmark", postmark(RawEmail=None), "raw email content"),
        ("sendgrid", sendgrid(mail=b""), "raw, full MIME"),
        ("ses", ses(Message="{}"), "no mail"),
        ("ses", ses(Message="[" * 100_000), "can't be read"),
    ],
)
def test_a_hook_set_up_wrongly_is_told_what_to_change(provider: str, request_: Request, why: str) -> None:
    with pytest.raises(Unusable, match=why):
        check(provider, request_)


@given(st.sampled_from(PROVIDERS), st.binary(max_size=200), st.dictionaries(st.text(max_size=9), st.text(max_size=9)))
def test_no_request_whatever_raises_anything_else(provider: str, body: bytes, headers: dict[str, str]) -> None:
    for kind in ("application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=b0"):
        with pytest.raises((Unsigned, Unusable)):
            check(provider, ({**headers, "Content-Type": kind}, body))


class Office:
    """Keeps mails by their provider's id, as the database does."""

    def __init__(self) -> None:
        self.mails: dict[str | None, bytes] = {}
        self.fetched: list[str] = []

    def take_in(self, mail: bytes, envelope: Envelope) -> Receipt:
        repeat = envelope.provider_id in self.mails
        self.mails.setdefault(envelope.provider_id, mail)
        return Receipt(len(self.mails), duplicate=repeat)

    def fetch(self, url: str) -> bytes:
        self.fetched.append(url)
        return PEM


@pytest.fixture
def office() -> Office:
    return Office()


@pytest.fixture
def client(office: Office) -> FlaskClient:
    app = Flask("hooks")
    hooks = blueprint(
        {**SECRETS, "raw": "key"}, office.take_in, Nonces(), lambda: float(NOW), fetch=office.fetch, most_bytes=5000
    )
    app.register_blueprint(hooks)
    return app.test_client()


def post(client: FlaskClient, provider: str, request: Request) -> tuple[int, Any]:
    headers, body = request
    answer = client.post(f"/hooks/mail/{provider}", headers=headers, data=body)
    return answer.status_code, answer.get_json()


@pytest.mark.parametrize("provider", PROVIDERS)
def test_the_hook_answers_202_then_200_for_the_repeat(client: FlaskClient, provider: str) -> None:
    request = MAKERS[provider]()
    assert post(client, provider, request) == (202, {"mail": 1, "duplicate": False})
    assert post(client, provider, request) == (200, {"mail": 1, "duplicate": True})


def test_the_hook_refuses_in_words_that_tell_a_stranger_nothing(client: FlaskClient, office: Office) -> None:
    assert post(client, "mailgun", mailgun(key="guess")) == (401, {"error": "The signature is not valid."})
    assert post(client, "mailgun", mailgun(mail=b""))[0] == 400
    assert post(client, "nobody", raw())[0] == 404
    assert post(client, "raw", raw(mail=b"x" * 5001))[0] == 413
    assert post(client, "raw", raw(mail=b"x" * 20_000))[0] == 413
    assert not office.mails


def test_a_subscription_to_our_own_topic_is_confirmed(client: FlaskClient, office: Office) -> None:
    link = "https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=abc"
    offer = ses(Type="SubscriptionConfirmation", Token="abc", SubscribeURL=link, Message="Please confirm")
    assert post(client, "ses", offer)[0] == 200
    assert office.fetched == [CERTIFICATE, link]


def test_memory_of_nonces_is_bounded() -> None:
    seen = Nonces(most=3)
    for number in range(10):
        assert not seen(str(number), "a")
    assert seen("9", "b")
    assert len(seen._digests) == 3


def test_a_certificate_is_fetched_once_and_strange_ones_seldom() -> None:
    asked: list[str] = []

    def get(url: str) -> bytes:
        asked.append(url)
        return b"pem"

    hour = [0.0]
    keep = SigningCertificates(get, lambda: hour[0])
    assert [keep("https://a/1"), keep("https://a/1")] == [b"pem", b"pem"]
    assert asked == ["https://a/1"]
    for number in range(30):
        # Whoever signed it may be genuine: refused for good, their mail would be lost.
        with contextlib.suppress(Unanswered):
            keep(f"https://a/x{number}")
    assert len(asked) == MOST_UNKNOWN_AN_HOUR
    hour[0] = 3601.0
    assert keep("https://a/y") == b"pem"


def test_other_spellings_of_its_address_do_not_drive_out_the_certificate() -> None:
    """Each would be fetched and kept as another: ten an hour, signed by nobody, and no mail could be checked."""
    asked: list[str] = []

    def get(url: str) -> bytes:
        asked.append(url)
        return PEM

    keep = SigningCertificates(get, lambda: float(NOW))
    spellings = [CERTIFICATE.replace(".com/", f".com{port}/") for port in (":", ":443", ":0443")]
    spellings += [CERTIFICATE.replace("sns", "SNS"), CERTIFICATE.replace("https", "HTTPS"), f"{CERTIFICATE}#"]
    spellings += [CERTIFICATE.replace("Simple", f"{blank}Simple") for blank in ("\n", "\r", "\t", "\t\t")]
    for url in (*spellings, f"{CERTIFICATE}?", f" {CERTIFICATE}"):
        headers, body = ses(SigningCertURL=url)
        forged = body.replace(b'"Signature": "', b'"Signature": "AAAA')
        with pytest.raises(Unsigned):
            verify("ses", headers, forged, TOPIC, NOW, Nonces(), keep)
    assert asked == []
    verify("ses", *ses(), TOPIC, NOW, Nonces(), keep)
    assert asked == [CERTIFICATE]


def test_a_certificate_out_of_date_signs_nothing() -> None:
    far = NOW + 40 * 365 * 24 * 3600
    with pytest.raises(Unsigned):
        check("ses", ses(at=far), now=far)


def test_half_a_character_does_not_keep_a_mail_out(client: FlaskClient, office: Office) -> None:
    headers, body = postmark()
    notice = json.loads(body)
    notice |= {"RawEmail": notice["RawEmail"] + "\ud800x\udc80", "From": "a\ud800@x.example", "MessageID": "\udfff1"}
    answer = client.post("/hooks/mail/postmark", data=json.dumps(notice).encode(), headers=headers)
    assert answer.status_code == 202


@pytest.mark.parametrize("sign", [b"%", b"%41", b"+", b"="])
def test_a_form_nobody_has_signed_costs_no_more_than_reading_it(sign: bytes) -> None:
    """Twenty megabytes of these were a list of twenty million characters: twelve seconds and four gigabytes."""
    form, large = {"Content-Type": "application/x-www-form-urlencoded"}, sign * (4 << 20)
    bodies = [b"body-mime=" + large, large + b"=1", b"token=" + large + b"&timestamp=1&signature=x"]
    tracemalloc.start()
    for body in bodies:
        with pytest.raises(Unsigned):
            check("mailgun", (form, body))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 4 * len(large)


def test_names_without_end_are_not_read_to_the_end() -> None:
    headers = {"Content-Type": "multipart/form-data; boundary=b0"}
    endless = (b"--b0\r\n" + b"a: b\r\n" * (1 << 20), b"\r\n" * (2 << 20), b"\n--b" * (1 << 20))
    bodies = [one + b"\r\n\r\nx\r\n--b0--\r\n" for one in endless]
    tracemalloc.start()
    for body in bodies:
        with pytest.raises(Unusable):
            check("mailgun", (headers, body))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 1 << 20


@pytest.mark.parametrize("mail", [b"\r\n", b"\r\n--b", b"\r", b"\n--b0x", b"%", b"%4", b"+%2B&=", b"\xe9"])
def test_a_large_mail_comes_through_a_form_as_it_was(mail: bytes) -> None:
    # An odd number first, so that pieces are cut at every place of what is repeated.
    large = b"x" * 7 + mail * 70_000
    assert check("sendgrid", sendgrid(large)).raw == large
    assert check("mailgun", mailgun(large)).raw == large


@pytest.mark.parametrize("name", ["token", "timestamp", "signature", "body-mime", "recipient", "sender"])
def test_a_field_that_is_there_twice_is_nobodys(name: str) -> None:
    headers, body = mailgun()
    again = urlencode({name: "x"}).encode()
    for doubled in (body + b"&" + again, again + b"&" + body):
        with pytest.raises((Unsigned, Unusable)):
            check("mailgun", (headers, doubled))


def test_a_notice_larger_than_amazons_is_not_taken_apart(office: Office) -> None:
    app = Flask("hooks")
    app.register_blueprint(blueprint(SECRETS, office.take_in, Nonces(), lambda: float(NOW), fetch=office.fetch))
    large = ({}, b'{"a":[' + b"[]," * (1 << 20) + b"[]]}")
    assert post(app.test_client(), "ses", large)[0] == 413
    assert post(app.test_client(), "ses", ses(mail=b"x" * 200_000))[0] == 202


def test_while_amazon_is_out_of_reach_the_sender_comes_again(
    client: FlaskClient, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Amazon gives a mail up that is refused (4xx), and comes again where something is out of order (5xx)."""

    def away(url: str) -> bytes:
        office.fetched.append(url)
        raise TimeoutError("nobody answers")

    app = Flask("hooks")
    app.register_blueprint(blueprint(SECRETS, office.take_in, Nonces(), lambda: float(NOW), fetch=away))
    stranger = app.test_client()
    assert [post(stranger, "ses", ses())[0] for _ in range(MOST_UNKNOWN_AN_HOUR + 2)] == [503] * (
        MOST_UNKNOWN_AN_HOUR + 2
    )
    assert len(office.fetched) == MOST_UNKNOWN_AN_HOUR and not office.mails


@pytest.mark.parametrize("trouble", [ValueError("sends us elsewhere"), TimeoutError("nobody answers")])
def test_a_subscription_that_could_not_be_confirmed_is_offered_again(office: Office, trouble: Exception) -> None:
    def odd(url: str) -> bytes:
        if "Confirm" in url:
            raise trouble
        return PEM

    app = Flask("hooks")
    app.register_blueprint(blueprint(SECRETS, office.take_in, Nonces(), lambda: float(NOW), fetch=odd))
    link = "https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=abc"
    offer = ses(Type="SubscriptionConfirmation", Token="abc", SubscribeURL=link, Message="Please confirm")
    assert post(app.test_client(), "ses", offer)[0] == 503


@pytest.mark.parametrize(
    "link",
    [
        "http://169.254.169.254/latest/meta-data/",
        "https://sns.eu-west-1.amazonaws.com.evil.example/?Action=ConfirmSubscription",
        "https://127.0.0.1/",
        "",
    ],
)
def test_a_subscription_elsewhere_is_not_followed_even_if_it_is_signed(
    client: FlaskClient, office: Office, link: str
) -> None:
    offer = ses(Type="SubscriptionConfirmation", Token="abc", SubscribeURL=link, Message="Please confirm")
    assert post(client, "ses", offer)[0] == 400
    assert office.fetched == [CERTIFICATE]


@pytest.mark.parametrize("kind", ["SubscriptionConfirmation", "UnsubscribeConfirmation", "Other", "notification"])
def test_no_other_message_of_amazons_brings_a_mail(client: FlaskClient, office: Office, kind: str) -> None:
    assert post(client, "ses", ses(Type=kind))[0] in (400, 401)
    assert not office.mails


def test_a_topic_in_the_text_of_another_is_not_ours() -> None:
    """What is signed is lines; whoever has a topic of their own chooses some of them, but never the last."""
    theirs = "arn:aws:sns:eu-west-1:999999999999:evil"
    headers, body = ses(TopicArn=theirs, Subject=f"x\nTimestamp\ny\nTopicArn\n{TOPIC}\nType\nNotification")
    notice = json.loads(body)
    for changed in ({}, {"TopicArn": TOPIC}, {"TopicArn": f"{TOPIC}\n"}, {"TopicArn": f"{TOPIC}\nType\nNotification"}):
        with pytest.raises(Unsigned):
            check("ses", (headers, json.dumps(notice | changed).encode()))

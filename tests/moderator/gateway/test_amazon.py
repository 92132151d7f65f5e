"""What is fetched at Amazon's notification service, against a real TLS server that stands where Amazon would."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from moderator.gateway.amazon import MOST_BYTES, Unanswered, fetch

HOST = "sns.eu-west-1.amazonaws.com"
HERE = f"https://{HOST}"


class Amazon(BaseHTTPRequestHandler):
    """Answers as its path says, and remembers for whom it was asked."""

    asked: list[str]

    def do_GET(self) -> None:
        self.asked.append(f"{self.headers['Host']}{self.path}")
        what = self.path.strip("/").partition(".")[0]
        status = int(what) if what.isdigit() else 200
        self.send_response(status)
        if 300 <= status < 400:
            self.send_header("Location", "http://127.0.0.1/latest/meta-data/")
        body = b"x" * (MOST_BYTES + 10) if what == "huge" else b"the certificate"
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Quiet."""


def certificate(folder: Path, host: str) -> Path:
    """Key and certificate of a server of this name, signed by itself, in one file."""
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
    now = datetime.now(UTC)
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = folder / "amazon.pem"
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(secret + signed.public_bytes(Encoding.PEM))
    return file


@pytest.fixture
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[list[str]]:
    """What the stand-in was asked for. Only the two edges are moved: where a name leads, and whom the system trusts."""
    file = certificate(tmp_path, getattr(request, "param", HOST))
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Here", (Amazon,), {"asked": []}))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    dial, port = socket.create_connection, server.server_address[1]
    monkeypatch.setattr(
        socket, "create_connection", lambda _at, *more, **kept: dial(("127.0.0.1", port), *more, **kept)
    )
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    yield server.RequestHandlerClass.asked  # type: ignore[attr-defined]
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_certificate_is_fetched_from_the_very_host_that_was_named(asked: list[str]) -> None:
    assert fetch(f"{HERE}/SimpleNotificationService-1.pem?a=b") == b"the certificate"
    assert asked == [f"{HOST}/SimpleNotificationService-1.pem?a=b"]


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_no_redirect_is_followed(asked: list[str], status: int) -> None:
    with pytest.raises(ValueError, match="elsewhere"):
        fetch(f"{HERE}/{status}.pem")
    assert asked == [f"{HOST}/{status}.pem"]


@pytest.mark.parametrize(
    "url",
    [
        f"http://{HOST}/x.pem",
        f"ftp://{HOST}/x.pem",
        "file:///etc/passwd",
        "https://127.0.0.1/x.pem",
        "https://169.254.169.254/latest/meta-data/",
        "https://s3.eu-west-1.amazonaws.com/bucket/x.pem",
        f"https://{HOST}.evil.example/x.pem",
        f"https://{HOST}@evil.example/x.pem",
        f"https://user@{HOST}/x.pem",
        f"https://{HOST}:8443/x.pem",
        f"https://evil.example/?{HOST}",
        f"https://{HOST}\\@evil.example/x.pem",
        "https://[::1]/x.pem",
        "https://[/x.pem",
        "",
    ],
)
def test_nobody_but_amazons_notification_service_is_asked(asked: list[str], url: str) -> None:
    with pytest.raises(ValueError, match="only Amazon"):
        fetch(url)
    assert asked == []


def test_an_address_with_strange_characters_is_refused(asked: list[str]) -> None:
    for path in ("x y.pem", "x\x01.pem", "ж.pem"):
        with pytest.raises(ValueError):
            fetch(f"{HERE}/{path}")
    assert asked == []


def test_an_answer_that_is_no_certificate_is_not_swallowed_whole(asked: list[str]) -> None:
    with pytest.raises(ValueError, match="larger"):
        fetch(f"{HERE}/huge.pem")


@pytest.mark.parametrize("status", [403, 404, 500, 503])
def test_trouble_at_amazon_lets_the_sender_come_again(asked: list[str], status: int) -> None:
    with pytest.raises(Unanswered, match=str(status)):
        fetch(f"{HERE}/{status}.pem")


@pytest.mark.parametrize("asked", ["sns.evil.example"], indirect=True)
def test_a_server_that_can_not_prove_its_name_is_not_believed(asked: list[str]) -> None:
    with pytest.raises(ssl.SSLCertVerificationError):
        fetch(f"{HERE}/x.pem")
    assert asked == []

"""The sample of a proxy, run as it stands but for ports and certificate: nginx in front of gunicorn."""

from __future__ import annotations

import json
import re
import shutil
import ssl
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from pathlib import Path
from urllib.parse import urlencode

import pytest

from config.settings import ROOT
from moderator.web.entering import MOST_BY_CALLER
from tests.moderator.gateway.test_webhook import raw
from tests.moderator.house import open_house, settings_for
from tests.services import free_port
from tests.test_deploying import certificate
from tests.workers.test_lines import serving

NGINX = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/bin")
pytestmark = pytest.mark.skipif(NGINX is None, reason="nginx is not installed")
NAME = "waybill.example.org"


@dataclass(frozen=True)
class Proxy:
    plain: int
    secure: int

    def line(self, by: str = "127.0.5.1") -> HTTPSConnection:
        trusting = ssl._create_unverified_context()
        return HTTPSConnection("127.0.0.1", self.secure, timeout=30, context=trusting, source_address=(by, 0))

    def ask(
        self, page: str, by: str = "127.0.5.1", body: bytes | None = None, **headers: str
    ) -> tuple[HTTPResponse, bytes]:
        line = self.line(by)
        given = {"Host": NAME, **{name.replace("_", "-"): value for name, value in headers.items()}}
        line.request("GET" if body is None else "POST", page, body, given)
        answer = line.getresponse()
        said = answer.read()
        line.close()
        return answer, said


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    assert NGINX is not None
    home = tmp_path_factory.mktemp("proxy")
    certificate(home)
    found = Proxy(free_port(), free_port())
    league = tmp_path_factory.mktemp("league")
    open_house(settings_for(league)).office.close()
    with serving(league, BASE_URL=f"https://{NAME}") as pages:
        sample = (ROOT / "config" / "nginx.conf").read_text()
        for was, here in (
            ("/etc/letsencrypt/live/waybill.example.org", str(home)),
            ("listen 80;", f"listen 127.0.0.1:{found.plain};"),
            ("listen 443 ssl", f"listen 127.0.0.1:{found.secure} ssl"),
            ("127.0.0.1:8080", f"127.0.0.1:{pages.port}"),
        ):
            assert was in sample
            sample = sample.replace(was, here)
        sample = re.sub(r"(?m)^ *listen \[::\].*\n", "", sample)
        kept = "".join(
            f"{one}_temp_path {home}/{one};\n" for one in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        whole = home / "nginx.conf"
        user = "user root;\n" if Path.home() == Path("/root") else ""
        whole.write_text(
            f"daemon off;\n{user}pid {home}/pid;\nerror_log {home}/log;\nevents {{}}\nhttp {{\n{kept}{sample}\n}}\n"
        )
        process = subprocess.Popen([NGINX, "-p", str(home), "-c", str(whole)])
        try:
            until = time.monotonic() + 20
            while True:
                try:
                    assert found.ask("/healthz")[0].status == 200
                    break
                except OSError:
                    assert process.poll() is None and time.monotonic() < until, (home / "log").read_text()
                    time.sleep(0.05)
            yield found
        finally:
            process.terminate()
            process.wait(20)


def test_plain_http_leads_to_the_same_page_in_private(proxy: Proxy) -> None:
    line = HTTPConnection("127.0.0.1", proxy.plain, timeout=10)
    line.request("GET", "/help?x=1", headers={"Host": NAME})
    answer = line.getresponse()
    assert (answer.status, answer.headers["Location"]) == (301, f"https://{NAME}/help?x=1")
    line.close()


def test_pages_come_with_the_headers_that_protect_them(proxy: Proxy) -> None:
    for page in ("/", "/help", "/games/", "/nowhere"):
        answer, said = proxy.ask(page)
        assert answer.status in (200, 302, 404) and (said or answer.status == 302), page
        for name in ("Strict-Transport-Security", "Content-Security-Policy", "X-Content-Type-Options", "Cache-Control"):
            assert len(answer.headers.get_all(name) or []) == 1, (page, name)


@pytest.mark.parametrize("page", ["/metrics", "/readyz", "/%6detrics", "//metrics", "/./readyz", "/help/../metrics"])
def test_what_is_the_operators_is_not_there(proxy: Proxy, page: str) -> None:
    assert proxy.ask(page)[0].status == 404


def test_nobody_sits_at_this_machine(proxy: Proxy) -> None:
    for spelling in ({}, {"Host": "127.0.0.1"}, {"Host": "localhost:8080"}, {"X_Forwarded_For": "127.0.0.1"}):
        assert proxy.ask("/mailbox/", **spelling)[0].status in (302, 403, 404)


def test_callers_are_told_apart_by_the_proxy_and_not_by_their_own_word(proxy: Proxy) -> None:
    asked = 0

    def sign_in(by: str, told: str) -> int:
        nonlocal asked
        asked += 1
        answer, page = proxy.ask("/signin", by, X_Forwarded_For=told)
        if answer.status != 200:
            return answer.status
        cookie = answer.headers["Set-Cookie"]
        assert "Secure" in cookie and "HttpOnly" in cookie
        token = re.search(r'name="token" value="([^"]+)"', page.decode())
        assert token is not None
        form = urlencode({"token": token[1], "address": f"v{asked}@d{asked}.example", "next": ""}).encode()
        kind = "application/x-www-form-urlencoded"
        more = {"Content_Type": kind, "Cookie": cookie.partition(";")[0], "Origin": f"https://{NAME}"}
        return proxy.ask("/signin", by, form, X_Forwarded_For=told, **more)[0].status

    assert [sign_in("127.0.5.2", f"198.51.100.{n}") for n in range(MOST_BY_CALLER)] == [302] * MOST_BY_CALLER
    assert sign_in("127.0.5.2", "198.51.100.99") == 429
    assert sign_in("127.0.5.3", "127.0.5.2") == 302


@pytest.mark.parametrize(
    ("page", "size", "taken"),
    [
        ("/signin", 100 * 1024, True),
        ("/signin", 300 * 1024, False),
        ("/import", 2 * 1024 * 1024, True),
        ("/import", 4 * 1024 * 1024, False),
        ("/verify", 20 * 1024 * 1024, True),
        ("/verify", 26 * 1024 * 1024, False),
        ("/hooks/mail/raw", 19 * 1024 * 1024, True),
        ("/hooks/mail/raw", 31 * 1024 * 1024, False),
    ],
)
def test_the_proxy_takes_what_the_pages_take(proxy: Proxy, page: str, size: int, taken: bool) -> None:
    """What our own limits let through must not end at the proxy, nor the other way round by much."""
    answer, said = proxy.ask(page, "127.0.5.4", b"x" * size, Content_Type="application/octet-stream")
    by_nginx = b"<center>nginx" in said
    assert (answer.status == 413 and by_nginx) is not taken, (answer.status, said[:200])


def test_a_providers_mail_comes_through_as_it_was_posted(proxy: Proxy) -> None:
    headers, body = raw(
        mail=b"From: a@x.example\r\n\r\n\xff\0\r\n", at=int(time.time()), key="a key that is long enough"
    )
    answer, said = proxy.ask("/hooks/mail/raw", body=body, **{k.replace("-", "_"): v for k, v in headers.items()})
    assert (answer.status, json.loads(said)["duplicate"]) == (202, False)


def test_a_table_that_is_open_asks_every_second_and_is_answered(proxy: Proxy) -> None:
    """Forty at once are a household; who asks on and on is told to wait, and others are not."""
    line = proxy.line("127.0.5.6")
    heard = []
    for _ in range(90):
        line.request("GET", "/healthz", headers={"Host": NAME})
        answer = line.getresponse()
        answer.read()
        heard.append(answer.status)
    line.close()
    assert heard[:40] == [200] * 40 and 429 in heard and set(heard) == {200, 429}
    assert proxy.ask("/healthz", "127.0.5.7")[0].status == 200


def test_half_requests_wait_at_the_proxy_and_hold_up_nobody(proxy: Proxy) -> None:
    held = []
    for number in range(50):
        line = proxy.line(f"127.0.6.{number + 1}")
        line.putrequest("POST", "/signin")
        line.putheader("Content-Length", "5000")
        line.endheaders(b"abc")
        held.append(line)
    began = time.monotonic()
    assert proxy.ask("/healthz")[0].status == 200 and time.monotonic() - began < 3
    for line in held:
        line.close()

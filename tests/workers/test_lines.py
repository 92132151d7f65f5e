"""The league's pages under gunicorn, met by callers who never finish their requests."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import pytest

from config.settings import ROOT
from tests.services import free_port
from workers.lines import ANSWERED, Fair

FORM = b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 5000\r\n\r\n"
HALF = b"POST /signin HTTP/1.1\r\nHost: x\r\n" + FORM + b"abc"
HEAD = b"GET / HTTP/1.1\r\nHost: x\r\nX: "


@dataclass(frozen=True)
class Pages:
    port: int
    log: Path

    def call(self, by: str, said: bytes = b"") -> socket.socket:
        line = socket.create_connection(("127.0.0.1", self.port), 20, (by, 0))
        line.sendall(said)
        return line

    def answers(self, by: str) -> bool:
        with suppress(OSError), self.call(by, b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n") as line:
            return b" 200 " in line.recv(1000)
        return False


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pages]:
    # Nobody's time is over here: what leaves threads for others is that they are shared out.
    with serving(tmp_path_factory.mktemp("league"), "--timeout", "300", "--keep-alive", "300") as found:
        yield found


@contextmanager
def serving(home: Path, *options: str, **more: str) -> Iterator[Pages]:
    port = free_port()
    found = Pages(port, home / "log")
    env = {name: value for name, value in os.environ.items() if not name.startswith("WAYBILL_")}
    settings = {"HOME": str(home), "HTTP_BIND": f"127.0.0.1:{port}", "RAW_KEY": "a key that is long enough", **more}
    env |= {f"WAYBILL_{name}": value for name, value in settings.items()}
    line = [sys.executable, "-m", "gunicorn", "-c", "config/gunicorn.py", *options, "workers.web:application()"]
    with found.log.open("wb") as said:
        process = subprocess.Popen(line, env=env, cwd=ROOT, stdout=said, stderr=said)
    try:
        until = time.monotonic() + 90
        while not found.answers("127.0.3.9"):
            assert process.poll() is None, found.log.read_text()
            assert time.monotonic() < until, found.log.read_text()
            time.sleep(0.1)
        yield found
    finally:
        process.terminate()
        process.wait(40)


@pytest.mark.parametrize("half", [HALF, HEAD, b""], ids=["half a form", "half a header", "nothing"])
def test_half_requests_of_one_caller_leave_threads_for_others(pages: Pages, half: bytes) -> None:
    held = [pages.call("127.0.3.1", half) for _ in range(60)]
    for _ in range(10):
        assert pages.answers("127.0.3.2")
    for line in held:
        line.close()


@pytest.mark.long
def test_half_requests_of_many_callers_are_not_waited_for_while_others_wait(tmp_path: Path) -> None:
    # Nobody's time is over within this test but for want of threads.
    with serving(tmp_path, "--timeout", "300", "--keep-alive", "1") as pages:
        held = [pages.call(f"127.0.4.{number}", HALF) for number in range(1, 17) for _ in range(4)]
        for _ in range(5):
            assert pages.answers("127.0.3.2")
        for line in held:
            line.close()


@dataclass(frozen=True)
class Line:
    """As much of gunicorn's own as is looked at here."""

    client: tuple[str, int]
    sock: socket.socket | None = None


def test_of_who_takes_too_long_nothing_more_is_read() -> None:
    worker = Fair.__new__(Fair)
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.settimeout(5)
        worker.cfg = SimpleNamespace(timeout=60, keepalive=5, threads=12)
        worker.pending_conns, worker._since = deque(), {Line(("192.0.2.1", 1), ours): time.monotonic() - 61}
        worker.murder_pending()
        assert ours.recv(1) == b""
        # The answer is written all the same.
        ours.sendall(b"sorry")
        assert theirs.recv(5) == b"sorry"


def test_who_does_not_take_an_answer_is_given_up() -> None:
    """A thread that writes to somebody who reads nothing is held as well as one that reads."""
    worker = Fair.__new__(Fair)
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        line = Line(("192.0.2.1", 1), ours)
        worker.cfg = SimpleNamespace(timeout=60, keepalive=5, threads=12)
        worker.pending_conns, worker._since = deque(), {line: time.monotonic() - ANSWERED * 60 - 1}
        worker.murder_pending()
        with pytest.raises(BrokenPipeError):
            ours.sendall(b"x" * 1_000_000)


@pytest.mark.parametrize(
    ("one", "other"),
    [("2001:db8:0:1::1", "2001:db8:0:1:ffff::2"), ("::ffff:192.0.2.7", "192.0.2.7"), ("fe80::1%eth0", "fe80::2")],
)
def test_what_one_customer_has_is_one_caller(one: str, other: str) -> None:
    worker = Fair.__new__(Fair)
    worker._proxies = ()
    callers = {worker._caller(Line((host, 1))) for host in (one, other)}
    assert len(callers) == 1 and callers != {""}
    assert worker._caller(Line(("2001:db8:0:2::1", 1))) not in callers
    # A proxy of ours is nobody, at a door for both kinds of addresses as well.
    assert {worker._caller(Line((host, 1))) for host in ("127.0.0.1", "::1", "::ffff:127.0.0.1")} == {""}


@pytest.mark.long
def test_a_request_that_does_not_come_to_its_end_is_given_up(tmp_path: Path) -> None:
    # What takes a minute there takes some seconds here.
    with serving(tmp_path, "--timeout", "4") as pages, pages.call("127.0.3.3", HALF) as line:
        line.settimeout(0.2)
        for _ in range(1000):
            # A letter now and then is no progress.
            with suppress(TimeoutError):
                line.sendall(b"x")
                assert b" 200 " not in line.recv(1000)
                break
        else:
            pytest.fail("it is still listened to")


def test_a_broken_piece_is_told_in_a_line(pages: Pages) -> None:
    for broken in (b"5\r\nabc", b"zz\r\nabc\r\n", b"3\r\nabcdef\r\n"):
        head = b"POST /hooks/mail/raw HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        with pages.call("127.0.3.4", head + broken) as line:
            line.shutdown(socket.SHUT_WR)
            assert b" 400 " in line.recv(1000)
    said = pages.log.read_text()
    assert "Traceback" not in said
    assert said.count("hook raw unusable") == 3

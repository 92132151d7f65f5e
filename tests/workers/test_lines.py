"""The league's pages under gunicorn, met by callers who never finish their requests."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from config.settings import ROOT
from tests.services import free_port

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
    home, port = tmp_path_factory.mktemp("league"), free_port()
    found = Pages(port, home / "log")
    env = {name: value for name, value in os.environ.items() if not name.startswith("WAYBILL_")}
    settings = {"HOME": str(home), "HTTP_BIND": f"127.0.0.1:{port}", "RAW_KEY": "a key that is long enough"}
    env |= {f"WAYBILL_{name}": value for name, value in settings.items()}
    # What takes a minute there takes some seconds here.
    line = [sys.executable, "-m", "gunicorn", "-c", "config/gunicorn.py", "--timeout", "4", "workers.web:application()"]
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


def test_a_request_that_does_not_come_to_its_end_is_given_up(pages: Pages) -> None:
    with pages.call("127.0.3.3", HALF) as line:
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

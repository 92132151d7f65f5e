"""The pages of `./waybill run` over real sockets, met by callers who take more than their share."""

from __future__ import annotations

import socket
import time
from contextlib import closing, suppress
from pathlib import Path

import pytest

from moderator.office.callers import MOST_LINES
from tests.workers.test_proxies import call, served
from workers import pages

ASKING = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


def line_to(port: int, by: str = "127.0.3.1", room: int = 0) -> socket.socket:
    line = socket.socket()
    if room:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
    line.settimeout(20)
    line.bind((by, 0))
    line.connect(("127.0.0.1", port))
    return line


def is_over(line: socket.socket) -> bool:
    """Whether the other side hangs up; what it has said before is taken."""
    with suppress(ConnectionError):
        while line.recv(1 << 20):
            pass
    return True


def test_who_asks_for_many_pages_at_once_and_takes_none_keeps_no_thread(tmp_path: Path) -> None:
    """Eight lines with 8 kB of requests each held all threads for as long as they liked."""
    with served(tmp_path) as port:
        lines = [line_to(port, room=2048) for _ in range(8)]
        for line in lines:
            line.sendall(ASKING * (8000 // len(ASKING)))
        time.sleep(0.5)
        assert call(port, "/healthz", {}, by="127.0.3.2")[0] == 200
        for line in lines:
            assert is_over(line)
            line.close()


def test_a_few_requests_at_once_are_answered_in_turn(tmp_path: Path) -> None:
    with served(tmp_path) as port, closing(line_to(port)) as line:
        asked = ASKING.replace(b"/ ", b"/healthz ")
        line.sendall(asked * (pages.MOST_AHEAD - 1) + asked.replace(b"x\r\n", b"x\r\nConnection: close\r\n"))
        heard = b""
        while piece := line.recv(65536):
            heard += piece
    assert heard.count(b"200 OK") == pages.MOST_AHEAD


def test_one_caller_can_not_have_all_lines(tmp_path: Path) -> None:
    with served(tmp_path) as port:
        lines = [line_to(port) for _ in range(MOST_LINES + 1)]
        assert is_over(lines[-1])
        lines[0].sendall(ASKING)
        assert lines[0].recv(1000).startswith(b"HTTP/1.1 200")
        assert call(port, "/healthz", {}, by="127.0.3.2")[0] == 200
        # Whoever comes through a proxy of ours is told apart there.
        proxied = [line_to(port, "127.0.0.1") for _ in range(MOST_LINES + 1)]
        proxied[-1].sendall(ASKING)
        assert proxied[-1].recv(1000).startswith(b"HTTP/1.1 200")
        for line in (*lines, *proxied):
            line.close()


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="this system does not end such lines")
def test_answers_that_nobody_takes_are_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server closes a line when it can write to it: to who takes nothing it never can."""
    narrow = [(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096), (socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000)]
    monkeypatch.setattr(pages, "_GIVEN_UP", narrow)
    with served(tmp_path) as port, closing(line_to(port, room=2048)) as line:
        line.sendall(ASKING)
        time.sleep(4)
        with pytest.raises(OSError):
            for _ in range(20):
                line.sendall(b"x")
                time.sleep(0.2)


def test_more_lines_than_a_thousand_end_nothing(tmp_path: Path) -> None:
    """The usual way to wait for lines fails for ever with the first whose number is larger than 1023."""
    with served(tmp_path) as port:
        taken = [socket.socket() for _ in range(1100)]
        assert max(one.fileno() for one in taken) > 1023
        assert call(port, "/healthz", {}, by="127.0.3.2")[0] == 200
        for one in taken:
            one.close()
        assert call(port, "/healthz", {}, by="127.0.3.2")[0] == 200

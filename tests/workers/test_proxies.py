"""What a proxy in front of `./waybill run` tells, over the service's own sockets: who sits here, and who calls."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

import pytest
from waitress import wasyncore  # type: ignore[import-untyped]

from moderator.web.entering import MOST_BY_CALLER
from tests.moderator.house import open_house, settings_for
from tests.services import free_port
from workers.pages import pages


@contextmanager
def served(home: Path, **settings: str) -> Iterator[int]:
    port = free_port()
    house = open_house(settings_for(home, HTTP_BIND=f"127.0.0.1:{port}", **settings))
    server = pages(house.office)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield port
    # Its own loop closes everything, when the threads have told it that they are done.
    server.task_dispatcher.shutdown()
    with suppress(OSError):
        # The loop may be woken, and done, before we wake it.
        server.trigger.pull_trigger(lambda: wasyncore.close_all(server._map))
    thread.join(10)
    house.office.close()


def call(
    port: int, page: str, headers: dict[str, str], form: dict[str, str] | None = None, by: str = ""
) -> tuple[int, str, str]:
    """Status, text and cookie of a page; ``by`` is the address the call is made from."""
    line = HTTPConnection("127.0.0.1", port, timeout=20, source_address=(by, 0) if by else None)
    if form is None:
        line.request("GET", page, headers=headers)
    else:
        typed = {"Content-Type": "application/x-www-form-urlencoded"}
        line.request("POST", page, urlencode(form), {**headers, **typed})
    answer = line.getresponse()
    text, cookie = answer.read().decode(), (answer.headers.get("Set-Cookie") or "").partition(";")[0]
    line.close()
    return answer.status, text, cookie


@pytest.mark.parametrize(
    "header",
    [
        "X-Forwarded-For",
        "X-Forwarded-Host",
        "X-Forwarded-Proto",
        "X-Forwarded-By",
        "X-Forwarded-Port",
        "Forwarded",
        "Via",
    ],
)
def test_whom_a_proxy_brings_finds_neither_mailbox_nor_figures(tmp_path: Path, header: str) -> None:
    with served(tmp_path) as port:
        assert [call(port, page, {})[0] for page in ("/mailbox/", "/metrics")] == [200, 200]
        brought = {header: "for=203.0.113.5" if header == "Forwarded" else "203.0.113.5"}
        assert [call(port, page, brought)[0] for page in ("/mailbox/", "/metrics")] == [302, 403]


def test_a_proxys_callers_are_told_apart_and_others_words_count_for_nothing(tmp_path: Path) -> None:
    with served(tmp_path, PROXIES="127.0.7.0/24") as port:

        def ask(told: str, by: str = "") -> int:
            brought = {"X-Forwarded-For": told}
            _, page, cookie = call(port, "/signin", brought, by=by)
            token = re.search(r'name="token" value="([^"]+)"', page)
            assert token is not None
            form = {"token": token[1], "address": f"v{len(asked)}@d{len(asked)}.example", "next": ""}
            asked.append(told)
            return call(port, "/signin", {**brought, "Cookie": cookie}, form, by)[0]

        asked: list[str] = []
        for by in ("127.0.0.1", "127.0.7.1"):  # on this machine, and one that is named
            told = f"198.51.100.{by[-3]}"
            assert {ask(told, by) for _ in range(MOST_BY_CALLER)} == {302}
            assert ask(told, by) == 429
            assert ask(f"{told}, 203.0.113.9", by) == 302
        # Who is no proxy of ours may write what they like, and stays who they are.
        assert {ask(f"198.51.100.{one}", "127.0.9.9") for one in range(MOST_BY_CALLER)} == {302}
        assert ask("198.51.100.99", "127.0.9.9") == 429

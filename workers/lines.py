"""gunicorn's worker with threads, in which no caller has all of them and nobody is listened to for ever."""

from __future__ import annotations

import time
from collections import Counter, deque
from concurrent.futures import Future
from contextlib import suppress
from itertools import chain
from socket import SHUT_RD, SHUT_RDWR
from typing import Any

from gunicorn.workers.gthread import ThreadWorker  # type: ignore[import-untyped]

from config.settings import load
from moderator.office.callers import MOST_LINES, caller_at, is_proxy

# Of one caller so many requests are worked on at once, the next ones wait.
MOST_AT_ONCE = 4
# How often the time for a request until its answer must have been taken, too.
ANSWERED = 3


class Fair(ThreadWorker):  # type: ignore[misc]
    """All but `handle` runs in the worker's one loop, so that nothing here needs a lock."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._proxies = load().proxies
        self._at_once: Counter[str] = Counter()
        self._waiting: dict[str, deque[Any]] = {}
        # Requests that are worked on, and since when.
        self._since: dict[Any, float] = {}

    def enqueue_req(self, conn: Any) -> None:
        who = self._caller(conn)
        if who and self._lines_of(who) >= MOST_LINES:
            self.nr_conns -= 1
            conn.close()
        elif who and self._at_once[who] >= MOST_AT_ONCE:
            self._waiting.setdefault(who, deque()).append(conn)
        else:
            self._begin(conn, who)

    def _begin(self, conn: Any, who: str) -> None:
        self._at_once[who] += 1
        self._since[conn] = time.monotonic()
        super().enqueue_req(conn)

    def finish_request(self, conn: Any, fs: Future[Any]) -> None:
        who = self._caller(conn)
        self._since.pop(conn, None)
        self._at_once[who] -= 1
        super().finish_request(conn, fs)
        if (waiting := self._waiting.get(who)) and self._at_once[who] < MOST_AT_ONCE:
            self._begin(waiting.popleft(), who)
        if not self._waiting.get(who):
            self._waiting.pop(who, None)
        if not self._at_once[who]:
            del self._at_once[who]

    def murder_pending(self) -> None:
        """Once a second: of requests that take too long nothing more is read. Their answers are written all the same,
        but not for ever to somebody who does not take them."""
        super().murder_pending()
        now, limit = time.monotonic(), self.cfg.timeout
        # While others wait for a thread, whoever has one is waited for no longer than a line may be idle.
        patience = limit if len(self._since) <= self.cfg.threads else min(limit, self.cfg.keepalive)
        for conn, since in self._since.items():
            if now - since > patience:
                with suppress(OSError):
                    conn.sock.shutdown(SHUT_RDWR if now - since > ANSWERED * limit else SHUT_RD)

    def _lines_of(self, who: str) -> int:
        waiting = self._waiting.get(who, ())
        return sum(
            self._caller(one) == who for one in chain(self._since, self.keepalived_conns, self.pending_conns, waiting)
        )

    def _caller(self, conn: Any) -> str:
        """Whose request it is; nobody's if a proxy of ours brings it, which keeps its own callers apart."""
        host = str(conn.client[0]) if isinstance(conn.client, tuple) and conn.client else ""
        return "" if not host or is_proxy(host, self._proxies) else caller_at(host)

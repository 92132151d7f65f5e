"""The pages' own server where all of the service is one process, in which no caller has all lines or threads."""

from __future__ import annotations

import socket
from collections.abc import Collection
from functools import partial
from ipaddress import IPv4Network, IPv6Network
from typing import Any

from waitress.channel import HTTPChannel  # type: ignore[import-untyped]
from waitress.server import BaseWSGIServer, create_server  # type: ignore[import-untyped]

from moderator.gateway.webhook import WRAPPING
from moderator.office.callers import MOST_LINES, caller_at, is_proxy
from moderator.office.desk import Office
from moderator.web import create_app

# Requests that a line may bring at once: a browser brings one and waits for its answer. Each is answered into memory
# until somebody takes the answers, and beyond so much of them a thread waits for that.
MOST_AHEAD = 4
# In seconds: half a request keeps its line no longer, nor do answers that nobody takes.
PATIENCE = 30


def pages(office: Office) -> Any:
    host, port = office.settings.http_bind
    parts: dict[int, Any] = {}
    server = create_server(
        create_app(office),
        map=parts,
        host=host,
        port=port,
        threads=8,
        ident="Waybill",
        # What proxies write reaches our own eyes (`web/session.py`): whoever wrote it, it tells that a caller does not
        # sit at this machine, and whose word counts for more is known there.
        clear_untrusted_proxy_headers=False,
        channel_timeout=PATIENCE,
        cleanup_interval=10,
        connection_limit=500,
        # The other way ends for ever with the first line whose number is larger than 1023.
        asyncore_use_poll=True,
        max_request_header_size=32 * 1024,
        # The largest mail in a provider's wrapping; every other path takes less (see `gateway/webhook.py`).
        max_request_body_size=(WRAPPING + 1) * office.settings.max_mail_bytes,
    )
    for one in parts.values():
        if isinstance(one, BaseWSGIServer):
            one.channel_class = partial(_Line, proxies=office.settings.proxies)
            one.adj.socket_options = [*one.adj.socket_options, *_GIVEN_UP]
    return server


# The server closes a line when it can write to it; only the system ends one that nobody reads at the other end.
_GIVEN_UP = (
    [(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, PATIENCE * 1000)] if hasattr(socket, "TCP_USER_TIMEOUT") else []
)


class _Line(HTTPChannel):  # type: ignore[misc]
    """One connection; `will_close` has the server hang up."""

    def __init__(self, *args: Any, proxies: Collection[IPv4Network | IPv6Network], **options: Any) -> None:
        super().__init__(*args, **options)
        host = str(self.addr[0])
        # A proxy of ours keeps its own callers apart.
        self.caller = "" if is_proxy(host, proxies) else caller_at(host)
        theirs = sum(other.caller == self.caller for other in self.server.active_channels.values())
        self.will_close = bool(self.caller) and theirs > MOST_LINES

    def received(self, data: bytes) -> bool:
        taken = bool(super().received(data))
        if len(self.requests) > MOST_AHEAD:
            with self.requests_lock:
                # The first is being answered. What is refused as too large ends its line when that is said; what still
                # comes of it looks like more requests and is read till then, else nobody would hear why.
                if not (self.requests and self.requests[0].error):
                    self.will_close = True
                del self.requests[1:]
        return taken

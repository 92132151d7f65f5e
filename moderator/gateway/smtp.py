"""The SMTP and LMTP server: the mail is safe before it says 250, and no client can bring it down."""

from __future__ import annotations

import asyncio
import logging
import re
import ssl
import threading
from collections import Counter
from collections.abc import Awaitable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, AnyStr

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP

from moderator.inbox.envelope import MOST_BYTES, Envelope, Known, TakeIn, TooMuch
from moderator.office.callers import caller_at

log = logging.getLogger(__name__)

MOST_RECIPIENTS = 50
# In seconds: a whole conversation, and one in which no mail is begun.
LONGEST_CONVERSATION, PATIENCE = 900.0, 90.0
# Saying nothing is polite now and then; a relay does it once or twice.
MOST_NOOPS = 20
# Lines that are no command, or none at this moment: the library answers each, and counts only some.
MOST_MISTAKES = 50
# In seconds: how long somebody whose time is over may take to read that it is.
LAST_WORDS = 5.0
# In seconds: who has begun a mail so long ago gives its line up, where others have none.
SLOW_MAIL = 30.0
# Mails that are still being sent to us are kept in memory: by all callers together, and by one.
MOST_UNDER_WAY, MOST_OF_ONE = 128 * 1024 * 1024, 40 * 1024 * 1024
# What a caller is told when lines are needed for others.
BUSY = b"421 4.3.2 Too many connections, please try again later\r\n"
END_OF_DATA = b"\r\n.\r\n"
# The parent takes any digit for a number, and ² is one.
_NO_SIZE = re.compile(r"(?i) SIZE=(?![0-9]{1,20}(?:\s|$))")
_FIRST_MEANT = re.compile(r"(?i) (ORCPT|NOTIFY)=\S{1,500}(?=\s|$)")


class _Conversation(SMTP):
    """One connection. Unlike its parent it takes the data in large pieces, so a mail of short lines costs no more."""

    # The size of a piece; the parent refuses lines longer than this, we only refuse commands.
    line_length_limit = 1 << 16

    def __init__(self, clerk: _Clerk, **options: Any) -> None:
        super().__init__(clerk, **options)
        self._clerk = clerk
        # How much of a mail we keep for this caller.
        self.held = 0
        # Since when they are sending a mail.
        self.sending: float | None = None
        self._mistakes = 0
        self._failed = False
        self._met = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        if self._met:
            # The same caller, from here on with TLS.
            super().connection_made(transport)
            return
        peer = transport.get_extra_info("peername")
        self.client = caller_at(str(peer[0]) if isinstance(peer, tuple) and peer else "local")
        theirs = sum(other.client == self.client for other in self._clerk.live)
        if theirs >= self._clerk.most_per_client or not self._clerk.has_a_line(theirs):
            assert isinstance(transport, asyncio.WriteTransport)
            transport.write(BUSY)
            transport.close()
            return
        self._met, self.since = True, self.loop.time()
        self._wait()
        # Nobody's conversation takes this long, and whoever keeps one open takes a line from others.
        self._over = self.loop.call_later(LONGEST_CONVERSATION, self._timeout_cb)
        self._clerk.live.add(self)
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        if not self._met:
            return
        self._clerk.live.discard(self)
        self.held = 0
        self._over.cancel()
        self._waited.cancel()
        super().connection_lost(error)

    def _wait(self) -> None:
        """Until the next mail begins; a relay that has sent one may have more."""
        self._waited = self.loop.call_later(self._clerk.patience, self.give_up)

    def give_up(self) -> None:
        """Gives the line to others; whoever has a mail comes again."""
        self._clerk.live.discard(self)
        if isinstance(self.transport, asyncio.WriteTransport):
            self.transport.write(BUSY)
        self._timeout_cb()

    def _timeout_cb(self) -> None:
        """Ends it, as the parent does when nothing was said for long. A line is closed when what we said was taken, and
        who takes nothing would keep it for ever."""
        if isinstance(self.transport, asyncio.WriteTransport):
            self.transport.close()
            self.loop.call_later(LAST_WORDS, self.transport.abort)

    async def push(self, status: AnyStr) -> None:
        await super().push(status)
        # Commands that are here already are read without waiting for anything: others have their turn in between.
        await asyncio.sleep(0)
        self._mistakes += status[:2] in ("50", b"50")
        if self._mistakes > MOST_MISTAKES:
            self.give_up()

    async def handle_exception(self, error: Exception) -> str:
        # Counted like any other slip, and told of once in a conversation.
        self._mistakes += 1
        if not self._failed:
            log.warning("mail conversation failed: %s", type(error).__name__)
        self._failed = True
        return "451 4.3.0 Please try again"

    async def smtp_MAIL(self, arg: str | None) -> None:  # noqa: N802 (the parent finds commands by this name)
        if arg and _NO_SIZE.search(arg):
            await self.push("501 5.5.4 SIZE is a number")
            return
        await super().smtp_MAIL(arg)

    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802
        if await self.check_helo_needed():
            return
        assert self.envelope is not None
        if not self.envelope.rcpt_tos:
            await self.push("503 5.5.1 Name a recipient first")
            return
        if arg:
            await self.push("501 5.5.4 Syntax: DATA")
            return
        self.sending = self.loop.time()
        self._waited.cancel()
        await self.push("354 End data with <CR><LF>.<CR><LF>")
        content = await self._read_data()
        if isinstance(content, str):
            answer = _for_each(self.envelope.rcpt_tos, content) if isinstance(self, LMTP) else content
        else:
            self.envelope.content = content
            answer = await self._clerk.handle_DATA(self, self.session, self.envelope)
        self.held, self.sending = 0, None
        self._wait()
        self._set_post_data_state()  # type: ignore[no-untyped-call]
        await self.push(answer)

    async def _read_data(self) -> bytes | str:
        """All data up to the single dot, undotted. If it is too much, the rest is read away, and this is our answer."""
        pieces: list[bytes] = []
        size = 0
        most = (self.data_size_limit or MOST_BYTES) + len(END_OF_DATA) + 2
        refused = ""
        # With a line end in front, a dot in the very first line is found like any other.
        self._reader._buffer[:0] = b"\r\n"  # type: ignore[attr-defined]
        ended = False
        while not ended:
            try:
                piece = await self._reader.readuntil(END_OF_DATA)
                ended = True
            except asyncio.LimitOverrunError as more:
                piece = await self._reader.readexactly(more.consumed)
                # Whoever still brings something has not fallen silent, however thin their line is.
                self._reset_timeout()
            size += len(piece)
            if size > most:
                refused = "552 5.3.4 The mail is larger than we take"
            elif not self._clerk.has_room(self, len(piece)):
                refused = refused or "452 4.3.1 Too much mail at once, please try again later"
            if refused:
                pieces.clear()
                self.held = 0
            else:
                pieces.append(piece)
                self.held += len(piece)
        return refused or b"".join(pieces)[: -len(END_OF_DATA) + 2].replace(b"\r\n.", b"\r\n")[2:]


class _LocalConversation(_Conversation, LMTP):
    """The same for LMTP, which wants one answer for each recipient."""

    async def smtp_RCPT(self, arg: str | None) -> None:  # noqa: N802
        # Dovecot tells whom a mail was first meant for, whether it is asked or not; the parent knows no parameters.
        await super().smtp_RCPT(_FIRST_MEANT.sub("", arg) if arg else arg)


def _for_each(recipients: list[str], answer: str) -> str:
    return "\r\n".join([answer] * len(recipients))


class _Clerk:
    """Answers aiosmtpd's questions by asking the two callables; the database waits in threads, not in the loop."""

    def __init__(
        self, take_in: TakeIn, known: Known, source: str, *, most: int, most_per_client: int, patience: float
    ) -> None:
        self.most, self.most_per_client, self.patience = most, most_per_client, patience
        self._take_in, self._known, self._source = take_in, known, source
        self._threads = ThreadPoolExecutor(max_workers=4, thread_name_prefix=f"{source}-in")
        self.live: set[_Conversation] = set()

    def has_a_line(self, theirs: int) -> bool:
        """Whether there is a line for a caller who has so many. If all are taken, others who have more and send nothing
        give one up, or send a mail that does not come to its end: first whoever sends nothing, then whoever holds most,
        and of theirs the oldest."""
        if len(self.live) < self.most:
            return True
        lines = Counter(other.client for other in self.live)
        long_ago = asyncio.get_running_loop().time() - SLOW_MAIL
        useless = [
            other
            for other in self.live
            if lines[other.client] > theirs and (other.sending is None or other.sending < long_ago)
        ]
        if useless:
            max(useless, key=lambda other: (other.sending is None, lines[other.client], -other.since)).give_up()
        return bool(useless)

    def has_room(self, caller: _Conversation, more: int) -> bool:
        """Whether so much more may be kept for a caller, beside what is kept for them and all others."""
        theirs = sum(other.held for other in self.live if other.client == caller.client)
        return theirs + more <= MOST_OF_ONE and sum(other.held for other in self.live) + more <= MOST_UNDER_WAY

    def _in_thread(self, function: Any, *args: Any) -> Awaitable[Any]:
        return asyncio.get_running_loop().run_in_executor(self._threads, function, *args)

    async def handle_EHLO(  # noqa: N802
        self, server: Any, session: Any, envelope: Any, hostname: str, responses: list[str]
    ) -> list[str]:
        session.host_name = hostname
        # Whoever speaks LMTP may count on this, and at either door commands are read one after the other.
        return [*responses[:-1], "250-PIPELINING", responses[-1]]

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: list[str]) -> str:  # noqa: N802
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return "452 4.5.3 Too many recipients"
        try:
            known = await self._in_thread(self._known, address)
        except Exception:
            log.exception("could not look up a mailbox")
            return "451 4.3.0 Please try again later"
        if not known:
            return "550 5.1.1 No such mailbox here"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        peer = session.peer[0] if isinstance(session.peer, tuple) else "local"
        about = Envelope(
            source=self._source,
            # The null sender of bounces arrives as a pair of brackets.
            sender=(envelope.mail_from or "").removeprefix("<").removesuffix(">"),
            recipients=tuple(envelope.rcpt_tos),
            received_from=f"{peer} ({session.host_name})",
        )
        try:
            receipt = await self._in_thread(self._take_in, bytes(envelope.content), about)
            answer = f"250 2.0.0 Taken in as {receipt.mail_id}"
        except TooMuch:
            answer = "452 4.3.1 Too much mail from here within an hour, please try again later"
        except Exception:
            # The sender keeps the mail and comes again; saying more could tell a stranger about our insides.
            log.exception("could not take in a mail")
            answer = "451 4.3.0 Please try again later"
        return _for_each(envelope.rcpt_tos, answer) if self._source == "lmtp" else answer

    def close(self) -> None:
        self._threads.shutdown(wait=True)


class SmtpServer:
    """Listens in a thread of its own from start() until stop(). Port 0 takes any free port, then told by `port`."""

    def __init__(
        self,
        take_in: TakeIn,
        known: Known,
        host: str = "127.0.0.1",
        port: int = 2525,
        *,
        lmtp: bool = False,
        hostname: str = "waybill",
        most_bytes: int = MOST_BYTES,
        most_connections: int = 100,
        # As many as a relay in front of us opens at once; one caller alone can't take all lines.
        most_per_client: int = 20,
        timeout: float = 60,
        patience: float = PATIENCE,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self.host, self.port = host, port
        self._clerk = _Clerk(
            take_in,
            known,
            "lmtp" if lmtp else "smtp",
            most=most_connections,
            most_per_client=most_connections if lmtp else most_per_client,
            patience=patience,
        )
        self._kind = _LocalConversation if lmtp else _Conversation
        # A client may repeat itself a good deal, but not for ever.
        self._options: dict[str, Any] = {
            "data_size_limit": most_bytes,
            "hostname": hostname,
            "ident": "Waybill",
            "timeout": timeout,
            "tls_context": tls,
            "enable_SMTPUTF8": True,
            "command_call_limit": {"*": 1000, "NOOP": MOST_NOOPS},
        }
        self._loop = asyncio.new_event_loop()
        self._server: asyncio.Server | None = None
        self._thread = threading.Thread(target=self._serve, name=f"{self._clerk._source}-server", daemon=True)

    def start(self) -> None:
        """Returns when the port is open; raises OSError if it can't be.

        The port is opened on the server's own thread, so that it does not matter what the caller's thread is running.
        """
        self._thread.start()
        opening = asyncio.run_coroutine_threadsafe(self._open(), self._loop)
        try:
            self._server = opening.result()
        except OSError:
            self._end()
            raise
        self.port = self._server.sockets[0].getsockname()[1]

    async def _open(self) -> asyncio.Server:
        return await self._loop.create_server(self._meet, self.host, self.port)

    def _end(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def stop(self) -> None:
        """Returns when no connection is left and every mail that was being taken in has been."""
        if self._server is None:
            return
        self._end()
        self._server = None

    def _meet(self) -> asyncio.BaseProtocol:
        return self._kind(self._clerk, loop=self._loop, **self._options)

    def _serve(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_forever()
        finally:
            if self._server is not None:
                self._server.close()
            for conversation in list(self._clerk.live):
                if conversation.transport is not None:
                    conversation.transport.close()
            waiting = asyncio.all_tasks(self._loop)
            for task in waiting:
                task.cancel()
            self._loop.run_until_complete(asyncio.gather(*waiting, return_exceptions=True))
            self._clerk.close()
            self._loop.run_until_complete(asyncio.sleep(0))
            self._loop.close()

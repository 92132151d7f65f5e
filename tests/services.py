"""Real PostgreSQL, Redis, Dovecot, an SMTP sink and Chromium, private to one test run and gone afterwards.

The servers listen on unix sockets in a temporary folder (Dovecot on ports of this machine alone), so they never meet a
server that already runs here.
A test whose program is missing is skipped with the program's name; `./waybill test` installs them.
"""

from __future__ import annotations

import asyncio
import grp
import os
import pwd
import shutil
import smtplib
import socket
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest


def free_port() -> int:
    """A TCP port nobody listens on at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _postgres_programs() -> Path | None:
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda p: int(p.parts[-3].split(".")[0]))
    if versions:
        return versions[-1].parent
    found = shutil.which("initdb")
    return Path(found).parent if found else None


class PrivatePostgres:
    """One PostgreSQL cluster in a temporary folder; durability is off because nothing in it is worth keeping."""

    def __init__(self, programs: Path) -> None:
        self._programs = programs
        # Directly under the temporary folder: the server's user must be able to enter every parent folder.
        self.home = tempfile.mkdtemp(prefix="pg-")
        self._user: dict[str, Any] = {}
        if os.geteuid() == 0:
            # The server refuses to run as root.
            owner = pwd.getpwnam("postgres")
            os.chown(self.home, owner.pw_uid, owner.pw_gid)
            self._user = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}

    def _run(self, program: str, *args: str) -> None:
        env = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": self.home}
        subprocess.run(
            [str(self._programs / program), *args],
            check=True,
            env=env,
            cwd=self.home,
            stdout=subprocess.DEVNULL,
            **self._user,
        )

    def start(self) -> None:
        data = f"{self.home}/data"
        self._run("initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync")
        self._up()

    def _up(self) -> None:
        # Nobody pulls the plug of a test's machine; but what the server has said is kept when it is killed itself.
        unsafe = "-c fsync=off -c full_page_writes=off"
        options = f"-c listen_addresses='' -k {self.home} {unsafe}"
        self._run("pg_ctl", "-D", f"{self.home}/data", "-w", "-l", f"{self.home}/log", "-o", options, "start")

    def crash(self) -> None:
        """Ends the server without letting it tidy up, and starts it again."""
        self._run("pg_ctl", "-D", f"{self.home}/data", "-m", "immediate", "stop")
        self._up()

    def stop(self) -> None:
        self._run("pg_ctl", "-D", f"{self.home}/data", "-m", "immediate", "stop")
        shutil.rmtree(self.home, ignore_errors=True)

    def url(self, database: str = "postgres") -> str:
        return f"postgresql+psycopg://postgres@/{database}?host={self.home}"

    def execute(self, statement: str) -> None:
        import psycopg

        with psycopg.connect(host=self.home, user="postgres", dbname="postgres", autocommit=True) as connection:
            connection.execute(statement.encode())


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PrivatePostgres]:
    programs = _postgres_programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed")
    server = PrivatePostgres(programs)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def postgres_url(postgres_server: PrivatePostgres) -> Iterator[str]:
    """The SQLAlchemy address of an empty database that only this test uses."""
    name = f"t{uuid.uuid4().hex}"
    postgres_server.execute(f"CREATE DATABASE {name}")
    yield postgres_server.url(name)
    postgres_server.execute(f"DROP DATABASE {name} WITH (FORCE)")


@dataclass(frozen=True)
class PrivateRedis:
    """A Redis that listens on one unix socket only."""

    path: str
    process: subprocess.Popen[bytes]

    @property
    def broker_url(self) -> str:
        """As Celery writes it."""
        return f"redis+socket://{self.path}"

    @property
    def url(self) -> str:
        """As redis-py writes it."""
        return f"unix://{self.path}"


@pytest.fixture(scope="session")
def redis_server() -> Iterator[PrivateRedis]:
    if shutil.which("redis-server") is None:
        pytest.skip("redis-server is not installed")
    with tempfile.TemporaryDirectory(prefix="redis-") as home:
        path = f"{home}/s"
        arguments = ["--port", "0", "--unixsocket", path, "--save", "", "--appendonly", "no", "--dir", home]
        process = subprocess.Popen(["redis-server", *arguments], stdout=subprocess.DEVNULL)
        for _ in range(400):
            if Path(path).exists() or process.poll() is not None:
                break
            time.sleep(0.025)
        assert process.poll() is None, "redis-server ended at once"
        yield PrivateRedis(path, process)
        process.terminate()
        process.wait(10)


@pytest.fixture
def private_redis(redis_server: PrivateRedis) -> PrivateRedis:
    """The session's Redis, emptied for this test."""
    import redis

    with redis.Redis(unix_socket_path=redis_server.path) as client:
        client.flushall()
    return redis_server


_DOVECOT = """
base_dir = {home}/run
state_dir = {home}/run
log_path = {home}/log
protocols = imap lmtp
listen = 127.0.0.1
ssl = yes
ssl_cert = <{home}/cert.pem
ssl_key = <{home}/key.pem
disable_plaintext_auth = no
auth_mechanisms = plain xoauth2
default_internal_user = {user}
default_internal_group = {group}
default_login_user = {user}
first_valid_uid = 1
mail_location = maildir:{home}/mail/%n
recipient_delimiter = +
lmtp_proxy = yes
service anvil {{
  chroot =
}}
service stats {{
  chroot =
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {imap}
  }}
  inet_listener imaps {{
    port = {imaps}
    ssl = yes
  }}
}}
service lmtp {{
  inet_listener lmtp {{
    port = {lmtp}
  }}
}}
namespace inbox {{
  inbox = yes
  mailbox Taken {{
    auto = create
  }}
}}
passdb {{
  driver = oauth2
  mechanisms = xoauth2
  args = {home}/oauth2.conf
}}
passdb {{
  driver = passwd-file
  args = username_format=%Ln {home}/users
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={home}/mail/%n
}}
"""


@dataclass
class PrivateDovecot:
    """A mail server with a mailbox `club` (password `right`); mail for `orders` it hands on by LMTP."""

    home: Path
    imap: int = field(default_factory=free_port)
    imaps: int = field(default_factory=free_port)
    lmtp: int = field(default_factory=free_port)
    # Where mail for `orders` is handed on to.
    next_door: int = field(default_factory=free_port)
    # The provider's cloud, which says whose an access token is.
    cloud: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        # The server's processes want an account without rights of its own, and run as whoever starts them otherwise.
        owner = pwd.getpwnam("dovecot") if os.geteuid() == 0 else pwd.getpwuid(os.geteuid())
        accounts = {"user": owner.pw_name, "uid": owner.pw_uid, "gid": owner.pw_gid}
        group = grp.getgrgid(owner.pw_gid).gr_name
        ports = {"imap": self.imap, "imaps": self.imaps, "lmtp": self.lmtp}
        shutil.rmtree(self.home / "run", ignore_errors=True)
        (self.home / "run").mkdir()
        (self.home / "dovecot.conf").write_text(_DOVECOT.format(home=self.home, group=group, **accounts, **ports))
        handed_on = f"proxy=y host=127.0.0.1 port={self.next_door} protocol=lmtp nopassword=y"
        (self.home / "users").write_text(f"club:{{PLAIN}}right::::::\norders:::::::{handed_on}\n")
        (self.home / "oauth2.conf").write_text(
            f"introspection_mode = post\nintrospection_url = http://127.0.0.1:{self.cloud}/whose\n"
            "username_attribute = username\nactive_attribute = active\nactive_value = true\n"
        )
        certificate = [
            "openssl",
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-days",
            "2",
            "-subj",
            "/CN=localhost",
        ]
        names = ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
        files = ["-keyout", f"{self.home}/key.pem", "-out", f"{self.home}/cert.pem"]
        subprocess.run([*certificate, *names, *files], check=True, capture_output=True)
        as_owner: dict[str, Any] = {}
        if os.geteuid() == 0:
            for path in (self.home, *self.home.iterdir()):
                os.chown(path, owner.pw_uid, owner.pw_gid)
            as_owner = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}
        command = [_dovecot() or "dovecot", "-F", "-c", f"{self.home}/dovecot.conf"]
        self.process = subprocess.Popen(command, cwd=self.home, stderr=subprocess.DEVNULL, **as_owner)
        for _ in range(400):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.imap)) == 0 and self.process.poll() is None:
                    return
            time.sleep(0.025)
        raise AssertionError(self.said())

    def said(self) -> str:
        log = self.home / "log"
        return log.read_text() if log.exists() else ""

    def deliver(self, to: str, raw: bytes, sender: str = "red@example.org") -> None:
        """What the provider does when a mail comes for one of its customers."""
        with smtplib.LMTP("127.0.0.1", self.lmtp, "mx.example.org") as line:
            assert line.sendmail(sender, [to], raw) == {}

    def stop(self) -> None:
        assert self.process is not None
        self.process.terminate()
        self.process.wait(10)


def _dovecot() -> str | None:
    # A server's program is not on everybody's path.
    return shutil.which("dovecot", path=f"{os.environ['PATH']}{os.pathsep}/usr/sbin")


@pytest.fixture(scope="session")
def dovecot_server() -> Iterator[PrivateDovecot]:
    if _dovecot() is None:
        pytest.skip("Dovecot is not installed")
    # Directly under the temporary folder, with a short name: its sockets' paths have a limit.
    with tempfile.TemporaryDirectory(prefix="dc-") as home:
        server = PrivateDovecot(Path(home))
        server.start()
        yield server
        server.stop()


@pytest.fixture
def dovecot(dovecot_server: PrivateDovecot) -> PrivateDovecot:
    """The session's Dovecot, its mailboxes emptied for this test."""
    shutil.rmtree(dovecot_server.home / "mail", ignore_errors=True)
    return dovecot_server


@dataclass
class SmtpSink:
    """Stands where the relay to the world would stand and keeps what it was given."""

    port: int
    received: list[tuple[str, list[str], bytes]] = field(default_factory=list)
    # What the sink says after the data; a test sets "451 later" or "550 no" to be an unwilling relay.
    answer: str = "250 kept"
    # What it says to every recipient, where it knows none.
    unknown: str = ""

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        if not self.unknown:
            envelope.rcpt_tos.append(address)
        return self.unknown or "250 known"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        if self.answer.startswith("250"):
            self.received.append((envelope.mail_from, list(envelope.rcpt_tos), bytes(envelope.content)))
        return self.answer


@contextmanager
def sinking() -> Iterator[SmtpSink]:
    """A sink that listens until the block ends."""
    from aiosmtpd.controller import Controller

    sink = SmtpSink(free_port())
    controller = Controller(sink, hostname="127.0.0.1", port=sink.port)
    controller.start()
    yield sink
    controller.stop()


@pytest.fixture
def smtp_sink() -> Iterator[SmtpSink]:
    with sinking() as sink:
        yield sink


@pytest.fixture(scope="session")
def chromium() -> Iterator[tuple[Any, asyncio.AbstractEventLoop]]:
    """One Chromium for all tests of a process, and the event loop of its driver, which rests between files."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        pytest.skip("Chromium is not installed")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        loop = asyncio.get_running_loop()
        started = play.chromium.launch(executable_path=program, headless=True)
        asyncio._set_running_loop(None)
        yield started, loop
        asyncio._set_running_loop(loop)
        started.close()


@pytest.fixture(scope="module")
def browser(chromium: tuple[Any, asyncio.AbstractEventLoop]) -> Iterator[Any]:
    """Chromium for the tests of one file; whatever they have left open is closed after it.

    Its driver keeps an event loop running in the thread of the tests, where those of other files want one of their own:
    so it is taken to be running only while such a file is tested."""
    started, loop = chromium
    asyncio._set_running_loop(loop)
    yield started
    for context in started.contexts:
        context.close()
    asyncio._set_running_loop(None)


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A fresh page with its own cookies."""
    context = browser.new_context(locale="en-GB")
    yield context.new_page()
    context.close()

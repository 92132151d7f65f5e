"""Real PostgreSQL, Redis, an SMTP sink and Chromium, private to one test run and gone afterwards.

The servers listen on unix sockets in a temporary folder, so they never meet a server that already runs here.
A test whose program is missing is skipped with the program's name; `./waybill test` installs them.
"""

from __future__ import annotations

import os
import pwd
import shutil
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
        unsafe = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off"
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


@dataclass
class SmtpSink:
    """Stands where the relay to the world would stand and keeps what it was given."""

    port: int
    received: list[tuple[str, list[str], bytes]] = field(default_factory=list)
    # What the sink says after the data; a test sets "451 later" or "550 no" to be an unwilling relay.
    answer: str = "250 kept"

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"

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
def browser() -> Iterator[Any]:
    """One Chromium for the whole run."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        pytest.skip("Chromium is not installed")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=program, headless=True)
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A fresh page with its own cookies."""
    context = browser.new_context(locale="en-GB")
    yield context.new_page()
    context.close()

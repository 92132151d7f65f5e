"""A league starts from the runtime's list of packages alone: every line of the Procfile, and a turn by mail."""

from __future__ import annotations

import ast
import json
import os
import re
import smtplib
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from email import message_from_bytes, policy
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from config.settings import ROOT
from tests.procfile import lines
from tests.services import PrivateRedis, SmtpSink, free_port
from tests.workers.only_runtime.sitecustomize import listed, spelt

ONLY_RUNTIME = ROOT / "tests" / "workers" / "only_runtime"
OURS = ("engine", "moderator", "workers", "config", "migrations")
SECRET = "only for the tests, and long enough"


class League:
    """All processes of the Procfile, as an operator's process manager would start them."""

    def __init__(self, programs: Path, home: Path, environ: dict[str, str]) -> None:
        self.smtp, self.http = free_port(), free_port()
        binds = {"SMTP_BIND": f"127.0.0.1:{self.smtp}", "HTTP_BIND": f"127.0.0.1:{self.http}"}
        settings = {"HOME": str(home), "SECRET_KEY": SECRET, **binds, **environ}
        # Nothing of the tests' own environment reaches them but what a service manager would give.
        kept = {name: value for name, value in os.environ.items() if name in ("HOME", "LANG", "TMPDIR", "PYTHONPATH")}
        self.env = {**kept, "PATH": f"{programs}:{os.environ['PATH']}"}
        self.env |= {f"WAYBILL_{name}": value for name, value in settings.items()}
        self.home = home
        self.run(*lines()["release"])
        self.running = {name: self._start(name, line) for name, line in lines().items() if name != "release"}

    def run(self, *words: str) -> str:
        done = subprocess.run(words, env=self.env, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def _start(self, name: str, line: list[str]) -> subprocess.Popen[bytes]:
        with (self.home / f"{name}.log").open("ab") as said:
            return subprocess.Popen(line, env=self.env, cwd=ROOT, stdout=said, stderr=said, start_new_session=True)

    def wait(self, true: Callable[[], bool], seconds: float = 90) -> None:
        until = time.monotonic() + seconds
        while not true():
            ended = {name: process.poll() for name, process in self.running.items() if process.poll() is not None}
            assert not ended, f"{ended}: {self.said()}"
            assert time.monotonic() < until, f"it never happened: {self.said()}"
            time.sleep(0.1)

    def said(self) -> str:
        return "\n".join(f"{file.name}: {file.read_text()[-2000:]}" for file in sorted(self.home.glob("*.log")))

    def ready(self) -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.http}/readyz", timeout=5) as answer:
                return bool(answer.status == 200)
        except (OSError, urllib.error.HTTPError):
            return False

    def takes_mail(self) -> bool:
        try:
            with smtplib.SMTP("127.0.0.1", self.smtp, "mua.example.org", timeout=5) as server:
                return server.noop()[0] == 250
        except (OSError, smtplib.SMTPException):
            return False

    def write(self, sender: str, to: str, body: str) -> None:
        head = f"From: {sender}\r\nTo: {to}\r\nSubject: orders\r\nMessage-ID: <{time.monotonic_ns()}@mua.example.org>"
        with smtplib.SMTP("127.0.0.1", self.smtp, "mua.example.org", timeout=20) as server:
            server.sendmail(sender, [to], f"{head}\r\n\r\n{body}\r\n".encode())

    def stop(self) -> dict[str, int]:
        for process in self.running.values():
            process.terminate()
        return {name: process.wait(60) for name, process in self.running.items()}


def subjects(sink: SmtpSink, to: str) -> list[str]:
    kept = [raw for _, recipients, raw in list(sink.received) if to in recipients]
    return [str(message_from_bytes(raw, policy=policy.default)["Subject"]) for raw in kept]


def plays_a_turn(league: League, sink: SmtpSink) -> None:
    """Up and ready; an order goes in by SMTP and its answer out by SMTP; then all end when they are asked to."""
    try:
        league.wait(league.ready)
        league.wait(league.takes_mail)
        seats = [word for name in ("Red", "Green", "Blue") for word in ("--seat", f"{name}={name.lower()}@example.org")]
        made = json.loads(
            league.run("python", "-m", "moderator", "game", "new", "1861", *seats, "--as-seated", "--start", "--json")
        )
        league.wait(lambda: any("YOUR MOVE" in subject for subject in subjects(sink, "red@example.org")))
        league.write("red@example.org", made["seats"][0]["address"], "pass")
        league.wait(lambda: any("ACCEPTED" in subject for subject in subjects(sink, "red@example.org")))
        league.wait(lambda: any("YOUR MOVE" in subject for subject in subjects(sink, "green@example.org")))
    finally:
        ends = league.stop()
    assert set(ends.values()) <= {0}, f"{ends}: {league.said()}"


@pytest.fixture
def settings(postgres_url: str, private_redis: PrivateRedis, smtp_sink: SmtpSink) -> dict[str, str]:
    return {"DATABASE_URL": postgres_url, "BROKER_URL": private_redis.broker_url, "SMTP_RELAY": smtp_sink.url}


def test_every_process_starts_and_plays_a_turn_with_what_requirements_txt_brings(
    tmp_path: Path, settings: dict[str, str], smtp_sink: SmtpSink, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ONLY_RUNTIME))
    plays_a_turn(League(Path(sys.executable).parent, tmp_path, settings), smtp_sink)


@pytest.mark.long
def test_a_league_plays_a_turn_in_an_environment_built_from_requirements_txt(
    tmp_path: Path, settings: dict[str, str], smtp_sink: SmtpSink
) -> None:
    as_we_install = ("--no-deps", "--require-hashes", "--only-binary", ":all:", "-r", "requirements.txt")
    programs = environment(tmp_path / "venv", *as_we_install)
    plays_a_turn(League(programs, tmp_path, settings), smtp_sink)


def environment(folder: Path, *what: str) -> Path:
    """The programs of a new environment that has nothing but this."""
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    install = [str(folder / "bin" / "python"), "-m", "pip", "install", "-q", *what]
    done = subprocess.run(install, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode and re.search(r"connection|resolution|unreachable|timed out|No matching", done.stderr, re.I):
        pytest.skip(f"no package registry can be reached: {done.stderr.strip().splitlines()[-1]}")
    assert done.returncode == 0, done.stderr
    return folder / "bin"


def test_a_module_that_only_developers_have_is_absent_for_such_a_process() -> None:
    """Otherwise the test above would prove nothing."""
    asked = [sys.executable, "-c", "import celery, kombu, packaging; import pytest"]
    env = {**os.environ, "PYTHONPATH": str(ONLY_RUNTIME)}
    done = subprocess.run(asked, env=env, capture_output=True, text=True, check=False)
    assert "No module named 'pytest' (it is not in requirements.txt)" in done.stderr


def imported() -> Iterator[tuple[str, str]]:
    """Every module of others that our files import, at whatever depth, and the file."""
    for folder in OURS:
        for file in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text())):
                if isinstance(node, ast.Import):
                    yield from ((alias.name, str(file)) for alias in node.names)
                elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                    yield node.module, str(file)


def test_whatever_the_service_imports_is_in_requirements_txt() -> None:
    brought_by, known = packages_distributions(), listed()
    wanted = {(name.partition(".")[0], file) for name, file in imported()}
    foreign = {(name, file) for name, file in wanted if name not in sys.stdlib_module_names and name not in OURS}
    assert len(foreign) > 50
    missing = {
        (name, file) for name, file in foreign if not any(spelt(one) in known for one in brought_by.get(name, [""]))
    }
    assert missing == set()

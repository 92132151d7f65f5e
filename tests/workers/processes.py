"""The processes of a service, started for a test and killed by it: those of the Procfile, or the one that is all."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from config.settings import ROOT

Line = tuple[str, ...]
CELERY = ("celery", "-A", "workers.start:app")
WORKER = (*CELERY, "worker", "-c", "1", "--without-gossip", "--without-mingle")
# The lines of the Procfile, with two workers of one process each.
LEAGUE: Mapping[str, Line] = {
    "web": ("gunicorn", "-c", "config/gunicorn.py", "workers.web:application()"),
    "smtp": ("workers.smtp",),
    "one": (*WORKER, "-n", "one"),
    "two": (*WORKER, "-n", "two"),
}


def own_redis(folder: Path) -> tuple[str, Line]:
    """The address of a broker of one's own, and the line that starts it: this one may be killed too."""
    socket = folder / "broker"
    options = ("--port", "0", "--unixsocket", str(socket), "--save", "", "--appendonly", "no", "--dir", str(folder))
    return f"redis+socket://{socket}", ("redis-server", *options)


EMBEDDED: Mapping[str, Line] = {"all": ("workers",)}


class Processes:
    """Each its own process group, so that a kill takes all of it; what they said is kept in the test's folder."""

    def __init__(self, home: Path, environ: Mapping[str, str], lines: Mapping[str, Line]) -> None:
        settings = {"HOME": str(home), **environ}
        self.env = {**os.environ, **{f"WAYBILL_{key}": value for key, value in settings.items()}}
        self.home, self.lines, self.killed = home, dict(lines), list[str]()
        # Servers that are not ours, and how they crash and come back.
        self.others: dict[str, Callable[[], None]] = {}
        self.running = {name: self._start(name, line) for name, line in lines.items()}
        if "all" not in lines:
            self.running["beat"] = self._start("beat", (*CELERY, "beat"))

    def _start(self, name: str, line: Line) -> subprocess.Popen[bytes]:
        with (self.home / f"{name}.log").open("ab") as said:
            command = list(line) if line[0] == "redis-server" else [sys.executable, "-m", *line]
            return subprocess.Popen(command, env=self.env, cwd=ROOT, stdout=said, stderr=said, start_new_session=True)

    @property
    def victims(self) -> list[str]:
        return sorted({*self.lines, *self.others})

    def kill(self, name: str) -> None:
        """Ends one of them without warning, and starts it anew."""
        self.killed.append(name)
        if name in self.others:
            self.others[name]()
            return
        os.killpg(self.running[name].pid, signal.SIGKILL)
        self.running[name].wait()
        self.running[name] = self._start(name, self.lines[name])

    def stop(self) -> dict[str, int]:
        """Asks all of them to end, and says how each did. Who has only just been started does not listen yet."""
        until = time.monotonic() + 60
        for process in self.running.values():
            while process.poll() is None and not _listens(process.pid) and time.monotonic() < until:
                time.sleep(0.05)
            process.terminate()
        return {name: process.wait(60) for name, process in self.running.items()}

    def said(self) -> str:
        """Everything all of them wrote to their logs."""
        return "\n".join(file.read_text() for file in sorted(self.home.glob("*.log")))


def _listens(pid: int) -> bool:
    """Whether a process does something of its own when it is asked to end."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return True
    caught = next(line.split()[1] for line in status.splitlines() if line.startswith("SigCgt:"))
    return bool(int(caught, 16) >> (signal.SIGTERM - 1) & 1)

"""Structured logs: one line each, for people or for machines, without secrets and without addresses in clear."""

from __future__ import annotations

import json
import logging
import re
import sys
import threading
import time
from datetime import UTC, datetime
from typing import Any

_ADDRESS = re.compile(r"[\w.+~-]{1,64}@[\w.-]{1,255}")
_TOKEN = re.compile(r"\b[a-z2-7]{26}\b")
_LINK = re.compile(r"(/(?:signin|unsubscribe)/)[\w.-]+")
_KEY = re.compile(r"\bwbk_\w+")
_URL = re.compile(r"(\w+://)[^\s/@]+@")
# What a terminal obeys instead of showing it, and what turns the writing round or hides in it.
_OBEYED = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)
_USUAL = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "taskName"}


def harmless(text: str) -> str:
    """The same for a terminal: what others have written is shown there, and does nothing. JSON stays what it says."""
    return _OBEYED.sub(lambda found: json.dumps(found.group())[1:-1], text.replace("\r\n", "\n"))


def _in_a_line(value: object) -> str:
    """One entry is one line: what others have written must not look like the next."""
    return harmless(str(value)).replace("\n", "\\n")


def redact(text: str) -> str:
    """Takes out what a log must not keep: addresses, seats' secrets and keys, signed links, passwords in URLs."""
    text = _URL.sub(r"\1…@", text)
    text = _ADDRESS.sub(lambda found: found.group()[0] + "…@…", text)
    return _LINK.sub(r"\1…", _KEY.sub("wbk_…", _TOKEN.sub("…", text)))


# What a database or a disk that is away raises, by name: settings know neither.
_WEATHER = frozenset({"OperationalError", "InterfaceError"})
# In seconds.
SELDOM = 60.0


class Seldom(logging.Filter):
    """While the database is away or the disk is full everything fails, many times a minute and for one reason: that is
    said once a minute in one line, with how often it was not said. Logs must not fill what is full already."""

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._said: dict[tuple[str, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        trouble = record.exc_info[1] if record.exc_info else record.__dict__.get("weather")
        if not any(kind.__name__ in _WEATHER for kind in type(trouble).__mro__):
            return True
        about, now = (record.name, type(trouble).__name__), time.monotonic()
        with self._lock:
            last, unsaid = self._said.get(about, (-SELDOM, 0))
            if now - last < SELDOM:
                self._said[about] = last, unsaid + 1
                return False
            self._said[about] = now, 0
        record.msg, record.args = record.getMessage().partition("\n")[0], ()
        # Where it was when the database went away tells nothing; what the database says does.
        record.exc_info, record.exc_text = None, None
        why = str(getattr(trouble, "orig", None) or trouble).strip().partition("\n")[0]
        record.__dict__ |= {"weather": why} | ({"and_as_often": unsaid} if unsaid else {})
        return True


class Lines(logging.Formatter):
    """Formats a record as text or JSON, redacted as the last thing that happens to it."""

    def __init__(self, *, as_json: bool) -> None:
        super().__init__()
        self._json = as_json

    def format(self, record: logging.LogRecord) -> str:
        said: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "said": record.getMessage(),
        }
        said |= {key: value for key, value in record.__dict__.items() if key not in _USUAL}
        if record.exc_info:
            said["trouble"] = self.formatException(record.exc_info)
        if self._json:
            return redact(harmless(json.dumps(said, default=str, ensure_ascii=False)))
        # A traceback has lines; they are set in, so that none of them begins like an entry.
        trouble = harmless(said.pop("trouble", "")).replace("\n", "\n  ")
        rest = [key for key in said if key not in ("at", "level", "from", "said")]
        more = " ".join(
            [*(f"{key}={_in_a_line(said[key])}" for key in rest), *([f"trouble={trouble}"] if trouble else [])]
        )
        told = f"{said['at']} {said['level']:<7} {said['from']}: {_in_a_line(said['said'])} {more}"
        return redact(told.rstrip())


def set_up(style: str = "text", level: int = logging.INFO) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines(as_json=style == "json"))
    handler.addFilter(Seldom())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    # Libraries that tell a story for every message.
    for name in (
        "celery",
        "kombu",
        "kombu.connection",
        "amqp",
        "waitress",
        "werkzeug",
        "alembic",
        "asyncio",
    ):
        logging.getLogger(name).setLevel(logging.WARNING)
    # They warn of every request that has to wait for a thread, and of every line of a caller that is no command.
    for name in ("waitress.queue", "mail.log"):
        logging.getLogger(name).setLevel(logging.ERROR)
    # It warns that a queue in memory has no host.
    logging.getLogger("kombu.connection").setLevel(logging.ERROR)

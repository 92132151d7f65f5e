"""Who reads mails has learned all words before the first one comes: that mail costs what any other does."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from config.settings import ROOT
from workers import __main__ as service

# Each line asks something else, so that all the words there are would be looked for.
FIRST = """
import sys
from celery.signals import worker_init
from moderator.inbox.envelope import Envelope
from moderator.inbox.letter import read
from moderator.inbox import seat_mail
from tests.work import calls

import workers.start
if sys.argv[1] == "ready":
    worker_init.send(sender=None)
lines = [f"zq{'x' * at}zer, bid up to {at} for zzq or enter the cup" for at in range(48)]
mail = "From: a@b.example\\r\\nTo: c@d.example\\r\\n\\r\\n" + "\\r\\n".join(lines)
print(calls(lambda: read(1, mail.encode(), Envelope("smtp")).said))
"""


@pytest.mark.parametrize(("state", "least", "most"), [("cold", 1_000_000, 50_000_000), ("ready", 1000, 200_000)])
def test_the_first_mail_of_a_worker_waits_for_no_words(state: str, least: int, most: int, tmp_path: Path) -> None:
    env = os.environ | {"WAYBILL_HOME": str(tmp_path)}
    asked = [sys.executable, "-c", FIRST, state]
    said = subprocess.run(asked, cwd=ROOT, env=env, capture_output=True, text=True, check=True)
    assert least < int(said.stdout) < most


def test_the_service_in_one_process_gets_ready_before_its_doors_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = list[str]()

    def opened(*_: object, **__: object) -> None:
        done.append("doors")
        raise OSError("somebody listens there already")

    monkeypatch.setenv("WAYBILL_HOME", str(tmp_path))
    monkeypatch.setattr(service, "set_up", lambda *_: None)
    monkeypatch.setattr(service, "share_drawings", lambda *_: None)
    monkeypatch.setattr(sys, "setswitchinterval", lambda *_: None)
    monkeypatch.setattr(service, "get_ready", lambda: done.append("ready"))
    monkeypatch.setattr(service, "Embedded", opened)
    assert service.main() == 1
    assert done == ["ready", "doors"]

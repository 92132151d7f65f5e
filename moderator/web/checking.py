"""A page on which anybody can hold a finished game against their own mails, as `./waybill verify` does.

The file is a stranger's, and playing a game again is work: a process of its own does it, which knows no secret
of ours and ends when it has used up what such a file is worth.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import threading
from datetime import timedelta
from pathlib import Path

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from config.settings import ROOT, bare_environment
from engine.message import Message
from moderator.errands.verify import ChainVerdict
from moderator.web.session import caller, office

blueprint = Blueprint("checking", __name__)

PATH = "/verify"
# A long game's mails with their pictures weigh less when only those with the result and a few others are kept.
MOST_BYTES = 24 * 1024 * 1024
# Of processor time, and of anybody's.
MOST_SECONDS, PATIENCE = 30, 55
# What it may say: a verdict for each of a hundred games is a tenth of that.
MOST_SAID = 1024 * 1024
# Files one caller may have checked within an hour.
MOST_FILES, HOUR = 12, timedelta(hours=1)
# One reader at a time keeps one processor busy.
_one_at_a_time = threading.Lock()


@blueprint.get(PATH)
def ask() -> str:
    return _page([])


@blueprint.post(PATH)
def check() -> ResponseReturnValue:
    given = request.files.get("mails")
    if given is None or not given.filename:
        return _page([], Message("No file was sent.")), 400
    with office().desk() as desk:
        if not desk.within("verify", caller(), MOST_FILES, HOUR):
            return _page([], Message("You have had many files checked. Try again in an hour.")), 429
    if not _one_at_a_time.acquire(blocking=False):
        return _page([], Message("Somebody else's game is being checked; try again in a minute.")), 503
    try:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "mails"
            given.save(file)
            found = _verified(file)
    finally:
        _one_at_a_time.release()
    if found is None:
        return _page([], Message("This file takes too long to check; keep fewer emails in it.")), 400
    trouble = None if found else Message("There is no email of a game in this file.")
    return _page(found, trouble), 200 if found else 400


def _verified(file: Path) -> list[ChainVerdict] | None:
    """What the command says of the file; None if it came to no end."""
    command = [sys.executable, "-m", "moderator", "verify", str(file), "--json", "--seconds", str(MOST_SECONDS)]
    with tempfile.TemporaryFile() as answer:
        try:
            done = subprocess.run(  # noqa: S603  (our own program, and a file of our own making)
                command,
                env=bare_environment(),
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=answer,
                stderr=subprocess.DEVNULL,
                timeout=PATIENCE,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return None
        answer.seek(0)
        said = answer.read(MOST_SAID + 1)
    if len(said) > MOST_SAID:
        return None
    if said:
        return [ChainVerdict(**one) for one in json.loads(said)]
    # Where there is no mail of ours it says so and ends as where one differs; else it was ended.
    return [] if done.returncode == 1 else None


def _page(found: list[ChainVerdict], trouble: Message | None = None) -> str:
    return render_template("verify.html", found=found, trouble=trouble, most=MOST_BYTES // 1024 // 1024)

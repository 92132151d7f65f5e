"""A page on which anybody can hold a finished game against their own mails, as `./waybill verify` does."""

from __future__ import annotations

import tempfile
import threading
from pathlib import Path

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from engine.message import Message
from moderator.errands.verify import ChainVerdict, verify

blueprint = Blueprint("checking", __name__)

PATH = "/verify"
# A long game's mails with their pictures weigh less when only those with the result and a few others are kept.
MOST_BYTES = 24 * 1024 * 1024
# Playing a game again keeps a processor busy for seconds: one reader at a time.
_one_at_a_time = threading.Lock()


@blueprint.get(PATH)
def ask() -> str:
    return _page([])


@blueprint.post(PATH)
def check() -> ResponseReturnValue:
    given = request.files.get("mails")
    if given is None or not given.filename:
        return _page([], Message("No file was sent.")), 400
    if not _one_at_a_time.acquire(blocking=False):
        return _page([], Message("Somebody else's game is being checked; try again in a minute.")), 503
    try:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "mails"
            given.save(file)
            found = verify(file)
    finally:
        _one_at_a_time.release()
    trouble = None if found else Message("There is no mail of a game in this file.")
    return _page(found, trouble), 200 if found else 400


def _page(found: list[ChainVerdict], trouble: Message | None = None) -> str:
    return render_template("verify.html", found=found, trouble=trouble, most=MOST_BYTES // 1024 // 1024)

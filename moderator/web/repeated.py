"""A form that makes something here and now, without a mail, makes it once, however often it arrives.

What goes through the inbox is known by its name there (``handing_in``); a key, a game at this machine or a game that is
tried have only the word their form carries."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from flask import request, session

from moderator.office.desk import Desk

# As long as somebody may come back to a page that is still open.
KNOWN_FOR = timedelta(days=2)
KIND = "form"


def earlier(desk: Desk, what: str) -> Mapping[str, Any] | None:
    """What this very form has made when it came before; None where it comes for the first time. Whoever comes second
    meanwhile waits for the first, and what was refused has not been made."""
    name = _name(what)
    if not name or desk.remember(KIND, name, desk.now + KNOWN_FOR):
        return None
    return desk.kept_with(KIND, name) or None


def made(desk: Desk, what: str, **data: Any) -> None:
    """Says what the form has made, for whoever sends it again."""
    if name := _name(what):
        desk.keep_instead(KIND, name, data)


def _name(what: str) -> str:
    """Each form of each browser by itself; empty where it has no word. The token is the same for all that a browser
    sends before it has had an answer, also while nobody is signed in with it yet."""
    once = request.form.get("once", "")[:40]
    return f"{what} {session.get('token', '')} {once}" if once else ""

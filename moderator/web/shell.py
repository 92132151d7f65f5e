"""The frame around every page: our own files under their content's hash, the reader's language, light or dark."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

from flask import Blueprint, Flask, Response, abort, redirect, request, send_from_directory, session
from werkzeug.wrappers import Response as AnyResponse

from moderator.language import languages
from moderator.language.catalogues import catalogue
from moderator.web.session import form_token, inside, office
from moderator.web.visitor import operator, trusted, visitor

blueprint = Blueprint("shell", __name__)

STATIC = Path(__file__).parent / "static"
LOOKS = ("light", "dark")
YEAR = 365 * 24 * 3600


@cache
def edition() -> str:
    """A hash over all our files. One for all of them, so that a module finds its neighbours by plain relative names."""
    whole = hashlib.sha256()
    for file in sorted(one for one in STATIC.rglob("*") if one.is_file()):
        whole.update(file.relative_to(STATIC).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return whole.hexdigest()[:12]


def asset(name: str) -> str:
    """Where a file of ours is found."""
    return f"/static/{edition()}/{name}"


@blueprint.get("/static/<said>/<path:name>")
def static(said: str, name: str) -> Response:
    """Kept by browsers for ever under its own edition; under another's, which a page from before may ask for, not."""
    answer = send_from_directory(STATIC, name)
    answer.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable" if said == edition() else "no-cache"
    return answer


@blueprint.post("/look")
def choose_look() -> AnyResponse:
    """Light, dark, or as the system has it."""
    wanted = request.form.get("look", "")
    if wanted in LOOKS:
        session["look"] = wanted
    else:
        session.pop("look", None)
    session.permanent = True
    return _back()


@blueprint.post("/language")
def choose_language() -> AnyResponse:
    """The language of pages in this browser; that of mails is chosen on one's own page."""
    wanted = request.form.get("language", "")
    if wanted not in languages():
        abort(400)
    session["language"], session.permanent = wanted, True
    return _back()


def _back() -> AnyResponse:
    return redirect(inside(request.form.get("next")) or "/")


@cache
def tongues() -> tuple[tuple[str, str], ...]:
    """Every language with its own name."""
    return tuple((one, catalogue(one).setting("language", "name") or one) for one in languages())


def for_templates() -> dict[str, Any]:
    """What every template may use."""
    here = request.full_path.rstrip("?") if request.method == "GET" else "/"
    return {
        "form_token": form_token,
        "asset": asset,
        "visitor": visitor(),
        "operator": operator(),
        "trusted": trusted(),
        "local_mailbox": office().settings.local_mailbox,
        "look": session.get("look", ""),
        "tongues": tongues(),
        "here": here,
    }


def frame(app: Flask) -> None:
    app.register_blueprint(blueprint)
    app.context_processor(for_templates)

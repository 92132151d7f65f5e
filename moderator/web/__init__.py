"""The pages: local mailbox, new game, public game pages, the operator's console, health, hooks and the JSON API."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from flask import Blueprint, Flask, Response, abort, jsonify, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge
from werkzeug.routing import IntegerConverter, Map

from config.settings import ROOT
from engine.message import Message
from moderator.gateway import webhook
from moderator.gateway.amazon import fetch
from moderator.inbox.take_in import take_in
from moderator.office.desk import Office
from moderator.table.planning import MOST_BYTES
from moderator.web import (
    api,
    checking,
    console,
    directing,
    entering,
    events,
    feeds,
    forms,
    health,
    helping,
    hooks,
    mailbox,
    me,
    moderating,
    pages,
    rulebooks,
    session,
    shell,
    speaking,
    spectators,
    table,
    trying,
)

# Nothing is loaded from elsewhere, nothing is framed elsewhere, and no page runs a script that is not our own file.
POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self' data:; script-src 'self'; connect-src 'self'; "
    "form-action 'self'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'"
)


class _Number(IntegerConverter):
    """A number in the path of a page; one larger than the database's own names nothing."""

    def __init__(self, map: Map, *args: Any, **options: Any) -> None:
        super().__init__(map, *args, **{"max": session.LARGEST, **options})


def create_app(office: Office) -> Flask:
    """The web application of this office."""
    web = ROOT / "templates" / "web"
    app = Flask("waybill", template_folder=str(web), static_folder=None)
    app.request_class = forms.PageRequest
    app.config.update(
        SECRET_KEY=office.settings.secret_key,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=office.settings.base_url.startswith("https://"),
        PERMANENT_SESSION_LIFETIME=entering.STAYS,
    )
    app.extensions["office"] = office
    app.url_map.converters["int"] = _Number
    for part in (
        entering.blueprint,
        me.blueprint,
        hooks.blueprint,
        moderating.blueprint,
        feeds.blueprint,
        trying.blueprint,
        pages.blueprint,
        helping.blueprint,
        spectators.blueprint,
        table.blueprint,
        events.blueprint,
        directing.blueprint,
        checking.blueprint,
        rulebooks.blueprint,
        mailbox.blueprint,
        console.blueprint,
        api.blueprint,
        health.blueprint,
    ):
        app.register_blueprint(part)
    app.register_blueprint(_hooks(office))
    app.before_request(_little)
    app.before_request(session.guard)
    app.after_request(_headers)
    shell.frame(app)
    speaking.teach(app)
    for code, words in (
        (404, Message("There is no such page.")),
        (403, Message("That is not for you.")),
        (413, Message("That is larger than this page takes.")),
        (500, Message("Something went wrong here.")),
    ):
        app.register_error_handler(code, lambda _error, code=code, words=words: (_trouble(code, words), code))
    app.register_error_handler(HTTPException, _refused)
    return app


def _refused(error: HTTPException) -> ResponseReturnValue:
    """What no page of ours says is said by the server's own; programs are told in the form they read."""
    if request.path.startswith(f"{api.blueprint.url_prefix}/") and (error.code or 0) >= 400:
        return jsonify(error=error.description or error.name), error.code or 500
    return error


# No form of ours is longer; only providers post whole mails, and their hook has its own limit.
MOST_FORM_BYTES = 128 * 1024


# Pages that take a file.
LARGER = {checking.PATH: checking.MOST_BYTES, trying.IMPORT: MOST_BYTES + MOST_FORM_BYTES}


def _little() -> None:
    """A page takes no more than its form, said before the body is read; and it has no name that nobody can type."""
    if "\0" in request.path or any("\0" in value for pair in request.args.items(multi=True) for value in pair):
        abort(404)
    if not request.path.startswith("/hooks/"):
        # A file comes in parts. A form in one piece is taken apart before its token is looked at, each of its names.
        parts = request.mimetype == "multipart/form-data"
        most = LARGER.get(request.path, MOST_FORM_BYTES) if parts else MOST_FORM_BYTES
        request.max_content_length = most
        if (request.content_length or 0) > most:
            raise RequestEntityTooLarge


def _trouble(code: int, words: Message) -> str | Response:
    if request.path.startswith(f"{api.blueprint.url_prefix}/"):
        return jsonify(error=words.template)
    # A table may be there for those who are signed in, and a form that came without its sign-in has its draft there.
    game = (request.view_args or {}).get("game_id")
    back = url_for("table.game", game_id=game) if game else ""
    return render_template("notice.html", title=words, text="", enter=code == 403 or (code == 404 and back), back=back)


def _headers(response: Response) -> Response:
    response.headers.setdefault("Content-Security-Policy", POLICY)
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    response.headers["Permissions-Policy"] = "camera=(), microphone=(), geolocation=()"
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "no-store"
    return response


def _hooks(office: Office) -> Blueprint:
    settings = office.settings
    return webhook.blueprint(
        settings.hooks,
        lambda raw, envelope: take_in(office, raw, envelope),
        lambda nonce, digest: seen(office, nonce, digest),
        lambda: office.now().timestamp(),
        fetch=fetch,
        most_bytes=settings.max_mail_bytes,
    )


def seen(office: Office, nonce: str, digest: str) -> bool:
    """The replay cache all web processes share: did this nonce come before with another body?"""
    with office.desk() as desk:
        if desk.remember("hook", nonce, desk.now + timedelta(days=4), {"digest": digest}):
            return False
        return (desk.kept_with("hook", nonce) or {}).get("digest") != digest

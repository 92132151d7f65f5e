"""The pages: local mailbox, new game, public game pages, the operator's console, health, hooks and the JSON API."""

from __future__ import annotations

from datetime import timedelta

from flask import Blueprint, Flask, Response, render_template
from sqlalchemy import select

from config.settings import ROOT
from moderator.desk import Office
from moderator.games.store import Nonce
from moderator.gateway import webhook
from moderator.gateway.amazon import fetch
from moderator.inbox.take_in import take_in
from moderator.web import api, console, health, mailbox, pages, session, spectators

# Nothing is loaded from elsewhere, nothing is framed elsewhere, and no page runs a script that is not our own file.
POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self' data:; script-src 'self'; connect-src 'self'; "
    "form-action 'self'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'"
)


def create_app(office: Office) -> Flask:
    """The web application of this office."""
    web = ROOT / "templates" / "web"
    app = Flask("waybill", template_folder=str(web), static_folder=str(web / "static"), static_url_path="/static")
    app.config.update(
        SECRET_KEY=office.settings.secret_key,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=office.settings.base_url.startswith("https://"),
        PERMANENT_SESSION_LIFETIME=timedelta(days=14),
    )
    app.extensions["office"] = office
    for part in (
        session.blueprint,
        pages.blueprint,
        spectators.blueprint,
        mailbox.blueprint,
        console.blueprint,
        api.blueprint,
        health.blueprint,
    ):
        app.register_blueprint(part)
    app.register_blueprint(_hooks(office))
    app.before_request(session.guard)
    app.after_request(_headers)
    app.context_processor(session.for_templates)
    for code, words in (
        (404, "There is no such page."),
        (403, "That is not for you."),
        (500, "Something went wrong here."),
    ):
        app.register_error_handler(code, lambda _error, code=code, words=words: (_trouble(words), code))
    return app


def _trouble(words: str) -> str:
    return render_template("notice.html", title=words, text="")


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
    secrets = {
        "mailgun": settings.mailgun_key,
        "postmark": settings.postmark_login,
        "sendgrid": settings.sendgrid_key,
        "ses": settings.ses_topic,
        "raw": settings.raw_key,
    }
    return webhook.blueprint(
        secrets,
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
        wanted = select(Nonce).where(Nonce.kind == "hook", Nonce.hash == desk.digest(nonce))
        row = desk.session.scalars(wanted).first()
        return row is None or row.data.get("digest") != digest

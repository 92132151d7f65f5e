"""Who is at the page: the administrator's sign-in, and the token every form carries."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, abort, current_app, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from moderator.desk import Office
from moderator.outbox.signing import sign, unsign

blueprint = Blueprint("session", __name__)

LINK_GOOD_FOR = 24 * 3600
# Machines sign their requests, or (unsubscribing) are allowed to ask without a cookie.
WITHOUT_TOKEN = ("/hooks/", "/unsubscribe/")
LOOPBACK = ("127.0.0.1", "::1", "localhost")
# What proxies add when they bring a request from elsewhere.
FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via")


def office() -> Office:
    found: Office = current_app.extensions["office"]
    return found


def sign_in_link(of: Office) -> str:
    """A link that signs the administrator in, once, within a day."""
    return f"{of.settings.base_url}/signin/{sign(of.settings, 'signin', secrets.token_hex(8))}"


def signed_in() -> bool:
    return bool(session.get("admin"))


def local_caller() -> bool:
    """Does the caller sit at this machine? Not so if a proxy brings them, or if the pages have a name in the world."""
    forwarded = any(name in request.headers for name in FORWARDED)
    named = urlsplit(office().settings.base_url).hostname not in LOOPBACK
    return request.remote_addr in LOOPBACK and not forwarded and not named


def at_this_machine() -> bool:
    """A newcomer at their own machine needs no sign-in for the local mailbox.

    The Host header is looked at because a page elsewhere could make a browser call us under another name."""
    settings = office().settings
    host = urlsplit(f"//{request.host}").hostname or ""
    return settings.local_mailbox and settings.loopback and host in LOOPBACK and local_caller()


def trusted() -> bool:
    return signed_in() or at_this_machine()


def only(allowed: Callable[[], bool]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Lets a page be seen only by those for whom ``allowed`` holds."""

    def around(page: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(page)
        def guarded(*args: Any, **kwargs: Any) -> Any:
            if not allowed():
                return redirect(url_for("session.ask"))
            return page(*args, **kwargs)

        return guarded

    return around


def guard() -> None:
    """Every form must carry the token of its session."""
    if request.method not in ("POST", "PUT", "DELETE", "PATCH") or request.path.startswith(WITHOUT_TOKEN):
        return
    kept, given = session.get("token", ""), request.form.get("token", "")
    if not kept or not hmac.compare_digest(kept, given):
        abort(403)


def form_token() -> str:
    if "token" not in session:
        session["token"] = secrets.token_hex(16)
    return str(session["token"])


def for_templates() -> dict[str, Any]:
    settings = office().settings
    return {
        "form_token": form_token,
        "signed_in": signed_in(),
        "trusted": trusted(),
        "local_mailbox": settings.local_mailbox,
    }


@blueprint.get("/signin")
def ask() -> str:
    return render_template("signin.html", email=office().settings.admin_email)


@blueprint.post("/signin")
def send_link() -> str:
    """Mails the link to the administrator, whoever asks."""
    with office().desk() as desk:
        text = f"Sign in within a day:\n\n{sign_in_link(office())}"
        key = f"signin {desk.now:%Y-%m-%d %H:%M}"
        desk.post(key, "notice", office().settings.admin_email, {"title": "Sign in to Waybill", "text": text})
    return render_template("notice.html", title="A link is on its way", text="It was mailed to the administrator.")


@blueprint.get("/signin/<link>")
def follow(link: str) -> str | Response:
    """Shows a button, so that a mail scanner that follows the link does not use it up."""
    if unsign(office().settings, "signin", link, LINK_GOOD_FOR) is None:
        abort(403)
    return render_template("signin_confirm.html", link=link)


@blueprint.post("/signin/<link>")
def enter(link: str) -> Response:
    value = unsign(office().settings, "signin", link, LINK_GOOD_FOR)
    if value is None:
        abort(403)
    from datetime import timedelta

    with office().desk() as desk:
        if not desk.remember("signin", value, desk.now + timedelta(days=2)):
            abort(403)
        desk.note("admin", "signed in")
    session.clear()
    session["admin"], session.permanent = True, True
    return redirect(url_for("console.overview"))


@blueprint.post("/signout")
def leave() -> Response:
    session.clear()
    return redirect(url_for("pages.home"))

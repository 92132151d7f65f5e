"""What every page stands on: the office, the token every form carries, and who sits at this very machine."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from flask import abort, current_app, redirect, request, session, url_for

from moderator.office.callers import caller_at, is_proxy
from moderator.office.desk import Office
from moderator.outbox.signing import sign

LARGEST = 2**31 - 1
# Machines sign their requests or carry a key of their own, or (unsubscribing) are allowed to ask without a cookie.
WITHOUT_TOKEN = ("/hooks/", "/unsubscribe/", "/api/")
LOOPBACK = ("127.0.0.1", "::1", "localhost")
# What proxies add when they bring a request from elsewhere.
FORWARDED = frozenset(
    "forwarded via x-real-ip x-client-ip x-cluster-client-ip x-original-forwarded-for x-original-host x-proxyuser-ip "
    "x-envoy-external-address x-azure-clientip x-appengine-user-ip cf-connecting-ip cf-ray cdn-loop true-client-ip "
    "fastly-client-ip fly-client-ip client-ip".split()
)


def office() -> Office:
    found: Office = current_app.extensions["office"]
    return found


def sign_in_link(of: Office) -> str:
    """A link that signs the administrator in, once, within a day."""
    return f"{of.settings.base_url}/signin/{sign(of.settings, 'signin', secrets.token_hex(8))}"


def whole(name: str) -> int | None:
    """A number from the address of a page, no larger than the database's own; None where there is none."""
    given = request.args.get(name, type=int)
    return None if given is None else max(0, min(given, LARGEST))


def posted(name: str) -> int | None:
    """The same from a form; what is larger than any number of the database's own is no number."""
    given = request.form.get(name, type=int)
    return given if given is not None and 0 <= given <= LARGEST else None


def local_caller() -> bool:
    """Does the caller sit at this machine? Not so if a proxy brings them, or if the pages have a name in the world."""
    given = [name.lower() for name, _ in request.headers]
    forwarded = any(name in FORWARDED or name.startswith("x-forwarded") for name in given)
    named = urlsplit(office().settings.base_url).hostname not in LOOPBACK
    return request.remote_addr in LOOPBACK and not forwarded and not named


def at_this_machine() -> bool:
    """A newcomer at their own machine needs no sign-in for the local mailbox.

    The Host header is looked at because a page elsewhere could make a browser call us under another name."""
    settings = office().settings
    host = urlsplit(f"//{request.host}").hostname or ""
    return settings.local_mailbox and settings.loopback and host in LOOPBACK and local_caller()


def caller() -> str:
    """Where a request comes from, for limits: the address our own proxy tells.

    Only the last address of the header is our proxy's; what stands before it, anybody can write."""
    address = request.remote_addr or ""
    if is_proxy(address, office().settings.proxies) and (told := request.headers.get("X-Forwarded-For", "")):
        address = told.rpartition(",")[2].strip()
    return caller_at(address)


def only(allowed: Callable[[], bool]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Lets a page be seen only by those for whom ``allowed`` holds; others may sign in first."""

    def around(page: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(page)
        def guarded(*args: Any, **kwargs: Any) -> Any:
            if allowed():
                return page(*args, **kwargs)
            if "device" in session:
                abort(403)
            back = request.full_path.rstrip("?") if request.method == "GET" else ""
            return redirect(url_for("entering.ask", next=back or None))

        return guarded

    return around


def guard() -> None:
    """Every form must carry the token of its session; a script of ours may put it into a header."""
    if request.method in ("GET", "HEAD", "OPTIONS") or request.path.startswith(WITHOUT_TOKEN):
        return
    kept = session.get("token", "")
    given = request.headers.get("X-Form-Token") or request.form.get("token", "")
    if not kept or not hmac.compare_digest(kept.encode(), given.encode()):
        abort(403)
    if any("\0" in value for name in request.form for value in (name, *request.form.getlist(name))):
        # Nobody types it, and not every database keeps it.
        abort(400)


def form_token() -> str:
    if "token" not in session:
        session["token"] = secrets.token_hex(16)
    return str(session["token"])


def inside(path: str | None) -> str:
    """A place of ours to go back to; nothing where the path leads elsewhere."""
    parts = urlsplit(path or "")
    # What can't be printed, a line's end for one, no address of a page has.
    ours = path is not None and path.isprintable() and path.startswith("/") and not path.startswith(("//", "/\\"))
    return path if ours and path and not parts.netloc and not parts.scheme and "\\" not in path else ""

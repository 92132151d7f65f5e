"""Channels elsewhere in which somebody is told: made, tried, looked after and ended on pages of their own."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from engine import Refused
from engine.message import Message
from moderator.errands import hooks
from moderator.office.desk import Desk
from moderator.store.tables import Hook
from moderator.web.session import office, only
from moderator.web.visitor import Visitor, seen, signed_in, visitor

blueprint = Blueprint("channels", __name__, url_prefix="/me/hooks")

MOST_SHOWN = 12
HOUR = timedelta(hours=1)
# As those who run them write their names.
NAMES = {"discord": "Discord", "slack": "Slack", "matrix": "Matrix", "ntfy": "ntfy", "url": "URL"}
# Channels somebody may name within an hour, taken or not.
MOST_MADE = 30


def _me() -> Visitor:
    who = visitor()
    assert who is not None
    return who


def _mine(desk: Desk, hook_id: int) -> Hook:
    hook = desk.hooks.get(hook_id)
    if hook is None or hook.person_id != _me().id:
        abort(404)
    return hook


@blueprint.get("")
@only(signed_in)
def overview() -> str:
    return _page()


def _page(trouble: Message | None = None, **kept: str) -> str:
    who = _me()
    with office().reading() as desk:
        shown: list[dict[str, Any]] = [
            {
                "hook": hook,
                "host": hook.url.split("/")[2],
                "secret": hooks.secret_of(office(), hook),
                "deliveries": desk.hooks.deliveries(hook.id, MOST_SHOWN),
            }
            for hook in desk.hooks.of_person(who.id)
        ]
        games = sorted({seat.game_id for seat in desk.seats.of_person(who.id)})
        moderated = [row.id for row in desk.games.moderated_by(who.id)]
    names = {kind: NAMES[kind] for kind in hooks.KINDS}
    return render_template(
        "hooks.html", hooks=shown, kinds=names, games=games, moderated=moderated, trouble=trouble, kept=kept
    )


@blueprint.post("")
@only(signed_in)
def make() -> ResponseReturnValue:
    who, form = _me(), request.form
    game_id, whole = form.get("game", "") or None, form.get("scope", "") == "whole"
    if who.guest:
        abort(403)
    with office().desk() as desk:
        if not desk.within("hook made", str(who.id), MOST_MADE, HOUR):
            abort(429)
    url = form.get("url", "").strip()
    try:
        # Looked up while nothing is locked: whoever names the host may run its name servers.
        hooks.place_of(url, office().hooks_may_reach)
        with office().desk() as desk:
            person = desk.person(who.id)
            assert person is not None
            play = seen(desk, game_id, who) if game_id is not None else None
            if (game_id is not None and play is None) or (whole and (play is None or not play.moderated_by(who.id))):
                # All of a game is told elsewhere by its moderator alone.
                abort(403)
            hook = hooks.make(desk, person, form.get("kind", ""), url, game_id, whole=whole)
            hooks.say_hello(desk, hook)
            hooks.tell_of_it(desk, person, hook)
    except Refused as refused:
        kept = {name: form.get(name, "")[:500] for name in ("kind", "url", "game", "scope")}
        return _page(refused.message, **kept), 400
    return redirect(url_for("channels.overview"))


@blueprint.post("/<int:hook_id>/try")
@only(signed_in)
def again(hook_id: int) -> ResponseReturnValue:
    """Tells it something, and lets it go on if it was stopped."""
    with office().desk() as desk:
        hook = _mine(desk, hook_id)
        if not desk.within("hook try", str(hook.id), 10, HOUR):
            abort(429)
        hook.stopped, hook.failures = False, 0
        hooks.say_hello(desk, hook)
    return redirect(url_for("channels.overview"))


@blueprint.post("/<int:hook_id>/end")
@only(signed_in)
def end(hook_id: int) -> ResponseReturnValue:
    with office().desk() as desk:
        desk.hooks.drop(_mine(desk, hook_id))
    return redirect(url_for("channels.overview"))

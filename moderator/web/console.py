"""The operator's console: what waits, what was set aside, and trying it again."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, url_for
from sqlalchemy import func, select
from sqlalchemy.orm import InstrumentedAttribute, Session
from werkzeug.wrappers import Response

from moderator.games.store import Deed, Game, Mail, Outgoing
from moderator.inbox.aside import retry
from moderator.web.session import office, only, signed_in

blueprint = Blueprint("console", __name__, url_prefix="/console")


def _count(session: Session, column: InstrumentedAttribute[str]) -> dict[str, int]:
    found = session.execute(select(column, func.count()).group_by(column))
    return {status: count for status, count in found}  # noqa: C416  (a row is no pair to the type checker)


@blueprint.get("/")
@only(signed_in)
def overview() -> str:
    with office().reading() as desk:
        session = desk.session
        return render_template(
            "console.html",
            mails=_count(session, Mail.status),
            outbox=_count(session, Outgoing.status),
            games=_count(session, Game.status),
            aside=list(session.scalars(select(Mail).where(Mail.status == "aside").order_by(Mail.id.desc()).limit(100))),
            parked=list(
                session.scalars(select(Mail).where(Mail.status == "parked").order_by(Mail.id.desc()).limit(50))
            ),
            failed=list(
                session.scalars(
                    select(Outgoing)
                    .where(Outgoing.status.in_(("failed", "bounced")))
                    .order_by(Outgoing.id.desc())
                    .limit(50)
                )
            ),
            deeds=list(session.scalars(select(Deed).order_by(Deed.id.desc()).limit(30))),
        )


@blueprint.get("/mails/<int:mail_id>")
@only(signed_in)
def mail(mail_id: int) -> str:
    with office().reading() as desk:
        row = desk.session.get(Mail, mail_id)
    if row is None:
        abort(404)
    return render_template("console_mail.html", mail=row, source=row.raw[:200_000].decode("utf-8", "replace"))


@blueprint.post("/mails/<int:mail_id>/retry")
@only(signed_in)
def again(mail_id: int) -> Response:
    if not retry(office(), mail_id):
        abort(404)
    return redirect(url_for("console.overview"))

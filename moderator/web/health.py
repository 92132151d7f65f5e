"""Is the service alive, is it ready, and how is it doing?"""

from __future__ import annotations

import hmac
from datetime import timedelta

from flask import Blueprint, Response, abort, jsonify, request
from flask.typing import ResponseReturnValue
from prometheus_client import CollectorRegistry, Gauge, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from sqlalchemy import func, select, text
from sqlalchemy.exc import SQLAlchemyError

from moderator.games import migrate
from moderator.games.store import Decision, Game, Mail, Outgoing
from moderator.web.session import local_caller, office

blueprint = Blueprint("health", __name__)

# A mail that has waited this long means nobody sends any.
MOST_LAG = timedelta(minutes=10)


@blueprint.get("/healthz")
def alive() -> ResponseReturnValue:
    return jsonify(status="alive")


@blueprint.get("/readyz")
def ready() -> ResponseReturnValue:
    checks = {"database": _database(), "broker": _broker(), "outbox": _outbox()}
    good = all(said == "ok" for said in checks.values())
    return jsonify(status="ready" if good else "not ready", **checks), 200 if good else 503


def _database() -> str:
    try:
        with office().reading() as desk:
            desk.session.execute(text("SELECT 1"))
        return "ok" if migrate.present(office().database) == migrate.newest() else "needs ./waybill migrate"
    except SQLAlchemyError as trouble:
        return type(trouble).__name__


def _broker() -> str:
    url = office().settings.broker_url
    if url is None:
        return "ok"
    from kombu import Connection
    from kombu.exceptions import OperationalError

    try:
        with Connection(url, connect_timeout=2) as connection:
            connection.ensure_connection(max_retries=1, timeout=2)
    except (OperationalError, OSError) as trouble:
        return type(trouble).__name__
    return "ok"


def _outbox() -> str:
    try:
        with office().reading() as desk:
            wanted = select(func.min(Outgoing.due_at)).where(Outgoing.status == "pending", Outgoing.attempts == 0)
            oldest = desk.session.scalar(wanted)
            lag = desk.now - oldest if oldest is not None else timedelta(0)
    except SQLAlchemyError as trouble:
        return type(trouble).__name__
    return "ok" if lag < MOST_LAG else f"oldest mail waits {int(lag.total_seconds())} s"


@blueprint.get("/metrics")
def metrics() -> Response:
    """Counted in the database when asked, so that every process tells the same."""
    token, given = office().settings.metrics_token, request.headers.get("Authorization", "").removeprefix("Bearer ")
    if token is not None and not hmac.compare_digest(token, given):
        abort(403)
    if token is None and not local_caller():
        abort(403)
    registry = CollectorRegistry()
    with office().reading() as desk:
        for name, words, column in (
            ("waybill_mails", "Mails taken in, by state", Mail.status),
            ("waybill_outbox", "Mails to send or sent, by state", Outgoing.status),
            ("waybill_games", "Games, by state", Game.status),
        ):
            gauge = Gauge(name, words, ["status"], registry=registry)
            for status, count in desk.session.execute(select(column, func.count()).group_by(column)):
                gauge.labels(status).set(count)
        late = select(func.count()).select_from(Decision).where(Decision.open, Decision.due_at < desk.now)
        Gauge("waybill_decisions_late", "Open decisions past their deadline", registry=registry).set(
            desk.session.scalar(late) or 0
        )
        oldest = desk.session.scalar(select(func.min(Outgoing.due_at)).where(Outgoing.status == "pending"))
        lag = max(0.0, (desk.now - oldest).total_seconds()) if oldest is not None else 0.0
        Gauge("waybill_outbox_lag_seconds", "How long the oldest unsent mail waits", registry=registry).set(lag)
        unread = desk.session.scalar(select(func.min(Mail.received_at)).where(Mail.status == "new"))
        waits = max(0.0, (desk.now - unread).total_seconds()) if unread is not None else 0.0
        Gauge("waybill_inbox_lag_seconds", "How long the oldest unread mail waits", registry=registry).set(waits)
    return Response(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)

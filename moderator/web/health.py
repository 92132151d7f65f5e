"""Is the service alive, is it ready, and how is it doing?"""

from __future__ import annotations

import hmac

from flask import Blueprint, Response, abort, jsonify, request
from flask.typing import ResponseReturnValue
from prometheus_client import CollectorRegistry, Gauge, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from moderator.errands import checks, heartbeat
from moderator.web.session import local_caller, office

blueprint = Blueprint("health", __name__)


@blueprint.get("/healthz")
def alive() -> ResponseReturnValue:
    return jsonify(status="alive")


@blueprint.get("/readyz")
def ready() -> ResponseReturnValue:
    said = checks.readiness(office())
    good = all(one == checks.OK for one in said.values())
    return jsonify(status="ready" if good else "not ready", **said), 200 if good else 503


@blueprint.get("/metrics")
def metrics() -> Response:
    """Counted in the database when asked, so that every process tells the same."""
    token, given = office().settings.metrics_token, request.headers.get("Authorization", "").removeprefix("Bearer ")
    if token is not None and not hmac.compare_digest(token.encode(), given.encode()):
        abort(403)
    if token is None and not local_caller():
        abort(403)
    registry = CollectorRegistry()
    with office().reading() as desk:
        for name, words, counted in (
            ("waybill_mails", "Mails taken in, by state", desk.incoming.counted()),
            ("waybill_outbox", "Mails to send or sent, by state", desk.outbox.counted()),
            ("waybill_games", "Games, by state", desk.games.counted()),
        ):
            gauge = Gauge(name, words, ["status"], registry=registry)
            for status, count in counted.items():
                gauge.labels(status).set(count)
        dropped = Gauge("waybill_mails_dropped", "Mails left unanswered, by reason", ["reason"], registry=registry)
        for reason, count in desk.incoming.dropped().items():
            dropped.labels(reason).set(count)
        Gauge("waybill_decisions_late", "Open decisions past their deadline", registry=registry).set(
            desk.decisions.late(desk.now)
        )
        oldest = desk.outbox.oldest_pending()
        lag = max(0.0, (desk.now - oldest).total_seconds()) if oldest is not None else 0.0
        Gauge("waybill_outbox_lag_seconds", "How long the oldest unsent mail waits", registry=registry).set(lag)
        Gauge("waybill_outbox_stuck", "Mails tried in vain for ten minutes or more", registry=registry).set(
            checks.stuck(desk)[0]
        )
        sent = desk.outbox.last_sent()
        Gauge("waybill_last_sent_timestamp_seconds", "When a mail was sent last", registry=registry).set(
            sent.timestamp() if sent is not None else 0
        )
        unread = desk.incoming.oldest_unread()
        waits = max(0.0, (desk.now - unread).total_seconds()) if unread is not None else 0.0
        Gauge("waybill_inbox_lag_seconds", "How long the oldest unread mail waits", registry=registry).set(waits)
        beating = Gauge("waybill_heartbeat_age_seconds", "Since a part was seen at work", ["part"], registry=registry)
        for part, age in heartbeat.ages(desk).items():
            beating.labels(part).set(age.total_seconds() if age is not None else float("inf"))
    well = Gauge("waybill_ready", "1 where the check of /readyz says ok", ["check"], registry=registry)
    for name, said in checks.readiness(office()).items():
        well.labels(name).set(said == checks.OK)
    Gauge("waybill_disk_free_bytes", "Room left where the data folder is", registry=registry).set(
        checks.disk_free(office())
    )
    return Response(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)

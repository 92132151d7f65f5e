"""How Celery is set up: a queue in this process's memory, or Redis shared by all."""

from __future__ import annotations

from typing import Any

from kombu import Queue

from config.settings import Settings

SWEEP_SECONDS = 5.0


def configuration(settings: Settings) -> dict[str, Any]:
    """Nothing important lives only in the queue, so results are ignored and tasks may be lost or run twice."""
    common: dict[str, Any] = {
        "task_ignore_result": True,
        "task_serializer": "json",
        "accept_content": ["json"],
        "task_acks_late": True,
        "task_reject_on_worker_lost": True,
        "worker_redirect_stdouts": False,
        "worker_hijack_root_logger": False,
        "broker_connection_retry_on_startup": True,
        "timezone": "UTC",
        # A player who waits for an answer comes before mail that goes out to others, and both before bots.
        "task_queues": [Queue(name) for name in ("inbox", "answers", "desk", "outbox", "hooks", "bots")],
        "task_default_queue": "desk",
        "task_routes": {
            "waybill.receive": {"queue": "inbox"},
            "waybill.answer": {"queue": "answers"},
            "waybill.deliver": {"queue": "outbox"},
            "waybill.hook": {"queue": "hooks"},
            "waybill.bots": {"queue": "bots"},
        },
        # A schedule kept in a file can be spoilt by a crash, and then nothing beats any more. Ours needs no file: what
        # must not be done twice or forgotten is known to the database.
        "beat_scheduler": "workers.beat:Ticking",
        "beat_schedule": {
            "sweep": {"task": "waybill.sweep", "schedule": SWEEP_SECONDS},
            "audit": {"task": "waybill.audit", "schedule": 3600.0},
        },
    }
    if settings.broker_url is None:
        # The memory transport fetches one window per poll: poll often, fetch several.
        options: dict[str, Any] = {"polling_interval": 0.02}
        return common | {
            "broker_url": "memory://",
            "broker_transport_options": options,
            "worker_prefetch_multiplier": 8,
        }
    # A short visibility timeout, looked at often: a killed worker's tasks are back within a minute or so.
    options = {
        "visibility_timeout": 600,
        "unacked_restore_interval": 10,
        "unacked_restore_throttle": 1,
        "queue_order_strategy": "priority",
        # A broker that is gone without a word must not hold up those who only want to ring.
        "socket_connect_timeout": 3,
        "socket_timeout": 30,
        "socket_keepalive": True,
    }
    return common | {
        "broker_url": settings.broker_url,
        "broker_transport_options": options,
        "worker_prefetch_multiplier": 1,
        # Whoever rings in vain does not insist: the sweep finds the work anyway.
        "task_publish_retry_policy": {"max_retries": 1, "interval_start": 0, "interval_step": 0.1, "interval_max": 0.1},
    }

"""Links only we can make: a purpose and a value, signed with the service's key."""

from __future__ import annotations

from itsdangerous import BadData, URLSafeTimedSerializer

from config.settings import Settings


def sign(settings: Settings, purpose: str, value: str) -> str:
    return str(URLSafeTimedSerializer(settings.secret_key, salt=purpose).dumps(value))


def unsign(settings: Settings, purpose: str, token: str, max_age: int | None = None) -> str | None:
    """The value, or None if we never signed this for this purpose or it is too old."""
    try:
        return str(URLSafeTimedSerializer(settings.secret_key, salt=purpose).loads(token, max_age=max_age))
    except BadData:
        return None

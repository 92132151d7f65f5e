"""Gets a certificate or confirms a subscription at Amazon's notification service, and nothing from anywhere else."""

from __future__ import annotations

import http.client
import ssl
from collections.abc import Callable
from urllib.parse import urlsplit

from moderator.gateway.signature import Fetch, of_amazon

MOST_BYTES = 1 << 20
SECONDS = 10.0


# A certificate serves for months; who makes us look for others all the time is not Amazon.
MOST_KEPT = 8
MOST_UNKNOWN_AN_HOUR = 10


class Unanswered(OSError):
    """Amazon did not give what was asked for; whoever sent us the request may come again."""


def fetch(url: str) -> bytes:
    """The bytes behind an https address of Amazon's notification service.

    Raises `ValueError` for any other address and for an answer that sends us elsewhere: a signed request must not be
    able to make us call our own network. Raises `OSError` when Amazon can't be reached or is in trouble.
    """
    if not of_amazon(url):
        raise ValueError("only Amazon's notification service is ever asked")
    parts = urlsplit(url)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    # This client follows no redirects and knows no proxies: the host we checked is the host we talk to.
    line = http.client.HTTPSConnection(parts.hostname or "", timeout=SECONDS, context=ssl.create_default_context())
    try:
        line.request("GET", path, headers={"User-Agent": "Waybill"})
        answer = line.getresponse()
        said = answer.read(MOST_BYTES + 1)
    except http.client.InvalidURL as strange:
        raise ValueError("the address can't be asked for") from strange
    except http.client.HTTPException as broken:
        raise Unanswered(f"Amazon's answer can't be read: {type(broken).__name__}") from broken
    finally:
        line.close()
    if 300 <= answer.status < 400:
        raise ValueError("Amazon's answer sends us elsewhere")
    if answer.status != http.client.OK:
        raise Unanswered(f"Amazon answered {answer.status}")
    if len(said) > MOST_BYTES:
        raise ValueError("Amazon's answer is larger than any certificate")
    return said


class SigningCertificates:
    """Fetches each certificate once. Unknown ones are fetched a few times an hour, whoever asks and however often."""

    def __init__(self, get: Fetch, clock: Callable[[], float]) -> None:
        self._get, self._clock = get, clock
        self._kept: dict[str, bytes] = {}
        self._asked: list[float] = []

    def __call__(self, url: str) -> bytes:
        if url in self._kept:
            return self._kept[url]
        now = self._clock()
        self._asked = [at for at in self._asked if now - 3600 < at <= now]
        if len(self._asked) >= MOST_UNKNOWN_AN_HOUR:
            raise Unanswered("too many unknown certificates were asked for")
        self._asked.append(now)
        found = self._get(url)
        if len(self._kept) >= MOST_KEPT:
            # The oldest goes: a dictionary keeps the order of arrival.
            self._kept.pop(next(iter(self._kept)))
        self._kept[url] = found
        return found

"""Signing in at a provider that takes no passwords from programs (XOAUTH2): for its mailbox and its relay alike."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from threading import Lock
from urllib.parse import urlencode

from config.settings import Settings

# An answer of a provider is a few hundred bytes.
MOST_BYTES = 64 * 1024
PATIENCE = 20.0
# A token is given up before it ends, so that none ends while somebody signs in with it.
EARLY = 120.0
# How long a token is used whose provider does not say.
USUAL = 600.0

# Posts a form to an address and gives what is said. Raises OSError.
Post = Callable[[str, Mapping[str, str]], bytes]


class NoToken(OSError):
    """The provider gives us no token; whoever wanted to sign in tries again later."""


def _post(url: str, form: Mapping[str, str]) -> bytes:
    asked = urllib.request.Request(url, urlencode(form).encode(), {"Accept": "application/json"})  # noqa: S310  (settings allow https only)
    with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:  # noqa: S310
        return bytes(answer.read(MOST_BYTES))


class Tokens:
    """For one mailbox, fetched with the key its owner once gave us; one for each process, threads may share it."""

    def __init__(
        self, url: str, form: Mapping[str, str], post: Post = _post, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._url, self._form, self._post, self._clock = url, form, post, clock
        self._lock = Lock()
        self._token, self._until = "", 0.0

    @classmethod
    def of(cls, settings: Settings) -> Tokens | None:
        if settings.oauth_token is None:
            return None
        form = {
            "grant_type": "refresh_token",
            "client_id": settings.oauth_client or "",
            "client_secret": settings.oauth_secret or "",
            "refresh_token": settings.oauth_token,
        }
        return cls(settings.oauth_url, {name: value for name, value in form.items() if value})

    def words(self, user: str) -> str:
        """What is said to sign in as this user. Raises `NoToken`."""
        return f"user={user}\x01auth=Bearer {self._get()}\x01\x01"

    def refused(self) -> None:
        """Somebody was not let in with the token we have: it was withdrawn, and the next one is fetched anew."""
        self._until = 0.0

    def _get(self) -> str:
        with self._lock:
            if self._clock() >= self._until:
                self._token, lasts = self._fetch()
                self._until = self._clock() + max(0.0, lasts - EARLY)
            return self._token

    def _fetch(self) -> tuple[str, float]:
        try:
            said = json.loads(self._post(self._url, self._form))
            token, lasts = said["access_token"], float(said.get("expires_in", USUAL))
        except urllib.error.HTTPError as refused:
            raise NoToken(f"the provider gives no token: it says {refused.code}") from refused
        except OSError as away:
            raise NoToken(f"the provider gives no token: {type(away).__name__}") from away
        except (ValueError, KeyError, TypeError, AttributeError) as odd:
            raise NoToken("the provider's answer holds no token") from odd
        # Whatever else it is, it must not end the line it is written in.
        if not isinstance(token, str) or not token.isascii() or not token.isprintable() or len(token) > 8192:
            raise NoToken("the provider's answer holds no token")
        return token, lasts

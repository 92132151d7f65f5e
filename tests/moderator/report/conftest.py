"""Tests that are not about pictures get an empty one: drawing is what takes the time."""

from __future__ import annotations

import sys

import pytest

import moderator.outbox.report  # noqa: F401  (so that the module below is there to be patched)


@pytest.fixture
def no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    shared = sys.modules["moderator.outbox.report.common"]
    monkeypatch.setattr(shared, "png", lambda svg: b"a picture")
    monkeypatch.setattr(shared, "ALBUM", type(shared.ALBUM)())

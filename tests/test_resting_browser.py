"""Chromium rests between the files that look at pages, and is in nobody's way meanwhile."""

from __future__ import annotations

import asyncio
from typing import Any


def test_a_browser_that_rests_leaves_room_for_another_event_loop(chromium: Any) -> None:
    async def said() -> str:
        return "here"

    assert asyncio.run(said()) == "here"


def test_a_browser_that_has_rested_goes_on(chromium: Any, request: Any) -> None:
    page = request.getfixturevalue("page")
    page.set_content("<h1>Waybill</h1>")
    assert page.inner_text("h1") == "Waybill"

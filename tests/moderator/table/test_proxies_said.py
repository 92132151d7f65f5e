"""Bids by proxy as people put them."""

from __future__ import annotations

import pytest

from engine import BidUpTo, looks_ahead, read_ahead


@pytest.mark.parametrize(
    ("line", "item", "most", "then"),
    [
        ("bid N up to 150 then pass", "N", 150, "pass"),
        ("proxy MRR up to 80", "MRR", 80, "ask"),
        ("proxy MRR 80", "MRR", 80, "ask"),
        ("bid up to 90 for WVR then pass", "WVR", 90, "pass"),
        ("I'll bid up to 90 on the WVR, then pass.", "WVR", 90, "pass"),
        ("N max 150", "N", 150, "ask"),
        ("je mise jusqu'à 90 sur WVR puis je passe", "WVR", 90, "pass"),
        ("miser jusqu'à 90 sur la WVR", "WVR", 90, "ask"),
        ("ich biete bis 90 auf WVR, dann passe ich", "WVR", 90, "pass"),
        ("biete bis zu 90 R auf die WVR", "WVR", 90, "ask"),
        ("auf WVR bis 90 bieten, danach fragen", "WVR", 90, "ask"),
        ("WVR bis 90 und dann passen", "WVR", 90, "pass"),
        ("bitte bis 90 für die WVR bieten", "WVR", 90, "ask"),
        ("biete bis 90", "", 90, "ask"),
        ("WVR에 90루블까지 입찰합니다", "WVR", 90, "ask"),
        ("WVR에 90까지 입찰 후 패스", "WVR", 90, "pass"),
        ("WVR에 90까지 입찰합니다", "WVR", 90, "ask"),
    ],
)
def test_a_bid_up_to_a_limit_is_understood(line: str, item: str, most: int, then: str) -> None:
    wish = read_ahead(line)
    assert wish == BidUpTo(item, most, then)
    assert read_ahead(wish.write()) == wish, "written in one form, and read back as the same"
    assert looks_ahead(line), "and nobody takes it for talk"


@pytest.mark.parametrize(
    "line",
    [
        "bid N 105",
        "pass",
        "30까지 올릴게요",
        "TSR에 25 입찰",
        "biete 25 auf TSR",
        "ich gehe bis 30 bei TSR, nicht mehr",
        "lay 57 on G15 then pass",
    ],
)
def test_anything_else_is_no_proxy(line: str) -> None:
    assert read_ahead(line) is None

"""A game at one keyboard."""

from __future__ import annotations

from random import Random

import pytest

from engine.interop.play import play


def table(*lines: str, players: tuple[str, ...] = ("Red", "Green", "Blue"), seed: int = 7) -> tuple[int, str]:
    heard: list[str] = []
    refused = play("1861", players, lines, heard.append, Random(seed).choice)
    return refused, "\n".join(heard)


def test_orders_are_played_and_told() -> None:
    refused, told = table("bid 20; pass", "pass")
    assert refused == 0
    assert "> Red: bid TSR 20" in told
    assert "Red buys TSR for R20." in told
    assert "BSS is offered from R30" in told


def test_a_refusal_says_why_by_which_rule_and_what_would_work() -> None:
    refused, told = table("bid BSS 30", "bidd 20")
    assert refused == 2
    assert "NOT PLAYED: bid BSS 30\nTSR is on offer now. (1861, 5.1.1)\nWrite instead: bid TSR 20\nor pass" in told
    assert "did you mean “bid”?" in told


def test_an_order_can_be_taken_back() -> None:
    _, told = table("bid 20", "undo", "bid 25")
    assert "The last order is taken back." in told
    assert told.rstrip().count("Red bids R2") >= 2
    assert "> Red: bid TSR 25" in told


def test_questions_are_answered_and_quitting_ends_it() -> None:
    refused, told = table("help", "legal", "status", "undo", "quit", "bid 20")
    assert refused == 0
    assert "takes the last order back" in told
    assert "There is nothing to take back." in told
    assert "> Red" not in told


def test_the_same_seed_draws_the_same_game() -> None:
    two = ("Red", "Green")
    heard: list[list[str]] = [[], [], []]
    for out, seed in zip(heard, (1, 1, 2), strict=True):
        play("1861", two, (), out.append, Random(seed).choice, options={"two_player": True})
    assert heard[0] == heard[1] != heard[2]


def test_a_table_the_title_is_not_played_at_is_refused() -> None:
    with pytest.raises(ValueError, match="not by 1"):
        table(players=("Red",))

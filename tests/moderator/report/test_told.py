"""What a mail says of prices, rounds and what is to come."""

from __future__ import annotations

import pytest

from engine.names import Player
from engine.state import State
from moderator.outbox.report import report
from tests.engine.positions import P1, P2, Firm, opening, play, position
from tests.moderator.report.positions import view


def said(state: State, language: str = "en") -> str:
    """The text of the mail to the mover, in one line."""
    return " ".join(report(view((), state, language=language, text_only=True)).text.split())


def operating(phase: str, *, depot: str = "", **more: object) -> State:
    firm = Firm("CNR", held={P1: 4, P2: 3}, at=100, cash=200, trains="5", stations="O7")
    return position("1867", 4, firm, round="operating", on_turn="CNR", phase=phase, step="track", depot=depot, **more)  # type: ignore[arg-type]


def test_a_private_that_goes_to_the_first_taker_is_told_as_for_sale() -> None:
    text = said(play(opening("1867"), "pass", "pass", "pass", "pass"))
    assert "C&SL is for sale at $15; nobody can raise." in text and "up for auction" not in text
    assert "bid C&SL 15 costs $15 pass" in text
    assert "C&SL is up for auction from $20." in said(opening("1867"))
    assert "P1 is for sale at $20" in said(opening("1882", seats=("Red", "Green", "Blue")))


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Operating round 2 of 3 in this set."),
        ("fr", "Tour d'exploitation 2 sur 3 de cette série."),
        ("de", "Betriebsrunde 2 von 3 in diesem Satz."),
        ("ko", "이번 묶음의 실행 라운드 3번 중 2번째입니다."),
    ],
)
def test_the_last_set_has_as_many_rounds_as_will_be_played(language: str, told: str) -> None:
    last = operating("8", number=6, sub=2, ending="8-train", final_set=6)
    assert told in said(last, language)
    before = operating("8", number=5, sub=2, ending="8-train", final_set=6)
    assert "Operating round 2 of 2" in said(before)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "As things stand, an 8-train is exported at the end of this operating round, and phase 8"),
        ("fr", "En l'état, un train 8 est exporté à la fin de ce tour d'exploitation, et la phase 8 commence."),
        ("de", "wird am Ende dieser Betriebsrunde ein 8er-Zug exportiert, und Phase 8 beginnt."),
        ("ko", "이번 실행 라운드가 끝날 때 8 열차 한 대가 수출되고 제8단계가 시작됩니다."),
    ],
)
def test_the_train_to_be_exported_is_announced_to_everybody(language: str, told: str) -> None:
    state = operating("7", number=5, sub=1)
    assert told in said(state, language)
    other = next(player for player in state.players if player != P1)
    mail = report(view((), state, seat=Player(other), language=language, text_only=True))
    assert told in " ".join(mail.text.split())


def test_no_export_is_announced_where_none_comes() -> None:
    assert "is exported" in said(operating("4", depot="4 4", number=5, sub=1))
    for none in (operating("3", depot="4 4"), operating("8"), operating("7", ending="bank", broken=True)):
        assert "is exported" not in said(none)

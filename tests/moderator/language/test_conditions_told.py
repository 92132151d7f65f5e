"""Sixty conditions, each read in one language, written in the one form, and read back in plain words in every language.

The words stand in ``conditions_told.txt`` and were looked at by eye; `pytest --golden` writes them anew."""

from __future__ import annotations

from pathlib import Path

import pytest

import engine
from moderator.language import Words, languages
from tests.engine.ahead.tables import RED, minors, stock

TOLD = Path(__file__).with_name("conditions_told.txt")
STOCK = """price CN >= 100 | price of CN is at least 100 | CN price < 60 | price CN = 76 | price CPR is more than 90
le cours de CN est d'au moins 100 | cours CN <= 60 | CN vaut moins de 60 | CN 주가가 100 이상 | CN 주가가 60 미만
Blue has 3 shares of CN | Blue has at most 2 CN | I have 4 CN | pool has >= 2 CN | ipo has no more than 3 CPR
Blue a 3 actions de CN | j'ai 4 actions de CN | Blue가 CN 3주 보유 | 내가 CN 4주 이상
cash Blue >= 300 | cash CN < 200 | I have 500 cash | Blue a 300 en caisse | CN 현금 300 이상
3-trains left = 0 | trains left 4 <= 1 | reste 2 trains 3 | 남은 3열차 = 0 | CN has no train | CN has 2 trains
director CN = Blue | Blue is president of CPR | Blue est directeur de CN | CN 경영자 = Blue
phase >= 4 | phase 3 has begun | phase = 2 | la phase 4 a commencé | 4 단계 시작
4-train sold | the first 5-train is bought | train 4 est vendu | 4열차 판매
owner P2 = Blue | P3 belongs to CN | Blue possède P2 | P2 소유자 = Blue
tile on H10 | tile 57 on H10 | tuile 57 en H10 | H10 타일 있음 | CN station in H10 | gare CN en H10
P4 is sold | P4 est vendue | P4 낙찰 | CN floats | CN est constituée | CN 출범
someone sells CN | Blue sells | Green buys CPR | someone starts QL | a company is started | Blue bids P4 | Gold passes
Kurs CN >= 100 | der Kurs der CN mindestens 100 ist | CN unter 60 steht | Blue mindestens 3 Aktien von CN hat
ich 4 CN habe | Kasse CN >= 300 | Blue 300 in bar hat | übrige 3er-Züge = 0 | CN keinen Zug hat
Direktor CN = Blue | Blue Direktor der CN ist
Phase 4 begonnen hat | der 4er-Zug verkauft ist | Besitzer P2 = Blue | P2 Blue gehört | Plättchen 57 auf H10
Bahnhof CN in H10 | P4 verkauft ist | CN startet | jemand CN verkauft
Blue CPR kauft | jemand QL gründet | Blue auf P4 bietet | Gold passt
quelqu'un vend CN | Blue achète CPR | 누가 CN 매도 | Blue 패스
(price CN >= 100 or phase >= 4) and not (Blue has 3 CN) | not Blue passes | phase 4 and CN floats or P4 is sold"""
MINORS = (
    "loans M-K >= 2 | M-K has no more than 1 loan | emprunts M-K = 0 | M-K hat mindestens 2 Kredite | M-K 대출 2 이상"
)


def told() -> str:
    lines = []
    for table, text in ((stock, STOCK), (minors, MINORS)):
        state = table()
        for written in text.replace("\n", " | ").split(" | "):
            condition = engine.read_condition(state, RED, written)
            assert engine.read_condition(state, RED, condition.write()) == condition, written
            lines += [written, f"  = {condition.write()}"]
            for language in languages():
                words = Words(language, state.title.currency)
                lines.append(f"  {language}: {words.text(condition.tell(state))}")
                facts = condition.now(engine.Seen(state, frozenset(), RED))
                assert all(words.text(fact) for fact in facts)
    return "\n".join(lines) + "\n"


def test_sixty_conditions_are_read_and_told_in_every_language(request: pytest.FixtureRequest) -> None:
    found = told()
    if request.config.getoption("--golden"):
        TOLD.write_text(found, "utf-8")
    assert found.count("\n  = ") >= 60
    assert found == TOLD.read_text("utf-8")
